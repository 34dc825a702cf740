import { api, ApiError, dataOf } from "../../api";
import type { components } from "../../../../client/src/generated/openapi";
import type { PaidPath } from "../../../../client/src/browser";

export type Quote = components["schemas"]["Quote"];

/** Words of a question, as they are named to its asker. */
export const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(", ");

/** Pauses before a service is asked again how it understands a question: after a pause it opens its data first. */
const PAUSES_MS = [500, 1_500, 3_000];

/** Whether a quote says how its question is understood; a report's question is as it is chosen. */
export function isUnderstood(quote: Quote, path: PaidPath): boolean {
  return quote.understood !== undefined || path === "/analytics/agent-conversions";
}

/**
 * What an answer costs now, and how its question is understood, where the service says so in a few seconds; free, and
 * without a wallet.
 */
export async function priceOf(path: PaidPath, question: object): Promise<Quote> {
  for (const pauseMs of PAUSES_MS) {
    const quote = await quoteOf(path, question);
    if (isUnderstood(quote, path)) return quote;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return quoteOf(path, question);
}

async function quoteOf(path: PaidPath, question: object): Promise<Quote> {
  const { error, response } = await api.POST(path as "/demand-insights", { body: question as { query: string } });
  const body = error as unknown;
  if (response.status === 402 && isQuote(body)) return body;
  return dataOf<Quote>({ error: body, response: response.ok ? failUnpriced() : response });
}

function isQuote(body: unknown): body is Quote {
  return (body as { code?: unknown } | null)?.code === "payment_required";
}

function failUnpriced(): never {
  throw new ApiError("No price came back. Try again in a minute.", null);
}
