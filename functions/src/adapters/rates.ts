import { rateIn, type DayRate } from "../domain/statement/statement";
import type { Log } from "../ports/log";
import type { RateSource } from "../ports/statements";
import { textUpTo } from "./rpc/json";

export interface RateSourceOptions {
  url: string;
  /** ISO 4217. */
  currency: string;
  fetch: typeof fetch;
  log: Log;
  /** When to give up on all of one call's days. */
  deadline?: () => AbortSignal;
}

const TIMEOUT_MS = 4_000;
const AT_A_TIME = 4;
const MAX_ANSWER = 10_000;

/**
 * A source that answers `GET {url}/2026-01-30?base=USD&symbols=EUR` as Frankfurter's v1 API does, which has the rates of
 * the European Central Bank: `{ "base": "USD", "date": "2026-01-30", "rates": { "EUR": 0.9213 } }`.
 */
export function rateSource({
  url,
  currency,
  fetch,
  log,
  deadline = () => AbortSignal.timeout(TIMEOUT_MS),
}: RateSourceOptions): RateSource {
  return {
    async ask(days) {
      const known = new Map<string, DayRate>();
      const signal = deadline();
      for (let at = 0; at < days.length; at += AT_A_TIME) {
        const asked = days.slice(at, at + AT_A_TIME);
        const rates = await Promise.all(asked.map((day) => rateOf(day, signal)));
        for (const [index, day] of asked.entries()) {
          const rate = rates[index];
          if (rate) known.set(day, rate);
        }
        // A source that is not well is not asked again in this call.
        if (rates.includes(null)) break;
      }
      return known;
    },
  };

  async function rateOf(day: string, signal: AbortSignal): Promise<DayRate | null> {
    try {
      const query = new URLSearchParams({ base: "USD", symbols: currency });
      const response = await fetch(`${url}/${day}?${query.toString()}`, { signal, redirect: "error" });
      const text = await textUpTo(MAX_ANSWER, response);
      if (!response.ok) throw new TypeError(`HTTP ${response.status}`);
      const rate = rateIn(JSON.parse(text), { currency, day });
      if (!rate) throw new TypeError("no rate of that day");
      return rate;
    } catch (error) {
      log.warn("rates.fault", { day, reason: error instanceof Error ? error.name : "unknown" });
      return null;
    }
  }
}
