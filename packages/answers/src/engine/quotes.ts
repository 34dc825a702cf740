import type { Scored } from "../dataset/ranking";
import { cosineOf } from "../dataset/sparse";
import { isFrame } from "../dataset/vocabulary";
import { isTopical, stemOf, words } from "../dataset/words";
import type { Dataset } from "./dataset";
import { isNegation } from "./nearness";
import { escapeMarkdown } from "./wording";

/** Longer texts are not quoted: a part of one may be about something else. */
const MAX_LENGTH = 200;
const MIN_WORDS = 4;
const MAX_HASHTAGS = 2;
/** Quotes that share this much of their words say the same. */
const ALIKE = 0.7;
/** So many words open a text. */
const OPENING = 3;
/** Each record looked at costs the reading of one text. */
const MAX_TRIES = 400;

const PLACEHOLDER = /\[(?:name|email|phone|handle|link|address|card|account|id)\]/;
/** Mojibake, control characters, markup and places where the author's own text was cut off. */
const BROKEN = /[\u0080-\u009f\ufffd<>{}|\\^~_]|(?<!\p{L})[\u00c0-\u00ff]{1,3}(?!\p{L})|…$/u;

/** What says itself that it is not meant is not quoted. */
const NOT_MEANT = /\b(?:kidding|jk)\b/i;

/**
 * A record's text as it may be quoted, or null. At least five others say nearly the same; at least five records use
 * each of its words; and the scrubber took nothing out of it. It is shown whole.
 */
function quoteOf(dataset: Dataset, record: number): { text: string; words: ReadonlySet<string> } | null {
  if (dataset.quotable[record] !== 1) return null;
  const whole = dataset.texts.at(record);
  if (PLACEHOLDER.test(whole) || NOT_MEANT.test(whole)) return null;
  const text = whole.replace(/\s+/g, " ").trim();
  const spoken = words(text);
  if (!isReadable(text, spoken) || !spoken.every((word) => dataset.stemIds.has(stemOf(word)))) return null;
  return { text: escapeMarkdown(text), words: new Set(spoken.filter((word) => !isEverywhere(dataset, word))) };
}

/** True for a topic word that all records say: "New Year's resolution". */
const isEverywhere = ({ vocabulary, stemIds, size }: Dataset, word: string): boolean =>
  isTopical(word) && isFrame(vocabulary.recordCounts[stemIds.get(stemOf(word))!]!, size);

function isReadable(text: string, spoken: readonly string[]): boolean {
  if (text.length > MAX_LENGTH || spoken.length < MIN_WORDS || BROKEN.test(text)) return false;
  if (!/^[\p{L}\p{N}#“"'(¿¡]/u.test(text) || /[,:;(–—-]$/.test(text)) return false;
  if (/^RT\b|^[-–—]/.test(text) || text.split("#").length - 1 > MAX_HASHTAGS) return false;
  const letters = text.replace(/[^\p{L}]/gu, "");
  return letters.length >= text.length * 0.6 && letters !== letters.toUpperCase();
}

/** What a reply has quoted already, by its words. */
export type Quotes = ReadonlySet<string>[];

/** Up to `count` quotes that say different things, from these records in this order, and nothing that was quoted before. */
export function quotesFrom(dataset: Dataset, records: Iterable<number>, count: number, taken: Quotes = []): string[] {
  const quotes: string[] = [];
  let tries = 0;
  for (const record of records) {
    if (quotes.length === count || tries++ === MAX_TRIES) break;
    const quote = quoteOf(dataset, record);
    if (quote === null || taken.some((other) => isAlike(other, quote.words))) continue;
    taken.push(quote.words);
    quotes.push(quote.text);
  }
  return quotes;
}

/** How much it counts against a quote that it is like another one; the rest is how well it fits what is asked. */
const VARIETY = 0.5;
/** Quotes whose records are this near say the same. */
const SAME = 0.8;
/** What reads as a joke, or is crude, is quoted where there is nothing else. */
const UNSERIOUS = /\b(?:lol|l?mf?ao|(?:ha){2,}h?|fuck\w*|shit\w*|bitch\w*)\b|[;:]-?p\b|\w\*{2,}/i;
/** Where fewer than this part of the records deny what is asked about, a quote that does so is none of it. */
const FEW = 0.3;

/**
 * Up to `count` quotes that fit what was asked and are unlike each other, the best first (maximal marginal relevance). A
 * text that denies what most of the others say ("my payment was not declined") does not stand for them.
 */
export function variedQuotes(
  dataset: Dataset,
  scored: readonly Scored[],
  { count, about, taken = [] }: { count: number; about: ReadonlySet<string>; taken?: Quotes },
): string[] {
  const readable = scored.flatMap(({ record, score }) => {
    const quote = quoteOf(dataset, record);
    return quote ? [{ record, score, text: quote.text, isDenied: denies(quote.text, about) }] : [];
  });
  const denied = readable.filter(({ isDenied }) => isDenied).length;
  const meant = denied < FEW * readable.length ? readable.filter(({ isDenied }) => !isDenied) : readable;
  const serious = meant.filter(({ text }) => !UNSERIOUS.test(text));
  const left = serious.length > 0 ? serious : meant;
  const chosen: number[] = [];
  for (let tries = 0; left.length > 0 && tries < count * 3; tries++) {
    const likes = left.map(({ record }) =>
      Math.max(0, ...chosen.map((other) => cosineOf(dataset.recordVectors, record, other))),
    );
    const worth = left.map(({ score }, i) => (likes[i]! >= SAME ? -1 : (1 - VARIETY) * score - VARIETY * likes[i]!));
    const most = Math.max(...worth);
    if (most === -1) break;
    chosen.push(left.splice(worth.indexOf(most), 1)[0]!.record);
  }
  return quotesFrom(dataset, chosen, count, taken);
}

/** True where a text says that it is not so: "was not declined", "I don't go to the gym". */
function denies(text: string, about: ReadonlySet<string>): boolean {
  const spoken = words(text);
  return spoken.some(
    (word, at) => isNegation(word) && spoken.slice(at + 1, at + 6).some((next) => about.has(stemOf(next))),
  );
}

/** True for texts that begin alike ("Get married before"), or share most of their words. */
function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const opening = [...one].slice(0, OPENING);
  const others = [...other].slice(0, OPENING);
  if (opening.every((word, i) => word === others[i]) && opening.some(isTopical)) return true;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared >= ALIKE * Math.min(one.size, other.size);
}
