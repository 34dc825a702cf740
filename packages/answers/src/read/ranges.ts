import { stemOf } from "../dataset/words";
import { rangeOf } from "../dataset/numbers";
import type { Guide, GuideColumn } from "../guide";
import { NUMBER_WORDS } from "../numberWords";
import type { Bounds } from "../plan";
import { nameWords } from "./names";
import { placesOf, singular, type Named, type Text } from "./text";

/** A column of numbers, as questions name it. */
export interface Numbers {
  column: string;
  values: readonly { value: string; low: number; high: number }[];
  /** Words that say that it is meant: "rating", "stars", "years". */
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** Names of several words, which say so together: "work life". */
  phrases: readonly (readonly string[])[];
  /** Stems of each word of its name. */
  parts: ReadonlySet<string>;
  /** The seconds of the unit that its name has: 60 for minutes. */
  unit: number | null;
  isAge: boolean;
  /** Marks, as from 1 to 5. */
  isScale: boolean;
}

const COMPARING = /^(?:under|over|above|below|less|more|than|and|to|up|older|younger|plus|at|least)$/;

/** Words of marks, which say nothing of what is marked. */
const MARK_WORDS = "star rating rated rate rater score scored mark grade gave give".split(" ");
const PLAIN = new Set([
  ...MARK_WORDS,
  "num",
  "amount",
  "overall",
  "average",
  "number",
  "count",
  "total",
  "value",
  "vote",
]);
const coreOf = (name: string): string[] => nameWords(name).filter((word) => word.length > 2 && !PLAIN.has(word));

/** The columns of numbers; the one of marks as a whole comes first. */
export function numbersIn({ columns }: Guide): Numbers[] {
  const numeric = columns.filter(({ isNumbers }) => isNumbers);
  const isMain = ({ name }: GuideColumn): boolean => coreOf(name).length === 0;
  const hasMain = numeric.some(isMain);
  return [...numeric]
    .sort((a, b) => Number(isMain(b)) - Number(isMain(a)))
    .map((column) => numbersOf(column, isMain(column) || !hasMain));
}

function numbersOf({ name, alsoCalled, values: given }: GuideColumn, isMain: boolean): Numbers {
  const values = given.flatMap(({ value }) => {
    const range = rangeOf(value);
    return range ? [{ value, ...range }] : [];
  });
  const names = [name, ...alsoCalled].flatMap(nameWords);
  const isScale =
    /rating|star|score|satisf|nps|grade/i.test(names.join(" ")) &&
    values.every(({ low, high }) => low === high && high <= 10);
  const isAge = names.some((word) => /^(?:age|aged|generation)$/.test(word));
  const units = given.flatMap(({ value }) =>
    nameWords(value).filter((word) => /^\p{L}{3,}$/u.test(word) && !COMPARING.test(word)),
  );
  const cores = [name, ...alsoCalled].map(coreOf);
  const words = new Set([
    ...[...cores.filter(({ length }) => length === 1).flat(), ...units].filter((word) => word.length > 2),
    ...(isScale && isMain ? MARK_WORDS : []),
    ...(isAge ? ["age", "aged", "old", "older", "younger", "year"] : []),
  ]);
  return {
    column: name,
    values,
    words,
    stems: new Set([...words].map(stemOf)),
    phrases: cores.filter(({ length }) => length > 1),
    parts: new Set(cores.flat().map(stemOf)),
    unit: names.map((word) => SECONDS[word]).find((one) => one !== undefined) ?? null,
    isAge,
    isScale,
  };
}

const ONE = "one";
const TIMES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1_000,
  million: 1_000_000,
  k: 1_000,
  m: 1_000_000,
};
/** How many seconds units of time have; a month is a twelfth of a year. */
const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  sec: 1,
  minute: 60,
  min: 60,
  hour: 3_600,
  hr: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_628_000,
  year: 31_536_000,
};
/** "5", "2.5", "5,000", "100k", "two", "a thousand", "half an hour". */
const N = `((?:(?:\\d{1,3}(?: , \\d{3})+|\\d{1,7}(?:\\.\\d+)?|${ONE}|once|twice|${Object.keys(NUMBER_WORDS).join("|")})(?:[km](?![a-z])| (?:hundred|thousand|million))?)|a (?:hundred|thousand|million)|half an?|an?(?= (?:${Object.keys(SECONDS).join("|")})\\b))`;

