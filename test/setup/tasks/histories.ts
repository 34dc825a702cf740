import { toAddress, type Address } from "../../../functions/src/domain/address";
import { keccak256, type Hex } from "../../../functions/src/domain/keccak";
import type { EventArguments, EventName, TaskEvent, TaskKey } from "../../../functions/src/domain/task/events";
import { VARIANTS } from "../../../functions/src/domain/workflow/variants";

export const KEY: TaskKey = { contract: "human", taskId: 7n };
export const POSTER = account(1);
export const WORKER = account(2);
export const ARBITER = account(3);
export const TREASURY = account(4);
export const STRANGER = account(5);

/** Unix seconds of block 0; a block comes every two seconds. */
export const GENESIS = 1_800_000_000;

const parties = { poster: POSTER, worker: WORKER };
export const WORK = keccak256("work");
export const BETTER_WORK = keccak256("better work");

/** Arguments of each event that fit together in any history of the workflow. */
export const ARGUMENTS: EventArguments = {
  TaskCreated: {
    poster: POSTER,
    metadataHash: keccak256("metadata"),
    rewardUsdcUnits: 10_000_001n,
    stakeUsdcUnits: 1_000_001n,
    mode: "instant",
    maxChangeRounds: 2,
    judge: null,
    windows: VARIANTS.human.defaultWindows,
    openUntil: GENESIS + 1_000,
    cancelFeeUsdcUnits: 1_000_000n,
    platformFeeBps: 250,
    arbiter: ARBITER,
  },
  TaskFundedMore: {
    poster: POSTER,
    addedUsdcUnits: 1_000_000n,
    rewardUsdcUnits: 11_000_001n,
    openUntil: GENESIS + 1_500,
  },
  TaskCancelled: { poster: POSTER, toPosterUsdcUnits: 9_000_001n, feeUsdcUnits: 1_000_000n, treasury: TREASURY },
  TaskExpired: { poster: POSTER, worker: null, from: "FUNDED", toPosterUsdcUnits: 10_000_001n, toWorkerUsdcUnits: 0n },
  TaskStarted: { ...parties, stakeUsdcUnits: 1_000_001n, workBy: GENESIS + 2_000 },
  WorkSubmitted: { ...parties, submissionHash: WORK, reviewBy: GENESIS + 3_000 },
  ChangesRequested: { ...parties, round: 1, reasonHash: keccak256("why"), resubmitBy: GENESIS + 4_000 },
  WorkResubmitted: { ...parties, round: 1, submissionHash: BETTER_WORK, reviewBy: GENESIS + 5_000 },
  TaskApproved: {
    ...parties,
    submissionHash: WORK,
    rating: 5,
    commentHash: keccak256("good"),
    toWorkerUsdcUnits: 9_750_001n,
    feeUsdcUnits: 250_000n,
    treasury: TREASURY,
    rateBy: GENESIS + 6_000,
  },
  TaskReleased: {
    ...parties,
    submissionHash: WORK,
    toWorkerUsdcUnits: 9_750_001n,
    feeUsdcUnits: 250_000n,
    treasury: TREASURY,
    stakeUsdcUnits: 1_000_001n,
  },
  TaskApprovedByJudge: {
    ...parties,
    judge: STRANGER,
    submissionHash: WORK,
    toWorkerUsdcUnits: 9_750_001n,
    feeUsdcUnits: 250_000n,
    treasury: TREASURY,
    stakeUsdcUnits: 1_000_001n,
    rateBy: GENESIS + 6_000,
  },
  WorkRated: { ...parties, rating: 5, commentHash: keccak256("good") },
  PosterRated: { ...parties, rating: 4, commentHash: keccak256("fair") },
  TaskRejected: { ...parties, submissionHash: WORK, rating: 1, commentHash: null, contestBy: GENESIS + 7_000 },
  TaskRefunded: { ...parties, toPosterUsdcUnits: 10_000_001n, toWorkerUsdcUnits: 1_000_001n },
  TaskDisputed: { ...parties, evidenceHash: keccak256("evidence"), arbiter: ARBITER, ruleBy: GENESIS + 8_000 },
  TaskResolved: {
    ...parties,
    workerShareBps: 5_000,
    forfeitStake: false,
    rulingHash: null,
    byDefault: false,
    toPosterUsdcUnits: 5_000_001n,
    toWorkerUsdcUnits: 6_000_001n,
  },
  StakeClaimed: { ...parties, stakeUsdcUnits: 1_000_001n, rating: 4, commentHash: keccak256("fair") },
  Credited: { account: WORKER, amountUsdcUnits: 1_000_001n },
};

interface Where {
  readonly block: number;
  readonly logIndex?: number;
  /** Tells blocks of the same number apart. */
  readonly fork?: string;
  /** Unix seconds; by default derived from the block's number. */
  readonly time?: number;
  readonly key?: TaskKey;
}

/** One event with the usual arguments, or some of them changed. */
export function event<N extends EventName>(name: N, where: Where, changes: Partial<EventArguments[N]> = {}): TaskEvent {
  const { block, logIndex = 0, fork = "" } = where;
  const { contract, taskId } = where.key ?? KEY;
  const time = where.time ?? GENESIS + 2 * block;
  const at = {
    blockNumber: BigInt(block),
    blockHash: blockHash(block, fork),
    txHash: keccak256(`tx ${block} ${logIndex} ${fork}`),
    logIndex,
    time,
  };
  return { contract, taskId, name, at, ...ARGUMENTS[name], ...changes } as unknown as TaskEvent;
}

/** Events of these names in the blocks 1, 2, 3 and so on. */
export function history(...names: EventName[]): TaskEvent[] {
  return names.map((name, at) => event(name, { block: at + 1 }));
}

function blockHash(block: number, fork = ""): Hex {
  return keccak256(`block ${block} ${fork}`);
}

function account(number: number): Address {
  const found = toAddress(`0x${String(number).padStart(40, "0")}`);
  if (!found) throw new Error("an address");
  return found;
}
