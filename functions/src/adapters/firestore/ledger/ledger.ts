import { createHash } from "node:crypto";
import type { Firestore, Query } from "@google-cloud/firestore";
import { rowKey, type AccountingRow } from "../../../domain/accounting/row";
import {
  daysOf,
  monthsOf,
  partialMonths,
  periodsIn,
  sumsOf,
  type RowFilters,
  type Period,
} from "../../../domain/accounting/totals";
import type { Address } from "../../../domain/address";
import { beginOf, DAY_SECONDS } from "../../../domain/time";
import type { Ledger } from "../../../ports/ledger";
import { decimal, Documents, plain } from "../documents";
import { reaching } from "../faults";
import { allOf, getAll, pageOf } from "../reading";
import { pathOf, SUMS } from "../sumDocument";

/** Rows that a stream reads at a time. */
const PAGE = 300;

/** The posted rows and totals. */
export function firestoreLedger(db: Firestore): Ledger {
  return {
    page: (wallet, filters, limit, cursor) => pageOf(rowsOf(wallet, filters), limit, cursor),

    async sums(wallet, filters) {
      const names = [monthsOf(wallet), ...partialMonths(filters).map((month) => daysOf(wallet, month))];
      const [months, ...days] = await getAll(names.map((name) => db.doc(pathOf(name))));
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

/** Rows in `ledger/{wallet}-{key}`, where the key sorts them like the chain. */
export const ROWS = new Documents<AccountingRow>(
  "ledger",
  {
    ...plain("wallet", "movedAt", "settledAt", "contract", "title", "role", "type", "direction"),
    ...plain("counterparty", "txHash", "settledTxHash", "logIndex"),
    taskId: decimal,
    grossUsdcUnits: decimal,
    feeUsdcUnits: decimal,
    netUsdcUnits: decimal,
    blockNumber: decimal,
  },
  { sortKey: rowKey },
);

/** The name of a row's document. */
export function rowName(row: AccountingRow): string {
  return `${row.wallet}-${rowKey(row)}`;
}

/** Tells two versions of a row apart. */
export function rowDigest(row: AccountingRow): string {
  return createHash("sha256")
    .update(JSON.stringify(ROWS.toFirestore(row)))
    .digest("base64url")
    .slice(0, 16);
}

/** What was posted for an entry: its rows by name, with their digests, and what it added to the sums. */
export interface Posting {
  readonly rows: Readonly<Record<string, string>>;
  readonly increments: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What was posted for each entry, in `bookings/{entry}`. */
export const POSTINGS = new Documents<Posting>("bookings", plain("rows", "increments"));

/** What the ledger knows of itself, in `books/state`. */
export interface LedgerState {
  readonly mustClear?: boolean;
  /** Every collection that ever had sums. */
  readonly collections?: readonly string[];
  /**
   * The last entry of each source marked as unposted since the ledger must be cleared: an interrupted run continues
   * there.
   */
  readonly marked?: Readonly<Record<string, string>>;
  readonly writes: number;
}
export const LEDGER_STATE = new Documents<LedgerState>("books", plain("mustClear", "collections", "marked", "writes"));
