import type { ErrorCode } from "../errors";
import type { Hex } from "../keccak";
import type { ContractName } from "../workflow/variants";
import type { Terms } from "./events";

/** Twice the gas that any single call takes, a wallet's own signature check included. */
export const MAX_CALL_GAS = 600_000n;

/** An EIP-2612 approval of the escrow by the caller; the deadline in unix seconds, the signature 65 bytes. */
export interface Permit {
  readonly valueUsdcUnits: bigint;
  readonly deadline: number;
  readonly signature: Hex;
}

/** The payer's signature by which anyone can have the escrow collect a reward or a stake (EIP-3009); unix seconds. */
export interface PullAuthorization {
  readonly from: Hex;
  readonly validBefore: number;
  readonly signature: Hex;
}

/** The same for an ordinary transfer to the deposit of one task, as x402 clients sign it; unix seconds. */
export interface DepositAuthorization {
  readonly from: Hex;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly signature: Hex;
}

/** A signature that the escrow checks; the deadline in unix seconds. */
interface Signed {
  readonly deadline: number;
  readonly signature: Hex;
}

/** The poster's signed selection of a worker (EIP-712 `Selection`). */
export type Voucher = Signed;

/** The worker's signed resubmission (EIP-712 `Resubmission`). */
export interface Resubmission extends Signed {
  readonly round: number;
  readonly submissionHash: Hex;
}

interface OfTask {
  readonly taskId: bigint;
}

/** `commentHash` is zero if there is no comment. */
interface Rated {
  readonly rating: number;
  readonly commentHash: Hex;
}

/** `agreedTerms` is the `termsHash` of the task as the worker read it; the voucher is null in instant mode. */
interface Agreed {
  readonly agreedTerms: Hex;
  readonly voucher: Voucher | null;
}

interface FundedMore {
  readonly rewardUsdcUnits: bigint;
  readonly openUntil: number;
}

/** The arguments of each call, by the name of its Solidity function; `approve` of the token is `approveUsdc`. */
export interface CallArguments {
  /** Allows the escrow to take up to this amount from the caller. */
  approveUsdc: { readonly amountUsdcUnits: bigint };
  createTask: { readonly terms: Terms };
  createTaskWithPermit: { readonly terms: Terms; readonly permit: Permit };
  /** The salt makes the authorizations of equal terms different. */
  createTaskWithAuthorization: {
    readonly terms: Terms;
    readonly salt: Hex;
    readonly authorization: PullAuthorization;
  };
  /** The poster pays to the address that belongs to these terms and this salt, with any nonce. */
  createTaskFromDeposit: {
    readonly terms: Terms;
    readonly salt: Hex;
    readonly nonce: Hex;
    readonly authorization: DepositAuthorization;
  };
  /** The new totals; the contract takes the difference. `openUntil` in unix seconds. */
  fundMore: OfTask & FundedMore;
  fundMoreWithPermit: OfTask & FundedMore & { readonly permit: Permit };
  cancelTask: OfTask;
  expireTask: OfTask;
  stakeAndStart: OfTask & Agreed;
  stakeAndStartWithPermit: OfTask & Agreed & { readonly permit: Permit };
  stakeAndStartWithAuthorization: OfTask & Agreed & { readonly authorization: PullAuthorization };
  submitWork: OfTask & { readonly submissionHash: Hex };
  requestChanges: OfTask & { readonly submissionHash: Hex; readonly reasonHash: Hex };
  /** The signature is null if the worker calls directly. */
  resubmitWork: OfTask & Omit<Resubmission, "deadline" | "signature"> & { readonly signed: Signed | null };
  approve: OfTask & Rated & { readonly submissionHash: Hex };
  reject: OfTask & Rated & { readonly submissionHash: Hex };
  /** The judge's signed approval of this work in this round (EIP-712 `Verdict`). */
  approveByJudge: OfTask & Signed & { readonly round: number; readonly submissionHash: Hex };
  /** The poster's rating of work that a judge approved. */
  rateWork: OfTask & Rated;
  releaseAfterReview: OfTask;
  finalizeRejection: OfTask;
  contest: OfTask & { readonly evidenceHash: Hex };
  rule: OfTask & { readonly workerShareBps: number; readonly forfeitStake: boolean; readonly rulingHash: Hex };
  ruleByDefault: OfTask;
  rateAndClaimStake: OfTask & Rated;
  claimStakeAfterRating: OfTask;
  withdraw: { readonly to: Hex };
  /** All calls in one atomic transaction; escrow calls only. */
  multicall: { readonly calls: readonly EscrowCall[] };
}

export type CallName = keyof CallArguments;
/** The calls that take nothing but the task. */
export type BareCallName = { [F in CallName]: OfTask extends CallArguments[F] ? F : never }[CallName];

/** One call to a deployment (or, for `approveUsdc`, to the token in favour of that deployment). */
export type EscrowCall = { [F in CallName]: CallOf<F> }[CallName];
export type CallOf<F extends CallName> = { readonly function: F; readonly contract: ContractName } & CallArguments[F];

