import type { ErrorCode } from "../errors";

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
  WrongRound: "The work answers another change request than the open one; read the task again, and resubmit.",
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
