/** The numbers that a value of a column stands for. */
export interface Range {
  low: number;
  high: number;
}

/** A number, with its sign, that is no part of a code: neither in "A1" nor in "B-12". */
const NUMBER = /(?<![\p{L}\d.]|\p{L}-)(?:(?<!\d ?)-)?\d+(?:\.\d+)?/gu;
const BELOW = /^\s*(?:<|under|below|less|up to|fewer|younger)/i;
const ABOVE = /\+|>|over|above|more|older|plus|at least/i;

/**
 * "5", "18-24", "55+", "under 1 year": what a value stands for; null for a month or a day, and for what holds no number or
 * many. "2000" may be an amount: whether it is a year, its column says.
 */
export function rangeOf(value: string): Range | null {
  const date = dateOf(value);
  if (date && (date.month !== null || date.years > 1)) return null;
  const numbers = (value.replace(/(\d),(?=\d{3})/g, "$1").match(NUMBER) ?? []).map(Number);
  if (numbers.length === 0 || numbers.length > 2) return null;
  const [low, high = low] = numbers as [number, number?];
  if (numbers.length === 2) return low <= high ? { low, high } : null;
  if (BELOW.test(value)) return { low: 0, high: low };
  return ABOVE.test(value) ? { low, high: Infinity } : { low, high: low };
}

/** A day, month, year or decade that a value stands for: the earlier ones have the smaller numbers. */
export interface Dated {
  year: number;
  month: number | null;
  day: number | null;
  /** Years that it spans: 10 for "1990s". */
  years: number;
}

const DATE = /^((?:1[5-9]|20)\d\d)(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?|(s))?(?:[T ]|$)/;

export function dateOf(value: string): Dated | null {
  const found = DATE.exec(value.trim());
  if (!found) return null;
  const [month, day] = [found[2], found[3]].map((one) => (one === undefined ? null : Number(one))) as [
    number | null,
    number | null,
  ];
  if (month !== null && (month < 1 || month > 12)) return null;
  return { year: Number(found[1]), month, day, years: found[4] ? 10 : 1 };
}

/** Whether most of a column's values are of a kind. */
export const isMostly = (values: readonly string[], is: (value: string) => unknown): boolean =>
  values.length > 1 && values.filter((value) => is(value)).length * 3 >= values.length * 2;

/** The one number that a value is: "4", "1,200", "$9.50"; null for bounds and bands, and anything else. */
export function numberOf(value: string): number | null {
  const found =
    /^(-)? ?(?:[$€£¥₹]|US\$|USD|EUR|GBP)? ?(-?)(\d{1,3}(?:,\d{3}){1,6}|\d{1,18})(\.\d{1,18})? ?(?:[%$€£¥₹]|USD|EUR|GBP)?$/i.exec(
      value.trim(),
    );
  if (!found) return null;
  const size = Number(found[3]!.replaceAll(",", "") + (found[4] ?? ""));
  return found[1] || found[2] ? -size : size;
}

/** The numbers of a column's records, NaN where one has none, and what the noise of their averages is drawn with. */
export interface Numbers {
  /** Within the column's 1st and 99th percentile: an extreme is one person's, and would rule an average. */
  values: Float32Array;
  /** Twice how far most are apart, rounded up. */
  spread: number;
  /** Their standard deviation, rounded up. */
  deviation: number;
  /** Whether some are below zero. */
  isSigned: boolean;
  /** Whether the extremes change the average of all by more than 1 %. */
  isCut: boolean;
}

/** The numbers of a column; null where too few records have one. */
export function numbersOf(given: readonly (number | undefined)[]): Numbers | null {
  const sorted = Float64Array.from(given.filter((one) => one !== undefined)).sort();
  if (sorted.length < MIN_NUMBERS) return null;
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))]!;
  const [least, most] = [at(0.01), at(0.99)];
  const cut = sorted.map((one) => Math.min(most, Math.max(least, one)));
  const [mean, whole] = [meanOf(cut), meanOf(sorted)];
  const square = meanOf(cut.map((one) => (one - mean) ** 2));
  return {
    values: Float32Array.from(given, (one) => (one === undefined ? NaN : Math.min(most, Math.max(least, one)))),
    // The largest change of an average, of three of these, is never less than what one record can make. With less than
    // twice, who knows all others is right about one person more often than in 60 % (npm run bench:attack).
    spread: roundedUp(Math.max(2 * (at(0.95) - at(0.05)), (most - least) / 3)),
    deviation: roundedUp(Math.sqrt(square)),
    isSigned: least < 0,
    isCut: Math.abs(mean - whole) > Math.abs(whole) / 100,
  };
}
const MIN_NUMBERS = 20;

const meanOf = (numbers: Float64Array): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** To two digits, so that it isn't what one or two people have. */
function roundedUp(value: number): number {
  if (value <= 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil(value / step - 1e-9) * step).toPrecision(2));
}

/** The months as values of a column. */
export const MONTH_NAMES = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const NAMED_DAY =
  /^(?:(\d{1,2})(?:st|nd|rd|th)?[\s-]+)?([a-z]{3,9})\.?[\s-]+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?((?:1[5-9]|20)\d\d)\b/i;
const SLASHED_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-]((?:1[5-9]|20)\d\d)\b/;

/** Dates as people write them in one column, each as "2013-05-04"; null where most are none. */
export function isoDates(values: readonly string[]): Map<string, string> | null {
  const slashed = values.map((value) => SLASHED_DAY.exec(value.trim()));
  const isMonthFirst = slashed.some((one) => one && Number(one[2]) > 12);
  const isDayFirst = slashed.some((one) => one && Number(one[1]) > 12);
  const pad = (part: string): string => part.padStart(2, "0");
  const found = new Map<string, string>();
  values.forEach((value, i) => {
    if (dateOf(value)) found.set(value, value.trim());
    const [, first, second, year] = slashed[i] ?? [];
    // Where no day is above the twelfth, which of both is the month can't be told.
    if (year) {
      const [month, day] = isMonthFirst ? [first!, second!] : [second!, first!];
      found.set(value, isMonthFirst === isDayFirst ? year : `${year}-${pad(month)}-${pad(day)}`);
    }
    const [, before, word, after, namedYear] = NAMED_DAY.exec(value.trim()) ?? [];
    const month = word ? MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1 : 0;
    const day = before ?? after;
    if (month > 0) found.set(value, `${namedYear}-${pad(String(month))}${day ? `-${pad(day)}` : ""}`);
  });
  return values.length > 1 && found.size * 3 >= values.length * 2 ? found : null;
}

/** A date without what is finer than the level: "2013-05". */
export function coarsened(iso: string, level: "day" | "month" | "year"): string {
  const date = dateOf(iso);
  if (!date || date.years > 1) return iso;
  const parts = [
    date.year,
    ...(date.month !== null && level !== "year" ? [date.month] : []),
    ...(date.month !== null && date.day !== null && level === "day" ? [date.day] : []),
  ];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
