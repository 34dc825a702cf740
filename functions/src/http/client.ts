import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";

/**
 * The address that a request really comes from, as far as it is known.
 *
 * The X-Forwarded-For header is read from its end, and only as far as the addresses in it belong
 * to proxies that the operator trusts: what a client writes there itself stands further left.
 *
 * @param trusted CIDR ranges, or proxy-addr's names such as `linklocal`
 */
export function clientAddress(trusted: readonly string[]): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile([...trusted]);
  return (request) => {
    // A connection that is gone already has no address.
    const { remoteAddress = "unknown" } = request.socket;
    if (remoteAddress === "unknown") return remoteAddress;
    try {
      return proxyAddr(request, trust);
    } catch {
      // Something in the header is no address at all.
      return remoteAddress;
    }
  };
}
