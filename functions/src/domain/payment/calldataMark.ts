import type { Hex } from "../keccak";
import { MARK_PREFIX } from "./intent";

/**
 * The 16 bytes at the end of an ERC-8021 suffix, with which wallets and apps identify themselves after the calldata.
 */
const SUFFIX_MARKER = "8021".repeat(8);
/** More than wallets and apps add in practice. */
const MAX_SUFFIXES = 16;
const MARK_DIGITS = 64;

/** The last 32 bytes of the calldata in front of its ERC-8021 suffixes, when they are a mark; hex without 0x. */
export function calldataMark(input: Hex): string | null {
  let end = input.length;
  for (let stripped = 0; stripped <= MAX_SUFFIXES; stripped++) {
    const start = suffixStart(input, end);
    if (start === null) break;
    end = start;
  }
  const mark = input.slice(Math.max(end - MARK_DIGITS, 2), end);
  return mark.length === MARK_DIGITS && mark.startsWith(MARK_PREFIX) ? mark : null;
}

/** Where the suffix that ends at `end` begins; null if none ends there or its schema is unknown. */
function suffixStart(input: Hex, end: number): number | null {
  // From here on backwards: marker, schema id, and the schema's own bytes with their length last.
  let at = end - SUFFIX_MARKER.length;
  if (at < 2 || input.slice(at, end) !== SUFFIX_MARKER) return null;
  const take = (bytes: number): number => {
    at -= 2 * bytes;
    return at < 2 ? 0 : parseInt(input.slice(at, at + 2 * bytes), 16);
  };
  const skip = (bytes: number) => void (at -= 2 * bytes);
  const schema = take(1);
  if (schema === 0) {
    skip(take(1));
  } else if (schema === 1) {
    skip(take(1));
    // The registry of the codes: its address, its chain's id, and how long that is.
    skip(take(1) + 20);
  } else if (schema === 2) {
    skip(take(2));
  } else return null;
  return at < 2 ? null : at;
}
