import { hash } from "node:crypto";

/** SHA-256 of bytes, or of a string's UTF-8, in hex without `0x`. */
export const sha256 = (data: Uint8Array | string): string => hash("sha256", data, "hex");
