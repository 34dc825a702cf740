import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import proxyAddr from "proxy-addr";

/** Counts everything that has no public address of its own as one client. */
const UNKNOWN = "unknown";

/** Addresses that are no one client's on the internet: in a header, they are no identity. */
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
 * The client that a request counts for.
 *
 * The X-Forwarded-For header is read from its end, and only as far as the addresses in it belong
 * to proxies that the operator trusts: what a client writes there itself stands further left.
 * An IPv4 address is one client in all its spellings, IPv6 addresses are one client for each /64, and a hop that is
 * not a public address is no client of its own.
 *
 * @param trusted CIDR ranges, or proxy-addr's names such as `linklocal`
 */
export function clientAddress(trusted: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trusted]);
  return ({ socket, headers }) => {
    // A connection that is gone already has no address.
    const peer = normalized(socket.remoteAddress ?? "");
    if (peer === null) return UNKNOWN;
    const header = headers["x-forwarded-for"];
    if (header === undefined || !isTrusted(peer, 0)) return network(peer);
    const hops = String(header).split(",").map(normalized);
    // All of them trusted: the request came from inside, and the header says nothing of where.
    const nearest = hops.findLast((hop) => hop === null || !isTrusted(hop, 0)) ?? null;
    return nearest === null || isReserved(nearest, 0) ? UNKNOWN : network(nearest);
  };
}

const PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** An address in its one spelling: without brackets, port and zone, IPv4 as four numbers; null where it is none. */
function normalized(text: string): string | null {
  const trimmed = text.trim();
  const [, bracketed, plain] = PORT.exec(trimmed) ?? [];
  const [address = ""] = (bracketed ?? plain ?? trimmed).split("%");
  if (isIPv4(address)) return address;
  if (isIP(address) === 0) return null;
  // The URL parser knows every spelling of an IPv6 address.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join(".");
}

/** What one client can have all of: an IPv4 address, or the first half of an IPv6 address. */
function network(address: string): string {
  if (isIPv4(address)) return address;
  const [head = "", tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const missing = tail === undefined ? 0 : 8 - head.length - tail.length;
  return `${[...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])].slice(0, 4).join(":")}::/64`;
}
