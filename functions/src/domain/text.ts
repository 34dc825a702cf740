import { refuseField } from "./errors";

/**
 * Invisible characters that are not allowed in public texts: they hide text from people that machines still read, or
 * display a line differently than it is stored (UTS #39, "Trojan Source"). Joiners are allowed, because scripts and
 * emoji need them.
 */
const HIDDEN = /(?![\u200c\u200d])\p{Format}/u;
const CONTROL = /(?![\t\n])[\p{Control}\u2028\u2029]/u;
const PRIVATE_USE = /\p{Private_Use}/u;

/**
 * The maximum run of combining marks (UAX #15, Stream-Safe Text Format). Normalisation sorts a run of marks in
 * quadratic time.
 */
const MAX_MARKS = 30;
const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_MARKS + 1}}`, "u");

/**
 * A character that a reader sees: a letter, digit, punctuation mark or symbol that has a glyph. The fillers of Hangul and
 * the blank pattern of Braille count as letters and symbols, and have none.
 */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** The rule of every text that somebody is to read. */
export const VISIBLE_RULE = "must contain a visible character";

/** Whether a text has a visible character. Linear in its length. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Several lines, or exactly one. */
export type Layout = "lines" | "line";

/**
 * The text in NFC; null if it has more than 30 consecutive combining marks before or after normalisation. Linear in the
 * text's length.
 */
export function toNfc(text: string): string | null {
  if (LONG_RUN.test(text)) return null;
  const normal = text.normalize("NFC");
  return normal !== text && LONG_RUN.test(normal) ? null : normal;
}

/** How many characters (code points) a text has: a limit counts these. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The form in which a text is stored and hashed: normalised, with line feeds between lines. */
export function tidy(text: string, layout: Layout): string {
  if (layout === "line") return text.normalize("NFKC").replace(/\s+/gu, " ").trim();
  return text.normalize("NFC").replace(/\r\n?/g, "\n");
}

/**
 * The rule that a public text violates, as the end of a sentence; null if valid. NFKC can turn one character into
 * eighteen, so `maxLength` applies after it.
 */
export function brokenPublicRule(text: string, layout: Layout, maxLength: number): string | null {
  if (lengthOf(text) > maxLength)
    return `must have at most ${maxLength} characters in ${layout === "line" ? "NFKC" : "NFC"}`;
  if (!isVisible(text)) return VISIBLE_RULE;
  if (HIDDEN.test(text)) return "must not contain characters that are invisible or change the text direction";
  if (PRIVATE_USE.test(text)) return "must not contain private-use characters";
  if (CONTROL.test(text)) return "must not contain control characters";
  if (layout === "line" && text !== tidy(text, "line")) {
    return "must be one line in NFKC, without surrounding white space or consecutive spaces";
  }
  return null;
}

/** The rule that a private text violates, as the end of a sentence; null if valid. */
export function brokenPrivateRule(text: string): string | null {
  if (!isVisible(text)) return VISIBLE_RULE;
  return /(?![\t\n\r])\p{Control}/u.test(text) ? "must not contain control characters" : null;
}

/** Refuses `invalid_request` if a private text violates a rule; `pointer` is its location in the request. */
export function requirePrivateText(text: string | undefined, pointer: string): void {
  const message = text === undefined ? null : brokenPrivateRule(text);
  if (message !== null) refuseField(pointer, message, `The text at ${pointer} ${message}.`);
}
