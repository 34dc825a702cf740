import type { IncomingHttpHeaders } from "node:http";
import type { Proof } from "../application/proof";
import type { Endpoint } from "./endpoint";
import type { Answer } from "./respond";

/** What is sent, beside its status. */
type Sent = Pick<Answer, "body" | "headers">;

/** How the answers of one endpoint are sold. This is all that the pipeline knows of it. */
export interface Sale {
  /** A request's body in two parts: the endpoint's own fields, and what the request brings to have been sold, null for nothing. */
  read(
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
  ): { question: Record<string, unknown>; purchase: Purchase | null };
  /** What the answer to this body costs; null for a probe. */
  quote(question: object | null): Required<Sent>;
}

/** What one request brings for its answer. */
export interface Purchase {
  /** What it brought, to be told from another. */
  readonly fields: object;
  /** What it shows for itself; null for nothing. */
  readonly proof: () => Proof | null;
  /**
   * The answer that it bought.
   *
   * @param question the valid body, or null where a repeat leaves it out
   * @param compute the response body for the purchased body
   */
  redeem(question: object | null, compute: (bought: unknown) => Promise<string>): Promise<Sent>;
}

/** Opens the sale of an endpoint's answers; `requireStock` refuses what could not be delivered. */
export type OpenSale = (endpoint: Endpoint, label: string, requireStock: () => Promise<void> | undefined) => Sale;
