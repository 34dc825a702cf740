import type { Result } from "ethers";
import type { Hex } from "../../domain/keccak";
import type { Escrows } from "../../domain/messages/requestText";
import type { CallName, EscrowCall } from "../../domain/task/call";
import type { ContractName } from "../../domain/workflow/variants";
import { readValues, signedOrNone } from "./abiValues";
import { encodeCall } from "./escrowCalls";
import { escrowInterface } from "./escrowEvents";

/** The calls that a party signs and others send, besides several in one. */
const STEPS: readonly string[] = [
  "createTask",
  "createTaskWithPermit",
  "fundMore",
  "fundMoreWithPermit",
  "cancelTask",
  "expireTask",
  "stakeAndStart",
  "stakeAndStartWithPermit",
  "submitWork",
  "requestChanges",
  "resubmitWork",
  "approve",
  "reject",
  "rateWork",
  "releaseAfterReview",
  "finalizeRejection",
  "contest",
  "rule",
  "ruleByDefault",
  "rateAndClaimStake",
  "claimStakeAfterRating",
  "withdraw",
] satisfies CallName[];

const MULTICALL = escrowInterface.getFunction("multicall")!.selector;

/** The step that calldata takes; null for any other function, and for bytes that do not encode it as this service does. */
export function decodeCall(
  data: Hex,
  place: { contract: ContractName; escrows: Escrows; chainId: number },
): EscrowCall | null {
  try {
    const call = read(data, place.contract);
    return call && encodeCall(call, place.escrows, place.chainId).data === data ? call : null;
  } catch {
    return null;
  }
}

function read(data: Hex, contract: ContractName): EscrowCall | null {
  const parsed = escrowInterface.parseTransaction({ data });
  if (!parsed) return null;
  if (parsed.name === "multicall") {
    const within = (parsed.args[0] as Result).toArray() as Hex[];
    if (within.length !== 2 || within.some((one) => one.startsWith(MULTICALL))) return null;
    const calls = within.map((one) => read(one, contract)).filter((one) => one !== null);
    return isDecisionOnSigned(calls) ? { function: "multicall", contract, calls } : null;
  }
  if (!STEPS.includes(parsed.name)) return null;
  const values = readValues(parsed.fragment.inputs, parsed.args);
  const { signatureDeadline: deadline, signature, ...rest } = values;
  const own = parsed.name === "resubmitWork" ? { ...rest, signed: signedOrNone({ deadline, signature }) } : values;
  // The compiler cannot see that the name and the arguments belong together; the contract's interface does.
  return { function: parsed.name, contract, ...own } as unknown as EscrowCall;
}

/** The only calls that the service joins: a signed resubmission, and the decision on this very work. */
function isDecisionOnSigned([work, decision]: readonly EscrowCall[]): boolean {
  if (work?.function !== "resubmitWork" || !work.signed) return false;
  if (decision?.function !== "approve" && decision?.function !== "reject") return false;
  return decision.taskId === work.taskId && decision.submissionHash === work.submissionHash;
}
