import type { IncomingHttpHeaders } from "node:http";
import type { Quote } from "../domain/payment/quote";
import type { Credentials, SignedIn, SignedPayload } from "./payments/credentials";
import type { Proof } from "./proof";

/** Computes the response body for a bought question. */
export type Compute = (question: unknown) => Promise<string>;

/** A bought answer as response bytes, and its receipt. */
export interface Sold {
  body: string;
  headers?: Record<string, string>;
}

/** A payment as a request brings it. */
export type BroughtPayment = Credentials | SignedPayload | SignedIn;

/** How the answers of one endpoint are sold. The pipeline knows that there is a payment, and not what is in it. */
export interface Sale {
  /** Splits a request into the endpoint's own fields and its payment, which is null if it brings none. */
  read(
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
  ): { question: Record<string, unknown>; payment: BroughtPayment | null };
  /** What the answer to this question costs; null for a probe. Uses neither database nor chain. */
  quote(question: object | null): Quote;
  /** What proves the payment; null if nothing does. */
  proofOf(payment: BroughtPayment): Proof | null;
  /**
   * Returns the answer that the payment bought.
   *
   * @param question the valid question, or null where a repeat leaves it out
   */
  redeem(payment: BroughtPayment, question: object | null, compute: Compute): Promise<Sold>;
  /**
   * Finishes the purchase with this key, which no request is at, so that its payer reads the answer; false where its
   * payment was never taken. Refuses `tx_not_confirmed` while it may be.
   */
  finish(key: string, compute: Compute): Promise<boolean>;
}
