import { Unsafe, type TSchema, type TUnsafe } from "@sinclair/typebox";
import { integer, object, string } from "./build";
import { NextCursor } from "./list";

/** An answer that is a file, made while it is sent. */
export interface Download {
  readonly contentType: string;
  readonly filename: string;
  /** What a failure before the first piece ends with is a problem document; a later one cuts the connection. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Bytes; null where they are not counted before they are sent, as is the digest. */
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

/** The types of the files that an output stands for; null where it is JSON. */
export function mediaTypesOf(output: TSchema): readonly string[] | null {
  return (output as { [MEDIA_TYPES]?: readonly string[] })[MEDIA_TYPES] ?? null;
}

/** A file as those see it who get it without headers. */
export const DownloadView = object(
  {
    filename: string(),
    contentType: string(),
    bytes: integer({ minimum: 0 }),
    sha256: string({ description: "Of the file's bytes, hex." }),
    nextCursor: NextCursor,
  },
  { description: "What the file is that stands beside this as an embedded resource." },
);
