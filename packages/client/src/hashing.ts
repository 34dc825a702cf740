import * as Hash from "ox/Hash";
import * as Hex from "ox/Hex";
import * as Checksum from "ox/Address";

/** keccak256 of a text's UTF-8 bytes, 0x hex. */
export function id(text: string): string {
  return Hash.keccak256(Hex.fromString(text));
}

/** keccak256 of bytes, from 0x hex to 0x hex. */
export function keccak256(bytes: string): string {
  return Hash.keccak256(bytes as Hex.Hex);
}

/** Whether a text is an address: 0x hex whose mixed case, if any, is its checksum (EIP-55). */
export function isAddress(text: string): text is `0x${string}` {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
  const digits = text.slice(2);
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isPlain || Checksum.checksum(text) === text;
}

/** An address as EIP-55. Throws `TypeError` for anything else. */
export function getAddress(text: string): string {
  if (!isAddress(text))
    throw new TypeError(
      `${JSON.stringify(text)} is not an address such as 0x70997970C51812dc3A010C7d01b50e0d17dc79C8.`,
    );
  return Checksum.checksum(text);
}
