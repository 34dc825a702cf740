import { refuse } from "../domain/errors";

const DEEPEST = 32;

/**
 * The value of a JSON text, strings in Unicode NFC.
 *
 * Stricter than JSON.parse, because two readers must never see two values in one text: refuses
 * `invalid_request` for duplicate keys, `__proto__`, lone surrogates, numbers past
 * those of IEEE 754 and more than 32 levels.
 */
export function parseJson(body: Uint8Array): unknown {
  const text = decodeUtf8(body);
  refuseDeepOrDuplicate(text);
  try {
    return JSON.parse(text, normalise) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) refuse("invalid_request", `The body is not JSON${position(error)}.`);
    throw error;
  }
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return refuse("invalid_request", "The body is not UTF-8.");
  }
}

function normalise(_key: string, value: unknown): unknown {
  if (value === Infinity || value === -Infinity) refuse("invalid_request", "A number is too large.");
  if (typeof value !== "string") return value;
  if (!value.isWellFormed()) refuse("invalid_request", "A string holds half of a surrogate pair.");
  return value.normalize("NFC");
}

/** Walks the tokens of a text that may yet turn out not to be JSON. */
function refuseDeepOrDuplicate(text: string): void {
  // The closing quote may be missing: a string without one is one token, not the start of many.
  const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]/g;
  // One entry per open container: the keys of an object, or null for an array.
  const open: (Set<string> | null)[] = [];
  let last: string | null = null;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const mark = token[0];
    if (mark === "{" || mark === "[") {
      if (open.push(mark === "{" ? new Set() : null) > DEEPEST) {
        refuse("invalid_request", `The body is nested more than ${DEEPEST} levels deep.`);
      }
    } else if (mark === "}" || mark === "]") {
      open.pop();
    } else if (mark === ":" && last !== null) {
      refuseKey(last, open.at(-1));
    }
    last = mark.startsWith('"') ? mark : null;
  }
}

function refuseKey(quoted: string, siblings: Set<string> | null | undefined): void {
  const key = quoted.includes("\\") ? unquote(quoted) : quoted.slice(1, -1);
  if (key === "__proto__") refuse("invalid_request", "A field must not be named __proto__.");
  if (!key.isWellFormed()) refuse("invalid_request", "A field's name holds half of a surrogate pair.");
  if (!siblings) return;
  if (siblings.has(key)) refuse("invalid_request", "A field stands twice in one object.");
  siblings.add(key);
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}

/** Where the text stops being JSON; the parser's own message would quote the body. */
function position(error: SyntaxError): string {
  const found = /position (\d+)/.exec(error.message);
  return found ? ` (position ${found[1]})` : "";
}
