import { endedAt } from "./analytics/cells";
import { amountFields, amountIn, Adding, type TaskFacts, type Increments, type SumName } from "./contribution";
import { medianSeconds, stepOf } from "./reputation/records";
import { CATEGORY_NAMES, taskLabels, type Category } from "./task/labels";
import type { ClosedWindow, Task } from "./task/task";
import { edge, type Edge } from "./workflow/edges";
import { STATES, type State } from "./workflow/states";

/** A group of tasks is shown alone if it is about this many wallets, as in analytics. */
export const MIN_WALLETS = 5;
/** Slots that wallets are sorted into by address; the taken ones are a lower bound of the number of wallets. */
const WALLET_SLOTS = 64;
const UNITS_PER_CENT = 10_000n;
const MAX_CENTS = 10n ** 12n;

const COUNTS = ["posted", "started", "approved", "settled", "decided", "decidedInTime"] as const;
const HISTOGRAMS = ["toStart", "toApprove", "reward"] as const;

/**
 * What one task adds to the market's numbers of its category, in `market/{category}`. Medians come from histograms, and
 * the number of wallets from slots, so that each document is of bounded size.
 */
export function marketOf({ task, metadata }: TaskFacts): Increments {
  const total = new Adding();
  const name = `market/${taskLabels(metadata).category ?? "other"}` as const;
  const add = (field: string) => total.add(name, field, 1);
  const { createdAt, poster, worker, settled, state, turns, rewardUsdcUnits } = task;
  add("posted");
  const cents = rewardUsdcUnits / UNITS_PER_CENT;
  add(`reward.${stepOf(Number(cents > MAX_CENTS ? MAX_CENTS : cents))}`);
  for (const wallet of [poster, worker])
    if (wallet) add(`wallets.${Number.parseInt(wallet.slice(-4), 16) % WALLET_SLOTS}`);
  if (worker) {
    add("started");
    add(`toStart.${stepOf((turns[0]?.ended ?? createdAt) - createdAt)}`);
  }
  if (state === "APPROVED") {
    add("approved");
    add(`toApprove.${stepOf((endedAt(task) ?? createdAt) - createdAt)}`);
    for (const [field, part] of amountFields("paid", rewardUsdcUnits)) total.add(name, field, part);
  }
  if (settled) add("settled");
  addPromise(total, name, task);
  return total.increments;
}

/** The sums of one category, by field. */
export type MarketSums = ReadonlyMap<string, number>;

/** The published numbers of a group of tasks. */
export interface MarketNumbers extends Readonly<Record<(typeof COUNTS)[number], number>> {
  readonly paidUsdcUnits: bigint;
  /** What went to a party because it missed its own deadline. */
  readonly bySilenceUsdcUnits: bigint;
  /** Off by less than 1/64, as all medians; null before the first. */
  readonly medianToStartSeconds: number | null;
  readonly medianToApproveSeconds: number | null;
  readonly medianRewardUsdcUnits: bigint | null;
}

export interface MarketReport {
  /** Null while the whole market is about fewer than `MIN_WALLETS` wallets. */
  readonly totals: MarketNumbers | null;
  readonly categories: readonly { readonly category: Category; readonly numbers: MarketNumbers }[];
  /** Categories with too few wallets, together; null if there are none. */
  readonly folded: { readonly categories: number; readonly numbers: MarketNumbers } | null;
}

/**
 * The market's numbers. Categories about fewer than `MIN_WALLETS` wallets are folded into one group, with the next
 * smallest ones until that group has enough: no single one follows from the totals.
 */
export function marketReport(sums: ReadonlyMap<Category, MarketSums>): MarketReport {
  const all = CATEGORY_NAMES.flatMap((category) => {
    const own = sums.get(category);
    return own && own.size > 0 ? [{ category, own, wallets: walletsIn([own]) }] : [];
  }).sort((a, b) => a.wallets - b.wallets);
  const total = all.map(({ own }) => own);
  if (walletsIn(total) < MIN_WALLETS) return { totals: null, categories: [], folded: null };
  let kept = all.findIndex(({ wallets }) => wallets >= MIN_WALLETS);
  if (kept < 0) kept = all.length;
  while (kept > 0 && kept < all.length && walletsIn(total.slice(0, kept)) < MIN_WALLETS) kept += 1;
  const shown = all.slice(kept).map(({ category, own }) => ({ category, numbers: numbersIn([own]) }));
  return {
    totals: numbersIn(total),
    categories: shown.sort((a, b) => b.numbers.posted - a.numbers.posted),
    folded: kept === 0 ? null : { categories: kept, numbers: numbersIn(total.slice(0, kept)) },
  };
}