/** The number that a form of N says. */
function numberFrom(said: string): number {
  const [, first, times] = /^(.*?) ?(k|m|hundred|thousand|million)?$/.exec(said.replace(/ , /g, ""))!;
  const base = /^half/.test(said)
    ? 0.5
    : /^an?$/.test(first!)
      ? 1
      : (ONCE[first!] ?? NUMBER_WORDS[first!] ?? Number(first));
  return base * (times === undefined ? 1 : TIMES[times]!);
}
type Limits = (a: number, b: number) => { from?: number; to?: number; isOver?: boolean; isUnder?: boolean };
const FORMS: readonly (readonly [RegExp, Limits])[] = [
  // "In their thirties"
  [/(?<![\w.])(?:their|the|his|her) (?:early |mid |late )?([2-9]0)s(?![\w])/g, (a) => ({ from: a, to: a + 9 })],
  [
    new RegExp(`(?<![\\w.])(?:between |from )?${N}(?: ?[-–] ?| to | and | or |, ?)(?:an? )?${N}(?![\\w])`, "g"),
    (a, b) => ({ from: Math.min(a, b), to: Math.max(a, b) }),
  ],
  [
    new RegExp(
      `(?<![\\w.])(?<!\\bno )(?:over|above|more than|older than|past|longer than|higher than|greater than|exceed(?:s|ed|ing)?|better than)(?: the)? ${N}s?(?![\\w])`,
      "g",
    ),
    (a) => ({ from: a, isOver: true }),
  ],
  [
    new RegExp(
      `(?<![\\w.])(?:under|below|less than|younger than|fewer than|lower than|shorter than|worse than)(?: the)? ${N}s?(?![\\w])`,
      "g",
    ),
    (a) => ({ to: a, isUnder: true }),
  ],
  [new RegExp(`(?<![\\w.])(?:at least|minimum of|no (?:fewer|less) than) ${N}(?![\\w])`, "g"), (a) => ({ from: a })],
  [
    new RegExp(
      `(?<![\\w.])(?:at most|up to|maximum of|no more than|(?:not|never) (?:\\w+ )?(?:more than|over|above|past)) ${N}(?![\\w])`,
      "g",
    ),
    (a) => ({ to: a }),
  ],
  [
    new RegExp(
      `(?<![\\w.])${N}(?: ?\\+| ?plus| (?:[a-z]+ )?(?:(?:or|and) (?:more|older|over|above|higher|up|upwards|better|longer|greater)|plus|at least))(?![\\w])`,
      "g",
    ),
    (a) => ({ from: a }),
  ],
  [
    new RegExp(
      `(?<![\\w.])${N} (?:[a-z]+ )?(?:(?:or|and) (?:less|fewer|younger|under|below|lower|worse|shorter|smaller|down)|at (?:the )?(?:very )?most|max(?:imum)?)(?![\\w])`,
      "g",
    ),
    (a) => ({ to: a }),
  ],
  [/(?<![\w.])(no|zero)(?= )/g, () => ({ from: 0, to: 0 })],
  [new RegExp(`(?<![\\w.])${N}(?: ?(?:out of|of|/) ?(?:5|10|100))?(?![\\w])`, "g"), (a) => ({ from: a, to: a })],
];
const WANTED =
  /^(?:quotes?|examples?|verbatims?|reasons?|themes?|topics?|problems?|issues?|complaints?|things|sentences?|bullets?|reviews|tweets|posts|records|tickets|responses|answers|comments|projects|entries|messages|mentions)$/;
