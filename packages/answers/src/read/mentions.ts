import { IS_MARK, SAYS_WHAT } from "../columnKinds";
import { MONTH_NAMES } from "../dataset/numbers";
import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import type { Bounds } from "../plan";
import { datesNamed } from "./dates";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { isOfPlace, nameWords, NEGATIVE, otherColumnNames, otherNames, POSITIVE } from "./names";
import { saidByFlags } from "./outcomes";
import { conceptWords } from "./concepts";
import { numbersIn, rangesNamed, type Numbers } from "./ranges";
import { partOf, singular, type Place, type Text } from "./text";

/** How words name a column or a value, from the surest to the loosest. */
export type How =
  | "own"
  | "other"
  | "part"
  | "within"
  | "date"
  | "range"
  | "number"
  | "flag"
  | "place"
  | "age"
  | "feeling"
  | "marks"
  | "concept"
  | "who"
  | "which"
  | "text";

/** Words of a question that may mean something of the data. Mentions may overlap: a reading chooses among them. */
export interface Mention extends Place {
  kind: "column" | "value" | "topic";
  how: How;
  /** Whether only the stems of the words agree. */
  isLoose: boolean;
  /** Empty for a topic. */
  column: string;
  /** What the column has to be; null for a column and a topic. */
  values: string[] | Bounds | null;
  /** As written. */
  said: string;
  /** Whether the words deny it by themselves: "wouldn't recommend". */
  isNot: boolean;
}

interface Name {
  words: readonly string[];
  stems: readonly string[];
  column: string;
  values: string[] | null;
  how: How;
}

interface Index {
  names: ReadonlyMap<string, readonly Name[]>;
  /** Values of one word, by its first four letters. */
  places: ReadonlyMap<string, readonly { value: string; column: string; word: string }[]>;
  numbers: readonly Numbers[];
  feeling: Feelings | null;
  concepts: readonly { column: string; stems: ReadonlySet<string> }[];
  whose: readonly string[];
}

/** The column that says how people feel, and its values: of feelings by name, or of marks. */
export interface Feelings {
  column: string;
  positive: string[];
  negative: string[];
  isScale: boolean;
}

/** Longer names are matched as a whole only. */
const MAX_WORDS = 6;
/** A word that so many values of a column have names none of them. */
const MAX_SHARING = 12;
const MAX_TOPIC = 4;
/** A word of more columns' names names none of them: "complainant" of age, sex and race. */
const MAX_NAMED = 2;

const indexes = new WeakMap<Guide, Index>();

function indexOf(guide: Guide): Index {
  let index = indexes.get(guide);
  if (!index) indexes.set(guide, (index = made(guide)));
  return index;
}

function made(guide: Guide): Index {
  const names = new Map<string, Name[]>();
  const places = new Map<string, { value: string; column: string; word: string }[]>();
  const add = (words: readonly string[], column: string, values: string[] | null, how: How): void => {
    if (words.length === 0) return;
    const stems = words.map(stemOf);
    const list = names.get(stems[0]!) ?? [];
    const isKnown = list.some(
      (one) =>
        one.column === column &&
        (one.values === null) === (values === null) &&
        one.values?.join() === values?.join() &&
        one.stems.join(" ") === stems.join(" "),
    );
    if (!isKnown) list.push({ words, stems, column, values, how });
    names.set(stems[0]!, list);
  };
  const sharing = (word: string): number => guide.columns.filter(({ name }) => nameWords(name).includes(word)).length;
  for (const { name, alsoCalled, values, isNumbers, isDated } of guide.columns) {
    const own = nameWords(name);
    add(own, name, null, "own");
    for (const other of [...alsoCalled, ...otherColumnNames(name)]) add(nameWords(other), name, null, "other");
    for (const word of own)
      if (isTelling(word) && !IS_MARK.test(word) && sharing(word) <= MAX_NAMED) add([word], name, null, "part");
    for (const { value, alsoCalled: others } of values) {
      add(nameWords(value), name, [value], "own");
      for (const other of [...otherNames(value, name), ...others]) add(nameWords(other), name, [value], "other");
      const acronym = acronymOf(value);
      if (acronym !== null) add([acronym], name, [value], "other");
      const [word, ...more] = nameWords(value);
      if (word !== undefined && more.length === 0 && /^\p{Lu}/u.test(value))
        places.set(word.slice(0, 4), [...(places.get(word.slice(0, 4)) ?? []), { value, column: name, word }]);
    }
    if (!isNumbers && !isDated)
      for (const [words, own] of partsOf(values.map(({ value }) => value))) add(words, name, own, "within");
  }
  return {
    names,
    places,
    numbers: numbersIn(guide),
    feeling: feelingsIn(guide),
    concepts: guide.columns.map((column) => ({ column: column.name, stems: conceptWords(column) })),
    whose: guide.columns
      .filter(
        ({ name, values, isDated, isNumbers }) => !isDated && !isNumbers && values.length > 1 && !SAYS_WHAT.test(name),
      )
      .map(({ name }) => name),
  };
}

