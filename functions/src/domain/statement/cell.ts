/** What ends a physical line for one reader or another, and tabs, which separate cells for some. */
const BREAK = /[\t\r\n\v\f\u0085\u2028\u2029]+/g;
const CONTROL = /\p{Control}/gu;
/** The wide forms are what East Asian keyboards write. */
const SIGN = "[=+\\-@＝＋－＠]";
const AT_THE_BEGINNING = new RegExp(`^(?=[\\s"]*${SIGN})`);
/** A reader that is set to another separator cuts there, inside the quotes that mean nothing to it. */
const BEHIND_A_SEPARATOR = new RegExp(`([,;|])(?="*${SIGN})`, "g");

/**
 * A text as a CSV cell may hold it: on one physical line, and nowhere the beginning of a formula, which a `'` keeps from
 * being one (OWASP, CSV injection).
 */
export function safeCell(text: string): string {
  return text
    .replace(BREAK, " ")
    .replace(CONTROL, "")
    .replace(AT_THE_BEGINNING, "'")
    .replace(BEHIND_A_SEPARATOR, "$1'");
}
