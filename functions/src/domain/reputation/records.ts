import type { Address } from "../address";
import { amountFields, amountIn } from "../contribution";
import { txHashOf, type Task } from "../task/task";

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

/** A poster's usual behaviour, rounded so that one more decision seldom changes it. */
export interface Usual {
  /** The median time to a decision, rounded up: to minutes below an hour, to quarters of an hour below a day, to hours. */
  readonly decisionSeconds: number;
  /** Of a hundred works, those that it approved; rounded down. */
  readonly approvedPercent: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rounded against the poster, so that none is listed within a bound that it exceeds. */
export function usualOf(record: PosterRecord | null): Usual | null {
  if (!record) return null;
  const { median } = record.decisionSeconds;
  const unit = median < HOUR ? MINUTE : median < DAY ? HOUR / 4 : HOUR;
  return {
    decisionSeconds: Math.ceil(median / unit) * unit,
    approvedPercent: Math.floor((100 * record.approved) / record.works),
  };
}

/** What one wallet, or those that share its place, rated another: how often, and the sum. */
export interface Rater {
  readonly ratings: number;
  readonly stars: number;
}

type Role = "asPoster" | "asWorker";

/**
 * What a rating adds to the sums of its recipient in this role, by rater. Raters are distinguished by the last byte of the
 * address, so that strangers cannot make the document grow; those that share a byte count as one.
 */
export function raterFields(role: Role, rater: Address, rating: number): [field: string, amount: number][] {
  const place = `raters.${role}.${rater.slice(-2).toLowerCase()}`;
  return [
    [`${place}.ratings`, 1],
    [`${place}.stars`, rating],
  ];
}

/** The raters of a wallet in a role, from the sums that `raterFields` adds to. */
export function ratersIn(sums: ReadonlyMap<string, number>, role: Role): readonly Rater[] {
  return [...sums].flatMap(([field, ratings]) => {
    if (!field.startsWith(`raters.${role}.`) || !field.endsWith(".ratings")) return [];
    return [{ ratings, stars: sums.get(field.replace(/ratings$/, "stars")) ?? 0 }];
  });
}

/** The mean to two decimal places in which each rater counts once, however often it rated; null without one. */
export function meanOf(raters: readonly Rater[]): number | null {
  if (raters.length === 0) return null;
  const total = raters.reduce((sum, { stars, ratings }) => sum + stars / ratings, 0);
  return Math.round((100 * total) / raters.length) / 100;
}

/**
 * Durations, counted in a logarithmic histogram: one bucket per second below 64, then 32 buckets per doubling. A
 * histogram has at most a few hundred buckets, and values read from it are off by less than 1/64.
 */
const STEPS_BITS = 5;

/** The lower bound, in whole seconds, of the bucket of a duration. */
export function stepOf(seconds: number): number {
  const width = widthAt(seconds);
  return Math.floor(seconds / width) * width;
}

/** The median of a histogram in seconds; null if empty. Off by less than 1/64. */
export function medianSeconds(counts: ReadonlyMap<number, number>): number | null {
  const steps = [...counts].sort(([a], [b]) => a - b);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  // For an even count, the median lies between the two middle values.
  return (lengthAt(steps, Math.floor((total - 1) / 2)) + lengthAt(steps, Math.floor(total / 2))) / 2;
}

/** The length that this share of a histogram does not exceed, in seconds; null if empty. Off by less than 1/64. */
function quantileSeconds(counts: ReadonlyMap<number, number>, share: number): number | null {
  if (share === 0.5) return medianSeconds(counts);
  const steps = [...counts].sort(([a], [b]) => a - b);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  return total === 0 ? null : lengthAt(steps, Math.max(0, Math.ceil(total * share) - 1));
}

function lengthAt(steps: readonly (readonly [number, number])[], position: number): number {
  let before = 0;
  for (const [step, count] of steps) {
    before += count;
    if (position < before) return step + (widthAt(step) - 1) / 2;
  }
  throw new Error("a position beyond the last");
}

function widthAt(seconds: number): number {
  return seconds < 2 ** STEPS_BITS ? 1 : 2 ** (Math.floor(Math.log2(seconds)) - STEPS_BITS);
}
