import { stringify } from "csv-stringify/sync";
import type { AccountingRow } from "../../domain/accounting/row";
import { formatUsdc } from "../../domain/money";
import { safeCell } from "../../domain/statement/cell";
import { NOTICE } from "../../domain/statement/statement";

/** Without it Excel takes UTF-8 for the machine's old code page. */
const BYTE_ORDER_MARK = "\ufeff";
/** A chunk is some 30 KB. */
const ROWS_AT_A_TIME = 100;

type Column = readonly [name: string, of: (row: AccountingRow) => string];

/** Named as in the accounting's JSON; the times are written as spreadsheets read them. */
const COLUMNS: readonly Column[] = [
  ["settledAtUtc", ({ settledAt }) => new Date(settledAt * 1000).toISOString().slice(0, 19).replace("T", " ")],
  ["contract", ({ contract }) => contract ?? ""],
  ["taskId", ({ taskId }) => (taskId === null ? "" : String(taskId))],
  ["title", ({ title }) => safeCell(title ?? "")],
  ["role", ({ role }) => role],
  ["type", ({ type }) => type],
  ["direction", ({ direction }) => direction],
  ["grossUsdc", ({ grossUsdcUnits }) => formatUsdc(grossUsdcUnits)],
  ["feeUsdc", ({ feeUsdcUnits }) => formatUsdc(feeUsdcUnits)],
  ["netUsdc", ({ netUsdcUnits }) => formatUsdc(netUsdcUnits)],
  ["counterparty", ({ counterparty }) => counterparty ?? ""],
  ["txHash", ({ txHash }) => txHash],
  ["blockNumber", ({ blockNumber }) => String(blockNumber)],
  ["logIndex", ({ logIndex }) => String(logIndex)],
  // In the header, so that a file without rows has it too.
  [NOTICE, () => ""],
];

/**
 * Rows as a complete CSV file (RFC 4180: CRLF, quotes where they are needed), in UTF-8 with a byte order mark. The
 * same rows give the same bytes.
 */
export function* csvOf(rows: readonly AccountingRow[]): Generator<Buffer> {
  const line = { record_delimiter: "\r\n" };
  yield Buffer.from(BYTE_ORDER_MARK + stringify([COLUMNS.map(([name]) => name)], line));
  for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME) {
    yield Buffer.from(
      stringify(
        rows.slice(at, at + ROWS_AT_A_TIME).map((row) => COLUMNS.map(([, of]) => of(row))),
        line,
      ),
    );
  }
}
