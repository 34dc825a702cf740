/** How many units of a currency one US dollar was worth on a day. */
export interface DayRate {
  /** In thousand millionths of a unit. */
  readonly nanosPerUsd: bigint;
  /** The day that the source published it for, `2026-01-30`: a weekend has the Friday's. */
  readonly day: string;
}

/** The operator's currency, with the rates that are known of the days of a statement. */
export interface Fiat {
  /** ISO 4217. */
  readonly currency: string;
  /** By UTC day. */
  readonly rates: ReadonlyMap<string, DayRate>;
}

const NANOS = 1_000_000_000n;
/** No currency's unit is worth more than a thousand dollars, or less than a millionth of one. */
const LEAST = 0.001;
const MOST = 1_000_000;
/** Sources publish on working days; no holidays are longer. */
const MAX_DAYS_BEFORE = 10;
const DAY_MS = 86_400_000;
/** USDC base units to cents. */
const UNITS_PER_CENT = 10_000n;

/** The UTC day of a time in unix seconds. */
export function utcDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The rate of the day of a time; null where none is known. */
export function rateAt({ rates }: Pick<Fiat, "rates">, seconds: number): DayRate | null {
  return rates.get(utcDay(seconds)) ?? null;
}

/** An amount of USDC at a rate, in hundredths of the currency's unit; half of one counts as one. One USDC is one US dollar. */
export function fiatCents(units: bigint, { nanosPerUsd }: DayRate): bigint {
  const divisor = UNITS_PER_CENT * NANOS;
  const scaled = units * nanosPerUsd;
  return scaled < 0n ? -((divisor / 2n - scaled) / divisor) : (scaled + divisor / 2n) / divisor;
}

/** `1234n` → `12.34`. */
export function centsText(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

/** A rate as it is shown, without ending zeros: `0.9213`. */
export function rateText({ nanosPerUsd }: DayRate): string {
  const places = String(nanosPerUsd % NANOS)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return `${nanosPerUsd / NANOS}${places === "" ? "" : `.${places}`}`;
}

/**
 * The rate in a source's answer about a day: `{ "base": "USD", "date": "2026-01-30", "rates": { "EUR": 0.9213 } }`.
 * Null for anything that cannot be one.
 */
export function rateIn(answer: unknown, { currency, day }: { currency: string; day: string }): DayRate | null {
  const { base, date, rates } = (answer ?? {}) as { base?: unknown; date?: unknown; rates?: unknown };
  const rate = (rates as Record<string, unknown> | null | undefined)?.[currency];
  if (base !== "USD" || typeof rate !== "number" || !(rate >= LEAST && rate <= MOST)) return null;
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const before = (Date.parse(day) - Date.parse(date)) / DAY_MS;
  if (!(before >= 0 && before <= MAX_DAYS_BEFORE)) return null;
  return { nanosPerUsd: BigInt(rate.toFixed(9).replace(".", "")), day: date };
}
