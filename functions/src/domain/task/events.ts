import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { State, Windows } from "../workflow/states";
import type { VariantName } from "../workflow/variants";

/** Names one task: a deployment, and the id that it gave. */
export interface TaskKey {
  readonly contract: VariantName;
  readonly taskId: bigint;
}

/** A block, known by its number and by the hash that tells it from another fork's. */
export interface BlockRef {
  readonly number: bigint;
  readonly hash: Hex;
}

/** Where an event stands on the chain. */
export interface Place {
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly txHash: Hex;
  /** The log's position in its block. */
  readonly logIndex: number;
  /** The block's time, unix seconds. */
  readonly time: number;
}

/** Who may start: the first worker who stakes, or only the one whom the poster selected by signature. */
export type Mode = "instant" | "selection";

interface Parties {
  readonly poster: Address;
  readonly worker: Address;
}

/**
 * The arguments of every event of `ITaskEscrow` that names a task, under its Solidity name. Amounts are
 * USDC base units, times unix seconds; the hash of a text that was not given is null.
 */
export interface EventArguments {
  TaskCreated: {
    readonly poster: Address;
    readonly metadataHash: Hex;
    readonly rewardUsdcUnits: bigint;
    readonly stakeUsdcUnits: bigint;
    readonly mode: Mode;
    readonly maxChangeRounds: number;
    readonly windows: Windows;
    readonly openUntil: number;
    readonly cancelFeeUsdcUnits: bigint;
    readonly platformFeeBps: number;
    readonly arbiter: Address;
  };
  TaskCancelled: {
    readonly poster: Address;
    readonly toPosterUsdcUnits: bigint;
    readonly feeUsdcUnits: bigint;
    readonly treasury: Address;
  };
  TaskExpired: {
    readonly poster: Address;
    /** Null if nobody had started. */
    readonly worker: Address | null;
    readonly from: State;
    readonly toPosterUsdcUnits: bigint;
    readonly toWorkerUsdcUnits: bigint;
  };
  TaskStarted: Parties & { readonly stakeUsdcUnits: bigint; readonly workBy: number };
  WorkSubmitted: Parties & { readonly submissionHash: Hex; readonly reviewBy: number };
  ChangesRequested: Parties & { readonly round: number; readonly reasonHash: Hex | null; readonly resubmitBy: number };
  WorkResubmitted: Parties & { readonly round: number; readonly submissionHash: Hex; readonly reviewBy: number };
  TaskApproved: Parties & {
    readonly submissionHash: Hex;
    readonly rating: number;
    readonly commentHash: Hex | null;
    readonly toWorkerUsdcUnits: bigint;
    readonly feeUsdcUnits: bigint;
    readonly treasury: Address;
    readonly rateBy: number;
  };
  TaskReleased: Parties & {
    readonly submissionHash: Hex;
    readonly toWorkerUsdcUnits: bigint;
    readonly feeUsdcUnits: bigint;
    readonly treasury: Address;
    readonly stakeUsdcUnits: bigint;
  };
  TaskRejected: Parties & {
    readonly submissionHash: Hex;
    readonly rating: number;
    readonly commentHash: Hex | null;
    readonly contestBy: number;
  };
  TaskRefunded: Parties & { readonly toPosterUsdcUnits: bigint; readonly toWorkerUsdcUnits: bigint };
  TaskDisputed: Parties & { readonly evidenceHash: Hex | null; readonly arbiter: Address; readonly ruleBy: number };
  TaskResolved: Parties & {
    readonly workerShareBps: number;
    readonly forfeitStake: boolean;
    readonly rulingHash: Hex | null;
    readonly byDefault: boolean;
    readonly toPosterUsdcUnits: bigint;
    readonly toWorkerUsdcUnits: bigint;
  };
  StakeClaimed: Parties & {
    readonly stakeUsdcUnits: bigint;
    /** The worker's of the poster; 0 if none was given in time. */
    readonly rating: number;
    readonly commentHash: Hex | null;
  };
  /** A payment that the token refused to deliver: it waits for the account's `withdraw`. */
  Credited: { readonly account: Address; readonly amountUsdcUnits: bigint };
}

export type EventName = keyof EventArguments;

/** One event of one name. */
export type EventOf<N extends EventName> = TaskKey & { readonly name: N; readonly at: Place } & EventArguments[N];

/** An event of one task, decoded. */
export type TaskEvent = { [N in EventName]: EventOf<N> }[EventName];

/** The order of the chain: negative where `a` comes before `b`, 0 where they are one and the same position. */
export function byPlace(a: Place, b: Place): number {
  if (a.blockNumber !== b.blockNumber) return a.blockNumber < b.blockNumber ? -1 : 1;
  return a.logIndex - b.logIndex;
}

/** The name under which a task's documents are kept, such as `agent-fast-12`. */
export function taskName({ contract, taskId }: TaskKey): string {
  return `${contract}-${taskId}`;
}
