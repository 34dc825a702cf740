/** The numbers that a value of a column stands for. */
export interface Range {
  low: number;
  high: number;
}

const NUMBER = /\d+(?:\.\d+)?/g;
const BELOW = /^\s*(?:<|under|below|less|up to|fewer|younger)/i;
const ABOVE = /\+|>|over|above|more|older|plus|at least/i;

/** "5", "18-24", "55+", "under 1 year": what a value stands for; null for a date, and for what holds no number or many. */
export function rangeOf(value: string): Range | null {
  if (dateOf(value)) return null;
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