/** "fab" of "First Abu Dhabi Bank". */
function acronymOf(value: string): string | null {
  const initials = value.match(/(?<!\p{L})\p{Lu}(?=\p{Ll})/gu) ?? [];
  return initials.length >= 3 && initials.length === value.split(/\s+/).length ? initials.join("").toLowerCase() : null;
}

const isTelling = (word: string): boolean => word.length > 1 && !FUNCTION_WORDS.has(word) && !/^\d$/.test(word);

/** The runs of words that stand in values, with the values that they stand in: "inn" in two hotels' names. */
function partsOf(values: readonly string[]): [string[], string[]][] {
  const found = new Map<string, string[]>();
  for (const value of values) {
    const words = nameWords(value);
    const runs = new Set<string>();
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= Math.min(from + 3, words.length); to++)
        if (to - from < words.length && isTelling(words[from]!) && isTelling(words[to - 1]!))
          runs.add(words.slice(from, to).join(" "));
    for (const run of runs) found.set(run, [...(found.get(run) ?? []), value]);
  }
  return [...found].flatMap(([run, own]) =>
    own.length <= MAX_SHARING && own.length < values.length ? [[run.split(" "), own] as [string[], string[]]] : [],
  );
}

const YES = /^(?:yes|true|y|1)\b/i;
const NO = /^(?:no|false|n|0)\b/i;

export const feelingsOf = (guide: Guide): Feelings | null => indexOf(guide).feeling;

function feelingsIn(guide: Guide): Feelings | null {
  for (const { name, values } of guide.columns) {
    const of = (pattern: RegExp): string[] =>
      values.flatMap(({ value }) =>
        nameWords(value).length <= 2 && nameWords(value).some((word) => pattern.test(word)) ? [value] : [],
      );
    const [positive, negative] = [
      of(/^(?:positive|pos|happy|satisfied)$/),
      of(/^(?:negative|neg|unhappy|dissatisfied)$/),
    ];
    if (positive.length > 0 && negative.length > 0) return { column: name, positive, negative, isScale: false };
  }
  const scale = numbersIn(guide).find(({ isScale }) => isScale);
  const advice = guide.columns.find(
    ({ name, values }) =>
      /recommend|satisf|liked|happy/i.test(name) && values.length <= 4 && values.some(({ value }) => YES.test(value)),
  );
  if (!scale && advice) {
    const of = (pattern: RegExp): string[] =>
      advice.values.flatMap(({ value }) => (pattern.test(value) ? [value] : []));
    return { column: advice.name, positive: of(YES), negative: of(NO), isScale: false };
  }
  if (!scale) return null;
  const most = Math.max(...scale.values.map(({ high }) => high));
  const of = (is: (one: { low: number; high: number }) => boolean): string[] =>
    scale.values.filter(is).map(({ value }) => value);
  return {
    column: scale.column,
    positive: of(({ low }) => low >= most * 0.8),
    negative: of(({ high }) => high <= most * 0.4),
    isScale: true,
  };
}

interface Piece {
  word: string;
  stem: string;
  /** The stem of what somebody does: "surf" of "surfers". */
  base: string;
  token: number;
}

const baseOf = (word: string): string => stemOf(word.replace(/(?<=\p{L}{3})(?:ers?|ors?|ists?)$/u, ""));

