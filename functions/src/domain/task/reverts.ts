/**
 * Every reason for which a call of the escrow or of its token is refused by the chain, by the name of the contract's
 * error, and what the caller can do about it. Names that end in "Allowance", "Balance", "Paused" and "Denied" without a
 * prefix stand for the token's own words, which differ between tokens.
 */
export const REVERTS = {
  WrongState: "The task is in another state than this step needs; read it again and follow its _nextAction.",
  NotPoster: "Only the task's poster may do this; send it from the poster's wallet.",
  NotWorker: "Only the task's worker may do this; send it from the worker's wallet.",
  NotArbiter: "Only the arbiter of this deployment may rule.",
  ConflictOfInterest: "Poster, worker and arbiter of a task must be three different wallets; use another one.",
  DeadlinePassed: "The time for this step is over; follow the task's _nextAction.",
  DeadlineNotPassed: "The other side still has time; wait until the deadline has passed.",
  CreationIsPaused: "This deployment takes no new tasks at the moment; tasks that exist go on. Try again later.",
  RewardTooSmall: "The reward must be larger than the fee for cancelling; offer more.",
  StakeOutOfBounds: "The stake must lie within the deployment's share of the reward; choose another one.",
  WindowOutOfBounds:
    "A window lies outside the deployment's bounds, or resubmit is under a quarter of review; choose another length.",
  TooManyChangeRounds: "The deployment does not allow that many change rounds; choose fewer.",
  EmptyHash: "A content hash must not be zero.",
  WrongSubmission: "Other work stands submitted by now than the work that was decided on; read it, then decide again.",
  WrongTerms: "The task has other terms than the worker agreed to; read it again, and stake only if you agree to them.",
  NoChangeRoundLeft: "The agreed change rounds are used up; approve or reject.",
  InvalidRating: "A rating is a whole number from 1 to 5.",
  InvalidShare: "The worker's share is at most 10,000 basis points.",
  SignatureExpired: "The signed message is no longer valid; ask for a fresh signature.",
  InvalidSignature:
    "The signature is not the expected wallet's signature of this message; sign the given typed data anew.",
  ShortDelivery: "The token delivered another amount than was due.",
  NothingToWithdraw: "This wallet has no credit at the contract.",
  InvalidRecipient: "Money cannot be sent there; choose another address.",
  InsufficientAllowance:
    "The escrow may not take that much USDC from this wallet yet; approve it first with /agentApproveUSDC.",
  InsufficientBalance: "The wallet holds too little USDC on Base; fund it and try again.",
  TokenPaused: "USDC itself is paused; try again later.",
  AccountDenied: "USDC refuses transfers of this wallet.",
  Unknown: "The chain refuses this call and names no reason that is known here; read the task again.",
} as const satisfies Record<string, string>;

export type RevertName = keyof typeof REVERTS;