/** So many columns may be meant by a number that names none. */
const MAX_GUESSES = 4;
/** How many words from its numbers a column may be named. */
const NEAR = 6;
const ONCE: Readonly<Record<string, number>> = { [ONE]: 1, once: 1, twice: 2 };
/** Behind these, and before what is told apart by them, a number is none: "the second one", "the two". */
const POINTING =
  /^(?:first|second|third|fourth|fifth|last|next|top|that|this|the|these|those|which|each|every|no|other|worse|better|former|latter|big|new|both|of)$/;

/** Values named by numbers: "over-55s", "one-star", "2 or less", "more than five years". */
export function rangesNamed(
  text: Text,
  numbers: readonly Numbers[],
  saidOf: (from: number, to: number) => string,
  /** Whether numbers whose column isn't named are taken for values of each that they may be of. */
  guesses = false,
): Named[] {
  const found: Named[] = [];
  const seen: { from: number; to: number }[] = [];
  const words = text.tokens.map(({ said }) => nameWords(said));
  const isOf = (column: Numbers, at: number): boolean =>
    (words[at] ?? []).some(
      (word) =>
        column.words.has(word) ||
        (word.length > 5 && column.stems.has(stemOf(word))) ||
        (guesses && column.parts.has(stemOf(word))) ||
        column.phrases.some((phrase) => phrase.at(-1) === word && phrase.at(-2) === words[at - 1]?.at(-1)),
    );
  /** The column that is named nearest to some numbers; behind them first. */
  const nearest = (from: number, to: number, far: number): Numbers | undefined => {
    for (let away = 0; away < far; away++)
      for (const at of [to + away, from - 1 - away]) {
        const column = numbers.find((one) => isOf(one, at));
        if (column) return column;
      }
    return undefined;
  };
  for (const [pattern, limitsOf] of FORMS)
    for (const { from, to, groups } of placesOf(text, pattern)) {
      if (seen.some((one) => one.from < to && from < one.to)) continue;
      // All of a column, "from 1 to 5 stars", is no part of it, nor are its ends.
      if (groups[2] !== undefined) seen.push({ from, to });
      const before = text.tokens[from - 1]?.said ?? "";
      if (/^(?:ones?|two|three)$/.test(text.tokens[from]!.said) && POINTING.test(before)) continue;
      const isInside = (one: Numbers): boolean =>
        Array.from({ length: to - from }, (_, i) => from + i).some((at) => isOf(one, at));
      const inside = numbers.find(isInside);
      // "Two quotes", "the top 3": how many are wanted.
      if (
        (inside === undefined && WANTED.test(text.tokens[to]?.said ?? "")) ||
        /^(?:top|first|which|show|give|me)$/.test(before)
      )
        continue;
      const [a, b] = [groups[1]!, groups[2]].map((one) =>
        one === undefined || one === "no" ? NaN : numberFrom(one),
      ) as [number, number];
      // "1 out of 10" is a mark, whatever else is said.
      const isOutOf = / ?(?:out of|\/) ?\d/.test(groups[0]);
      const isOfPeople =
        /^(?:their|the|his|her) .*[2-9]0s$|(?:over|under|above|below|past)(?: the)? \d+s?$/.test(groups[0]) && a >= 15;
      // "… than those with 10 or less": of what the numbers before it are.
      const last = found.at(-1);
      // "No fatalities"
      const isNone = groups[1] === "no" || groups[1] === "zero";
      const none = isNone ? numbers.find((one) => !one.isScale && isOf(one, to)) : undefined;
      if (isNone && !none) continue;
      // "Half an hour" for a column of seconds or minutes.
      const second = Array.from(
        { length: to - from + 1 },
        (_, i) => SECONDS[singular(text.tokens[from + i]?.said ?? "")],
      ).find((one) => one !== undefined);
      const timed = second === undefined ? undefined : numbers.find(({ unit }) => unit !== null);
      const named = none ?? inside ?? nearest(from, to, 2) ?? timed;
      const isTimed = second !== undefined && named?.unit !== null && named?.unit !== undefined;
      const scale = isTimed ? second / named.unit! : 1;
      const column =
        named ??
        numbers.find((one) => one.column === last?.column) ??
        nearest(from, to, NEAR) ??
        numbers.find(({ isAge, isScale }) => (isAge && isOfPeople) || (isScale && isOutOf));
      const bounds = column && boundsIn(column, limitsOf(a * scale, b * scale));
      if (guesses && named === undefined) {
        // A number by itself is a mark at most, and "in 2018" is a year.
        const isBare = pattern === FORMS.at(-1)![0];
        if (/^(?:1[89]|20)\d\d$/.test(groups[1]!) || (isBare && !/^\d/.test(groups[1]!))) continue;
        for (const one of numbers.filter(({ isScale: is }) => is || !isBare).slice(0, MAX_GUESSES)) {
          const own = one === column ? bounds : boundsIn(one, limitsOf(a, b));
          if (own)
            found.push({
              from,
              to,
              column: one.column,
              values: own,
              said: saidOf(from, to),
              isNot: false,
              ...(one !== column && { isPart: true }),
            });
        }
        seen.push({ from, to });
        continue;
      }
      if (!bounds) continue;
      const isUnit = column.words.has(singular(text.tokens[to]?.said ?? "")) || isOf(column, to);
      const end = isUnit ? (isOf(column, to + 1) ? to + 2 : to + 1) : isOf(column, to + 1) ? to + 2 : to;
      seen.push({ from, to: end });
      found.push({ from, to: end, column: column.column, values: bounds, said: saidOf(from, end), isNot: false });
    }
  if (guesses)
    for (const { from, to, groups } of placesOf(text, EDGES)) {
      const column =
        numbers.find((one) => one.isScale && (isOf(one, to) || isOf(one, to + 1))) ??
        numbers.find(({ isScale }) => isScale);
      const ends = column?.values.flatMap(({ low, high }) => [low, high]);
      const end = ends && (groups[1] === undefined ? Math.max(...ends) : Math.min(...ends));
      if (end !== undefined && found.every((one) => one.to <= from || one.from >= to))
        found.push({
          from,
          to,
          column: column!.column,
          values: { from: end, to: end },
          said: saidOf(from, to),
          isNot: false,
          isPart: true,
        });
    }
  return found;
}

