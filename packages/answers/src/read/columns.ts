// Longer than other files: all the ways in which a question names a column or a value.
import compromise from "compromise/two";
import { stemOf } from "../dataset/words";
import type { Guide, GuideColumn } from "../guide";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { COMMON_ADJECTIVES, isOfPlace, NEGATIVE, otherNames, POSITIVE, SURE_FEELING } from "./names";
import { partOf, placesOf, singular, type Place, type Text } from "./text";
import type { Token } from "./tokens";

/** Words of a question that name a column, or values of it. */
export interface Named extends Place {
  column: string;
  /** Null for the column itself. */
  values: string[] | null;
  said: string;
  /** True for "not in Berlin", "outside the US". */
  isNot: boolean;
}

interface Entry {
  words: readonly string[];
  column: string;
  values: string[] | null;
  /** True where it is meant only beside the column's name, people or records: "low", "chat". */
  isRisky: boolean;
  /** True for "US" and "IN": only in capitals. */
  isCapitals: boolean;
}

interface Index {
  /** By the first word, the longest first. */
  entries: ReadonlyMap<string, readonly Entry[]>;
  places: readonly { value: string; column: string; word: string }[];
  /** Columns whose values are numbers or ranges of them. */
  ranges: readonly Ranges[];
  /** What says how people feel: a column of feelings, or of marks from 1 to 5. */
  feeling: { column: string; positive: string[]; negative: string[]; isScale: boolean } | null;
  record: ReadonlySet<string>;
  columnWords: ReadonlySet<string>;
}

interface Ranges {
  column: string;
  values: { value: string; low: number; high: number }[];
  /** Words that say that it is meant: "rating", "stars", "years". */
  words: ReadonlySet<string>;
  isAge: boolean;
  isScale: boolean;
}

const indexes = new WeakMap<Guide, Index>();

function indexOf(guide: Guide): Index {
  let index = indexes.get(guide);
  if (!index) indexes.set(guide, (index = made(guide)));
  return index;
}

/** The words of columns and their values, which the tagger is told. */
export const columnWordsOf = (guide: Guide): ReadonlySet<string> => indexOf(guide).columnWords;

export const feelingOf = (guide: Guide): Index["feeling"] => indexOf(guide).feeling;

