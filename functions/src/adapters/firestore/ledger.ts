import type { Firestore, Query } from "@google-cloud/firestore";
import type { RowFilters } from "../../domain/accounting/filters";
import { daysOf, monthsOf, partialMonths, periodsIn, sumsOf, type Period } from "../../domain/accounting/totals";
import type { AccountingRow } from "../../domain/accounting/row";
import type { Address } from "../../domain/address";
import { beginOf } from "../../domain/days";
import type { Ledger } from "../../ports/ledger";
import { reaching } from "./faults";
import { allOf, getAll, pageOf } from "./reading";
import { ROWS } from "./ledgerDocuments";
import { pathOf, SUMS } from "./sumDocument";

/** Rows that a stream reads at a time. */
const PAGE = 300;
const DAY_SECONDS = 86_400;

/** The posted rows and totals. */
export function firestoreLedger(db: Firestore): Ledger {
  return {
    page: (wallet, filters, limit, cursor) => pageOf(rowsOf(wallet, filters), limit, cursor),

    async sums(wallet, filters) {
      const names = [monthsOf(wallet), ...partialMonths(filters).map((month) => daysOf(wallet, month))];
      const [months, ...days] = await getAll(
        db,
        names.map((name) => db.doc(pathOf(name))),
      );
      const periodsOf = (doc: typeof months) => (doc?.get(SUMS) ?? {}) as Record<string, Period>;
      const partial = Object.assign({}, ...days.map(periodsOf)) as Record<string, Period>;
      return sumsOf(periodsIn(filters, periodsOf(months), partial), filters);
    },

    async *stream(wallet, filters, after = null) {
      const oldest = rowsOf(wallet, filters).orderBy("sortKey");
      for await (const doc of allOf(after === null ? oldest : oldest.startAfter(after), PAGE)) yield doc.data();
    },

    ofTask: (wallet, { contract, taskId }, filters) =>
      reaching(async () => {
        if (filters.contract !== null && filters.contract !== contract) return [];
        const rows = rowsOf(wallet, { ...filters, contract }).where("taskId", "==", taskId.toString());
        return (await rows.orderBy("sortKey").get()).docs.map((doc) => doc.data());
      }),
  };

  function rowsOf(wallet: Address, { fromDay, toDay, role, type, contract }: RowFilters): Query<AccountingRow> {
    let query = ROWS.in(db).where("wallet", "==", wallet);
    for (const [name, value] of Object.entries({ role, type, contract }))
      if (value !== null) query = query.where(name, "==", value);
    if (fromDay !== null) query = query.where("sortKey", ">=", keyAt(beginOf(fromDay)));
    if (toDay !== null) query = query.where("sortKey", "<", keyAt(beginOf(toDay) + DAY_SECONDS));
    return query;
  }
}

/** Where the keys of rows of this second begin. */
function keyAt(seconds: number): string {
  return String(seconds).padStart(12, "0");
}
