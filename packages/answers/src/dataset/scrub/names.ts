import { isStopWord } from "../words";
import { COMMON, FIRST, isPlace, kindOf, LAST, NEVER, PLACE, RARE, WORD } from "./nameLists";
import { after, before, followsAPerson, IN_A_PLACE, isToldOf, STREET_AFTER, TITLE, type Trust } from "./nameCues";
import type { Finder, Span } from "./span";

interface Word {
  text: string;
  kind: number;
  start: number;
  end: number;
  /** Its capital says that it is a name: not where a sentence begins, nor where most words have one. */
  capital: boolean;
  /** Begins with a capital in a text that has small letters, too. */
  upper: boolean;
  /** Ends its line. */
  ends: boolean;
  /** Capitalised where every word would be, at the start of a sentence. */
  opens: boolean;
  /** Only a space, or a full stop after an initial, parts it from the word before. */
  joined: boolean;
  /** A letter that stands for a name. */
  initial: boolean;
}

const WORDS = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;
const CONTRACTION = /^(?:i|you|we|they|he|she|it|that|what|who|how|there|here|let|mine|else)['’]|n['’]t$/i;
const LINK = /^(?:de|da|del|della|van|von|der|den|bin|ibn|al|el|la|le|di|dos|du|ten|ter|o)$/i;
const DETERMINER =
  /^(?:the|a|an|my|our|your|this|that|some|any|every|each|st|san|santa|saint|los|las|fort|mount|mt|port|new|lake|south|north|east|west)$/i;
/** Words that a full stop shortens, so that no sentence begins after it. */
const ABBREVIATED = /^(?:st|ste|mt|mr|mrs|ms|dr|prof|jr|sr)$/i;
const MAX_WORDS = 5;

/** People's names: by lists of names, by capitals, and by the words around them. */
export const findNames: Finder = (text) => {
  const words = wordsOf(text);
  const trusts = trustsOf(text, words);
  const spans: Span[] = [];
  for (let i = 0; i < words.length; i++) {
    const length = nameAt(text, words, i, trusts);
    if (length === 0) continue;
    const title = TITLE.exec(text.slice(Math.max(0, words[i]!.start - 12), words[i]!.start));
    spans.push({ kind: "name", start: words[i]!.start - (title?.[0].length ?? 0), end: words[i + length - 1]!.end });
    i += length - 1;
  }
  return [...spans, ...named(text, words, spans)];
};

/** Words that are names because a name in the same text has them, or because they stand in a list with one. */
function named(text: string, words: readonly Word[], spans: readonly Span[]): Span[] {
  if (spans.length === 0) return [];
  const parts = new Set(spans.flatMap(({ start, end }) => text.slice(start, end).toLowerCase().match(WORDS) ?? []));
  const taken = (at: number): boolean => spans.some(({ start, end }) => at >= start && at < end);
  const listed = (word: Word): boolean =>
    !(word.kind & (NEVER | PLACE)) &&
    spans.some(({ start, end }) => {
      const between = word.start >= end ? text.slice(end, word.start) : text.slice(word.end, Math.max(word.end, start));
      return word.kind & (FIRST | LAST)
        ? /^,? (?:and )?$/.test(between)
        : !(word.kind & WORD) && (between === " and " || (between === ", " && spans.length > 1));
    });
  return words
    .filter((word) => !taken(word.start) && !(word.kind & NEVER))
    .filter((word) => {
      const capital = word.capital || word.opens;
      const repeated = parts.has(word.text.toLowerCase()) && word.text.length > 2 && (capital || !(word.kind & WORD));
      return repeated || (capital && listed(word));
    })
    .map(({ start, end }): Span => ({ kind: "name", start, end }));
}

