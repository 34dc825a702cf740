import type { Firestore, Query } from "@google-cloud/firestore";
import type { RowFilters } from "../../domain/accounting/filters";
import { daysOf, monthsOf, partialMonths, periodsIn, totalsOf, type Period } from "../../domain/accounting/totals";
import type { Address } from "../../domain/address";
import type { Ledger } from "../../ports/ledger";
import { reaching } from "./faults";
import { LEDGER, readRow } from "./rowDocument";
import { SUMS } from "./sumDocument";

/** Rows that a stream reads at a time. */
const PAGE = 300;
const DAY_SECONDS = 86_400;

/** The posted rows and totals. */
export function firestoreLedger(db: Firestore): Ledger {
  return {
    page: (wallet, filters, limit, cursor) =>
      reaching(async () => {
        const newest = rowsOf(wallet, filters).orderBy("sortKey", "desc");
        const { docs } = await (cursor === null ? newest : newest.startAfter(cursor)).limit(limit + 1).get();
        const shown = docs.slice(0, limit);
        const nextCursor = docs.length > limit ? (shown.at(-1)?.get("sortKey") as string) : null;
        return { items: shown.map(readRow), nextCursor };
      }),

    totals: (wallet, filters) =>
      reaching(async () => {
        const paths = [monthsOf(wallet), ...partialMonths(filters).map((month) => daysOf(wallet, month))];
        const [months, ...days] = await db.getAll(...paths.map((path) => db.doc(path)));
        const periodsOf = (doc: typeof months) => (doc?.get(SUMS) ?? {}) as Record<string, Period>;
        const partial = Object.assign({}, ...days.map(periodsOf)) as Record<string, Period>;
        return totalsOf(periodsIn(filters, periodsOf(months), partial), filters);
      }),

    async *stream(wallet, filters, after = null) {
      const oldest = rowsOf(wallet, filters).orderBy("sortKey").limit(PAGE);
      for (let query = after === null ? oldest : oldest.startAfter(after); ;) {
        const { docs } = await reaching(() => query.get());
        yield* docs.map(readRow);
        const last = docs.at(-1);
        if (!last || docs.length < PAGE) return;
        query = oldest.startAfter(last.get("sortKey"));
      }
    },

    ofTask: (wallet, { contract, taskId }, filters) =>
      reaching(async () => {
        if (filters.contract !== null && filters.contract !== contract) return [];
        const rows = rowsOf(wallet, { ...filters, contract }).where("taskId", "==", taskId.toString());
        return (await rows.orderBy("sortKey").get()).docs.map(readRow);
      }),
  };

  function rowsOf(wallet: Address, { fromDay, toDay, role, type, contract }: RowFilters): Query {
    let query: Query = db.collection(LEDGER).where("wallet", "==", wallet);
    for (const [name, value] of Object.entries({ role, type, contract }))
      if (value !== null) query = query.where(name, "==", value);
    if (fromDay !== null) query = query.where("sortKey", ">=", keyAt(secondsOf(fromDay)));
    if (toDay !== null) query = query.where("sortKey", "<", keyAt(secondsOf(toDay) + DAY_SECONDS));
    return query;
  }
}

/** Where the keys of rows of this second begin. */
function keyAt(seconds: number): string {
  return String(seconds).padStart(12, "0");
}

function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000;
}
