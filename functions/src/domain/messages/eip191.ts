import type { Hex } from "../keccak";
import { keccak256 } from "../keccak";

/** The digest that a wallet signs for a text: EIP-191, version 0x45 (`personal_sign`). */
export function textDigest(text: string): Hex {
  return keccak256(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`);
}
