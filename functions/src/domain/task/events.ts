import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { State, Windows } from "../workflow/states";
import type { ContractName } from "../workflow/variants";

/** Identifies one task: a deployment and the id it assigned. */
export interface TaskKey {
  readonly contract: ContractName;
  readonly taskId: bigint;
}

/** A block, identified by its number and by its hash, which differs between forks. */
export interface BlockRef {
  readonly number: bigint;
  readonly hash: Hex;
}

/** The position of an event on the chain. */
export interface Place {
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly txHash: Hex;
  /** The log index within the block. */
  readonly logIndex: number;
  /** The block's time, unix seconds. */
  readonly time: number;
}

/** Who may start: the first worker who stakes, or only the worker selected by the poster's signature. */
export const MODES = ["instant", "selection"] as const;
export type Mode = (typeof MODES)[number];

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

export interface Ruling {
  readonly workerShareBps: number;
  readonly forfeitStake: boolean;
  readonly rulingHash: Hex | null;
  readonly byDefault: boolean;
}

interface Parties {
  readonly poster: Address;
  readonly worker: Address;
}

interface Submitted {
  readonly submissionHash: Hex;
}

interface Rated {
  readonly rating: number;
  readonly commentHash: Hex | null;
}

interface Split {
  readonly toPosterUsdcUnits: bigint;
  readonly toWorkerUsdcUnits: bigint;
}

interface Earned {
  readonly toWorkerUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  readonly treasury: Address;
}

/**
 * The arguments of every event of `ITaskEscrow` that names a task, under its Solidity name. Amounts are USDC base
 * units, times unix seconds; the hash of an absent text is null.
 */
export interface EventArguments {
  TaskCreated: Terms & {
    readonly poster: Address;
    readonly openUntil: number;
    readonly cancelFeeUsdcUnits: bigint;
    readonly platformFeeBps: number;
    readonly arbiter: Address;
  };
  TaskFundedMore: {
    readonly poster: Address;
    /** 0 if only `openUntil` was extended. */
    readonly addedUsdcUnits: bigint;
    /** The new reward. */
    readonly rewardUsdcUnits: bigint;
    readonly openUntil: number;
  };
  TaskCancelled: {
    readonly poster: Address;
    readonly toPosterUsdcUnits: bigint;
    readonly feeUsdcUnits: bigint;
    readonly treasury: Address;
  };
  /** The worker is null if none had started. */
  TaskExpired: Split & { readonly poster: Address; readonly worker: Address | null; readonly from: State };
  TaskStarted: Parties & { readonly stakeUsdcUnits: bigint; readonly workBy: number };
  WorkSubmitted: Parties & Submitted & { readonly reviewBy: number };
  ChangesRequested: Parties & { readonly round: number; readonly reasonHash: Hex | null; readonly resubmitBy: number };
  WorkResubmitted: Parties & Submitted & { readonly round: number; readonly reviewBy: number };
  TaskApproved: Parties & Submitted & Rated & Earned & { readonly rateBy: number };
  TaskReleased: Parties & Submitted & Earned & { readonly stakeUsdcUnits: bigint };
  /** A judge's verdict paid the worker; the stake went back with it. */
  TaskApprovedByJudge: EventArguments["TaskReleased"] & { readonly judge: Address; readonly rateBy: number };
  /** The poster's rating of work that a judge approved. */
  WorkRated: Parties & Rated;
  /** The worker's rating of the poster where no stake is held. */
  PosterRated: Parties & Rated;
  TaskRejected: Parties & Submitted & Rated & { readonly contestBy: number };
  TaskRefunded: Parties & Split;
  TaskDisputed: Parties & { readonly evidenceHash: Hex | null; readonly arbiter: Address; readonly ruleBy: number };
  TaskResolved: Parties & Split & Ruling;
  /** The worker's rating of the poster is 0 if none was given in time. */
  StakeClaimed: Parties & Rated & { readonly stakeUsdcUnits: bigint };
  /** A payment that the token refused to deliver: it waits for the account's `withdraw`. */
  Credited: { readonly account: Address; readonly amountUsdcUnits: bigint };
}

export type EventName = keyof EventArguments;

/** One event of one name. */
export type EventOf<N extends EventName> = TaskKey & { readonly name: N; readonly at: Place } & EventArguments[N];

/** An event of one task, decoded. */
export type TaskEvent = { [N in EventName]: EventOf<N> }[EventName];

/** Chain order: negative if `a` comes before `b`, 0 if they are at the same position. */
export function byPlace(a: Place, b: Place): number {
  if (a.blockNumber !== b.blockNumber) return a.blockNumber < b.blockNumber ? -1 : 1;
  return a.logIndex - b.logIndex;
}

/** The name under which a task's documents are stored, such as `agent-fast-12`. */
export function taskName({ contract, taskId }: TaskKey): string {
  return `${contract}-${taskId}`;
}

/** The task of this name. */
export function taskNamed(name: string): TaskKey {
  const at = name.lastIndexOf("-");
  return { contract: name.slice(0, at) as ContractName, taskId: BigInt(name.slice(at + 1)) };
}

/** The tasks of the events, once for each event. */
export function keysOf(events: readonly TaskEvent[]): TaskKey[] {
  return events.map(({ contract, taskId }) => ({ contract, taskId }));
}

/** How far a deployment's events have been read. */
export interface Cursor {
  /** Every event up to this block is in its task's base, except for tasks in `behind`. */
  readonly finalBlock: bigint;
  /** Later blocks, in order: while one of them is on the chain, every event up to it is in its task's projection. */
  readonly checkpoints: readonly BlockRef[];
  /** Tasks that could not be written when their events were read. */
  readonly behind: readonly Behind[];
}

/** A task whose events have to be read again from this block on. */
export interface Behind {
  readonly taskId: bigint;
  readonly fromBlock: bigint;
}

/** The newest block whose events were read. */
export function lastBlock({ finalBlock, checkpoints }: Pick<Cursor, "finalBlock" | "checkpoints">): bigint {
  return checkpoints.at(-1)?.number ?? finalBlock;
}

/** The block up to which every event is in its task's base, without exception. */
export function settledBlock({ finalBlock, behind }: Cursor): bigint {
  return behind.reduce((least, { fromBlock }) => (fromBlock <= least ? fromBlock - 1n : least), finalBlock);
}

/** The first block from which a task's events that are not in its base are to be read. */
export function firstNotFinal({ finalBlock, behind }: Cursor, taskId: bigint): bigint {
  return behind.find((task) => task.taskId === taskId)?.fromBlock ?? finalBlock + 1n;
}