/** Words by which a name is looked up: in the singular, "well-being" as two. */
const wordsOf = (text: string): string[] =>
  (
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .replace(/['’ʼ]s?(?!\p{L})/gu, "")
      .match(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu) ?? []
  ).map(singular);

const PEOPLE =
  "people person customer user client guest reviewer buyer shopper passenger traveler traveller visitor member subscriber employee staff worker respondent participant patient student folk one author writer poster commenter account household team owner caller tenant reader rater individual adult resident consumer holder";
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

/** "Lost" and "late" say something of what is named, and name nothing by themselves. */
const isDoing = (word: string): boolean => {
  const tagged = compromise(word);
  return (tagged.has("#Verb") || tagged.has("#Adjective")) && !tagged.has("#Noun");
};

/** The words that several values of a column have in common, but not all: "Dot" of "Black Dot" and "White Dot". */
function sharedWords(values: GuideColumn["values"]): [string, string[]][] {
  const having = new Map<string, string[]>();
  const named = values.map(({ value }) => ({ value, words: new Set(wordsOf(value)) }));
  for (const { value, words } of named)
    if (words.size <= MAX_NAME) for (const word of words) having.set(word, [...(having.get(word) ?? []), value]);
  return [...having].filter(
    ([word, all]) =>
      all.length > 1 &&
      all.length <= Math.min(12, values.length / 2) &&
      /^\p{L}{3,}$/u.test(word) &&
      // A value of this very word is meant by it.
      !named.some(({ words }) => words.size === 1 && words.has(word)) &&
      !PERSON.has(word) &&
      !RECORDS.has(word) &&
      ![word, `${word}s`].some((one) => FUNCTION_WORDS.has(one) || COMMON_ADJECTIVES.has(one)),
  );
}

function made(guide: Guide): Index {
  const entries = new Map<string, Entry[]>();
  const places: { value: string; column: string; word: string }[] = [];
  const record = new Set([...wordsOf(guide.record.one), ...wordsOf(guide.record.many)]);
  const add = (text: string, column: string, values: string[] | null, isRisky = false, isSure = false): void => {
    const words = wordsOf(text);
    if (words.length === 0) return;
    const alone = words.length === 1 ? words[0]! : null;
    const isCapitals = values !== null && alone !== null && /^[A-Za-z.]{2,4}$/.test(text) && alone.length < 3;
    const isCommon = !isSure && alone !== null && !isCapitals && values !== null && isWeak(alone);
    const list = entries.get(words[0]!) ?? [];
    list.push({ words, column, values, isCapitals, isRisky: isRisky || isCommon });
    list.sort((a, b) => b.words.length - a.words.length);
    entries.set(words[0]!, list);
  };
  const isWeak = (word: string): boolean =>
    word.length < 2 ||
    /^\d+$/.test(word) ||
    record.has(word) ||
    [word, `${word}s`].some((one) => FUNCTION_WORDS.has(one) || FRAME_WORDS.has(one) || COMMON_ADJECTIVES.has(one));
  for (const { name, alsoCalled, values } of guide.columns) {
    const head = wordsOf(name).at(-1) ?? "";
    const isOwnHead = guide.columns.every((other) => other.name === name || !wordsOf(other.name).includes(head));
    for (const one of [name, ...alsoCalled, ...(isOwnHead ? [head] : [])]) add(one, name, null);
    for (const { value, alsoCalled: others } of values) {
      add(value, name, [value]);
      for (const other of new Set([...otherNames(value, name), ...others])) add(other, name, [value], isFeeling(other));
      const parts = value.split(/[/&,;()]|\band\b/).filter((part) => part.trim() !== "");
      if (parts.length > 1 && wordsOf(value).length <= MAX_NAME)
        for (const part of parts) add(part, name, [value], true);
      for (const word of tellingWords(value, values)) if (!isDoing(word)) add(word, name, [value], false, true);
      for (const place of /^\p{Lu}/u.test(value) ? [value, ...otherNames(value, name)] : []) {
        const [word, ...more] = wordsOf(place);
        if (word !== undefined && more.length === 0) places.push({ value, column: name, word });
      }
    }
    for (const [word, all] of sharedWords(values)) add(word, name, all, isDoing(word), true);
    addYesNo(
      name,
      values.map(({ value }) => value),
      add,
    );
  }
  return {
    entries,
    places,
    record,
    ranges: guide.columns.flatMap((column) => rangesOf(column) ?? []),
    feeling: feelingIn(guide),
    // Values of several words are sentences of a kind: their words are those of topics as well.
    columnWords: new Set(
      [...entries.values()].flat().flatMap(({ words }) => (words.length === 1 && words[0]!.length > 1 ? words : [])),
    ),
  };
}

/** "High fares", "few passengers", "recent ones": the upper or lower third of a column of numbers. */
function sizeHit(
  { ranges }: Index,
  pieces: readonly Piece[],
  at: number,
): { column: string; values: string[]; length: number } | null {
  const [word, after] = [pieces[at]!.word, pieces[at + 1]?.word ?? ""];
  const isRecent = /^(?:recent|recently|latest|newest|lately|nowadays)$/.test(word);
  const isHigh = /^(?:high|higher|highest|large|larger|largest|big|many|long|longer|expensive)$/.test(word);
  if (!isRecent && !isHigh && !/^(?:low|lower|lowest|small|smaller|few|fewer|short|shorter|cheap)$/.test(word))
    return null;
  const found = isRecent
    ? ranges.find(({ values }) => values.every(({ low }) => low >= 1800 && low < 2100))
    : ranges.find(({ isScale, isAge, words }) => !isScale && !isAge && words.has(after));
  if (!found || found.values.length < 3) return null;
  const sorted = [...found.values].sort((a, b) => a.low - b.low);
  const some = Math.max(1, Math.round(sorted.length / (isRecent ? 6 : 3)));
  const values = isRecent || isHigh ? sorted.slice(-some) : sorted.slice(0, some);
  return { column: found.column, values: values.map(({ value }) => value), length: isRecent ? 1 : 2 };
}

/** The young and the old, by a column of ages. */
function ageHit(
  { ranges }: Index,
  pieces: readonly Piece[],
  at: number,
): { column: string; values: string[]; length: number } | null {
  const word = pieces[at]!.word;
  const isYoung = /^(?:young|younger|youngest|youth|youngster)$/.test(word);
  const [before, after] = [pieces[at - 1]?.word ?? "", pieces[at + 1]?.word ?? ""];
  if (!isYoung && !/^(?:old|older|oldest|elderly|senior|pensioner)$/.test(word)) return null;
  const ages = ranges.find(({ isAge }) => isAge);
  if (!ages || !(PERSON.has(after) || /^(?:the|than|and|or|vs|versus)$/.test(before))) return null;
  const sorted = [...ages.values].sort((a, b) => a.low - b.low);
  const some = Math.max(1, Math.round(sorted.length / 3));
  const values = (isYoung ? sorted.slice(0, some) : sorted.slice(-some)).map(({ value }) => value);
  return { column: ages.column, values, length: 1 };
}

const isFeeling = (word: string): boolean => !SURE_FEELING.test(word) && (POSITIVE.test(word) || NEGATIVE.test(word));

/** "Verified buyers", "unverified": values of a column of yes and no. */
function addYesNo(
  name: string,
  values: readonly string[],
  add: (text: string, column: string, values: string[] | null) => void,
): void {
  const yes = values.find((value) => /^(?:yes|true|y|1)$/i.test(value));
  const no = values.find((value) => /^(?:no|false|n|0)$/i.test(value));
  if (yes === undefined || no === undefined || values.length > 3) return;
  const of = wordsOf(name)
    .filter((word) => !/^(?:is|has|was|purchase|flag|status)$/.test(word))
    .join(" ");
  if (of === "") return;
  add(of, name, [yes]);
  for (const not of ["not ", "non ", "un"]) add(`${not}${of}`, name, [no]);
}

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
  const scale = columns.map(rangesOf).find((one) => one?.isScale);
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

function rangesOf({ name, alsoCalled, values }: GuideColumn): Ranges | null {
  const read = values.flatMap(({ value }) => {
    const range = rangeOf(value);
    return range ? [{ value, ...range }] : [];
  });
  if (read.length < 2 || read.length * 3 < values.length * 2) return null;
  const names = [name, ...alsoCalled].flatMap(wordsOf);
  const isScale =
    /rating|star|score|satisf|nps|grade/i.test(names.join(" ")) &&
    read.every(({ low, high }) => low === high && high <= 10);
  const isAge = names.some((word) => /^(?:age|aged|generation)$/.test(word));
  const units = values.flatMap(({ value }) =>
    wordsOf(value).filter((word) => /^\p{L}{3,}$/u.test(word) && !COMPARING.test(word)),
  );
  return {
    column: name,
    values: read,
    words: new Set([
      ...names,
      ...units,
      ...(isScale ? ["star", "rating", "rated", "rate", "score", "scored"] : []),
      ...(isAge ? ["age", "aged", "old"] : []),
    ]),
    isAge,
    isScale,
  };
}

const COMPARING = /^(?:under|over|above|below|less|more|than|and|to|up|older|younger|plus|at|least)$/;

/** "18-24", "55+", "under 1 year", "5": the numbers that a value stands for. */
function rangeOf(value: string): { low: number; high: number } | null {
  const numbers = (value.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  if (numbers.length === 0 || numbers.length > 2) return null;
  if (/^\d{3}0s$/.test(value)) return { low: numbers[0]!, high: numbers[0]! + 9 };
  const [low, high = low] = numbers as [number, number?];
  if (numbers.length === 2) return { low, high: high };
  if (/^\s*(?:<|under|below|less|up to|fewer|younger)/i.test(value)) return { low: 0, high: low };
  return /\+|>|over|above|more|older|plus|at least/i.test(value) ? { low, high: Infinity } : { low, high: low };
}

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten".split(" ").map((word, i) => [word, i]),
);
const N = `(\\d{1,6}|${Object.keys(NUMBERS).join("|")})`;
const RANGE = [
  {
    pattern: new RegExp(`(?<![\\w.])(?:between )?${N}(?: ?[-–] ?| to | and )${N}(?![\\w])`, "g"),
    of: (a: number, b: number) => [a, b],
  },
  {
    pattern: new RegExp(
      `(?<![\\w.])(?:over|above|more than|older than|past|at least|longer than|higher than|since|after|from)(?: the)? ${N}s?(?![\\w])`,
      "g",
    ),
    of: (a: number) => [a, Infinity],
  },
  {
    pattern: new RegExp(
      `(?<![\\w.])(?:under|below|less than|younger than|up to|fewer than|lower than|before|until)(?: the)? ${N}s?(?![\\w])`,
      "g",
    ),
    of: (a: number) => [0, a],
  },
  {
    pattern: new RegExp(`(?<![\\w.])${N} ?(?:\\+|plus|or more|or older|and over|and older)(?![\\w])`, "g"),
    of: (a: number) => [a, Infinity],
  },
  {
    pattern: new RegExp(`(?<![\\w.])${N}(?:[- ]star)?s?(?: or | and |, ?)${N}[- ]stars?(?![\\w])`, "g"),
    of: (a: number, b: number) => [a, b],
  },
  { pattern: new RegExp(`(?<![\\w.])${N}(?![\\w])`, "g"), of: (a: number) => [a, a] },
  { pattern: /\b(twen|thir|for|fif|six|seven|eigh)ties\b/g, of: (a: number) => [a, a + 9] },
] as const;
const TENS: Readonly<Record<string, number>> = { twen: 20, thir: 30, for: 40, fif: 50, six: 60, seven: 70, eigh: 80 };

/** Values named by numbers: "over-55s", "one-star", "more than five years". */
function rangesNamed(text: Text, ranges: readonly Ranges[]): Named[] {
  const found: Named[] = [];
  const { said } = text;
  for (const { pattern, of } of RANGE)
    for (const place of placesOf(text, pattern)) {
      if (found.some((one) => one.from < place.to && place.from < one.to)) continue;
      const [a, b] = [place.groups[1]!, place.groups[2]].map((one) =>
        one === undefined ? NaN : (TENS[one] ?? NUMBERS[one] ?? Number(one)),
      ) as [number, number];
      const [low, high] = of(a, b) as [number, number];
      const start = place.groups.index;
      const near = new Set(wordsOf(said.slice(Math.max(0, start - 16), start + place.groups[0].length + 12)));
      const isPeople =
        [...near].some((word) => PERSON.has(word) || /^(?:year|year-old|yo)$/.test(word)) ||
        /(?:over|under|above|below|past) (?:the )?\d+s?$/.test(place.groups[0]);
      const isYear = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/.test(place.groups[0]);
      const fits = ranges.flatMap((one) => {
        const isNear = [...one.words].some((word) => near.has(word));
        if (
          !isNear &&
          !(isYear && one.values.every(({ low: l }) => l >= 1800 && l < 2100)) &&
          !(one.isAge && isPeople && Math.max(low, Number.isFinite(high) ? high : 0) >= 10) &&
          !(one.isAge && place.groups[0].endsWith("ties"))
        )
          return [];
        const isOne = low === high;
        const isExact = isOne || (Number.isFinite(high) && low !== 0);
        const within = one.values.filter(({ low: l, high: h }) => {
          if (isOne && l !== h) return false;
          if (isExact) return l >= low && h <= high;
          return high === Infinity
            ? l >= low && (h !== low || !/more than|over|above|higher/.test(place.groups[0]))
            : h <= high && l < high;
        });
        // Where no band lies within what is asked, those that it touches.
        const values =
          within.length > 0
            ? within
            : one.isScale
              ? []
              : one.values.filter(({ low: l, high: h }) => l <= high && h >= low);
        const isWhole = values.length === 0 || values.length === one.values.length;
        return isWhole ? [] : [{ one, values: values.map(({ value }) => value), isNear }];
      });
      const best = fits.find(({ isNear }) => isNear) ?? fits[0];
      if (!best) continue;
      const { to } = place;
      const isUnit = best.one.words.has(singular(text.tokens[to]?.said ?? ""));
      const end = isUnit ? to + 1 : to;
      found.push({
        from: place.from,
        to: end,
        column: best.one.column,
        values: best.values,
        said: saidOf(text, place.from, end),
        isNot: false,
      });
    }
  return found;
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

/** The columns and values that a text names, in order; the longest name wins. */
export function namedIn(text: Text, guide: Guide): Named[] {
  const index = indexOf(guide);
  const pieces = piecesOf(text);
  const isShouted = !/\p{Ll}/u.test(text.tokens.map(({ written }) => written).join(""));
  const found: Named[] = rangesNamed(text, index.ranges);
  for (let at = 0; at < pieces.length; at++) {
    const { token, word } = pieces[at]!;
    if (found.some(({ from, to }) => token >= from && token < to)) continue;
    const entry = index.entries.get(word)?.find((one) => fits(one, pieces, at, text, isShouted, index));
    const hit = entry
      ? { column: entry.column, values: entry.values, length: entry.words.length }
      : (placeHit(index, pieces[at]!) ??
        feelingHit(index, pieces, at, text) ??
        ageHit(index, pieces, at) ??
        sizeHit(index, pieces, at));
    if (!hit) continue;
    const from = token;
    const to = pieces[at + hit.length - 1]!.token + 1;
    const isNot = hit.values !== null && isNegated(text.tokens, from);
    found.push({ from, to, column: hit.column, values: hit.values, said: saidOf(text, from, to), isNot });
    at += hit.length - 1;
  }
  return found.sort((a, b) => a.from - b.from);
}

function isNegated(tokens: readonly Token[], from: number): boolean {
  const before = [1, 2, 3].map((back) => tokens[from - back]?.said ?? "");
  const near = before[0]!.replace(/^(?:the|in|from|on|for|are|is)$/, "") === "" ? before[1]! : before[0]!;
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

/** "Unhappy customers", "bad reviews", by a column that tells how people feel. */
function feelingHit(
  { feeling, record }: Index,
  pieces: readonly Piece[],
  at: number,
  { tokens }: Text,
): { column: string; values: string[]; length: number } | null {
  if (!feeling) return null;
  const { word, token } = pieces[at]!;
  const values = POSITIVE.test(word) ? feeling.positive : NEGATIVE.test(word) ? feeling.negative : null;
  if (values === null || values.length === 0 || tokens[token]!.isQuoted) return null;
  const [before, after] = [pieces[at - 1]?.word ?? "", pieces[at + 1]?.word ?? ""];
  const isNoun =
    PERSON.has(after) || RECORDS.has(after) || record.has(after) || wordsOf(feeling.column).includes(after);
  const isLoose = /^(?:good|great|best|high|higher|highest|top|bad|poor|worst|low|lower|lowest|content|critical)$/.test(
    word,
  );
  // "Best reviews" and "top posts" are not those of the happy, "low ratings" are those of the unhappy.
  if (isLoose) {
    const isColumn = wordsOf(feeling.column).includes(after) || /^(?:rating|score|mark)$/.test(after);
    const isOpinion =
      /^(?:good|bad|poor)$/.test(word) && (record.has(after) || /^(?:review|experience|feedback)$/.test(after));
    return isColumn || isOpinion ? { column: feeling.column, values, length: isColumn ? 2 : 1 } : null;
  }
  const isState =
    /^(?:are|is|were|was|feel|felt|be|being|seem|sound|mostly|most|very|really|so)$/.test(before) || PERSON.has(before);
  const isOnly = /^(?:only|just|the|and)$/.test(before) && /^(?:one|$|[?.!,])/.test(after);
  return SURE_FEELING.test(word) || isNoun || isState || isOnly ? { column: feeling.column, values, length: 1 } : null;
}

const TIME = /\b(?:year|decade|month|quarter|season|week|day|date|period|version)s?\b/i;

/** The column that tells when; of several, the one that a reader takes in at a glance. */
export const timeColumn = ({ columns }: Guide): string | null =>
  columns
    .filter(({ name, values }) => TIME.test(name.replace(/_/g, " ")) && values.length > 1)
    .sort((a, b) => a.values.length - b.values.length)[0]?.name ?? null;

/** The one column of names, of places or products, say, that "which models" can mean where no column is called so. */
export function onlyNames(guide: Guide, known: ReadonlySet<string>): string | null {
  const { ranges, feeling } = indexOf(guide);
  const names = guide.columns.filter(
    ({ name, values }) =>
      !known.has(name) &&
      values.length > 2 &&
      name !== feeling?.column &&
      !ranges.some(({ column }) => column === name) &&
      !TIME.test(name.replace(/_/g, " ")) &&
      !SAYS_WHAT.test(name),
  );
  return names.length === 1 ? names[0]!.name : null;
}

/** Columns that say what a record is about or how it is meant, which is counted out of those that say whose it is. */
export const SAYS_WHAT =
  /categor|topic|theme|subject|tag|intent|reason|issue|complaint|sentiment|feeling|rating|score|stars|status|type|kind/i;

/** The column of numbers that a text names. */
export const rangesIn = (text: Text, guide: Guide): string | null =>
  indexOf(guide).ranges.find(({ words }) => text.tokens.some(({ said }) => words.has(singular(said))))?.column ?? null;

/** Whether a word is one for people, or for what they wrote. */
export const isHolder = (word: string, guide: Guide): boolean => {
  const one = singular(word);
  return PERSON.has(one) || RECORDS.has(one) || indexOf(guide).record.has(one);
};
