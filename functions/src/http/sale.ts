import type { IncomingHttpHeaders } from "node:http";
import type { Proof } from "../application/proof";
import type { Endpoint } from "./endpoint";
import type { Answer } from "./respond";

/** What is sent in addition to the status. */
type Sent = Pick<Answer, "body" | "headers">;

/** How the answers of one endpoint are sold. This is all that the pipeline knows of it. */
export interface Sale {
  /** Splits a request into the endpoint's own fields and its payment; `purchase` is null if it brings none. */
  read(
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
  ): { question: Record<string, unknown>; purchase: Purchase | null };
  /** What the answer to this body costs; null for a probe. */
  quote(question: object | null): Required<Sent>;
  /** Finishes the purchase with this key, which no request is at; false where nothing was paid. */
  finish(key: string, compute: (bought: unknown) => Promise<string>): Promise<boolean>;
}

/** The payment that one request brings. */
export interface Purchase {
  /** Identifies the payment: two requests with equal fields bring the same one. */
  readonly fields: object;
  /** What proves the payment; null if nothing does. */
  readonly proof: () => Proof | null;
  /**
   * Returns the answer that the payment bought.
   *
   * @param question the valid body, or null where a repeat leaves it out
   * @param compute the response body for the purchased body
   */
  redeem(question: object | null, compute: (bought: unknown) => Promise<string>): Promise<Sent>;
}

/** Opens the sale of an endpoint's answers; `requireStock` refuses what could not be delivered. */
export type OpenSale = (endpoint: Endpoint, label: string, requireStock: () => Promise<void> | undefined) => Sale;
