import { Signature, ZeroAddress, type Result } from "ethers";
import type { Address } from "../../domain/address";
import type { Escrows } from "../../domain/contract";
import type { Hex } from "../../domain/keccak";
import type { CallName, CallOf, EscrowCall, Permit, Terms, Voucher } from "../../domain/task/call";
import { WINDOW_NAMES, type Windows } from "../../domain/workflow/states";
import type { VariantName } from "../../domain/workflow/variants";
import { encodeCall } from "./escrowCalls";
import { escrowInterface } from "./escrowEvents";

/** The calls that a party signs and others send. */
type Step = Exclude<
  CallName,
  | "approveUsdc"
  | "approveByJudge"
  | "createTaskWithAuthorization"
  | "createTaskFromDeposit"
  | "stakeAndStartWithAuthorization"
>;

type ArgumentsOf<F extends CallName> = Omit<CallOf<F>, "function" | "contract">;

const MULTICALL = escrowInterface.getFunction("multicall")!.selector;

const ofTask = ([taskId]: Result) => ({ taskId: taskId as bigint });

/** Each call's arguments from Solidity's, which the interface has decoded. */
const READERS: { readonly [F in Exclude<Step, "multicall">]: (args: Result) => ArgumentsOf<F> } = {
  createTask: ([terms]) => ({ terms: termsIn(terms as Result) }),
  createTaskWithPermit: ([terms, permit]) => ({ terms: termsIn(terms as Result), permit: permitIn(permit as Result) }),
  fundMore: (args) => ({ ...ofTask(args), ...totalsIn(args) }),
  fundMoreWithPermit: (args) => ({ ...ofTask(args), ...totalsIn(args), permit: permitIn(args[3] as Result) }),
  cancelTask: ofTask,
  expireTask: ofTask,
  stakeAndStart: (args) => ({ ...ofTask(args), ...agreedIn(args) }),
  stakeAndStartWithPermit: (args) => ({ ...ofTask(args), ...agreedIn(args), permit: permitIn(args[3] as Result) }),
  submitWork: (args) => ({ ...ofTask(args), submissionHash: args[1] as Hex }),
  requestChanges: (args) => ({ ...ofTask(args), submissionHash: args[1] as Hex, reasonHash: args[2] as Hex }),
  resubmitWork: (args) => ({
    ...ofTask(args),
    round: Number(args[1]),
    submissionHash: args[2] as Hex,
    signed: signedIn(args[3], args[4]),
  }),
  approve: (args) => ({ ...ofTask(args), submissionHash: args[1] as Hex, ...ratedIn(args[2], args[3]) }),
  reject: (args) => ({ ...ofTask(args), submissionHash: args[1] as Hex, ...ratedIn(args[2], args[3]) }),
  rateWork: (args) => ({ ...ofTask(args), ...ratedIn(args[1], args[2]) }),
  releaseAfterReview: ofTask,
  finalizeRejection: ofTask,
  contest: (args) => ({ ...ofTask(args), evidenceHash: args[1] as Hex }),
  rule: (args) => ({
    ...ofTask(args),
    workerShareBps: Number(args[1]),
    forfeitStake: args[2] as boolean,
    rulingHash: args[3] as Hex,
  }),
  ruleByDefault: ofTask,
  rateAndClaimStake: (args) => ({ ...ofTask(args), ...ratedIn(args[1], args[2]) }),
  claimStakeAfterRating: ofTask,
  withdraw: ([to]) => ({ to: to as Hex }),
};

/** The step that calldata takes; null for any other function, and for bytes that do not encode it as this service does. */
export function decodeCall(
  data: Hex,
  place: { contract: VariantName; escrows: Escrows; chainId: number },
): EscrowCall | null {
  try {
    const call = read(data, place.contract);
    return call && encodeCall(call, place.escrows, place.chainId).data === data ? call : null;
  } catch {
    return null;
  }
}

function read(data: Hex, contract: VariantName): EscrowCall | null {
  const parsed = escrowInterface.parseTransaction({ data });
  if (!parsed) return null;
  if (parsed.name === "multicall") {
    const within = (parsed.args[0] as Result).toArray() as Hex[];
    if (within.length !== 2 || within.some((one) => one.startsWith(MULTICALL))) return null;
    const calls = within.map((one) => read(one, contract)).filter((one) => one !== null);
    return isDecisionOnSigned(calls) ? { function: "multicall", contract, calls } : null;
  }
  if (!Object.hasOwn(READERS, parsed.name)) return null;
  const name = parsed.name as keyof typeof READERS;
  // The compiler cannot see that the name and the arguments belong together; the table does.
  return { function: name, contract, ...READERS[name](parsed.args) } as unknown as EscrowCall;
}

/** The only calls that the service joins: a signed resubmission, and the decision on this very work. */
function isDecisionOnSigned([work, decision]: readonly EscrowCall[]): boolean {
  if (work?.function !== "resubmitWork" || !work.signed) return false;
  if (decision?.function !== "approve" && decision?.function !== "reject") return false;
  return decision.taskId === work.taskId && decision.submissionHash === work.submissionHash;
}

function termsIn([reward, stake, metadataHash, mode, maxChangeRounds, judge, windows]: Result): Terms {
  const lengths = (windows as Result).toArray() as bigint[];
  return {
    rewardUsdcUnits: reward as bigint,
    stakeUsdcUnits: stake as bigint,
    metadataHash: metadataHash as Hex,
    mode: mode === 0n ? "instant" : "selection",
    maxChangeRounds: Number(maxChangeRounds),
    judge: judge === ZeroAddress ? null : (judge as Address),
    windows: Object.fromEntries(WINDOW_NAMES.map((name, at) => [name, Number(lengths[at])])) as unknown as Windows,
  };
}

function permitIn([value, deadline, v, r, s]: Result): Permit {
  const signature = Signature.from({ v: Number(v), r: r as string, s: s as string }).serialized as Hex;
  return { valueUsdcUnits: value as bigint, deadline: Number(deadline), signature };
}

const totalsIn = (args: Result) => ({ rewardUsdcUnits: args[1] as bigint, openUntil: Number(args[2]) });
const ratedIn = (rating: unknown, commentHash: unknown) => ({
  rating: Number(rating),
  commentHash: commentHash as Hex,
});

function agreedIn(args: Result): { agreedTerms: Hex; voucher: Voucher | null } {
  const [deadline, signature] = (args[2] as Result).toArray() as unknown[];
  return { agreedTerms: args[1] as Hex, voucher: signedIn(deadline, signature) };
}

function signedIn(deadline: unknown, signature: unknown): Voucher | null {
  if (deadline === 0n && signature === "0x") return null;
  return { deadline: Number(deadline), signature: signature as Hex };
}
