import { Interface, Signature, ZeroAddress } from "ethers";
import { chainOf } from "../../domain/chains";
import type { Escrows } from "../../domain/messages/requestText";
import type { Hex } from "../../domain/keccak";
import {
  REVERTS,
  type CallName,
  type CallOf,
  type EscrowCall,
  type Permit,
  type PreparedTransaction,
  type PullAuthorization,
  type Terms,
  type Voucher,
  type RevertName,
} from "../../domain/task/call";
import { WINDOW_NAMES } from "../../domain/workflow/states";
import { escrowInterface } from "./escrowEvents";

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

type EscrowFunction = Exclude<CallName, "approveUsdc">;

/** The arguments of each call, in Solidity's order. */
const ARGUMENTS: { readonly [F in EscrowFunction]: (call: CallOf<F>) => readonly unknown[] } = {
  createTask: ({ terms }) => [termsOf(terms)],
  createTaskWithPermit: ({ terms, permit }) => [termsOf(terms), permitOf(permit)],
  createTaskWithAuthorization: ({ terms, salt, authorization }) => [
    termsOf(terms),
    salt,
    authorizationOf(authorization),
  ],
  createTaskFromDeposit: ({ terms, salt, nonce, authorization: { from, validAfter, validBefore, signature } }) => [
    termsOf(terms),
    salt,
    nonce,
    [from, validAfter, validBefore, signature],
  ],
  fundMore: ({ taskId, rewardUsdcUnits, openUntil }) => [taskId, rewardUsdcUnits, openUntil],
  fundMoreWithPermit: ({ taskId, rewardUsdcUnits, openUntil, permit }) => [
    taskId,
    rewardUsdcUnits,
    openUntil,
    permitOf(permit),
  ],
  cancelTask: ofTask,
  expireTask: ofTask,
  stakeAndStart: ({ taskId, agreedTerms, voucher }) => [taskId, agreedTerms, voucherOf(voucher)],
  stakeAndStartWithPermit: ({ taskId, agreedTerms, voucher, permit }) => [
    taskId,
    agreedTerms,
    voucherOf(voucher),
    permitOf(permit),
  ],
  stakeAndStartWithAuthorization: ({ taskId, agreedTerms, voucher, authorization }) => [
    taskId,
    agreedTerms,
    voucherOf(voucher),
    authorizationOf(authorization),
  ],
  submitWork: ({ taskId, submissionHash }) => [taskId, submissionHash],
  requestChanges: ({ taskId, submissionHash, reasonHash }) => [taskId, submissionHash, reasonHash],
  resubmitWork: ({ taskId, round, submissionHash, signed }) => [
    taskId,
    round,
    submissionHash,
    signed?.deadline ?? 0,
    signed?.signature ?? "0x",
  ],
  approve: ({ taskId, submissionHash, rating, commentHash }) => [taskId, submissionHash, rating, commentHash],
  reject: ({ taskId, submissionHash, rating, commentHash }) => [taskId, submissionHash, rating, commentHash],
  approveByJudge: ({ taskId, round, submissionHash, deadline, signature }) => [
    taskId,
    round,
    submissionHash,
    deadline,
    signature,
  ],
  rateWork: ({ taskId, rating, commentHash }) => [taskId, rating, commentHash],
  releaseAfterReview: ofTask,
  finalizeRejection: ofTask,
  contest: ({ taskId, evidenceHash }) => [taskId, evidenceHash],
  rule: ({ taskId, workerShareBps, forfeitStake, rulingHash }) => [taskId, workerShareBps, forfeitStake, rulingHash],
  ruleByDefault: ofTask,
  rateAndClaimStake: ({ taskId, rating, commentHash }) => [taskId, rating, commentHash],
  claimStakeAfterRating: ofTask,
  withdraw: ({ to }) => [to],
  multicall: ({ calls }) => [calls.map(dataOf)],
};

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
  // The compiler cannot see that the name and the arguments belong together; the table above does.
  const argumentsOf = ARGUMENTS[call.function] as (call: EscrowCall) => readonly unknown[];
  return escrowInterface.encodeFunctionData(call.function, argumentsOf(call)) as Hex;
}

function ofTask({ taskId }: { readonly taskId: bigint }): readonly unknown[] {
  return [taskId];
}

export function termsOf({
  rewardUsdcUnits,
  stakeUsdcUnits,
  metadataHash,
  mode,
  maxChangeRounds,
  judge,
  windows,
}: Terms): readonly unknown[] {
  const lengths = WINDOW_NAMES.map((name) => windows[name]);
  const number = mode === "instant" ? 0 : 1;
  return [rewardUsdcUnits, stakeUsdcUnits, metadataHash, number, maxChangeRounds, judge ?? ZeroAddress, lengths];
}

function permitOf({ valueUsdcUnits, deadline, signature }: Permit): readonly unknown[] {
  const { v, r, s } = Signature.from(signature);
  return [valueUsdcUnits, deadline, v, r, s];
}

function authorizationOf({ from, validBefore, signature }: PullAuthorization): readonly unknown[] {
  return [from, 0, validBefore, signature];
}

function voucherOf(voucher: Voucher | null): readonly unknown[] {
  return voucher ? [voucher.deadline, voucher.signature] : [0, "0x"];
}

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
