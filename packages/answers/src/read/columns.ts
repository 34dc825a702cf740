// Longer than other files: all the ways in which a question names a column or a value.
import { IS_MARK } from "../columnKinds";
import { stemOf } from "../dataset/words";
import type { Guide, GuideColumn } from "../guide";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { datesNamed } from "./dates";
import {
  COMMON_ADJECTIVES,
  isOfPlace,
  nameWords as wordsOf,
  NEGATIVE,
  otherColumnNames,
  otherNames,
  POSITIVE,
} from "./names";
import { saidByFlags } from "./outcomes";
import { numbersIn, rangesNamed, type Numbers } from "./ranges";
import { partOf, singular, type Named, type Text } from "./text";
import type { Token } from "./tokens";

interface Entry {
  /** How surely the words mean it: by its own name, by a part of that, by another name, by a word of it. */
  how: number;
  isPart?: boolean;
  words: readonly string[];
  column: string;
  values: string[] | null;
  /** True where it is meant only beside the column's name, people or records: "low", "chat". */
  isRisky: boolean;
  /** True for "US" and "IN": only in capitals. */
  isCapitals: boolean;
}

const [NAME, MEMBER, OTHER, PART] = [0, 1, 2, 3] as const;

interface Index {
  /** By the first word, the longest first. */
  entries: ReadonlyMap<string, readonly Entry[]>;
  places: readonly { value: string; column: string; word: string }[];
  numbers: readonly Numbers[];
  /** What says how people feel: a column of feelings, or of marks from 1 to 5. */
  feeling: { column: string; positive: string[]; negative: string[]; isScale: boolean } | null;
  record: ReadonlySet<string>;
  /** The stems of all columns' names. */
  names: ReadonlySet<string>;
}

const indexes = new WeakMap<Guide, Index>();

function indexOf(guide: Guide): Index {
  let index = indexes.get(guide);
  if (!index) indexes.set(guide, (index = made(guide)));
  return index;
}

export const feelingOf = (guide: Guide): Index["feeling"] => indexOf(guide).feeling;

const PEOPLE =
  "people person customer user client guest reviewer buyer shopper passenger traveler traveller visitor member subscriber employee respondent participant patient student folk one author writer poster commenter account household team owner caller tenant reader rater individual adult resident consumer holder";
const PERSON = new Set(PEOPLE.split(" "));
const RECORDS = new Set(
  "record post review ticket comment message chat response answer survey entry complaint feedback conversation tweet request case opinion rating goal resolution text experience mention email call feeling sentiment".split(
    " ",
  ),
);

/** A value of more words is a sentence: only as a whole is it named. */
const MAX_NAME = 4;

/** The words by which a value of two or three is told from the others of its column: "the helpline", "the 111". */
function tellingWords(value: string, values: GuideColumn["values"]): string[] {
  const own = wordsOf(value);
  if (own.length < 2 || own.length > 3 || /[/&]/.test(value)) return [];
  const others = new Set(values.flatMap((one) => (one.value === value ? [] : wordsOf(one.value))));
  return own.filter(
    (word) =>
      (word.length > 3 || /^\d{3}$/.test(word)) &&
      !others.has(word) &&
      !PERSON.has(word) &&
      !RECORDS.has(word) &&
      !POSITIVE.test(word) &&
      !NEGATIVE.test(word) &&
      ![word, `${word}s`].some((one) => FUNCTION_WORDS.has(one) || FRAME_WORDS.has(one) || COMMON_ADJECTIVES.has(one)),
  );
}

/** A value without the word that most of its column end with: "economy" of "Economy Class". */
function coreOf(value: string, values: GuideColumn["values"]): string | null {
  const own = wordsOf(value);
  const last = own.at(-1)!;
  const all = values.filter((one) => wordsOf(one.value).length > 1 && wordsOf(one.value).at(-1) === last).length;
  if (own.length < 2 || own.length > 3 || all < 3 || all * 2 < values.length) return null;
  const core = own.slice(0, -1);
  return core.some((word) => word.length > 3 && !FUNCTION_WORDS.has(word) && !FRAME_WORDS.has(word))
    ? core.join(" ")
    : null;
}

