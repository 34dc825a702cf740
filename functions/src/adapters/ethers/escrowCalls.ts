import { Interface, type ParamType, type Result } from "ethers";
import { chainOf } from "../../domain/chains";
import type { Escrows } from "../../domain/messages/requestText";
import type { Hex } from "../../domain/keccak";
import {
  REVERTS,
  type CallOf,
  type EscrowCall,
  type PreparedTransaction,
  type RevertName,
  type CallName,
} from "../../domain/task/call";
import type { Terms } from "../../domain/task/events";
import { NO_SIGNATURE, writeValues, readValues, signedOrNone } from "./abiValues";
import { escrowInterface } from "./escrowEvents";
import type { ContractName } from "../../domain/workflow/variants";

/** What is called of the token, how tokens of OpenZeppelin's making word their refusals, and how a used deposit does. */
export const tokenInterface = new Interface([
  "function approve(address spender, uint256 amount) returns (bool)",
  "function balanceOf(address account) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function nonces(address owner) view returns (uint256)",
  "event Approval(address indexed owner, address indexed spender, uint256 value)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error TokenPaused()",
  "error AccountDenied(address account)",
  "error AuthorizationExpired()",
  "error AuthorizationAlreadyUsed()",
  "error WrongSignature()",
  "error DepositUsed(address deposit)",
]);

/** The transaction that makes a call. */
export function encodeCall(call: EscrowCall, escrows: Escrows, chainId: number): PreparedTransaction {
  if (call.function === "approveUsdc") {
    const data = tokenInterface.encodeFunctionData("approve", [escrows[call.contract], call.amountUsdcUnits]) as Hex;
    return { to: chainOf(chainId).usdc.address, data, value: 0n, chainId };
  }
  return { to: escrows[call.contract], data: dataOf(call), value: 0n, chainId };
}

function dataOf(call: EscrowCall): Hex {
  if (call.function === "approveUsdc") throw new TypeError("the token's approval is no call of the escrow");
  if (call.function === "multicall") return encoded("multicall", [call.calls.map(dataOf)]);
  return encoded(
    call.function,
    writeValues(inputsOf(call.function), call.function === "resubmitWork" ? flat(call) : call),
  );
}

/** The contract takes the signature of a resubmission beside the other arguments. */
function flat({ signed, ...call }: CallOf<"resubmitWork">) {
  const { deadline, signature } = signed ?? NO_SIGNATURE;
  return { ...call, signatureDeadline: deadline, signature };
}

const encoded = (name: string, values: readonly unknown[]) => escrowInterface.encodeFunctionData(name, values) as Hex;

/** What a function of the escrow takes. */
function inputsOf(name: string): readonly ParamType[] {
  const found = escrowInterface.getFunction(name);
  if (!found) throw new TypeError(`the escrow has no function ${name}`);
  return found.inputs;
}

const [TERMS] = inputsOf("createTask") as [ParamType];
/** Terms as the contract takes them, and their Solidity type. */
export const termsOf = (terms: Terms) => writeValues(TERMS.components ?? [], terms);
export const TERMS_TYPE = TERMS.format();

/** The token's errors and sentences, by the names that callers see: OpenZeppelin's custom errors, Circle's texts. */
const TOKEN_NAMES: Readonly<Record<string, RevertName>> = {
  ERC20InsufficientAllowance: "InsufficientAllowance",
  ERC20InsufficientBalance: "InsufficientBalance",
  "ERC20: transfer amount exceeds allowance": "InsufficientAllowance",
  "ERC20: transfer amount exceeds balance": "InsufficientBalance",
  "Pausable: paused": "TokenPaused",
  "Blacklistable: account is blacklisted": "AccountDenied",
  WrongSignature: "InvalidSignature",
  AuthorizationExpired: "SignatureExpired",
  AuthorizationAlreadyUsed: "AuthorizationUsed",
  "FiatTokenV2: invalid signature": "InvalidSignature",
  "FiatTokenV2: authorization is expired": "SignatureExpired",
  "FiatTokenV2: authorization is used or canceled": "AuthorizationUsed",
};

/** The reason that the bytes of a revert give; bytes that cannot be read give none. */
export function revertName(data: Hex): RevertName {
  try {
    const error = escrowInterface.parseError(data) ?? tokenInterface.parseError(data);
    const name = error?.name === "Error" ? String(error.args[0]) : (error?.name ?? "");
    if (Object.hasOwn(TOKEN_NAMES, name)) return TOKEN_NAMES[name] ?? "Unknown";
    return Object.hasOwn(REVERTS, name) ? (name as RevertName) : "Unknown";
  } catch {
    return "Unknown";
  }
}

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
