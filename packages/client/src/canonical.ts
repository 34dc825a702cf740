import canonicalize from "canonicalize";
import { id } from "./hashing";

/** A value that JSON can represent without loss. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * A value as it is sent: undefined members are left out, everything else is what the other side parses.
 * What is signed and what is sent are made from the same one.
 */
export function asSent(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/**
 * keccak256 of the value's RFC 8785 form, 0x hex: how wallets sign a body, and how the chain knows a text.
 * Throws `TypeError` for what JSON cannot say, such as half of a surrogate pair.
 */
export function canonicalHash(value: Json): string {
  return id(canonicalText(value));
}

/** The value's RFC 8785 form. */
export function canonicalText(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined || /\p{Surrogate}/u.test(text)) throw new TypeError("The value cannot be written as JSON.");
  return text;
}
