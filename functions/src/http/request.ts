import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import proxyAddr from "proxy-addr";
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

/** The one client for everything without a public address. */
const UNKNOWN = "unknown";

/** The header with the key of an own edge. */
const EDGE_HEADER = "x-edge-key";

/** Addresses that identify no client on the internet: ignored in a header. */
const isReserved = proxyAddr.compile([
  "loopback",
  "linklocal",
  "uniquelocal",
  "0.0.0.0/8",
  "100.64.0.0/10",
  "224.0.0.0/3",
  "::/128",
  "ff00::/8",
]);

/**
 * The client to which a request is attributed.
 *
 * The X-Forwarded-For header is read from its end, only across proxies that the operator trusts: values written by the
 * client are further left. A proxy with a public address, such as a CDN's edge, serves others too, who choose what it
 * forwards: it is trusted only in requests that bring the key which this service's own configuration of it adds. An IPv4 address is one client in all its encodings, IPv6 addresses are one client per /64,
 * and a hop without a public address is not a separate client.
 *
 * @param trusted CIDR ranges, or proxy-addr's names such as `linklocal`
 * @param edgeKeys the keys that public proxies may add, in `X-Edge-Key`
 */
export function clientAddress(
  trusted: readonly string[],
  edgeKeys: readonly string[],
): (request: IncomingMessage) => string {
  const isListed = proxyAddr.compile([...trusted]);
  const isKey = keyCheck(edgeKeys);
  return ({ socket, headers }) => {
    const isFromOwnEdge = isKey(headers[EDGE_HEADER]);
    const isTrusted = (hop: string) => isListed(hop, 0) && (isFromOwnEdge || isReserved(hop, 0));
    // A closed connection has no address.
    const peer = normalized(socket.remoteAddress ?? "");
    if (peer === null) return UNKNOWN;
    const header = headers["x-forwarded-for"];
    if (header === undefined || !isTrusted(peer)) return network(peer);
    const hops = String(header).split(",").map(normalized);
    // All of them are trusted: the request came from inside, and the header does not say from where.
    const nearest = hops.findLast((hop) => hop === null || !isTrusted(hop)) ?? null;
    return nearest === null || isReserved(nearest, 0) ? UNKNOWN : network(nearest);
  };
}

/** Compares in a time that does not depend on the keys. */
function keyCheck(keys: readonly string[]): (given: string | string[] | undefined) => boolean {
  const digests = keys.map((key) => hash("sha256", key, "buffer"));
  if (digests.length === 0) return () => false;
  return (given) => {
    if (typeof given !== "string") return false;
    const digest = hash("sha256", given, "buffer");
    return digests.some((one) => timingSafeEqual(one, digest));
  };
}

const PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** A normalised address: without brackets, port and zone, IPv4 as four numbers; null if it is not an address. */
function normalized(text: string): string | null {
  const trimmed = text.trim();
  const [, bracketed, plain] = PORT.exec(trimmed) ?? [];
  const [address = ""] = (bracketed ?? plain ?? trimmed).split("%");
  if (isIPv4(address)) return address;
  if (isIP(address) === 0) return null;
  // The URL parser accepts every notation of an IPv6 address.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join(".");
}

/** The network that one client may own entirely: an IPv4 address, or the first half of an IPv6 address. */
function network(address: string): string {
  if (isIPv4(address)) return address;
  const [head = "", tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const missing = tail === undefined ? 0 : 8 - head.length - tail.length;
  return `${[...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])].slice(0, 4).join(":")}::/64`;
}
