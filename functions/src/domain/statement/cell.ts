/** Line terminators of any reader, and tabs, which separate cells in some. */
const BREAK = /[\t\r\n\v\f\u0085\u2028\u2029]+/g;
const CONTROL = /\p{Control}/gu;
/** Includes the full-width forms of East Asian keyboards. */
const SIGN = "[=+\\-@＝＋－＠]";
const AT_THE_BEGINNING = new RegExp(`^(?=[\\s"]*${SIGN})`);
/** A reader configured for another separator splits there, even inside quotes. */
const BEHIND_A_SEPARATOR = new RegExp(`([,;|])(?="*${SIGN})`, "g");

/**
 * A text made safe for a CSV cell: on one physical line, with a `'` before anything that could begin a formula (OWASP,
 * CSV injection).
 */
export function safeCell(text: string): string {
  return text
    .replace(BREAK, " ")
    .replace(CONTROL, "")
    .replace(AT_THE_BEGINNING, "'")
    .replace(BEHIND_A_SEPARATOR, "$1'");
}
