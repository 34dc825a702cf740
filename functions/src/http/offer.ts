import { ERRORS, Refusal } from "../domain/errors";
import type { Answer } from "./respond";

/**
 * Status 402 means one thing, an offer that is safe to pay: a refusal with it has all that a quote has, also for clients
 * of x402 v1, which read the body. So has a payment that cannot be parsed.
 */
export async function withOffer(error: unknown, offer: () => Answer | Promise<Answer>): Promise<never> {
  if (!(error instanceof Refusal)) throw error;
  const { code, detail, options } = error;
  if (ERRORS[code].status !== ERRORS.payment_required.status && code !== "payment_malformed") throw error;
  const { headers, body } = await offer();
  const { code: _quoted, ...document } = JSON.parse(body) as Record<string, unknown>;
  throw new Refusal(code, detail, {
    ...options,
    headers: { ...headers, ...options.headers },
    members: { ...document, error: detail, ...options.members },
  });
}
