import type { IncomingMessage } from "node:http";
import { Refusal } from "../domain/errors";
import { bodyHeadersOf, type BodyHeaders } from "./gateway";

const MAX_BODY_BYTES = 256 * 1024;
/**
 * A refused body is still read up to this size, the maximum that Cloud Run accepts, and discarded: a proxy that cannot
 * finish writing a request reports a broken connection instead of the answer.
 */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;
/**
 * How long the rest of a body is read and discarded after a refusal: a client that is cut off while writing may not see
 * the answer.
 */
const LINGER_MS = 15_000;
/** How long a slow connection may take to send a body. */
const PATIENCE_MS = 15_000;
const NO_BODY = new Uint8Array();

/**
 * The request's body as it came, empty when there is none; a promise where it is still under way.
 *
 * Refuses `payload_too_large` over 256 KiB without keeping it, `unsupported_media_type` for anything but plain
 * application/json in UTF-8 (a body without a type is read as that), and `invalid_request` for a body that is truncated or takes longer than `withinMs`.
 */
export function readBody(request: IncomingMessage, withinMs = PATIENCE_MS): Uint8Array | Promise<Uint8Array> {
  const headers = bodyHeadersOf(request);
  if (!headers?.present) return NO_BODY;
  const refusal = wrongMediaType(headers);
  // A short body mostly arrives with its head, and then needs neither listeners nor a timer.
  const isHere = request.readableLength === headers.length && headers.length <= MAX_BODY_BYTES && !request.destroyed;
  if (refusal || !isHere) return receiveBody(request, headers, refusal, withinMs);
  const body = request.read() as Uint8Array;
  request.resume();
  return body;
}

function receiveBody(
  request: IncomingMessage,
  headers: BodyHeaders,
  wrongType: Refusal | undefined,
  withinMs: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let refusal = wrongType;
    if (headers.length !== null && headers.length > MAX_BODY_BYTES) refusal = tooLarge();
    if (refusal && headers.length !== null && headers.length > MAX_DISCARDED_BYTES)
      return reject(lingering(request, refusal));

    let chunks: Uint8Array[] = [];
    let size = 0;
    const late = () =>
      end(
        refusal ??
          new Refusal(
            "invalid_request",
            `The body did not arrive within ${withinMs / 1000} s. Send the request again.`,
          ),
      );
    const brokenOff = () => end(new Refusal("invalid_request", "The body is incomplete. Send the request again."));
    const complete = () => end(refusal ?? (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const take = (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) refusal ??= tooLarge();
      if (!refusal) return chunks.push(chunk);
      chunks = [];
      if (size > MAX_DISCARDED_BYTES) end(refusal);
    };
    const end = (body: Uint8Array | Refusal) => {
      clearTimeout(patience);
      request.off("data", take).off("end", complete).off("close", brokenOff);
      if (!(body instanceof Refusal)) return resolve(body);
      reject(lingering(request, body));
    };
    const patience = setTimeout(late, withinMs);
    request.on("data", take).on("end", complete).on("close", brokenOff);
    if (request.destroyed) brokenOff();
  });
}

/** Discards the rest of a refused request, and closes the connection if the client does not. */
function lingering(request: IncomingMessage, refusal: Refusal): Refusal {
  if (!request.complete && !request.destroyed) {
    request.resume();
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    timer.unref();
    request.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  }
  return refusal;
}

function tooLarge(): Refusal {
  return new Refusal("payload_too_large", `A body may have at most ${MAX_BODY_BYTES} bytes.`);
}

function wrongMediaType({ type, encoding }: BodyHeaders): Refusal | undefined {
  const [essence = "", ...parameters] = (type ?? "application/json").toLowerCase().split(";");
  const unsupported = (detail: string) => new Refusal("unsupported_media_type", detail);
  if (essence.trim() !== "application/json") return unsupported("Send the body with Content-Type: application/json.");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  if (charset && !/^charset="?utf-8"?$/.test(charset)) return unsupported("Send the body in UTF-8.");
  if (encoding && encoding.toLowerCase() !== "identity") return unsupported("Send the body without Content-Encoding.");
  return undefined;
}
