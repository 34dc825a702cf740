import type { Hex } from "../domain/keccak";
import type { SignedPayment } from "../domain/payment/x402";
import type { Log } from "../ports/log";
import type { Attempt, Checked, PreparedSettlement, Settler, Unsent } from "../ports/settlement";
import { textUpTo } from "./rpc/json";

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

/** Seconds until a facilitator that was silent is worth another try. */
const RETRY_SECONDS = 10;
const MAX_ANSWER_BYTES = 64 * 1024;
/** How far the chain's clock may be behind, in ms: an authorization that expired longer ago can no longer settle. */
const SKEW_MS = 600_000;
const HASH = /^0x[0-9a-fA-F]{64}$/;

/**
 * Settles payments through an x402 facilitator: `POST /verify`, then `/settle`.
 *
 * Its answers are not proof. If it is silent, late or its answer is invalid, the outcome is unknown; if it refuses, the
 * payment may still be on the chain. It is sent the authorization and the service's own requirements only: the service
 * does not vouch for anything else that the payer wrote, such as a resource to be listed.
 */
export function facilitator({ url, token, timeoutMs, check, fetch, log, nowMs }: FacilitatorOptions): Settler {
  return { check, refusalOf, send, forgive: async () => {}, advance: async () => {} };

  async function refusalOf(_key: string, payment: SignedPayment): Promise<Unsent | null> {
    return verified(bodyOf(payment), AbortSignal.timeout(timeoutMs));
  }

  async function verified(body: object, deadline: AbortSignal): Promise<Unsent | null> {
    const answer = await ask("/verify", body, deadline);
    if (answer === null)
      return { outcome: "unable", detail: "The facilitator does not answer.", retryAfter: RETRY_SECONDS };
    return answer["isValid"] === true ? null : refused(answer["invalidReason"]);
  }

  function bodyOf(payment: SignedPayment): object {
    return {
      x402Version: payment.version,
      paymentPayload: payloadOf(payment),
      paymentRequirements: payment.asked.requirements,
    };
  }

  async function send(_key: string, payment: SignedPayment, prepared: PreparedSettlement | null): Promise<Attempt> {
    const body = bodyOf(payment);
    const deadline = AbortSignal.timeout(timeoutMs);
    /** Nothing was sent now; where it was asked before, something may be on its way all the same. */
    const unsent = (attempt: Attempt): Attempt =>
      prepared === null && !hasExpired(payment) ? { outcome: "unknown" } : attempt;
    // A payment that was not claimed before was verified just now.
    const objected = prepared === null ? await verified(body, deadline) : null;
    if (objected) return unsent(objected);
    const settled = await ask("/settle", body, deadline);
    if (settled === null) return { outcome: "unknown" };
    const { transaction } = settled;
    const isNamed = typeof transaction === "string" && HASH.test(transaction);
    // A refusal proves nothing: the facilitator has the payment, and may have sent it.
    return isNamed ? { outcome: "sent", txHashes: [transaction.toLowerCase() as Hex] } : { outcome: "unknown" };
  }

  function hasExpired({ authorization }: SignedPayment): boolean {
    return authorization.validBefore * 1000n < BigInt(nowMs() - SKEW_MS);
  }

  /** Its answer, a refusal included; null where it gives none. */
  async function ask(
    path: "/verify" | "/settle",
    body: object,
    signal: AbortSignal,
  ): Promise<Record<string, unknown> | null> {
    try {
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
        signal,
        redirect: "error",
      });
      const answer: unknown = JSON.parse(await textUpTo(MAX_ANSWER_BYTES, response));
      if (typeof answer !== "object" || answer === null) throw new TypeError("no object");
      const { success, isValid } = answer as { success?: unknown; isValid?: unknown };
      // Facilitators say their refusals with status 4xx too; without one, an error page has settled nothing that is known.
      if (!response.ok && success !== false && isValid !== false) throw new TypeError(`HTTP ${response.status}`);
      return answer as Record<string, unknown>;
    } catch (error) {
      log.warn("facilitator.fault", { path, reason: error instanceof Error ? error.name : "unknown" });
      return null;
    }
  }
}

/** The payment as x402 writes it, of the authorization and the service's own offer. */
function payloadOf({ version, authorization, asked: { requirements, resource, extensions } }: SignedPayment): object {
  const { from, to, valueUsdcUnits, validAfter, validBefore, nonce, signature } = authorization;
  const payload = {
    signature,
    authorization: {
      from,
      to,
      value: String(valueUsdcUnits),
      validAfter: String(validAfter),
      validBefore: String(validBefore),
      nonce,
    },
  };
  if (version === 2) return { x402Version: 2, resource, accepted: requirements, payload, extensions };
  const { scheme, network } = requirements as { scheme: string; network: string };
  return { x402Version: 1, scheme, network, payload };
}

/** Words that a facilitator may put into an answer. */
const REASON = /^[a-z0-9_]{1,80}$/;

function refused(reason: unknown): Unsent {
  const word = typeof reason === "string" && REASON.test(reason) ? reason : "no reason given";
  const detail = `The facilitator finds the payment invalid (${word}) and has not sent it. The quote's \`transaction\` can be paid instead.`;
  return { outcome: "refused", objection: { reason: "unexpected_settle_error", detail } };
}

export interface FacilitatorVitalsOptions {
  url: string;
  token: string | null;
  fetch: typeof fetch;
  nowMs: () => number;
}

const TIMEOUT_MS = 1_200;
/** Checked rarely, because it is a third party and each payment shows its state anyway. */
const WELL_FOR_MS = 30_000;
const ILL_FOR_MS = 5_000;

/** Whether the facilitator answers `GET /supported`. The result is cached, and concurrent callers share one request. */
export function facilitatorVitals({ url, token, fetch, nowMs }: FacilitatorVitalsOptions): () => Promise<boolean> {
  let last: { answer: Promise<boolean>; until: number } | null = null;
  return () => {
    if (last && nowMs() < last.until) return last.answer;
    const asked = { answer: isReachable(), until: nowMs() + WELL_FOR_MS };
    last = asked;
    void asked.answer.then((isWell) => {
      if (!isWell) asked.until = nowMs() + ILL_FOR_MS;
    });
    return asked.answer;
  };

  async function isReachable(): Promise<boolean> {
    try {
      const response = await fetch(`${url}/supported`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "error",
      });
      await response.body?.cancel();
      return response.status < 500;
    } catch {
      return false;
    }
  }
}
