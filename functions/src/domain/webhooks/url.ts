/** Ports that webhooks are delivered to. */
const PORTS = ["443", "8443"];

export interface UrlRules {
  /** Whether http and any port are allowed on this machine's own addresses. */
  readonly loopback: boolean;
}

/** The rule of a webhook's URL that `text` breaks, as the end of a sentence; null if it keeps all of them. */
export function brokenUrlRule(text: string, { loopback }: UrlRules): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return "must be an absolute URL";
  if (url.username || url.password) return "must not contain a user name or password";
  if (url.hash) return "must not have a fragment";
  if (loopback && isLoopbackName(url)) {
    return ["http:", "https:"].includes(url.protocol) ? null : "must use http or https";
  }
  if (url.protocol !== "https:") return "must use https";
  if (!PORTS.includes(url.port || "443")) return "must use port 443 or 8443";
  return null;
}

/** Whether the URL names this machine, in any spelling: a parsed URL has only one. */
export function isLoopbackName({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
