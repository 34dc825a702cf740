import { createHash } from "node:crypto";
import { rowKey, type AccountingRow } from "../../domain/accounting/row";
import { decimal, Documents, plain } from "./documents";

/** Rows in `ledger/{wallet}-{key}`, where the key sorts them like the chain. */
export const ROWS = new Documents<AccountingRow>(
  "ledger",
  {
    ...plain("wallet", "settledAt", "endedAt", "contract", "title", "role", "type", "direction"),
    ...plain("counterparty", "txHash", "logIndex"),
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
