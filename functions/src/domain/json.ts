import { refuse } from "./errors";

const MAX_DEPTH = 32;
/** Maximum members and items in total: many times what the largest request needs. */
const MAX_VALUES = 5_000;

/**
 * Parses a JSON text; strings stay as sent.
 *
 * Stricter than JSON.parse, because two parsers must never read different values from one text: refuses
 * `invalid_request` for duplicate keys, `__proto__`, lone surrogates, numbers past those of IEEE 754, more than 32
 * levels and more than 5,000 values.
 */
export function parseJson(body: Uint8Array): unknown {
  const text = decodeUtf8(body);
  refuseLargeOrDuplicate(text);
  try {
    return JSON.parse(text, refuseInexact) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError)
      refuse("invalid_request", `The body is not JSON${position(error)}. Send one JSON object.`);
    throw error;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    return refuse("invalid_request", "The body is not UTF-8. Encode it as UTF-8.");
  }
}

function refuseInexact(_key: string, value: unknown): unknown {
  if (value === Infinity || value === -Infinity)
    refuse("invalid_request", "A number is too large. Send at most 1.8e308.");
  if (typeof value === "string" && !value.isWellFormed())
    refuse("invalid_request", "A string contains a lone surrogate. Send complete characters.");
  return value;
}

/** Scans the tokens of a text that may still turn out not to be JSON. */
function refuseLargeOrDuplicate(text: string): void {
  // The closing quote may be missing: an unterminated string is one token, not the start of many.
  const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]/g;
  // One entry per open container: the keys of an object, or null for an array.
  const open: (Set<string> | null)[] = [];
  let last: string | null = null;
  let values = 1;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const mark = token[0];
    if ((mark === "," || mark === "{" || mark === "[") && ++values > MAX_VALUES) {
      refuse("invalid_request", `The body contains too many values. Send at most ${MAX_VALUES}.`);
    }
    if (mark === "{" || mark === "[") {
      if (open.push(mark === "{" ? new Set() : null) > MAX_DEPTH) {
        refuse("invalid_request", `The body is nested too deeply. Send at most ${MAX_DEPTH} levels.`);
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
  if (!key.isWellFormed())
    refuse("invalid_request", "A field's name contains a lone surrogate. Send complete characters.");
  if (!siblings) return;
  if (siblings.has(key)) refuse("invalid_request", "A field occurs twice in one object. Send it once.");
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
