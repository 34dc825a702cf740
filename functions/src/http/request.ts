import type { IncomingMessage } from "node:http";
import { refuse } from "../domain/errors";
import { parseJson } from "../domain/json";
import type { Schema } from "../schema/build";
import type { Call } from "./endpoint";

/** Safely below what a double holds exactly. */
/** How a query writes the numbers of each type. */
const NUMBERS: Readonly<Record<string, RegExp>> = {
  integer: /^-?(0|[1-9][0-9]{0,14})$/,
  number: /^-?[0-9]{1,9}(\.[0-9]{1,6})?$/,
};
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Parses a body as a JSON object, unchanged; an absent body is an empty object. */
export function asJson(bytes: Uint8Array): Record<string, unknown> {
  const value = bytes.length === 0 ? {} : parseJson(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse("invalid_request", "The body must be a JSON object.");
  }
  return value as Record<string, unknown>;
}

/** The query's parameters, each given once; strings, except numbers where the schema requires one. */
export function readQuery({ url = "" }: IncomingMessage, schema: Schema): Record<string, unknown> {
  // The path may be anything, even invalid in a URL; only the query is read.
  const [, query = ""] = /\?([^]*)$/.exec(url) ?? [];
  const parameters = [...new URLSearchParams(query)];
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) {
    refuse("invalid_request", "A query parameter is given twice. Send it once.");
  }
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  return Object.fromEntries(
    parameters.map(([name, text]) => [name, NUMBERS[properties[name]?.type ?? ""]?.test(text) ? Number(text) : text]),
  );
}

/** The caller's own request id if valid, else a new one. */
export function requestIdOf(request: IncomingMessage, fresh: () => string): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : fresh();
}

function idempotencyKeyOf(request: IncomingMessage): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  return refuse("invalid_request", "Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.");
}

/** What is known about a request besides its body; read before anything takes effect. */
export type Facts = Pick<
  Call<unknown>,
  "caller" | "client" | "onGone" | "sessionTokenHash" | "idempotencyKey" | "unit" | "prove" | "payment"
>;

/** The header with a signed payment of x402 v2, as Node spells it. */
const PAYMENT_HEADER = "payment-signature";

/** Where a job computes an answer. */
export const NO_REQUEST: Facts = {
  caller: null,
  client: () => "",
  onGone: () => () => undefined,
  sessionTokenHash: null,
  idempotencyKey: null,
  unit: null,
  prove: null,
  payment: null,
};

export function factsOf(request: IncomingMessage, clientOf: (request: IncomingMessage) => string): Facts {
  return {
    caller: null,
    client: () => clientOf(request),
    onGone: (act) => {
      const { socket } = request;
      socket.once("close", act);
      return () => void socket.off("close", act);
    },
    sessionTokenHash: null,
    idempotencyKey: idempotencyKeyOf(request),
    unit: null,
    prove: null,
    payment: request.headers[PAYMENT_HEADER]?.toString() ?? null,
  };
}
