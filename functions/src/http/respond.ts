import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ERRORS, Refusal } from "../domain/errors";
import { DatasetMissing } from "../ports/answers";
import { ChainUnavailable } from "../ports/chain";
import { StoreUnavailable } from "../ports/storeUnavailable";
import type { Download } from "../schema/download";
import { PROBLEM_TYPE, problemDocument, retryAfter } from "./problem";

/** The response to a request. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
  /** Sent instead of the body if the answer is a file. */
  pieces?: AsyncIterable<Uint8Array>;
}

const JSON_TYPE = "application/json; charset=utf-8";
const EXPOSED =
  "Pay, X-Price-Intent, X-Payment-Contracts, PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, Retry-After, RateLimit, RateLimit-Policy, ETag, X-Request-Id, X-Next-Cursor, Content-Disposition, Content-Digest";

/** The answer with more fields at the end of its body, a JSON object that need not be parsed for it. */
export function withFields<T extends { body: string }>(answer: T, fields: object): T {
  const more = JSON.stringify(fields).slice(1);
  return more === "}" ? answer : { ...answer, body: `${answer.body.slice(0, -1)},${more}` };
}

export function send(
  response: ServerResponse,
  { body, ...answer }: Answer,
  requestId: string,
  headOnly: boolean,
): void {
  const length = answer.status === 304 ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  sendHead(response, { ...answer, headers: { ...length, ...answer.headers } }, requestId);
  response.end(headOnly ? undefined : body);
}

/** Sends the status and the headers; the caller sends the rest. */
export function sendHead(
  response: ServerResponse,
  { status, headers }: Pick<Answer, "status" | "headers">,
  requestId: string,
): void {
  response.writeHead(status, {
    "Content-Type": JSON_TYPE,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    ...headers,
  });
}

/** Answers a CORS preflight request. */
export function sendPreflight(response: ServerResponse, allow: string): void {
  response.writeHead(204, {
    Allow: allow,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Max-Age": "86400",
  });
  response.end();
}

/** A refusal as a problem document. */
export function problem(
  refusal: Refusal,
  baseUrl: string,
  requestId: string,
  headers: Record<string, string> = {},
): Answer {
  const wait = retryAfter(refusal);
  return {
    status: ERRORS[refusal.code].status,
    headers: {
      "Content-Type": PROBLEM_TYPE,
      ...(wait !== undefined && { "Retry-After": String(wait) }),
      ...headers,
    },
    body: JSON.stringify(problemDocument(refusal, baseUrl, requestId)),
  };
}

/** Turns any error into a refusal: faults of dependencies tell the caller to repeat the request. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    return new Refusal(
      "dependency_unavailable",
      "The database is not responding. Nothing is lost: send the same request again.",
    );
  }
  if (error instanceof ChainUnavailable) {
    return new Refusal(
      "dependency_unavailable",
      "No node of the chain is responding. Nothing is lost: send the same request again.",
    );
  }
  if (error instanceof DatasetMissing) {
    return new Refusal("not_available", `The ${error.kind} dataset is not published. Earlier payments remain valid.`);
  }
  return new Refusal(
    "internal",
    "Send the same request again; if it fails again, report the requestId to /x402Feedback.",
  );
}

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
