import type { IncomingHttpHeaders } from "node:http";
import type { Proof } from "../application/proof";
import { ERRORS, Refusal } from "../domain/errors";
import type { Endpoint } from "./endpoint";
import type { Answer } from "./respond";

/** What is sent in addition to the status. */
type Sent = Pick<Answer, "body" | "headers">;

/** Computes the response body for a bought body. */
type Compute = (bought: unknown) => Promise<string>;

/** How the answers of one endpoint are sold, for payments that are to the pipeline only fields. */
export interface Sale<Payment extends object = object> {
  /** Splits a request into the endpoint's own fields and its payment, which is null if it brings none. */
  read(
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
  ): { question: Record<string, unknown>; payment: Payment | null };
  /** What the answer to this body costs; null for a probe. */
  quote(question: object | null): Required<Sent>;
  /** What proves the payment; null if nothing does. */
  proofOf(payment: Payment): Proof | null;
  /**
   * Returns the answer that the payment bought.
   *
   * @param question the valid body, or null where a repeat leaves it out
   */
  redeem(payment: Payment, question: object | null, compute: Compute): Promise<Sent>;
  /** Finishes the purchase with this key, which no request is at; false where nothing was paid. */
  finish(key: string, compute: Compute): Promise<boolean>;
}

/** Opens the sale of an endpoint's answers; `requireStock` refuses what could not be delivered. */
export type OpenSale = (endpoint: Endpoint, label: string, requireStock: () => Promise<void> | undefined) => Sale;

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