/** A transaction that a wallet can sign and send unchanged; `value` in wei. */
export interface PreparedTransaction {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
  readonly chainId: number;
}

/**
 * Every reason for which a call to the escrow or its token reverts, by the name of the contract's error, and what the
 * caller can do about it. Names that end in "Allowance", "Balance", "Paused" and "Denied" without a prefix represent
 * the token's own errors, which differ between tokens.
 */
export const REVERTS = {
  WrongState: "The task is not in the state that this step needs; read it again and follow its _nextAction.",
  NotPoster: "Only the task's poster may do this; send it from the poster's wallet.",
  NotWorker: "Only the task's worker may do this; send it from the worker's wallet.",
  NotArbiter: "Only the arbiter of this deployment may rule; send it from the arbiter's wallet.",
  ConflictOfInterest: "Poster, worker, judge and arbiter of a task must be different wallets; use another one.",
  DeadlinePassed: "The deadline of this step has passed; follow the task's _nextAction.",
  DeadlineNotPassed: "The other side still has time; wait until the deadline has passed.",
  CreationIsPaused: "This deployment is not accepting new tasks; existing tasks continue. Try again later.",
  RewardTooSmall: "The reward must exceed the cancel fee; offer more.",
  StakeOutOfBounds: "The stake is outside the deployment's allowed share of the reward; choose another one.",
  StakeRequired: "In instant mode a start takes a stake; offer one, or choose selection mode.",
  InvalidJudge: "The judge is the poster or the escrow; name another wallet, or none.",
  NoJudge: "The task has no judge; only its poster decides.",
  WindowOutOfBounds:
    "A window is outside the deployment's bounds, or resubmit is shorter than a quarter of review; choose another length.",
  NothingAdded:
    "The reward and openUntil can't be lowered, and one of them must grow; send the new totals, not the differences.",
  SafeCastOverflowedUintDowncast: "The amount is larger than the contract can hold; use a smaller one.",
  TooManyChangeRounds: "The deployment does not allow that many change rounds; choose fewer.",
  EmptyHash: "A content hash is zero; send the hash of the content.",
  WrongSubmission: "The submitted work has changed since this decision; read it, then decide again.",
  WrongRound: "The work does not answer the open change request; read the task again, and resubmit.",
  WrongTerms:
    "The task's terms differ from those that the worker agreed to; read the task again, and stake only if you agree.",
  NoChangeRoundLeft: "The agreed change rounds are used up; approve or reject.",
  InvalidRating: "The rating is out of range; send a whole number from 1 to 5.",
  InvalidShare: "The worker's share is too large; send at most 10,000 basis points.",
  SignatureExpired: "The signed message is no longer valid; ask for a fresh signature.",
  InvalidSignature:
    "The signature is not the expected wallet's signature of this message; sign the given typed data again.",
  AuthorizationUsed:
    "USDC has carried out or cancelled this authorization; look for its task in /mkt/dashboard before you prepare the step again.",
  DepositUsed: "A payment for this very task was taken before; look for the task in /mkt/dashboard.",
  ShortDelivery: "The token delivered a different amount than was due; nothing has changed, tell the operator.",
  NothingToWithdraw: "This wallet has no credit in the contract; GET /mkt/dashboard shows what it has.",
  InvalidRecipient: "Money cannot be sent to this address; choose another one.",
  InsufficientAllowance:
    "The escrow's USDC allowance from this wallet is too low; approve it first with /agentApproveUSDC.",
  InsufficientBalance: "The wallet holds too little USDC; fund it and try again.",
  TokenPaused: "USDC itself is paused; try again later.",
  AccountDenied: "USDC blocks transfers of this wallet; use another one.",
  Unknown: "The call would revert for an unknown reason; read the task again.",
} as const satisfies Record<string, string>;

export type RevertName = keyof typeof REVERTS;

type RevertCode = Extract<ErrorCode, "state_conflict" | "forbidden_role" | "invalid_request">;

/** The error codes of reverted calls, where they are not `state_conflict`. */
const CODES: Partial<Record<RevertName, RevertCode>> = {
  NotPoster: "forbidden_role",
  NotWorker: "forbidden_role",
  NotArbiter: "forbidden_role",
  ConflictOfInterest: "forbidden_role",
  RewardTooSmall: "invalid_request",
  StakeOutOfBounds: "invalid_request",
  StakeRequired: "invalid_request",
  InvalidJudge: "invalid_request",
  WindowOutOfBounds: "invalid_request",
  NothingAdded: "invalid_request",
  SafeCastOverflowedUintDowncast: "invalid_request",
  TooManyChangeRounds: "invalid_request",
  EmptyHash: "invalid_request",
  InvalidRating: "invalid_request",
  InvalidShare: "invalid_request",
  InvalidRecipient: "invalid_request",
};

/** The error code for a call that the contract would revert, by the contract's reason. */
export function revertCode(reason: RevertName): RevertCode {
  return CODES[reason] ?? "state_conflict";
}
