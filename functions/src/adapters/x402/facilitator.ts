import type { Hex } from "../../domain/keccak";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Log } from "../../ports/log";
import type { Attempt, Checked, Passage, Settler } from "../../ports/settlement";

export interface FacilitatorOptions {
  url: string;
  /** Sent as a bearer token; null where it asks for none. */
  token: string | null;
  timeoutMs: number;
  /** The service's own look at the payment, before the facilitator gets it. */
  check: (payment: SignedPayment) => Promise<Checked>;
  fetch: typeof fetch;
  log: Log;
  nowMs: () => number;
}

const LARGEST_ANSWER = 64 * 1024;
/**
 * x402's reasons that a facilitator finds before it sends anything. After any other, such as a receipt that did not
 * come in time, a transaction may be on its way: whoever signed anew would pay twice.
 */
const BEFORE_SENDING = /^(?!.*transaction)(insufficient_|invalid_|unsupported_|payment_expired)[a-z0-9_]{0,80}$/;
/** Milliseconds that the chain's clock may be behind: an authorization that expired before that is under way no more. */
const SKEW_MS = 600_000;
const HASH = /^0x[0-9a-fA-F]{64}$/;

/**
 * A facilitator of the x402 protocol as the one that carries payments to the chain: its `POST /settle`.
 *
 * Whatever it answers is hearsay. Where it is silent, late or talks nonsense the outcome is unknown, and
 * where it refuses, the chain may still show otherwise.
 */
export function facilitator({ url, token, timeoutMs, check, fetch, log, nowMs }: FacilitatorOptions): Settler {
  return { check, send, advance: async () => {} };

  async function send(_key: string, payment: SignedPayment, passage: Passage | null): Promise<Attempt> {
    let answer: Record<string, unknown>;
    try {
      answer = await ask("/settle", {
        x402Version: payment.version,
        paymentPayload: payment.payload,
        paymentRequirements: payment.requirements,
      });
    } catch (error) {
      log.warn("facilitator.fault", { reason: error instanceof Error ? error.name : "unknown" });
      return { outcome: "unknown" };
    }
    const { transaction, success, errorReason } = answer;
    if (typeof transaction === "string" && HASH.test(transaction)) {
      return { outcome: "sent", txHashes: [transaction.toLowerCase() as Hex] };
    }
    if (success !== false || typeof errorReason !== "string" || !BEFORE_SENDING.test(errorReason)) return { outcome: "unknown" };
    // Whatever it was asked before may be on its way, though it sends nothing now.
    if (passage === null && !hasExpired(payment)) return { outcome: "unknown" };
    return { outcome: "refused", objection: { reason: "unexpected_settle_error", detail: `The facilitator did not settle it: ${errorReason}.` } };
  }

  function hasExpired({ authorization }: SignedPayment): boolean {
    return authorization.validBefore * 1000n < BigInt(nowMs() - SKEW_MS);
  }

  async function ask(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    const text = await capped(response);
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== "object" || answer === null) throw new TypeError("no object");
    // Facilitators say their refusals with status 4xx too; without one, an error page has settled nothing that is known.
    if (!response.ok && (answer as { success?: unknown }).success !== false) throw new TypeError(`HTTP ${response.status}`);
    return answer as Record<string, unknown>;
  }
}

async function capped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new TypeError("an endless answer");
  }
  return text + decoder.decode();
}