/** Everything of the data that the words of a text may mean. */
export function mentionsIn(text: Text, guide: Guide): Mention[] {
  const index = indexOf(guide);
  const { tokens } = text;
  const saidOf = (from: number, to: number): string =>
    partOf(text, { from, to })
      .tokens.map(({ written }) => written)
      .join(" ");
  const found: Mention[] = [];
  const add = (one: Omit<Mention, "said" | "isNot" | "isLoose"> & Partial<Mention>): void => {
    found.push({ said: saidOf(one.from, one.to), isNot: false, isLoose: false, ...one });
  };
  const asValue = (how: How) => (one: { from: number; to: number; column: string; values: unknown; isNot: boolean }) =>
    add({
      ...{ from: one.from, to: one.to, column: one.column, isNot: one.isNot, kind: "value", how },
      values: one.values as Mention["values"],
    });
  datesNamed(text, guide, saidOf).forEach(asValue("date"));
  rangesNamed(text, index.numbers, saidOf, true).forEach((one) => asValue(one.isPart ? "number" : "range")(one));
  saidByFlags(text, guide, saidOf).forEach(asValue("flag"));
  const pieces: Piece[] = tokens.flatMap(({ written, isWord }, token) =>
    isWord && written !== "&"
      ? nameWords(written).map((word) => ({ word, stem: stemOf(word), base: baseOf(word), token }))
      : [],
  );
  pieces.forEach(({ word, stem, base, token }, at) => {
    const names = [...(index.names.get(stem) ?? []), ...(base !== stem ? (index.names.get(base) ?? []) : [])];
    for (const { words, stems, column, values, how } of names) {
      // A time is read as one, and not as the name of a value.
      if (
        values !== null &&
        found.some((one) => one.how === "date" && one.column === column && token >= one.from && token < one.to)
      )
        continue;
      if (!stems.every((one, i) => pieces[at + i]?.stem === one || pieces[at + i]?.base === one)) continue;
      const to = pieces[at + words.length - 1]!.token + 1;
      // "OR" and "IN" are codes only in capitals.
      const isCode =
        values !== null &&
        words.length === 1 &&
        word.length <= 3 &&
        /^[A-Z]{2,3}$/.test(values[0]!) &&
        (how === "own" || how === "within");
      if (isCode && tokens[token]!.written !== tokens[token]!.written.toUpperCase()) continue;
      const isAcronym = values?.length === 1 && words.length === 1 && word === acronymOf(values[0]!);
      if (isAcronym && tokens[token]!.written !== tokens[token]!.written.toUpperCase()) continue;
      const isShort = words.length === 1 && (word.length <= 3 || FUNCTION_WORDS.has(word));
      if (
        isShort &&
        values !== null &&
        (word !== words[0] || FUNCTION_WORDS.has(tokens[token]!.said)) &&
        tokens[token]!.written !== tokens[token]!.written.toUpperCase()
      )
        continue;
      const isLoose = !words.every((one, i) => pieces[at + i]!.word === one);
      add({ from: token, to, kind: values === null ? "column" : "value", how, isLoose, column, values });
    }
    // "Candy Crush" for candycrush.
    const next = pieces[at + 1];
    const joined = next && word.length + next.word.length > 5 ? `${word}${next.word}` : null;
    for (const { words, column, values } of joined === null ? [] : (index.names.get(stemOf(joined)) ?? []))
      if (words.length === 1 && words[0] === joined && values !== null)
        add({ from: token, to: next!.token + 1, kind: "value", how: "own", column, values });
    for (const { value, column, word: place } of index.places.get(tokens[token]!.said.slice(0, 4)) ?? [])
      if (isOfPlace(tokens[token]!.said.replace(/['’ʼ]s$/, ""), place))
        add({ from: token, to: token + 1, kind: "value", how: "place", column, values: [value] });
    for (const { column, words } of index.numbers)
      if (words.has(word)) add({ from: token, to: token + 1, kind: "column", how: "marks", column, values: null });
    for (const { column, stems } of index.concepts)
      if (stems.has(stem) && !found.some((one) => one.kind === "column" && one.column === column && one.from === token))
        add({ from: token, to: token + 1, kind: "column", how: "concept", column, values: null });
    if (/^(?:who|whose|whom)$/.test(word))
      for (const column of index.whose.slice(0, 3))
        add({ from: token, to: token + 1, kind: "column", how: "who", column, values: null });
    // "Which bank" of a column of companies: what the column holds has more names than its own.
    if (
      /^(?:which|what)$/.test(pieces[at - 1]?.word ?? "") &&
      !FUNCTION_WORDS.has(word) &&
      !FRAME_WORDS.has(word) &&
      !found.some(({ kind, from, how }) => kind === "column" && from === token && how !== "part")
    )
      for (const column of index.whose.slice(0, 3))
        add({ from: token, to: token + 1, kind: "column", how: "which", column, values: null });
    const { feeling } = index;
    for (const [pattern, is] of [
      [PRAISING, "positive"],
      [BLAMING, "negative"],
    ] as const)
      if (feeling && pattern.test(word) && feeling[is].length > 0)
        add({ from: token, to: token + 1, kind: "value", how: "feeling", column: feeling.column, values: feeling[is] });
    const aged = agedBy(word, index);
    if (aged) add({ from: token, to: token + 1, kind: "value", how: "age", ...aged });
  });
  for (const [one, other] of monthsBetween(found, tokens)) {
    const [from, to] = [monthOf(one.values), monthOf(other.values)];
    const count = ((to - from + 12) % 12) + 1;
    const names = Array.from({ length: count }, (_, i) => MONTH_NAMES[(from + i) % 12]!);
    add({ ...one, to: other.to, said: saidOf(one.from, other.to), values: names });
  }
  // What stands in quotation marks is looked for as it is, unless all of it is a name.
  const isQuote = ({ from, to, kind, how }: Mention): boolean =>
    kind !== "topic" &&
    tokens[from]!.isQuoted === true &&
    !(how === "own" && !tokens[from - 1]?.isQuoted && !tokens[to]?.isQuoted);
  const named = found.filter((one) => !isQuote(one));
  found.length = 0;
  found.push(...named);
  for (const place of topicsIn(text)) add({ ...place, kind: "topic", how: "text", column: "", values: null });
  return found;
}

const monthOf = (values: Mention["values"]): number => MONTH_NAMES.indexOf(Array.isArray(values) ? values[0]! : "");

/** "December to February": two months of a column with what joins them. */
const monthsBetween = (found: readonly Mention[], tokens: Text["tokens"]): [Mention, Mention][] =>
  found.flatMap((one) =>
    monthOf(one.values) < 0 || !/^(?:to|until|till|through|thru|–|-)$/.test(tokens[one.to]?.said ?? "")
      ? []
      : found.flatMap((other): [Mention, Mention][] =>
          other.from === one.to + 1 && other.column === one.column && monthOf(other.values) >= 0 ? [[one, other]] : [],
        ),
  );

/** The values of its column that a mention stands for, however it says so. */
export function valuesOf({ column, values }: Pick<Mention, "column" | "values">, guide: Guide): string[] {
  if (values === null || Array.isArray(values)) return values ?? [];
  const { from = -Infinity, to = Infinity } = values;
  const own = indexOf(guide).numbers.find((one) => one.column === column);
  return (own?.values ?? []).filter(({ low, high }) => low >= from && high <= to).map(({ value }) => value);
}

const PRAISING = new RegExp(`${POSITIVE.source}|^(?:love[ds]?|like[ds]?|enjoy(?:s|ed)?|praise[ds]?|full|perfect)$`);
const BLAMING = new RegExp(`${NEGATIVE.source}|^(?:hate[ds]?|dislike[ds]?|complain(?:s|ed|ing|t)?|panned|down)$`);

/** The young and the old, by a column of ages. */
function agedBy(word: string, { numbers }: Index): { column: string; values: string[] | Bounds } | null {
  const isTeen = /^(?:teen|teenager|adolescent)$/.test(word);
  const isYoung = /^(?:young|younger|youngest|youth|youngster)$/.test(word);
  const ages = numbers.find(({ isAge }) => isAge);
  if (ages && isTeen) return { column: ages.column, values: { from: 13, to: 19 } };
  if (!ages || (!isYoung && !/^(?:old|older|oldest|elderly|senior|pensioner)$/.test(word))) return null;
  const sorted = [...ages.values].sort((a, b) => a.low - b.low);
  const some = Math.max(1, Math.round(sorted.length / 3));
  return {
    column: ages.column,
    values: (isYoung ? sorted.slice(0, some) : sorted.slice(-some)).map(({ value }) => value),
  };
}

/** The runs of words that texts could be looked through for: they begin and end with a word that may tell something. */
function topicsIn({ tokens }: Text): Place[] {
  const found: Place[] = [];
  const mayEnd = tokens.map(({ said, isWord }) => isWord && /\p{L}/u.test(said) && !FUNCTION_WORDS.has(said));
  // Either of two things is two topics.
  const parts = tokens.map(({ said }) => /^(?:or|nor|but|vs|versus|than)$/.test(said));
  for (let from = 0; from < tokens.length; from++) {
    if (tokens[from]!.isQuoted) {
      // What stands in quotation marks is one topic.
      let to = from;
      while (tokens[to]?.isQuoted) to += 1;
      if (to - from <= MAX_WORDS) found.push({ from, to });
      from = to - 1;
      continue;
    }
    if (!mayEnd[from]) continue;
    for (
      let to = from + 1;
      to <= Math.min(from + MAX_TOPIC, tokens.length) &&
      tokens[to - 1]!.isWord &&
      !tokens[to - 1]!.isQuoted &&
      !parts[to - 1];
      to++
    )
      if (mayEnd[to - 1]) found.push({ from, to });
  }
  return found;
}

/** Whether a text names a column of numbers, by its name or by what it holds. */
export const namesNumbers = (text: Text, guide: Guide): boolean => {
  const numbers = new Set(guide.columns.filter(({ isNumbers }) => isNumbers).map(({ name }) => name));
  return mentionsIn(text, guide).some(
    ({ kind, how, column, isLoose }) => kind === "column" && numbers.has(column) && how !== "who" && !isLoose,
  );
};

/** Whether a word is one of a column's name, or begins the name of a value. */
export const isNameWord = (word: string, guide: Guide): boolean => indexOf(guide).names.has(stemOf(singular(word)));
