import type { IncomingMessage } from "node:http";
import { refuse } from "../domain/errors";
import { parseJson } from "./json";

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

export interface JsonBody {
  /** The object, its strings in NFC; an absent body is an empty object. */
  value: Record<string, unknown>;
  /** The same object exactly as it was sent: what a wallet may have hashed. */
  asSent: () => Record<string, unknown>;
}

/** The bytes of a body as JSON, which must be an object. */
export function asJson(bytes: Uint8Array): JsonBody {
  const value = bytes.length === 0 ? {} : parseJson(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse("invalid_request", "The body must be a JSON object.");
  }
  const asSent = () => (bytes.length === 0 ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>));
  return { value: value as Record<string, unknown>, asSent };
}

/** The query's parameters, each given once. */
export function readQuery({ url = "" }: IncomingMessage): Record<string, string> {
  // The path may be anything, also what no URL may hold; only the query is read.
  const [, query = ""] = /\?([^]*)$/.exec(url) ?? [];
  const parameters = [...new URLSearchParams(query)];
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) {
    refuse("invalid_request", "A query parameter is given twice.");
  }
  return Object.fromEntries(parameters);
}

/** The caller's own request id where it is a sane one, else a fresh one. */
export function requestIdOf(request: IncomingMessage, fresh: () => string): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : fresh();
}

export function idempotencyKeyOf(request: IncomingMessage): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  return refuse("invalid_request", "Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.");
}
