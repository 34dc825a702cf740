import type { Firestore } from "@google-cloud/firestore";
import type { DayRate } from "../../../domain/statement/statement";
import type { Rates } from "../../../ports/statements";
import { decimal, Documents, fields, mapOf } from "../documents";
import { reaching } from "../faults";
import { getAll } from "../reading";

interface Month {
  /** By day of the month, `30`. */
  readonly days: Readonly<Record<string, DayRate>>;
}

/** The rates of a month in `rates/{currency}-{year}-{month}`. */
const RATES = new Documents<Month>("rates", { days: mapOf(fields<DayRate>({ nanosPerUsd: decimal })) });

const monthOf = (day: string) => day.slice(0, 7);
const dateOf = (day: string) => day.slice(8);

export function firestoreRates(db: Firestore): Rates {
  const refsOf = (currency: string, days: Iterable<string>) =>
    [...new Set([...days].map(monthOf))].map((month) => ({ month, ref: RATES.in(db).doc(`${currency}-${month}`) }));
  const inMonths = (months: ReadonlyMap<string, Month["days"]>, days: Iterable<string>) =>
    new Map(
      [...days].flatMap((day) => {
        const rate = months.get(monthOf(day))?.[dateOf(day)];
        return rate ? [[day, rate] as const] : [];
      }),
    );

  return {
    of: async (currency, days) => {
      const refs = refsOf(currency, days);
      const found = await getAll(refs.map(({ ref }) => ref));
      return inMonths(new Map(refs.map(({ month }, at) => [month, found[at]?.data()?.days ?? {}])), days);
    },
    keep: (currency, rates) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const refs = refsOf(currency, rates.keys());
          if (refs.length === 0) return new Map();
          const found = await transaction.getAll(...refs.map(({ ref }) => ref));
          const months = new Map<string, Month["days"]>();
          for (const [at, { month, ref }] of refs.entries()) {
            const own = [...rates].filter(([day]) => monthOf(day) === month);
            const before = found[at]?.data()?.days ?? {};
            const days = { ...Object.fromEntries(own.map(([day, rate]) => [dateOf(day), rate])), ...before };
            months.set(month, days);
            transaction.set(ref, { days });
          }
          return inMonths(months, rates.keys());
        }),
      ),
  };
}
