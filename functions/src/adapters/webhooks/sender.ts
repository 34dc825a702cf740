import { Resolver } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { TIMEOUT_MS } from "../../domain/webhooks/delivery";
import { brokenUrlRule, isLoopbackName, type UrlRules } from "../../domain/webhooks/secret";
import type { Reply, WebhookSender } from "../../ports/events";

export interface SenderOptions extends UrlRules {
  /** All addresses of a host. */
  readonly resolve?: (host: string) => Promise<string[]>;
  readonly timeoutMs?: number;
}

/** Thrown where an address may not be connected to. */
class NotAllowed extends Error {}

/** Sends over node:https, with a custom lookup: the address that is checked is the one that is connected to. */
export function webhookSender({
  loopback,
  resolve = resolveBoth,
  timeoutMs = TIMEOUT_MS,
}: SenderOptions): WebhookSender {
  /** The addresses that a URL may be reached at; throws `NotAllowed` if one of them is not public. */
  async function addressesOf(url: URL): Promise<string[]> {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (loopback && isLoopbackName(url)) return [host === "localhost" ? "127.0.0.1" : host];
    const addresses = isIP(host) ? [host] : await resolve(host);
    if (addresses.length === 0) throw new NotAllowed("must have a host that exists");
    for (const address of addresses) {
      const why = notPublic(address);
      if (why) throw new NotAllowed(`must have a public address (its host's is ${why})`);
    }
    return addresses;
  }

  return {
    async brokenRule(text) {
      const broken = brokenUrlRule(text, { loopback });
      if (broken) return broken;
      try {
        await within(timeoutMs, addressesOf(new URL(text)));
        return null;
      } catch (error) {
        return error instanceof NotAllowed ? error.message : "must have a host that can be resolved";
      }
    },

    async post(text, headers, body, maxReplyBytes) {
      const broken = brokenUrlRule(text, { loopback });
      if (broken) return { fault: `The URL ${broken}.` };
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const url = new URL(text);
        const [address = ""] = await within(timeoutMs, addressesOf(url));
        return await send(url, address, headers, body, { signal, maxReplyBytes });
      } catch (error) {
        if (error instanceof NotAllowed) return { fault: `The URL ${error.message}.` };
        return { fault: signal.aborted ? `No answer within ${timeoutMs / 1000} s.` : faultOf(error) };
      }
    },
  };
}

/** One request to one address; DNS is not asked again. */
function send(
  url: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { signal, maxReplyBytes }: { signal: AbortSignal; maxReplyBytes: number },
): Promise<Reply> {
  const family = isIP(address);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(
      url,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "user-agent": "mkt-webhooks",
          ...headers,
        },
        // A kept-alive connection could outlive the check of its address.
        agent: false,
        maxHeaderSize: 16_384,
        signal,
        lookup: (_host, { all }, found) => (all ? found(null, [{ address, family }]) : found(null, address, family)),
      },
      (response) => {
        beginningOf(response, maxReplyBytes)
          .then((reply) => resolve({ status: response.statusCode ?? 0, text: reply }), reject)
          .finally(() => request.destroy());
      },
    );
    request.on("error", reject).end(body);
  });
}

/** The first bytes of an answer; the rest is not read. */
async function beginningOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (maxBytes === 0) return "";
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

/** IPv4 first. Not `dns.lookup`: it would wait in a pool of four threads, where one slow name holds up all others. */
async function resolveBoth(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length === 0) throw new Error("host not found");
  return addresses;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the host was not resolved in time")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A short reason that names no address. */
function faultOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return `The connection failed${typeof code === "string" ? ` (${code})` : ""}.`;
}

/** What all public IPv6 addresses have in common; ipaddr.js also counts unassigned blocks as unicast. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Why an address is not on the public internet; null if it is. IPv4 addresses inside of IPv6 ones (mapped, NAT64, 6to4,
 * Teredo) are never public.
 *
 * @internal
 */
export function notPublic(address: string): string | null {
  if (!ipaddr.isValid(address)) return "not an IP address";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range !== "unicast") return range;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST) ? "reserved" : null;
}