/** Values that begin alike before a sign, "Military - Navy", by what they begin with. */
function familiesOf(values: readonly string[]): [string, string[]][] {
  const families = new Map<string, string[]>();
  for (const value of values) {
    const prefix = /^([\p{L}\p{N} ]{3,40}?)\s?(?:[:/(–]| - )/u.exec(value)?.[1];
    if (prefix) families.set(prefix, [...(families.get(prefix) ?? []), value]);
  }
  return [...families].filter(([, own]) => own.length > 1 && own.length <= 12);
}

function made(guide: Guide): Index {
  const entries = new Map<string, Entry[]>();
  const places: { value: string; column: string; word: string }[] = [];
  const record = new Set([...wordsOf(guide.record.one), ...wordsOf(guide.record.many)]);
  const add = (text: string, column: string, values: string[] | null, how: number, isRisky = false): void => {
    const isPart = how === PART;
    const words = wordsOf(text);
    if (words.length === 0) return;
    const alone = words.length === 1 ? words[0]! : null;
    const isCapitals = values !== null && alone !== null && /^[A-Za-z.]{2,4}$/.test(text) && alone.length < 3;
    const isCommon = !isPart && alone !== null && !isCapitals && values !== null && isWeak(alone);
    const list = entries.get(words[0]!) ?? [];
    list.push({ how, words, column, values, isCapitals, isRisky: isRisky || isCommon, isPart });
    list.sort((a, b) => b.words.length - a.words.length || a.how - b.how);
    entries.set(words[0]!, list);
  };
  const isWeak = (word: string): boolean =>
    word.length < 2 ||
    /^\d+$/.test(word) ||
    record.has(word) ||
    [word, `${word}s`].some((one) => FUNCTION_WORDS.has(one) || FRAME_WORDS.has(one) || COMMON_ADJECTIVES.has(one));
  const taken = new Set([...record, ...guide.columns.flatMap((one) => [one.name, ...one.alsoCalled].flatMap(wordsOf))]);
  for (const { name, alsoCalled, values } of guide.columns) {
    const head = wordsOf(name).at(-1) ?? "";
    const isFlag = values.length <= 4 && values.some(({ value }) => /^(?:yes|true)$/i.test(value));
    const isOwnHead =
      !isFlag && guide.columns.every((other) => other.name === name || !wordsOf(other.name).includes(head));
    const core = wordsOf(name).filter((word) => !IS_MARK.test(word));
    const short = core.length > 1 && core.length < wordsOf(name).length ? [core.join(" ")] : [];
    const likeIt = otherColumnNames(name).filter((one) => !taken.has(one));
    for (const one of [name, ...alsoCalled, ...short, ...(isOwnHead ? [head, ...likeIt] : [])])
      add(one, name, null, one === name ? NAME : OTHER);
    for (const { value, alsoCalled: others } of values) {
      add(value, name, [value], NAME);
      for (const other of new Set([...otherNames(value, name), ...others]))
        if (!isFeeling(other) && other.length > 1) add(other, name, [value], OTHER);
      const parts = value.split(/[/&,;()]|\band\b/).filter((part) => part.trim().length > 2);
      if (parts.length > 1 && wordsOf(value).length <= MAX_NAME)
        for (const part of parts) add(part, name, [value], MEMBER, true);
      for (const word of tellingWords(value, values)) add(word, name, [value], PART);
      const core = coreOf(value, values);
      if (core !== null) add(core, name, [value], OTHER);
      for (const place of /^\p{Lu}/u.test(value) ? [value, ...otherNames(value, name)] : []) {
        const [word, ...more] = wordsOf(place);
        if (word !== undefined && more.length === 0) places.push({ value, column: name, word });
      }
    }
    for (const [prefix, own] of familiesOf(values.map(({ value }) => value))) add(prefix, name, own, PART);
  }
  return {
    entries,
    places,
    record,
    names: new Set(guide.columns.flatMap(({ name }) => wordsOf(name)).map(stemOf)),
    numbers: numbersIn(guide),
    feeling: feelingIn(guide),
  };
}

/** The young and the old, by a column of ages. */
function ageHit(
  { numbers }: Index,
  pieces: readonly Piece[],
  at: number,
): { column: string; values: string[]; length: number } | null {
  const word = pieces[at]!.word;
  const isYoung = /^(?:young|younger|youngest|youth|youngster)$/.test(word);
  const [before, after] = [pieces[at - 1]?.word ?? "", pieces[at + 1]?.word ?? ""];
  if (!isYoung && !/^(?:old|older|oldest|elderly|senior|pensioner)$/.test(word)) return null;
  const ages = numbers.find(({ isAge }) => isAge);
  if (!ages || !(PERSON.has(after) || /^(?:the|than|and|or|vs|versus)$/.test(before))) return null;
  const sorted = [...ages.values].sort((a, b) => a.low - b.low);
  const some = Math.max(1, Math.round(sorted.length / 3));
  const values = (isYoung ? sorted.slice(0, some) : sorted.slice(-some)).map(({ value }) => value);
  return { column: ages.column, values, length: 1 };
}

const isFeeling = (word: string): boolean => POSITIVE.test(word) || NEGATIVE.test(word);

/** The name of a feeling has no more words. */
const MAX_FEELING = 2;

function feelingIn({ columns }: Guide): Index["feeling"] {
  for (const { name, values } of columns) {
    const of = (pattern: RegExp): string[] =>
      values.flatMap(({ value }) =>
        wordsOf(value).length <= MAX_FEELING && wordsOf(value).some((w) => pattern.test(w)) ? [value] : [],
      );
    const [positive, negative] = [
      of(/^(?:positive|pos|happy|satisfied)$/),
      of(/^(?:negative|neg|unhappy|dissatisfied)$/),
    ];
    if (positive.length > 0 && negative.length > 0) return { column: name, positive, negative, isScale: false };
  }
  const scale = numbersIn({ columns } as Guide).find(({ isScale }) => isScale);
  if (!scale) return null;
  const sorted = [...scale.values].sort((a, b) => a.low - b.low);
  const most = sorted.at(-1)!.high;
  return {
    column: scale.column,
    positive: sorted.filter(({ low }) => low >= most * 0.8).map(({ value }) => value),
    negative: sorted.filter(({ high }) => high <= most * 0.4).map(({ value }) => value),
    isScale: true,
  };
}

const saidOf = (text: Text, from: number, to: number): string =>
  partOf(text, { from, to })
    .tokens.map(({ written }) => written)
    .join(" ");

interface Piece {
  word: string;
  token: number;
  written: string;
}

/** The words of a text as names are looked up by; a hyphenated one is several. */
const piecesOf = ({ tokens }: Text): Piece[] =>
  tokens.flatMap(({ written, isWord }, token) =>
    isWord && written !== "&"
      ? wordsOf(written).map((word) => ({ word, token, written }))
      : [{ word: written, token, written }],
  );

const ADVERB =
  /^(?:in|on|at|from|via|by|through|over|for|of|among|only|just|about|with|like|than|or|and|vs|versus|between|as)$/;
const NOT =
  /^(?:not|non|leave|drop|exclude|skip|ignore|ignoring|omit|outside|except|excluding|without|besides|neither|isnt|arent|minus|than|from)$/;

/** "Rudest", "scarier" without their endings. */
const plainForms = (word: string): string[] =>
  /(?:er|est)$/.test(word)
    ? [word.replace(/i(?:er|est)$/, "y"), word.replace(/(?:er|est)$/, "e"), word.replace(/(?:er|est)$/, "")]
    : [];

/** The columns and values that a text names, in order; the longest name wins. */
export function namedIn(text: Text, guide: Guide): Named[] {
  const index = indexOf(guide);
  const pieces = piecesOf(text);
  const isShouted = !/\p{Ll}/u.test(text.tokens.map(({ written }) => written).join(""));
  const wordsAt = (from: number, to: number): string => saidOf(text, from, to);
  const found: Named[] = datesNamed(text, guide, wordsAt);
  const isFree = (one: Named): boolean => found.every(({ from, to }) => one.to <= from || one.from >= to);
  found.push(...rangesNamed(text, index.numbers, wordsAt).filter(isFree));
  found.push(...saidByFlags(text, guide, wordsAt).filter(isFree));
  for (let at = 0; at < pieces.length; at++) {
    const { token, word } = pieces[at]!;
    if (found.some(({ from, to }) => token >= from && token < to)) continue;
    const entry =
      index.entries.get(word)?.find((one) => fits(one, pieces, at, text, isShouted, index)) ??
      plainForms(word)
        .flatMap((plain) => index.entries.get(plain) ?? [])
        .find(({ words, isPart, values }) => isPart && words.length === 1 && !/^\p{Lu}/u.test(values?.[0] ?? ""));
    const hit = entry
      ? { column: entry.column, values: entry.values, length: entry.words.length, isPart: entry.isPart }
      : (placeHit(index, pieces[at]!) ?? ageHit(index, pieces, at));
    if (!hit) continue;
    const from = token;
    const to = pieces[at + hit.length - 1]!.token + 1;
    const isNot = hit.values !== null && isNegated(text.tokens, from);
    found.push({
      from,
      to,
      column: hit.column,
      values: hit.values,
      said: saidOf(text, from, to),
      isNot,
      isPart: "isPart" in hit && hit.isPart === true,
    });
    at += hit.length - 1;
  }
  return found.sort((a, b) => a.from - b.from);
}

function isNegated(tokens: readonly Token[], from: number): boolean {
  const before = [1, 2, 3].map((back) => tokens[from - back]?.said ?? "");
  const near = before[0]!.replace(/^(?:the|in|from|on|for|are|is)$/, "") === "" ? before[1]! : before[0]!;
  if (near === "out" && /^(?:leave|leaving|take|taking|filter)$/.test(before[before[0] === "out" ? 1 : 2]!))
    return true;
  if (near === "than") return before.includes("other") || before.includes("rather");
  if (near === "from") return /^(?:apart|aside)$/.test(before[1]!) || /^(?:apart|aside)$/.test(before[2]!);
  return NOT.test(near) && near !== "than";
}

function fits(
  { words, column, values, isRisky, isCapitals }: Entry,
  pieces: readonly Piece[],
  at: number,
  text: Text,
  isShouted: boolean,
  index: Index,
): boolean {
  if (words.some((word, i) => pieces[at + i]?.word !== word)) return false;
  const first = pieces[at]!;
  if (isCapitals && (isShouted || first.written !== first.written.toUpperCase())) return false;
  if (text.tokens[first.token]!.isQuoted && values !== null) return false;
  return !isRisky || isMeant(column, pieces, at, at + words.length, text, index);
}

/** Whether a word that could be anything is a value here: it stands beside the column, people or records, or is all that is said. */
function isMeant(
  column: string,
  pieces: readonly Piece[],
  from: number,
  to: number,
  text: Text,
  index: Index,
): boolean {
  const [before, after] = [pieces[from - 1]?.word ?? "", pieces[to]?.word ?? ""];
  const own = new Set(wordsOf(column));
  const isOwn = (word: string): boolean => own.has(word);
  if (isOwn(before) || isOwn(after)) return true;
  const word = pieces[from]!.word;
  if (index.record.has(word) || /^\d+$/.test(word)) return false;
  const isNoun = (one: string): boolean => PERSON.has(one) || RECORDS.has(one) || index.record.has(one);
  if (isNoun(after) || (isNoun(pieces[to + 1]?.word ?? "") && after !== "" && index.entries.has(after))) return true;
  const isEnd =
    after === "" ||
    !/^[\p{L}\p{N}]/u.test(after) ||
    /^(?:and|or|vs|versus|one|than|do|does|that|who|which|with)$/.test(after);
  const { written, token } = pieces[from]!;
  const isName = /^\p{Lu}/u.test(written) && token > 0 && /[\p{L}\p{N},]/u.test(text.tokens[token - 1]!.written);
  if (isName) return true;
  const isState = /^(?:are|is|were|was|feel|felt|be|been|being|seem)$/.test(before) && isFeeling(word);
  return isState || (isEnd && ADVERB.test(before) && before !== "about" && !isFeeling(word));
}

/** "Engineers" are those of Engineering. */
const isAtWork = (word: string, place: string): boolean =>
  place.length > 6 && /(?:er|or|ist|ian|ant)$/.test(word) && stemOf(word) === stemOf(place);

/** "Texans", "Londoners". */
function placeHit(
  { places }: Index,
  { word, written }: Piece,
): { column: string; values: string[]; length: number } | null {
  if (!/^\p{L}{5,}$/u.test(word)) return null;
  const own = written.toLowerCase().replace(/['’ʼ]s$/, "");
  const one = places.find(({ word: place }) => isOfPlace(own, place) || isAtWork(word, place));
  return one ? { column: one.column, values: [one.value], length: 1 } : null;
}

/** Whether a word is one of a column's name, or begins the name of a value. */
export function isColumnWord(word: string, guide: Guide): boolean {
  const { entries, names } = indexOf(guide);
  return entries.has(singular(word)) || names.has(stemOf(word));
}

/** The column of numbers that a text names. */
export const numbersNamed = (text: Text, guide: Guide): string | null =>
  indexOf(guide).numbers.find((one) => isSaid(one, text))?.column ?? null;

/** Whether a text names a column of numbers; the rate of what is asked of records, "~ rate", is none. */
function isSaid({ words, stems, phrases }: Numbers, { tokens }: Text): boolean {
  const said = tokens.flatMap(({ written, said: word }, i) =>
    word === "_" || word === "~" || tokens[i - 1]?.said === "~" ? [] : wordsOf(written),
  );
  return (
    said.some((word) => words.has(word) || (word.length > 5 && stems.has(stemOf(word)))) ||
    phrases.some((phrase) => phrase.every((word) => said.includes(word)))
  );
}

/** The columns of numbers that a text names together: "comfort, cleanliness and staff", "every score". */
export function allNumbersNamed(text: Text, guide: Guide): string[] {
  const { numbers } = indexOf(guide);
  const isEvery = EVERY.test(text.said);
  return numbers
    .filter((one) => (isEvery ? scaleOf(one.column, guide) !== null : isSaid(one, text)))
    .map(({ column }) => column);
}
const EVERY = /\b(?:every|each|all)(?: of)?(?: the| our)? (?:aspect|score|rating|mark|measure|dimension|criteri)\w*/;

/** The highest mark of a column of marks; null for other numbers. */
export function scaleOf(column: string, guide: Guide): number | null {
  const values = indexOf(guide).numbers.find((one) => one.column === column)?.values ?? [];
  const most = Math.max(0, ...values.map(({ high }) => high));
  return values.length >= 3 && most <= 10 && values.every(({ low, high }) => low === high) ? most : null;
}

/** Whether a word is one for people, or for what they wrote. */
export const isHolder = (word: string, guide: Guide): boolean => {
  const one = singular(word);
  return PERSON.has(one) || RECORDS.has(one) || indexOf(guide).record.has(one);
};
