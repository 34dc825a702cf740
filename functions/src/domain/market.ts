import { amountFields, amountIn } from "./contribution/amount";
import type { TaskFacts } from "./contribution/facts";
import { Adding, type Increments } from "./contribution/increments";
import { endedAt } from "./analytics/cellsOf";
import { addPromise } from "./promise";
import { medianSeconds, stepOf } from "./reputation/durations";
import { CATEGORY_NAMES, taskLabels, type Category } from "./task/labels";

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
