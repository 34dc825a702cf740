import ipaddr from "ipaddr.js";

/** What all public IPv6 addresses have in common; ipaddr.js also counts unassigned blocks as unicast. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Why an address is not on the public internet; null if it is. IPv4 addresses inside of IPv6 ones (mapped, NAT64, 6to4,
 * Teredo) are never public.
 */
export function notPublic(address: string): string | null {
  if (!ipaddr.isValid(address)) return "not an IP address";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range !== "unicast") return range;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST) ? "reserved" : null;
}
