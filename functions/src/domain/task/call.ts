import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { VariantName } from "../workflow/variants";
import type { Windows } from "../workflow/states";
import type { Mode } from "./events";

/** Twice the gas that any single call takes, a wallet's own signature check included. */
export const MAX_CALL_GAS = 600_000n;

/** The terms that a poster offers. Amounts are USDC base units, windows seconds. */
export interface Terms {
  readonly rewardUsdcUnits: bigint;
  readonly stakeUsdcUnits: bigint;
  readonly metadataHash: Hex;
  readonly mode: Mode;
  readonly maxChangeRounds: number;
  /** Who may approve besides the poster; null if only the poster may. */
  readonly judge: Address | null;
  readonly windows: Windows;
}

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
export type CallOf<F extends CallName> = { readonly function: F; readonly contract: VariantName } & CallArguments[F];

/** A transaction that a wallet can sign and send unchanged; `value` in wei. */
export interface PreparedTransaction {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
  readonly chainId: number;
}
