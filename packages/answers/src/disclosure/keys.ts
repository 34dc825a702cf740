import { createHmac } from "node:crypto";

/** Bytes of a dataset's secret. */
export const SECRET_BYTES = 32;

/** What stands for an author from the first look at a row on; the name itself is kept nowhere. */
export const authorHash = (secret: Uint8Array, author: string): string =>
  createHmac("sha256", secret)
    .update(`author\0${author.normalize("NFC").trim().toLowerCase()}`)
    .digest("base64url");

/** The record key of a voice: of its author, or else of its words and columns. */
export function voiceKey(
  secret: Uint8Array,
  voice: { author: string } | { words: string; fields: Record<string, string> },
): number {
  const said =
    "author" in voice
      ? `voice of\0${voice.author}`
      : `voice\0${voice.words}\0${JSON.stringify(Object.entries(voice.fields).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
  return createHmac("sha256", secret).update(said).digest().readUInt32LE(0);
}

/** A number for this state of the data: the sum of all keys, so that the same data always has the same noise. */
export const generationOf = (keys: Uint32Array): number => keys.reduce((sum, key) => (sum + key) | 0, 0) >>> 0;
