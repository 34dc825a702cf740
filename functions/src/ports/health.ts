import type { JobName } from "../domain/jobs";
import type { Hex } from "../domain/keccak";
import type { ContractName } from "../domain/workflow/variants";

/** The on-chain state of a deployment of the escrow. */
export interface Vault {
  /** keccak256 of the code at its address. */
  readonly codeHash: Hex;
  /** Its balance at the requested block. */
  readonly balanceUsdcUnits: bigint;
  /** That block's time in unix seconds. */
  readonly time: number;
}

/** Health data from the chain's nodes. All throw `ChainUnavailable` when none answers. One batch each. */
export interface Vitals {
  /** The latest block; its time in unix seconds. */
  head(): Promise<{ readonly number: bigint; readonly time: number }>;
  /** A deployment at a block; the latest if null. */
  vault(contract: ContractName, block: bigint | null): Promise<Vault>;
}

/** What waits for the jobs that work through something. */
export type Waiting = Readonly<Record<"ledger" | "events" | "paymentFinality", number>>;

/** When the scheduled jobs last succeeded, and how much waits for them. Throws `StoreUnavailable`. */
export interface JobRuns {
  /** Records that a run has succeeded (unix milliseconds). One write. */
  noteSuccess(job: JobName, atMs: number): Promise<void>;
  /** When each job last succeeded, unix milliseconds; without those that never did. One read. */
  newest(): Promise<Partial<Record<JobName, number>>>;
  /**
   * Final tasks and payments to post, events to publish, and payments that are not final or are due to be looked for; each
   * is counted up to `limit`. Six counts.
   */
  waiting(nowMs: number, limit: number): Promise<Waiting>;
}
