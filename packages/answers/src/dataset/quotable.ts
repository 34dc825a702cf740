import { stemOf, words } from "./words";

/** Longer texts are not quoted: a part of one may be about something else. */
const MAX_LENGTH = 240;
const MIN_WORDS = 4;
const MAX_HASHTAGS = 3;
const PLACEHOLDER = /\[(?:name|email|phone|handle|link|address|card|account|id)\]/;
/** Mojibake, control characters, markup and places where the author's own text was cut off. */
const BROKEN = /[\u0080-\u009f\ufffd<>{}|\\^~_]|(?<!\p{L})[\u00c0-\u00ff]{1,3}(?!\p{L})|…$/u;
/** What says itself that it is not meant. */
const NOT_MEANT = /\b(?:kidding|jk)\b/i;

/** Hashtags that a text ends with: they file it, and say nothing. */
const FILED = /(?:[\s.,:;|–—-]{0,3}#\w{1,60}){1,12}[\s.!]{0,3}$/;

/** A text as it is quoted: without the hashtags at its end, where more than these is said. */
export function quotedText(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const bare = plain.replace(FILED, "").trim();
  return words(bare).length >= MIN_WORDS && !/\b(?:my|the|a|an|for|of|to|and|is|in|on|with)$/i.test(bare) ? bare : plain;
}

/** Whether a text reads well by itself, and holds only words that enough others use. */
export function isQuotable(whole: string, known: ReadonlySet<string>): boolean {
  const text = quotedText(whole);
  if (text.length > MAX_LENGTH || PLACEHOLDER.test(text) || BROKEN.test(text) || NOT_MEANT.test(text)) return false;
  if (!/^[\p{L}\p{N}#“"'(¿¡]/u.test(text) || /[,:;(–—-]$/.test(text)) return false;
  if (/^RT\b|^[-–—]/.test(text) || text.split("#").length - 1 > MAX_HASHTAGS) return false;
  const letters = text.replace(/[^\p{L}]/gu, "");
  if (letters.length < text.length * 0.6 || letters === letters.toUpperCase()) return false;
  const spoken = words(text);
  return spoken.length >= MIN_WORDS && spoken.every((word) => known.has(stemOf(word)));
}
