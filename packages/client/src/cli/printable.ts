import type { Terminal } from "./context";

/**
 * Characters that control a terminal or disguise text: control characters (all of ANSI's escapes begin with one),
 * and the invisible ones that turn the direction or hide words. Joiners are allowed, because scripts and emoji need them.
 */
const UNPRINTABLE = /(?![\n\t\u200c\u200d])[\p{Control}\p{Format}\p{Surrogate}\u2028\u2029]/gu;

/** A terminal that removes such characters from everything that it prints. */
export function printing(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (text) => terminal.out(printable(text)),
    err: (text) => terminal.err(printable(text)),
  };
}

/** Text without unprintable characters. @internal */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, "\ufffd");
}

/** Text by others, on one line. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/gu, " "));
}

/** JSON with the same value, in which such characters are escaped. `indent` is the spaces of a level. */
export function asJson(value: unknown, indent = 2): string {
  const plain = (_name: string, member: unknown) => (typeof member === "bigint" ? String(member) : member);
  return JSON.stringify(value, plain, indent).replace(UNPRINTABLE, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
}
