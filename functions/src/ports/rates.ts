import type { DayRate } from "../domain/statement/fiat";

/** What the operator's source says that a US dollar is worth. */
export interface RateSource {
  /**
   * The rates of past days, as far as the source returns them in time: one round trip a day, a few at a time. It gives up
   * at the first that fails, and never throws.
   */
  ask(days: readonly string[]): Promise<ReadonlyMap<string, DayRate>>;
}

/** The rates that statements were written with. A rate that is stored never changes. */
export interface Rates {
  /** The rates of these days that are stored. Reads one document a month. */
  of(currency: string, days: readonly string[]): Promise<ReadonlyMap<string, DayRate>>;
  /** Stores rates of days that have none, in one transaction; gives what is stored for these days after it. */
  keep(currency: string, rates: ReadonlyMap<string, DayRate>): Promise<ReadonlyMap<string, DayRate>>;
}
