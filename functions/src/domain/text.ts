import { refuse } from "./errors";

/**
 * What must not stand in a text that others read: characters that show nothing and yet say something. They hide words
 * from people that machines still read, or make a line read otherwise than it is stored (UTS #39, "Trojan Source").
 * Joiners stay: scripts and emoji need them.
 */
const HIDDEN = /(?![\u200c\u200d])\p{Format}/u;
const CONTROL = /(?![\t\n])[\p{Control}\u2028\u2029]/u;
const PRIVATE_USE = /\p{Private_Use}/u;

/**
 * The most combining marks that may follow one another (UAX #15, Stream-Safe Text Format). Normalisation sorts a run of
 * marks, which takes time by the square of its length.
 */
const MAX_MARKS = 30;
const PILED = new RegExp(`(?<=(?<!\\p{M})\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");
const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_MARKS + 1}}`, "u");

/** Several lines, or exactly one. */
export type Layout = "lines" | "line";

/** The text in NFC; null where more than 30 combining marks follow one another, before or after. Linear in the text's length. */
export function toNfc(text: string): string | null {
  if (LONG_RUN.test(text)) return null;
  const normal = text.normalize("NFC");
  return normal !== text && LONG_RUN.test(normal) ? null : normal;
}

/** The text without the combining marks that follow 30 others, so that it can be normalised in linear time. */
export function withoutPiles(text: string): string {
  return text.replace(PILED, "");
}

/** How many characters (code points) a text has: a limit counts these. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The form in which a text is stored and hashed: one spelling for what reads the same, and line feeds between lines. */
export function tidy(text: string, layout: Layout): string {
  if (layout === "line") return text.normalize("NFKC").replace(/\s+/gu, " ").trim();
  return text.normalize("NFC").replace(/\r\n?/g, "\n");
}

/**
 * The rule that a public text breaks, as the end of a sentence; null for a good one. NFKC can make one character into
 * eighteen, so `maxLength` counts what comes out of it.
 */
export function brokenPublicRule(text: string, layout: Layout, maxLength: number): string | null {
  if (lengthOf(text) > maxLength)
    return `must have at most ${maxLength} characters in ${layout === "line" ? "NFKC" : "NFC"}`;
  if (!/\S/.test(text)) return "must hold more than white space";
  if (HIDDEN.test(text)) return "must not hold characters that are invisible or change the direction of text";
  if (PRIVATE_USE.test(text)) return "must not hold characters of private use";
  if (CONTROL.test(text)) return "must not hold control characters";
  if (layout === "line" && text !== tidy(text, "line")) {
    return "must be one line in NFKC, without white space around it or two spaces in a row";
  }
  return null;
}

/** The rule that a text between two parties breaks, as the end of a sentence; null for a good one. */
export function brokenPrivateRule(text: string): string | null {
  if (!/\S/.test(text)) return "must hold more than white space";
  return /(?![\t\n\r])\p{Control}/u.test(text) ? "must not hold control characters" : null;
}

/** Refuses `invalid_request` where a text between two parties breaks a rule; `pointer` is where it stands in the request. */
export function requirePrivateText(text: string | undefined, pointer: string): void {
  const message = text === undefined ? null : brokenPrivateRule(text);
  if (message !== null)
    refuse("invalid_request", `The text at ${pointer} ${message}.`, { errors: [{ pointer, message }] });
}

/**
 * The rule that a link breaks, as the end of a sentence; null for a good one. A link is text that the service hands
 * on: it never follows one.
 */
export function brokenLinkRule(link: string): string | null {
  if (/[\s\p{Control}\p{Format}\\]/u.test(link) || !URL.canParse(link)) return "must be a URL";
  const { protocol, username, password, hostname } = new URL(link);
  if (protocol !== "https:") return "must begin with https://";
  if (username !== "" || password !== "") return "must not hold a user name or password";
  return hostname.includes(".") ? null : "must name a public host";
}
