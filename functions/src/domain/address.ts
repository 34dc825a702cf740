import type { Hex } from "./keccak";
import { keccak256Bytes } from "./keccak";

declare const checksummed: unique symbol;

/** An EIP-55 checksummed address, so that two of them can be compared with `===`. */
export type Address = Hex & { readonly [checksummed]: true };

/** The pattern of an address, for schemas: `0x` and 40 hex digits in any case. */
const ADDRESS_PATTERN = "^0x[0-9a-fA-F]{40}$";

const shape = new RegExp(ADDRESS_PATTERN);

/**
 * The address in EIP-55 form, or null if the text is not `0x` and 40 hex digits.
 *
 * Any case is accepted and the checksum is not verified. Other encodings that libraries accept (ICAP, no prefix, `0X`)
 * are refused, so that one account maps to one document.
 */
export function toAddress(text: string): Address | null {
  if (!shape.test(text)) return null;
  const digits = text.slice(2).toLowerCase();
  const digest = keccak256Bytes(digits);
  let spelt = "0x";
  for (let at = 0; at < 40; at++) {
    const nibble = ((digest[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 0xf;
    const digit = digits.charAt(at);
    spelt += nibble >= 8 ? digit.toUpperCase() : digit;
  }
  return spelt as Address;
}
