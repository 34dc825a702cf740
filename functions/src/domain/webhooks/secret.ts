import { createHmac } from "node:crypto";
import type { QuoteKey } from "../payment/intent";

/** A key of WEBHOOK_KEYS. The first of a list makes new secrets; the others only serve older ones. */
export type WebhookKey = QuoteKey;

/** From what a subscription's secret is derived. Worth nothing without the server key, so it may be stored. */
export interface SecretSeed {
  readonly keyId: string;
  /** 32 random bytes in hex. */
  readonly salt: string;
}

export const SALT_BYTES = 32;
const PREFIX = "whsec_";

/** A seed for a new secret, made with the first key. */
export function newSeed([key]: readonly WebhookKey[], random: Buffer): SecretSeed {
  if (!key) throw new TypeError("this deployment has no webhook keys");
  return { keyId: key.id, salt: random.toString("hex") };
}

/** A seed as text, of which `secretOfText` makes the secret. */
export function seedText({ keyId, salt }: SecretSeed): string {
  return `${keyId}:${salt}`;
}

export function secretOfText(seed: string, keys: readonly WebhookKey[]): string | null {
  const [keyId = "", salt = ""] = seed.split(":");
  return secretOf({ keyId, salt }, keys);
}

/** The secret of a seed as its owner gets it; null if its server key was removed. */
export function secretOf({ keyId, salt }: SecretSeed, keys: readonly WebhookKey[]): string | null {
  const key = keys.find(({ id }) => id === keyId);
  return key ? PREFIX + createHmac("sha256", key.secret).update(`mkt webhook ${salt}`).digest("base64") : null;
}

/** One message as it is signed. */
export interface Message {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of Standard Webhooks, with one signature for each secret. */
export function signedHeaders({ id, timestamp, body }: Message, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}

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
