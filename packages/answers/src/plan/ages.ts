import type { Token } from "./tokens";

interface Column {
  name: string;
  values: readonly string[];
}

/** An age that a question gives, and the values of the column of ages that cover exactly it. */
export interface NamedAge {
  at: number;
  length: number;
  column: string;
  values: string[];
}

type Range = readonly [low: number, high: number];

/** True for a column that tells ages: "age", "Age group"; not "language". */
export const isAgeColumn = ({ name }: { name: string }): boolean =>
  /(?:^|[^a-z])ages?(?:[^a-z]|$)|^agegroup/i.test(name);

const OLDEST = 200;
/** Of more groups together no count may be said. */
const MAX_VALUES = 30;
const AGE = /^[1-9]\d$/;
const UNITS =
  /^(?:%|percent|times|kg|pounds|lbs|books|dollars|euros|days|weeks|months|hours|minutes|miles|km|steps|words|pages|things|goals|items)$/;

/** The range that a value such as "25-34", "55+" or "under 18" stands for. */
function rangeOf(value: string): Range | null {
  const ages = (value.match(/\d{1,3}/g) ?? []).map(Number);
  const [low, high] = ages;
  if (low === undefined || ages.length > 2) return null;
  if (high !== undefined) return low < high ? [low, high] : null;
  if (/\+|over|older|above|>|up/i.test(value)) return [low, OLDEST];
  return /under|below|younger|</i.test(value) ? [0, low - 1] : null;
}

/** What a question says of an age from `at` on: "over 55", "25 to 34", "65 and older". */
function ageAt(tokens: readonly Token[], at: number): { asked: Range; length: number } | null {
  const said = (i: number): string => tokens[i]?.said ?? "";
  let next = at;
  if (/^(?:aged|ages?)$/.test(said(next))) next += 1;
  const isAged = next > at;
  const word = said(next);
  const isThan = /^(?:older|younger)$/.test(word) && said(next + 1) === "than";
  const bound = isThan || /^(?:over|above|under|below)$/.test(word) ? word : null;
  const isBetween = /^(?:between|from)$/.test(word);
  if (bound !== null) next += isThan ? 2 : 1;
  else if (isBetween) next += 1;
  const written = /^([1-9]\d)-([1-9]\d)$/.exec(said(next));
  if (written && isAged) return { asked: [Number(written[1]), Number(written[2])], length: next + 1 - at };
  if (!AGE.test(said(next))) return null;
  const first = Number(said(next++));
  let asked: Range | null = null;
  if (bound !== null) asked = /^(?:over|above|older)$/.test(bound) ? [first, OLDEST] : [0, first - 1];
  else if (/^(?:to|and|-|–)$/.test(said(next)) && AGE.test(said(next + 1)) && (isAged || isBetween)) {
    asked = [first, Number(said(next + 1))];
    next += 2;
  } else if (/^(?:and|or)$/.test(said(next)) && /^(?:over|older|above|up|under|younger|below)$/.test(said(next + 1))) {
    asked = /^(?:under|younger|below)$/.test(said(next + 1)) ? [0, first] : [first, OLDEST];
    next += 2;
  }
  if (asked === null || UNITS.test(said(next))) return null;
  if (/^years?$/.test(said(next)) && /^old$/.test(said(next + 1))) next += 2;
  else if (/^years?$/.test(said(next))) return null;
  return { asked, length: next - at };
}

/** The ranges that the values of a column stand for, read with the first question about it. */
const known = new WeakMap<Column, readonly { value: string; range: Range }[]>();

function rangesOf(column: Column): readonly { value: string; range: Range }[] {
  let ranges = known.get(column);
  if (!ranges) {
    ranges = column.values.flatMap((value) => {
      const range = rangeOf(value);
      return range ? [{ value, range }] : [];
    });
    known.set(column, ranges);
  }
  return ranges;
}

/** The ages that tokens give where the values of a column meet their bounds; others are refused, not guessed. */
export function agesNamed(tokens: readonly Token[], columns: readonly Column[]): NamedAge[] {
  const column = columns.find(isAgeColumn);
  if (!column || !tokens.some(({ said }) => /^\d/.test(said))) return [];
  const named: NamedAge[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = ageAt(tokens, at);
    const [low, high] = found?.asked ?? [0, 0];
    const within = !found ? [] : rangesOf(column).filter(({ range }) => range[0] >= low && range[1] <= high);
    const meets =
      (low === 0 || within.some(({ range }) => range[0] === low || (high === OLDEST && range[0] === low + 1))) &&
      (high === OLDEST || within.some(({ range }) => range[1] === high));
    if (found && within.length > 0 && within.length <= MAX_VALUES && meets)
      named.push({ at, length: found.length, column: column.name, values: within.map(({ value }) => value) });
    at += found?.length ?? 1;
  }
  return named;
}