/** The ends of a scale: "full marks", "a perfect ten", "the lowest score". */
const EDGES =
  /(?<!\w)(?:(?:top|full|highest|perfect|maximum|max|best)|(lowest|worst|bottom|minimum))(?: possible)? (?:marks?|scores?|ratings?|points?|tens?|fives?|10s?|5s?|stars?|grades?)(?!\w)/g;

/** Bounds that some of a column's values are within, but not all. */
function boundsIn({ values }: Numbers, { from, to, isOver, isUnder }: ReturnType<Limits>): Bounds | null {
  // "Under 3" is up to what comes before 3: 2, or 2.5 where there are halves.
  const next = (at: number): number =>
    isWhole ? at + 1 : Math.min(...values.map(({ low }) => low).filter((low) => low > at));
  const last = (at: number): number =>
    isWhole ? at - 1 : Math.max(...values.map(({ high }) => high).filter((high) => high < at));
  const isWhole = values.every(({ low }) => Number.isInteger(low));
  const has = (at: number | undefined): boolean => values.some(({ low, high }) => low === at && high === at);
  const bounds: Bounds = {
    ...(from !== undefined && { from: isOver && has(from) ? next(from) : from }),
    ...(to !== undefined && { to: isUnder && has(to) ? last(to) : to }),
  };
  if (Object.values(bounds).some((one) => !Number.isFinite(one))) return null;
  const { from: low = -Infinity, to: high = Infinity } = bounds;
  const within = values.filter((one) => one.low >= low && one.high <= high);
  return within.length === 0 || within.length === values.length ? null : bounds;
}
