import canonicalize from "canonicalize";
import type { Hex } from "./keccak";
import { keccak256 } from "./keccak";
import { sha256 } from "./sha256";

/** A value that JSON cannot represent without loss, and the JSON Pointer (RFC 6901) to it. */
class NotCanonical extends Error {
  constructor(
    readonly pointer: string,
    readonly reason: string,
  ) {
    super(`${pointer === "" ? "The value" : pointer} ${reason}`);
  }
}

/** The maximum nesting depth: far more than any body here needs. */
const MAX_DEPTH = 64;

/**
 * The value's canonical JSON text (RFC 8785).
 *
 * Nothing is normalised, dropped or converted: what JSON cannot represent exactly (undefined, a function, a bigint,
 * NaN, infinity, a lone surrogate, a class instance, a cycle, more than 64 levels) throws `NotCanonical`.
 */
export function canonicalJson(value: unknown): string {
  refuseWhatJsonCannotSay(value, "", 0);
  const text = canonicalize(value);
  if (text === undefined) throw new NotCanonical("", "is not JSON");
  return text;
}

/** keccak256 of the value's canonical UTF-8: the form that wallets sign and the chain stores. */
export function canonicalKeccak256(value: unknown): Hex {
  return keccak256(canonicalJson(value));
}

/** SHA-256 of the value's canonical UTF-8, as 0x hex: the service's internal identifier of a body. */
export function canonicalSha256(value: unknown): Hex {
  return `0x${sha256(canonicalJson(value))}`;
}

function refuseWhatJsonCannotSay(value: unknown, pointer: string, depth: number): void {
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "string") return refuseLoneSurrogate(value, pointer);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new NotCanonical(pointer, "is not a finite number");
    return;
  }
  if (typeof value !== "object") throw new NotCanonical(pointer, `is ${typeof value}, which is not JSON`);
  if (depth === MAX_DEPTH) throw new NotCanonical(pointer, `is nested more than ${MAX_DEPTH} deep`);
  if (Array.isArray(value)) {
    // By index, because forEach skips the holes of a sparse array.
    for (let at = 0; at < value.length; at++) refuseWhatJsonCannotSay(value[at], `${pointer}/${at}`, depth + 1);
    return;
  }
  if (!isPlain(value)) throw new NotCanonical(pointer, "is not a plain object");
  for (const [key, member] of Object.entries(value)) {
    refuseLoneSurrogate(key, pointer);
    refuseWhatJsonCannotSay(member, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth + 1);
  }
}

function refuseLoneSurrogate(text: string, pointer: string): void {
  if (!loneSurrogate.test(text)) return;
  throw new NotCanonical(pointer, "holds half of a surrogate pair");
}

/** Finds a lone surrogate: in a `u` pattern, only an unpaired one is a character. */
const loneSurrogate = /\p{Surrogate}/u;

/** True for what JSON.parse and object literals create, in any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
