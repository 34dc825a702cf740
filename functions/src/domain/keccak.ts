import { keccak_256 } from "@noble/hashes/sha3";

/** Bytes as text: `0x` and lower-case hex. */
export type Hex = `0x${string}`;

/** The 32 bytes of keccak256 over bytes; a string is hashed as its UTF-8, never as hex. */
export function keccak256Bytes(data: Uint8Array | string): Uint8Array {
  return keccak_256(bytesOf(data));
}

/** keccak256 over bytes as 0x hex; a string is hashed as its UTF-8, never as hex. */
export function keccak256(data: Uint8Array | string): Hex {
  return hex(keccak256Bytes(data));
}

/** The bytes as `0x` and lower-case hex. */
export function hex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
}

/** Encoded here, because the library encodes lone surrogates differently. */
function bytesOf(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? Buffer.from(data) : data;
}
