import type { Address } from "../address";
import { amountFields, amountIn } from "../contribution/amount";
import { txHashOf, type Task } from "../task/task";
import { quantileSeconds, stepOf } from "./durations";

/** A wallet has a record once it has dealt with this many others. */
export const MIN_COUNTERPARTIES = 5;

/** The field that counts a pair as one counterparty where it is not 0, and the number of those. */
export const POSTER = { works: "posterRecord.works", others: "posterRecord.workers" };
export const WORKER = { works: "workerRecord.started", others: "workerRecord.posters" };

/** How a poster dealt with submitted work. */
export interface PosterRecord {
  /** How many wallets did the work. */
  readonly workers: number;
  /** Submitted work that was decided on: the sum of the next three. */
  readonly works: number;
  readonly approved: number;
  readonly rejected: number;
  /** Approved by the deadline, because the poster was silent. */
  readonly silent: number;
  /** Of the rejected ones. */
  readonly disputed: number;
  readonly workersEarnedUsdcUnits: bigint;
  /** From submitted work to its answer; nine of ten took at least `p10`, and one of ten longer than `p90`. */
  readonly decisionSeconds: { readonly p10: number; readonly median: number; readonly p90: number };
}

/** What a worker made of the tasks that it started. */
export interface WorkerRecord {
  /** How many wallets it worked for. */
  readonly posters: number;
  readonly started: number;
  /** Tasks with work that was submitted in time; the contract takes no other. */
  readonly submitted: number;
  readonly approved: number;
  /** Tasks that it started and let expire. */
  readonly abandoned: number;
}

type Add = (wallet: Address, field: string, amount?: number) => void;

/** What one task adds to the records of its parties. `reviews` are the times that the poster's answers took. */
export function addRecords(add: Add, task: Task, worker: Address, reviews: readonly number[]): void {
  const { poster, state, submissionHashes } = task;
  const ofPoster = (field: string, amount?: number) => add(poster, `posterRecord.${field}`, amount);
  const ofWorker = (field: string) => add(worker, `workerRecord.${field}`);
  ofWorker("started");
  if (submissionHashes.length > 0) ofWorker("submitted");
  if (state === "APPROVED") ofWorker("approved");
  if (state === "EXPIRED") ofWorker("abandoned");

  const isSilent = txHashOf(task, "release") !== undefined;
  const decision = state === "APPROVED" ? (isSilent ? "silent" : "approved") : "rejected";
  if (state !== "APPROVED" && !txHashOf(task, "reject")) return;
  ofPoster("works");
  ofPoster(decision);
  if (txHashOf(task, "contest")) ofPoster("disputed");
  for (const [field, part] of amountFields("earned", earnedIn(task))) ofPoster(field, part);
  for (const seconds of reviews) ofPoster(`decisions.${stepOf(seconds)}`);
}

/** What the worker has received of the reward. */
export function earnedIn({ movements, worker }: Pick<Task, "movements" | "worker">): bigint {
  return movements
    .filter(({ purpose, direction }) => purpose === "reward" && direction === "outOfEscrow")
    .filter(({ account }) => account === worker)
    .reduce((total, { amountUsdcUnits }) => total + amountUsdcUnits, 0n);
}

/** Null with fewer than `MIN_COUNTERPARTIES` workers. */
export function posterRecordIn(sums: ReadonlyMap<string, number>): PosterRecord | null {
  const of = (field: string) => sums.get(`posterRecord.${field}`) ?? 0;
  if (of("workers") < MIN_COUNTERPARTIES) return null;
  const decisions = decisionsIn(sums);
  const quantile = (share: number) => quantileSeconds(decisions, share) ?? 0;
  return {
    workers: of("workers"),
    works: of("works"),
    approved: of("approved"),
    rejected: of("rejected"),
    silent: of("silent"),
    disputed: of("disputed"),
    workersEarnedUsdcUnits: amountIn({ earnedHigh: of("earnedHigh"), earnedLow: of("earnedLow") }, "earned"),
    decisionSeconds: { p10: quantile(0.1), median: quantile(0.5), p90: quantile(0.9) },
  };
}

/** Null with fewer than `MIN_COUNTERPARTIES` posters. */
export function workerRecordIn(sums: ReadonlyMap<string, number>): WorkerRecord | null {
  const of = (field: string) => sums.get(`workerRecord.${field}`) ?? 0;
  if (of("posters") < MIN_COUNTERPARTIES) return null;
  return {
    posters: of("posters"),
    started: of("started"),
    submitted: of("submitted"),
    approved: of("approved"),
    abandoned: of("abandoned"),
  };
}

const DECISIONS = "posterRecord.decisions.";

function decisionsIn(sums: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const found = [...sums].filter(([field]) => field.startsWith(DECISIONS));
  return new Map(found.map(([field, count]) => [Number(field.slice(DECISIONS.length)), count]));
}
