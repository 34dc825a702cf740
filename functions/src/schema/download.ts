import { Unsafe, type TSchema, type TUnsafe } from "@sinclair/typebox";

/** An answer that is a file, generated while it is sent. */
export interface Download {
  readonly contentType: string;
  readonly filename: string;
  /** A failure before the first piece gives a problem document; a later one closes the connection. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Bytes; null if not known before sending, like the digest. */
  readonly length: number | null;
  /** SHA-256 of all pieces, hex. */
  readonly sha256: string | null;
  /** Where the next part begins; null at the end. */
  readonly nextCursor: string | null;
}

const MEDIA_TYPES = "x-media-types";

/** The output of an endpoint that answers with a file of one of these types. */
export const download = (description: string, ...mediaTypes: string[]): TUnsafe<Download> =>
  Unsafe<Download>({ description, [MEDIA_TYPES]: mediaTypes });

/** The media types of a file output; null for JSON. */
export function mediaTypesOf(output: TSchema): readonly string[] | null {
  return (output as { [MEDIA_TYPES]?: readonly string[] })[MEDIA_TYPES] ?? null;
}
