import type { Token } from "./tokens";

interface Column {
  name: string;
  values: readonly string[];
}

/** An age that a question gives, and the values of the column of ages that come nearest: none where none is near. */
export interface NamedAge {
  at: number;
  length: number;
  column: string;
  values: string[];
  /** True where the values do not meet its bounds. */
  isNear: boolean;
}

type Range = readonly [low: number, high: number];
interface Asked {
  asked: Range;
  length: number;
}

/** True for a column that tells ages: "age", "Age group"; not "language". */
export const isAgeColumn = ({ name }: { name: string }): boolean =>
  /(?:^|[^a-z])ages?(?:[^a-z]|$)|^agegroup/i.test(name);

const OLDEST = 200;
/** How many years an open end stands for, where a range is compared with it. */
const OPEN_YEARS = 20;
/** Of more groups together no count may be said. */
const MAX_VALUES = 30;
const AGE = /^[1-9]\d$/;
const UNITS =
  /^(?:%|percent|times|kg|pounds|lbs|books|dollars|euros|days|weeks|months|hours|minutes|miles|km|steps|words|pages|things|goals|items|chats|questions|mentions|messages)$/;

const TENS = ["twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"];
/** Twenty and twenties, 30s. */
const DECADES = new Map(
  TENS.flatMap((ten, i): [string, number][] => {
    const age = 20 + 10 * i;
    return [`${ten}ties`, `${age}s`].map((said) => [said, age]);
  }),
);
const TENS_WORDS = new Map(TENS.map((ten, i) => [`${ten}ty`, 20 + 10 * i]));
const ageSaid = (said: string): number | null => (AGE.test(said) ? Number(said) : (TENS_WORDS.get(said) ?? null));

const byWord = (lines: readonly (readonly [words: string, range: Range])[]): ReadonlyMap<string, Range> =>
  new Map(lines.flatMap(([words, range]) => words.split(" ").map((word): [string, Range] => [word, range])));
/** What people call those of an age. */
const CALLED = byWord([
  ["teenager teenagers teen teens adolescent adolescents", [13, 19]],
  ["youngster youngsters youths", [0, 24]],
  ["pensioner pensioners retiree retirees", [65, OLDEST]],
  ["seniors boomer boomers", [60, OLDEST]],
  ["millennial millennials", [29, 44]],
  ["zoomer zoomers", [0, 28]],
]);
/** The same, said of people. */
const SAID_OF_PEOPLE = byWord([
  ["young younger youngest", [0, 29]],
  ["middle-aged", [45, 64]],
  ["old older oldest elderly senior", [55, OLDEST]],
  ["retired", [65, OLDEST]],
]);
const PEOPLE =
  /^(?:people|persons?|folks?|adults?|ones|men|women|guys|ladies|males?|females?|visitors?|users?|customers?|citizens|generations?|workers?|crowd|audience|group|age|ages)$/;

/** The range that a value such as "25-34", "55+" or "under 18" stands for. */
function rangeOf(value: string): Range | null {
  const ages = (value.match(/\d{1,3}/g) ?? []).map(Number);
  const [low, high] = ages;
  if (low === undefined || ages.length > 2) return null;
  if (high !== undefined) return low < high ? [low, high] : null;
  if (/\+|over|older|above|>|up/i.test(value)) return [low, OLDEST];
  return /under|below|younger|</i.test(value) ? [0, low - 1] : null;
}

/** What a question says of an age from `at` on: "over 55", "25 to 34", "in their thirties", "teenagers". */
function ageAt(tokens: readonly Token[], at: number): Asked | null {
  if (!tokens[at]!.isWord) return null;
  return calledAt(tokens, at) ?? decadeAt(tokens, at) ?? boundedAt(tokens, at);
}

/** How many words from `at` on say of what age those are who speak: "customers over sixty", "the young ones". */
export function lengthOfAge(tokens: readonly Token[], at: number): number {
  const length = ageAt(tokens, at)?.length ?? 0;
  // "Customers who are under thirty".
  const are = /^(?:are|is|were)$/.test(tokens[at - 1]?.said ?? "") ? 1 : 0;
  const who = are > 0 && /^(?:who|that)$/.test(tokens[at - 2]?.said ?? "") ? 1 : 0;
  const before = tokens[at - 1 - are - who]?.said ?? "";
  // "What do teenagers want?": not "work with teenagers".
  const isCalled =
    CALLED.has(tokens[at]!.said) && /^(?:do|does|did|are|were|many|of|among|which|most|than|or|and)?$/.test(before);
  const isOfPeople =
    isCalled ||
    PEOPLE.test(before) ||
    (PEOPLE.test(tokens[at + 1]?.said ?? "") && !/^(?:for|about|with|on|by)$/.test(before));
  return isOfPeople ? length : 0;
}

/** True for the end of what says an age without those who are of it: "aged 30", "years old", "in their 30s". */
export const saysAge = (tokens: readonly Token[], at: number): boolean => {
  const [before, said] = [tokens[at - 1]?.said ?? "", tokens[at]?.said ?? ""];
  return (
    (/^(?:over|under|above|below|between|aged|age|ages|than|turning)$/.test(before) &&
      AGE.test(said) &&
      !UNITS.test(tokens[at + 1]?.said ?? "")) ||
    (/^years?$/.test(before) && said === "old") ||
    (before === "their" && (said === "teens" || DECADES.has(said)))
  );
};

