import { stemOf, words } from "../dataset/words";
import type { Dataset } from "./dataset";
import { escapeMarkdown } from "./wording";

/** Longer texts are not quoted: a part of one may be about something else. */
const MAX_LENGTH = 200;
const MIN_WORDS = 4;
const MAX_HASHTAGS = 2;
/** Quotes that share this much of their words say the same. */
const ALIKE = 0.7;
/** Each record looked at costs the reading of one text. */
const MAX_TRIES = 400;

const PLACEHOLDER = /\[(?:name|email|phone|handle|link|address|card|account|id)\]/;
/** Mojibake, control characters, markup and places where the author's own text was cut off. */
const BROKEN = /[\u0080-\u009f\ufffd<>{}|\\^~_]|(?<!\p{L})[\u00c0-\u00ff]{1,3}(?!\p{L})|…$/u;

/**
 * A record's text as it may be quoted, or null. At least five others say nearly the same; at least five records use
 * each of its words; and the scrubber took nothing out of it. It is shown whole.
 */
function quoteOf(dataset: Dataset, record: number): { text: string; words: ReadonlySet<string> } | null {
  if (dataset.quotable[record] !== 1) return null;
  const whole = dataset.texts.at(record);
  if (PLACEHOLDER.test(whole)) return null;
  const text = whole.replace(/\s+/g, " ").trim();
  const spoken = words(text);
  if (!isReadable(text, spoken) || !spoken.every((word) => dataset.stemIds.has(stemOf(word)))) return null;
  return { text: escapeMarkdown(text), words: new Set(spoken) };
}

function isReadable(text: string, spoken: readonly string[]): boolean {
  if (text.length > MAX_LENGTH || spoken.length < MIN_WORDS || BROKEN.test(text)) return false;
  if (!/^[\p{L}\p{N}#“"'(¿¡]/u.test(text) || /[,:;(–—-]$/.test(text)) return false;
  if (/^RT\b|^[-–—]/.test(text) || text.split("#").length - 1 > MAX_HASHTAGS) return false;
  const letters = text.replace(/[^\p{L}]/gu, "");
  return letters.length >= text.length * 0.6 && letters !== letters.toUpperCase();
}

/** Up to `count` quotes that say different things, from these records in this order. */
export function quotesFrom(dataset: Dataset, records: Iterable<number>, count: number): string[] {
  const quotes: { text: string; words: ReadonlySet<string> }[] = [];
  let tries = 0;
  for (const record of records) {
    if (quotes.length === count || tries++ === MAX_TRIES) break;
    const quote = quoteOf(dataset, record);
    if (quote !== null && !quotes.some((other) => isAlike(other.words, quote.words))) quotes.push(quote);
  }
  return quotes.map(({ text }) => text);
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared >= ALIKE * Math.min(one.size, other.size);
}
