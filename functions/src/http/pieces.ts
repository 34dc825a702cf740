import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Download } from "../schema/download";
import type { Answer } from "./respond";

type Pieces = AsyncIterable<Uint8Array>;

/**
 * A file as an answer, once its first piece is ready: earlier failures are thrown and can still become a problem
 * document.
 */
export async function fileAnswer({
  contentType,
  filename,
  pieces,
  length,
  sha256,
  nextCursor,
}: Download): Promise<Answer> {
  return {
    status: 200,
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${filename}"`,
      ...(length !== null && { "Content-Length": String(length) }),
      ...(sha256 !== null && { "Content-Digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:` }),
      ...(nextCursor !== null && { "X-Next-Cursor": nextCursor }),
    },
    body: "",
    pieces: await begun(pieces),
  };
}

/**
 * Sends pieces as fast as the client reads them. If one fails, or the client disconnects, the connection is closed, so
 * that a partial file never looks complete, and generation stops. Resolves to the error that ended it, or null if
 * everything was sent.
 */
export async function sendPieces(response: ServerResponse, pieces: Pieces): Promise<unknown> {
  try {
    await pipeline(Readable.from(pieces, { objectMode: false }), response);
    return null;
  } catch (error) {
    return error;
  }
}

/** Whether a file ended early because the client disconnected. */
export function isGone(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "ERR_STREAM_PREMATURE_CLOSE";
}

async function begun(pieces: Pieces): Promise<Pieces> {
  const source = pieces[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | null = await source.next();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const ready = first;
        first = null;
        return ready ? Promise.resolve(ready) : source.next();
      },
      return: async () => {
        await source.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