/** "Pensioners", "older women": of the two words only the first is taken. */
function calledAt(tokens: readonly Token[], at: number): Asked | null {
  const said = tokens[at]!.said;
  const next = tokens[at + 1]?.said ?? "";
  const called = CALLED.get(said);
  if (called) return { asked: called, length: 1 };
  const ofPeople = SAID_OF_PEOPLE.get(said);
  if (!ofPeople) return null;
  // "The elderly", "the young".
  const isAlone =
    tokens[at - 1]?.said === "the" && /^(?:elderly|young|old|retired)$/.test(said) && !tokens[at + 1]?.isWord;
  if (!PEOPLE.test(next) && !isAlone) return null;
  return {
    asked: ofPeople,
    length: /^(?:people|persons?|folks?|adults?|ones|citizens|generations?|crowd)$/.test(next) ? 2 : 1,
  };
}

/** "In their early thirties", "over fifties", "thirty-somethings". */
function decadeAt(tokens: readonly Token[], at: number): Asked | null {
  const said = (i: number): string => tokens[i]?.said ?? "";
  const something = /^(\w+)-?somethings?$/.exec(said(at))?.[1];
  const somethings = something === undefined ? null : ageSaid(something);
  if (somethings !== null) return { asked: [somethings, somethings + 9], length: 1 };
  const isOver = /^(?:over|above)$/.test(said(at));
  if (isOver || /^(?:under|below)$/.test(said(at))) {
    const decade = DECADES.get(said(at + 1));
    return decade === undefined ? null : { asked: isOver ? [decade, OLDEST] : [0, decade - 1], length: 2 };
  }
  let next = at;
  if (said(next) === "in") next += 1;
  if (said(next) !== "their" && said(next) !== "the") return null;
  next += 1;
  const part = /^(?:early|mid|late)$/.exec(said(next))?.[0];
  if (part) next += 1;
  const decade = DECADES.get(said(next));
  if (decade === undefined || (said(next - 1) === "the" && said(at) !== "in")) return null;
  const [from, to] = part === "early" ? [0, 4] : part === "late" ? [5, 9] : part === "mid" ? [3, 7] : [0, 9];
  return { asked: [decade + from, decade + to], length: next + 1 - at };
}

function boundedAt(tokens: readonly Token[], at: number): Asked | null {
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
  const first = ageSaid(said(next));
  const second = ageSaid(said(next + 2));
  next += 1;
  if (first === null) return null;
  let asked: Range | null = null;
  if (bound !== null) asked = /^(?:over|above|older)$/.test(bound) ? [first + 1, OLDEST] : [0, first - 1];
  else if (/^(?:to|and|-|–)$/.test(said(next)) && second !== null && (isAged || isBetween)) {
    asked = [first, second];
    next += 2;
  } else if (/^(?:and|or)$/.test(said(next)) && /^(?:over|older|above|up|under|younger|below)$/.test(said(next + 1))) {
    asked = /^(?:under|younger|below)$/.test(said(next + 1)) ? [0, first] : [first, OLDEST];
    next += 2;
  }
  if (asked === null || UNITS.test(said(next))) return null;
  if (/^years?$/.test(said(next)) && /^(?:old|of)$/.test(said(next + 1))) next += said(next + 1) === "of" ? 3 : 2;
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

/** True where half of a group is of an age that was asked for: more than half of it where that has an open end. */
function isMostlyIn([low, high]: Range, [from, to]: Range): boolean {
  const end = high === OLDEST ? low + OPEN_YEARS : high;
  const [shared, years] = [Math.min(end, to) - Math.max(low, from) + 1, end - low + 1];
  return from === 0 || to === OLDEST ? 2 * shared > years : 2 * shared >= years;
}

/** The values of a column for an age, and whether they only come near it. */
function valuesFor(column: Column, asked: Range): Pick<NamedAge, "values" | "isNear"> {
  const [low, high] = asked;
  // "Over 45" is said of those of 45, too.
  const isOpen = high === OLDEST && rangesOf(column).some(({ range }) => range[0] === low - 1);
  if (isOpen) return valuesFor(column, [low - 1, high]);
  const within = rangesOf(column).filter(({ range }) => range[0] >= low && range[1] <= high);
  const meets =
    within.length > 0 &&
    (low === 0 || within.some(({ range }) => range[0] === low)) &&
    (high === OLDEST || within.some(({ range }) => range[1] === high));
  const of = meets ? within : rangesOf(column).filter(({ range }) => isMostlyIn(range, asked));
  return { values: of.length > MAX_VALUES ? [] : of.map(({ value }) => value), isNear: !meets };
}

/** The ages that tokens give, with the values of the column of ages that meet or come near them. */
export function agesNamed(tokens: readonly Token[], columns: readonly Column[]): NamedAge[] {
  const column = columns.find(isAgeColumn);
  if (!column) return [];
  const named: NamedAge[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = ageAt(tokens, at);
    if (found) named.push({ at, length: found.length, column: column.name, ...valuesFor(column, found.asked) });
    at += found?.length ?? 1;
  }
  return named;
}
