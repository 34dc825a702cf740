import { api, ApiError, dataOf } from "../../api";
import type { components } from "../../../../client/src/generated/openapi";
import type { PaidPath } from "../../../../client/src/browser";

export type Quote = components["schemas"]["Quote"];

/** What an answer costs now, and how its question is understood; free, and without a wallet. */
export async function priceOf(path: PaidPath, question: object): Promise<Quote> {
  const { error, response } = await api.POST(path as "/demand-insights", { body: question as { query: string } });
  const body = error as unknown;
  if (response.status === 402 && isQuote(body)) return body;
  return dataOf<Quote>({ error: body, response: response.ok ? unexpected() : response });
}

function isQuote(body: unknown): body is Quote {
  return (body as { code?: unknown } | null)?.code === "payment_required";
}

function unexpected(): never {
  throw new ApiError("The service named no price. Try again in a minute.", null);
}
