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

/** Where a sentence ends. */
const SENTENCE = /(?<=[.!?…])\s+/;
/** What a sentence does not end with. */
const OPEN_END = /\b(?:my|the|a|an|for|of|to|and|is|in|on|with)$/i;

/**
 * A text as it may be quoted: whole, without the hashtags at its end; or those of its sentences, one after the other,
 * that hold only words which enough others use. Null where it may not be, or reads badly by itself. With `isWanted`, of a
 * long text the first such sentence that is wanted.
 */
export function quotedText(
  text: string,
  isKnown: (stem: string) => boolean,
  isWanted: ((sentence: string) => boolean) | null = null,
): string | null {
  if (PLACEHOLDER.test(text) || NOT_MEANT.test(text)) return null;
  const plain = text.replace(/\s+/g, " ").trim();
  const bare = plain.replace(FILED, "").trim();
  const whole = words(bare).length >= MIN_WORDS && !OPEN_END.test(bare) ? bare : plain;
  if (isReadable(whole) && isCommon(whole, isKnown) && (isWanted?.(whole) ?? true)) return whole;
  if (isWanted)
    return (
      whole
        .split(SENTENCE)
        .find((one) => words(one).length > MIN_WORDS && isReadable(one) && isCommon(one, isKnown) && isWanted(one)) ??
      null
    );
  let [best, run] = ["", ""];
  for (const sentence of whole.split(SENTENCE)) {
    run = isCommon(sentence, isKnown) ? `${run} ${sentence}`.trim() : "";
    if (run.length > best.length && isReadable(run)) best = run;
  }
  return words(best).length > MIN_WORDS ? best : null;
}

const isCommon = (text: string, isKnown: (stem: string) => boolean): boolean =>
  words(text).every((word) => isKnown(stemOf(word)));

function isReadable(text: string): boolean {
  if (text.length > MAX_LENGTH || BROKEN.test(text)) return false;
  if (!/^[\p{L}\p{N}#“"'(¿¡]/u.test(text) || /[,:;(–—-]$/.test(text)) return false;
  if (/^RT\b|^[-–—]/.test(text) || text.split("#").length - 1 > MAX_HASHTAGS) return false;
  const letters = text.replace(/[^\p{L}]/gu, "");
  return letters.length >= text.length * 0.6 && letters !== letters.toUpperCase() && words(text).length >= MIN_WORDS;
}
