import { utcDay, type Fiat } from "../../domain/statement/fiat";
import type { Services } from "../services";

/** Days that one request asks the source about; later requests ask about the others. */
const MAX_ASKED = 40;

/**
 * The operator's currency with the rates of these times (unix seconds); null where the operator names no source. A day
 * without a rate is left out: its source was not reached, or the day is not over.
 */
export async function fiatOf(
  times: readonly number[],
  nowMs: number,
  services: Pick<Services, "settings" | "rates" | "rateSource">,
): Promise<Fiat | null> {
  if (!services.settings.fiat) return null;
  const { currency } = services.settings.fiat;
  // Only here: without a currency there is no source.
  const { rates, rateSource } = services;
  const today = utcDay(nowMs / 1000);
  // What a source says of a day may change until it is over.
  const days = [...new Set(times.map(utcDay))].filter((day) => day < today).sort();
  const stored = await rates.of(currency, days);
  const missing = days.filter((day) => !stored.has(day)).slice(0, MAX_ASKED);
  const told = missing.length > 0 ? await rateSource.ask(missing) : new Map();
  const kept = told.size > 0 ? await rates.keep(currency, told) : new Map();
  return { currency, rates: new Map([...stored, ...kept]) };
}
