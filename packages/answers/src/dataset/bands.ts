/** A column of more distinct numbers than this is told in bands. */
const MAX_PLAIN = 12;
/** A column of which so much is distinct numbers numbers its rows. */
const MAX_DISTINCT = 0.5;
/** So much of a column must be numbers. */
const MOSTLY = 0.95;
/** The parts that bands divide the numbers by: the largest ones are asked for most. */
const PARTS = [0.2, 0.4, 0.6, 0.8, 0.9, 0.97];
const AGES = [18, 25, 35, 45, 55, 65];
/** Years further apart are told in decades. */
const MAX_YEARS = 20;
const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/;

/**
 * What each value of a column of numbers is told as, "25-34", "1990s", "100 or more", so that it can be asked by size and
 * every group is large enough; null for any other column.
 */
export function bandsOf(name: string, values: readonly string[]): ((value: string) => string | null) | null {
  const numbers = values.flatMap((value) => (NUMBER.test(value) ? [Number(value)] : []));
  const distinct = new Set(numbers);
  if (distinct.size <= MAX_PLAIN || numbers.length < values.length * MOSTLY) return null;
  const sorted = numbers.sort((a, b) => a - b);
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const isWhole = sorted.every(Number.isInteger);
  if (least < 0) return null;
  if (isWhole && least >= 1800 && most < 2100)
    return most - least <= MAX_YEARS ? null : ofNumbers((number) => `${Math.floor(number / 10) * 10}s`);
  if (distinct.size > numbers.length * MAX_DISTINCT) return null;
  const isAge = /\bage\b/i.test(name.replace(/[_-]/g, " "));
  const edges = isAge ? AGES.filter((edge) => edge > least && edge <= most) : edgesOf(sorted);
  if (edges.length === 0) return null;
  return ofNumbers((number) => {
    const place = edges.findLastIndex((edge) => number >= edge);
    if (place === -1) return `under ${edges[0]!}`;
    const next = edges[place + 1];
    if (next === undefined) return `${edges[place]!} or more`;
    const last = isWhole ? next - 1 : next;
    return last === edges[place] ? `${last}` : `${edges[place]!}${isWhole ? "-" : " to under "}${last}`;
  });
}

const ofNumbers =
  (told: (number: number) => string) =>
  (value: string): string | null =>
    NUMBER.test(value) ? told(Number(value)) : null;

/** Round numbers that divide sorted ones. */
function edgesOf(sorted: readonly number[]): number[] {
  const edges = PARTS.map((part) => rounded(sorted[Math.floor(sorted.length * part)]!));
  return [...new Set(edges)].filter((edge) => edge > sorted[0]! && edge <= sorted.at(-1)!).sort((a, b) => a - b);
}

/** 1, 2 or 5 times a power of ten, the nearest. */
function rounded(number: number): number {
  if (number <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(number));
  const [best] = [1, 2, 5, 10].sort((a, b) => Math.abs(number / power - a) - Math.abs(number / power - b));
  return Number((best! * power).toPrecision(6));
}