function wordsOf(text: string): Word[] {
  const found = [...text.matchAll(WORDS)];
  const shouts = found.filter(([word]) => word.length > 1 && word === word.toUpperCase()).length;
  const shouted = found.length > 2 && shouts * 2 > found.length;
  // In "Could You Please Help Me" capitals say nothing; a short text may be little else than a name.
  const isCapital = ([word]: readonly string[]): boolean => /^\p{Lu}/u.test(word!);
  // Words such as "of" and "with" have one where all words do; a line without them is told by all.
  const small = found.slice(1).filter(([word]) => isStopWord(word.toLowerCase()));
  const shown = small.length > 0 ? small : found.slice(1);
  const telling = found.length <= 4 || shown.filter(isCapital).length * 2 <= shown.length;
  let end = -1;
  return found.map((match, i) => {
    const text_ = match[0].replace(/['’]s$/i, "");
    const gap = text.slice(Math.max(0, end), match.index);
    const next = text.slice(match.index + match[0].length, match.index + match[0].length + 2);
    const previous = found[i - 1]?.[0] ?? "";
    const possessive = /['’]s$/i.test(previous);
    const afterInitial = /^\p{Lu}$/u.test(previous) && /^\.?\s?$/.test(gap) && text[end - 2] !== ".";
    const opens =
      !afterInitial &&
      !ABBREVIATED.test(previous) &&
      (end < 0 || /[.!?:;\n“"(]\s*$|\n/.test(gap) || /^\W*[-–•]\s*$/.test(gap));
    const tagged = /[@#\p{N}_&/]$/u.test(gap) || /^[@_\p{N}]/u.test(next) || CONTRACTION.test(match[0]);
    const kind = tagged ? NEVER : kindOf(text_.toLowerCase().replace(/’/g, "'"));
    const capital = /^\p{Lu}/u.test(text_) && !shouted && (telling || !(kind & WORD));
    end = match.index + match[0].length;
    return {
      text: text_,
      kind,
      start: match.index,
      end: match.index + text_.length,
      capital: capital && !opens,
      opens: capital && opens,
      upper: /^\p{Lu}/u.test(text_) && !shouted,
      ends: /^\s?$|^\n/.test(next),
      joined: i > 0 && !possessive && (afterInitial || /^\s{1,2}$/.test(gap)),
      initial: /^\p{L}$/u.test(text_) && (next[0] === "." ? text_ !== "i" : /^[^\P{Lu}I]$/u.test(text_) && i > 0),
    };
  });
}

/** For each word how surely what surrounds it announces a name. */
function trustsOf(text: string, words: readonly Word[]): Trust[] {
  const places = new Map(words.map(({ start }, i) => [start, i]));
  const trusts = words.map(({ end, opens, capital, kind }): Trust => {
    const trust = after(text.slice(end, end + 40), !opens && !capital && (kind & WORD) !== 0);
    return (opens || capital) && !(kind & (WORD | PLACE | NEVER)) && isToldOf(text.slice(end, end + 160)) ? 3 : trust;
  });
  for (const place of speakersOf(text, words)) trusts[place] = 3;
  for (const place of pairedIn(text, words)) trusts[place] = Math.max(trusts[place]!, 2) as Trust;
  for (const { trust, end } of before(text)) {
    const place = places.get(end);
    if (place !== undefined && trusts[place]! < trust) trusts[place] = trust;
  }
  return trusts;
}

/** Who speaks in a dialogue: a name and a colon at the beginning of several lines. */
function speakersOf(text: string, words: readonly Word[]): number[] {
  const found = words.flatMap(({ start, end, kind, text: own }, i) =>
    /^:\s?["“'\p{Lu}]/u.test(text.slice(end, end + 3)) &&
    (start === 0 || text[start - 1] === "\n") &&
    /^\p{Lu}/u.test(own) &&
    !(kind & NEVER) &&
    (!(kind & WORD) || (kind & FIRST) !== 0)
      ? [i]
      : [],
  );
  return found.length > 1 ? found : [];
}

/** Two names joined by "and" as the subject of a sentence, or sure names: both are known, and one of them is no word. */
function pairedIn(text: string, words: readonly Word[]): number[] {
  const isName = ({ kind, capital, opens }: Word): boolean =>
    (capital || opens) && (kind & (FIRST | LAST | RARE)) !== 0 && !(kind & (NEVER | PLACE));
  return words.flatMap((one, i) => {
    const other = words[i + 2];
    if (!other || text.slice(one.end, other.start) !== " and " || (one.kind & WORD && other.kind & WORD)) return [];
    const act = one.opens || /^ (?:are|were|both|have|had)(?!\p{L})/u.test(text.slice(other.end));
    const sure = !((one.kind | other.kind) & WORD) && ((one.kind | other.kind) & (FIRST | LAST)) !== 0;
    return (act || sure) && isName(one) && isName(other) ? [i, i + 2] : [];
  });
}

const isPlainWord = ({ kind }: Word): boolean => (kind & WORD) !== 0 && !(kind & (FIRST | LAST));

/** How many words from place `i` on are a name; 0 for none. */
function nameAt(text: string, words: readonly Word[], i: number, trusts: readonly Trust[]): number {
  const word = words[i]!;
  let trust = trusts[i]!;
  const isCalledSo = trust === 4 && word.upper && (word.kind & (LAST | RARE)) !== 0;
  if ((word.kind & NEVER && !isCalledSo) || (word.text.length < 2 && !word.initial)) return 0;
  let length = 1;
  while (i + length < words.length && length < MAX_WORDS && continues(words, i, length, trust)) length += 1;
  while (length > 1 && LINK.test(words[i + length - 1]!.text)) length -= 1;
  while (length > 2 && isPlainWord(words[i + length - 1]!) && !words[i + length - 2]!.initial) length -= 1;
  if (word.capital || word.opens) trust = Math.max(trust, trusts[i + length - 1]!) as Trust;
  const others = words.slice(i, i + length).some(({ end }) => !followsAPerson(text.slice(end, end + 20)));
  if (trust < 4 && (others || isPlace(text.slice(word.start, words[i + length - 1]!.end).toLowerCase()))) return 0;
  if (!(word.kind & FIRST) && STREET_AFTER.test(text.slice(word.end, word.end + 20))) return 0;
  const previous = word.joined || words[i - 1] ? words[i - 1] : undefined;
  const determined = previous !== undefined && DETERMINER.test(previous.text) && !word.opens;
  return begins(text, word, words[i + length - 1]!, length, trust, determined) ? length : 0;
}

function continues(words: readonly Word[], i: number, length: number, trust: Trust): boolean {
  const first = words[i]!;
  const next = words[i + length]!;
  if (!next.joined) return false;
  if (LINK.test(next.text)) {
    const then = words[i + length + 1];
    return (
      then !== undefined && then.joined && (then.capital || (then.kind & (LAST | FIRST)) !== 0) && first.kind !== WORD
    );
  }
  if (next.initial || isMiddle(words, i + length)) return words[i + length + 1]?.joined === true;
  if (next.kind & NEVER) return false;
  if (next.upper && (words[i + length - 1]!.initial || next.ends)) return next.text.length > 1;
  if (next.capital) return next.text.length > 1;
  if (first.capital || first.opens || next.kind & WORD || (next.kind & PLACE && trust < 3)) return false;
  if (next.kind & (LAST | FIRST)) return next.text.length > 3;
  return trust === 4 || (next.text.length > 4 && (first.kind & (FIRST | WORD | PLACE)) === FIRST);
}

/** A letter between a first name and a last one that are no words: "codey m ross". */
function isMiddle(words: readonly Word[], i: number): boolean {
  const [one, middle, other] = [words[i - 1], words[i]!, words[i + 1]];
  const isNoWord = (word: Word | undefined): boolean =>
    word !== undefined && (word.kind & (FIRST | LAST | RARE)) !== 0 && !(word.kind & (WORD | PLACE | NEVER));
  return /^\p{L}$/u.test(middle.text) && isNoWord(one) && isNoWord(other) && other!.joined;
}

/** True where a name of `length` words begins with `word` and ends with `last`. */
function begins(text: string, word: Word, last: Word, length: number, trust: Trust, determined: boolean): boolean {
  const { kind } = word;
  const called =
    (kind & FIRST) !== 0 && !(kind & (WORD | PLACE)) && (last.capital || (last.upper && last.ends))
      ? LAST | RARE
      : LAST;
  const surname = length > 1 && !(last.kind & PLACE) && (!(last.kind & WORD) || (last.kind & called) !== 0);
  if (word.initial) return surname;
  // Two surnames joined by a hyphen, alone, name a firm rather than a person.
  const [one, other] = word.text.toLowerCase().split("-");
  if (other && length === 1 && trust < 2 && !(kindOf(one!) & FIRST)) return false;
  const first = (kind & FIRST) !== 0;
  const plain = (kind & (WORD | PLACE)) !== 0;
  const known = !plain && (kind & (LAST | RARE)) !== 0;
  const capital = word.capital || (trust >= 3 && word.opens);
  if (!capital && !word.opens) {
    if (first && !plain)
      return trust >= 1 || (!determined && (surname || ((kind & COMMON) !== 0 && word.text.length > 3)));
    if (first) return trust >= 3 && !(kind & PLACE && trust < 4);
    if (kind & (WORD | PLACE)) return false;
    return kind & LAST ? trust >= 3 : trust === 4 && word.text.length > 2;
  }
  if (trust === 4) return capital || word.upper || !(kind & WORD) || first;
  const placed = IN_A_PLACE.test(text.slice(Math.max(0, word.start - 24), word.start));
  if (placed || determined)
    return (
      (first && surname && (!determined || !plain) && !(kind & PLACE)) ||
      (determined && trust >= 3 && (first || known || (surname && !plain)))
    );
  if (first && !plain) return (kind & COMMON) !== 0 || word.text.length > 3 || trust >= 1 || surname || capital;
  if (first) return surname || (capital ? trust >= 2 : trust >= 3);
  if (kind & PLACE) return false;
  if (kind & WORD) return trust >= 3 && ((kind & LAST) !== 0 || (surname && (last.kind & LAST) !== 0));
  if (kind & LAST) return capital || trust >= 1 || surname;
  // A possessive may be a shop's, and capitals an abbreviation.
  if (kind & RARE && word.text !== word.text.toUpperCase())
    return trust >= 3 || surname || (trust >= 2 && !/^['’]s/.test(text.slice(last.end)));
  return surname || trust >= 3;
}