function walletsIn(sums: readonly MarketSums[]): number {
  return new Set(sums.flatMap((own) => [...own.keys()].filter((field) => field.startsWith("wallets.")))).size;
}

function numbersIn(sums: readonly MarketSums[]): MarketNumbers {
  const of = (field: string) => sums.reduce((sum, own) => sum + (own.get(field) ?? 0), 0);
  const [toStart, toApprove, cents] = HISTOGRAMS.map((name) => medianSeconds(histogramIn(sums, name)));
  const counts = Object.fromEntries(COUNTS.map((name) => [name, of(name)])) as Record<(typeof COUNTS)[number], number>;
  return {
    ...counts,
    bySilenceUsdcUnits: amountIn({ bySilenceHigh: of("bySilenceHigh"), bySilenceLow: of("bySilenceLow") }, "bySilence"),
    paidUsdcUnits: amountIn({ paidHigh: of("paidHigh"), paidLow: of("paidLow") }, "paid"),
    medianToStartSeconds: toStart ?? null,
    medianToApproveSeconds: toApprove ?? null,
    medianRewardUsdcUnits: cents == null ? null : BigInt(Math.round(cents)) * UNITS_PER_CENT,
  };
}

function histogramIn(sums: readonly MarketSums[], name: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const own of sums)
    for (const [field, count] of own) {
      const step = field.startsWith(`${name}.`) ? Number(field.slice(name.length + 1)) : null;
      if (step !== null) counts.set(step, (counts.get(step) ?? 0) + count);
    }
  return counts;
}

/** States in which submitted work was paid or ruled on. */
const DECIDED: readonly State[] = ["APPROVED", "REFUNDED", "RESOLVED", "EXPIRED"];

/**
 * What one task adds to the market's promise: whether its submitted work was decided by its deadline, and what a party
 * received because it let its own deadline pass. Counted from what happened, not from what the contract allows.
 */
export function promiseOf(task: Task): { isDecided: boolean; isInTime: boolean; bySilenceUsdcUnits: bigint } {
  const closed = task.turns.map((turn) => ({ turn, step: closingStep(turn, task) }));
  const isDecided = task.submissionHashes.length > 0 && DECIDED.includes(task.state);
  const bySilence = closed.map(({ turn, step }) => (step?.when === "afterDeadline" ? toSilent(turn, step, task) : 0n));
  return {
    isDecided,
    isInTime: isDecided && closed.every(({ turn, step }) => isByDeadline(turn, step)),
    bySilenceUsdcUnits: bySilence.reduce((total, units) => total + units, 0n),
  };
}

/** Adds a task's promise to the sums of this name. */
export function addPromise(total: Adding, name: SumName, task: Task): void {
  const { isDecided, isInTime, bySilenceUsdcUnits } = promiseOf(task);
  if (isDecided) total.add(name, "decided", 1);
  if (isInTime) total.add(name, "decidedInTime", 1);
  for (const [field, part] of amountFields("bySilence", bySilenceUsdcUnits)) total.add(name, field, part);
}

/** The step that closed a window. */
function closingStep({ state, ended }: ClosedWindow, { history }: Task): Edge | undefined {
  return history
    .filter(({ time }) => time === ended)
    .map(({ step }) => edge(step))
    .find(({ from, to, settles }) => from === state && (from !== to || settles));
}

/** In time, or one of the steps that bring about what the terms state for a missed deadline, as a late approval does. */
function isByDeadline({ ended, deadline }: ClosedWindow, step: Edge | undefined): boolean {
  return step !== undefined && (ended <= deadline || step.when !== "byDeadline");
}

/** What the silent party received beyond its own stake. */
function toSilent(
  { state, ended }: ClosedWindow,
  step: Edge,
  { poster, worker, arbiter, movements, history }: Task,
): bigint {
  const silent = { poster, worker, arbiter }[STATES[state]?.actor ?? "arbiter"];
  // Where no worker had started, no party was silent.
  if (silent === null || state === "FUNDED") return 0n;
  const txHash = history.findLast((taken) => taken.step === step.id)?.txHash;
  return movements
    .filter(({ at, direction }) => direction === "outOfEscrow" && at.time === ended && at.txHash === txHash)
    .filter(({ account, purpose }) => account === silent && !(purpose === "stake" && account === worker))
    .reduce((total, { amountUsdcUnits }) => total + amountUsdcUnits, 0n);
}
