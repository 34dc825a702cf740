import { stringify } from "csv-stringify/sync";
import { balanceOf, movementName, type AccountingRow } from "../../domain/accounting/row";
import { dayOf } from "../../domain/time";
import { formatUsdc } from "../../domain/money";
import {
  safeCell,
  NOTICE,
  subjectOf,
  centsText,
  fiatCents,
  rateAt,
  rateText,
  type Fiat,
  type SettlementRow,
} from "../../domain/statement/statement";
import type { Terms } from "../../ports/statements";

/** Without it Excel takes UTF-8 for the machine's old code page. */
const BYTE_ORDER_MARK = "\ufeff";
/** A chunk is some 30 KB. */
const ROWS_AT_A_TIME = 100;

type Column<T> = readonly [name: string, of: (row: T) => string];

/** The note on a row whose day has no rate yet. */
const NO_RATE = "no rate yet";

/** An amount in the operator's currency, with the rate and its day; no columns without a currency. */
function fiatColumns<T>(fiat: Fiat | null, of: (row: T) => { at: number; units: bigint }): readonly Column<T>[] {
  if (!fiat) return [];
  const rateOf = (row: T) => rateAt(fiat, of(row).at);
  return [
    [`net${fiat.currency}`, (row) => fiatText(fiat, of(row)) ?? ""],
    [`${fiat.currency}PerUsd`, (row) => ((rate) => (rate ? rateText(rate) : ""))(rateOf(row))],
    ["rateOf", (row) => rateOf(row)?.day ?? NO_RATE],
  ];
}

function fiatText(fiat: Fiat, { at, units }: { at: number; units: bigint }): string | null {
  const rate = rateAt(fiat, at);
  return rate && centsText(fiatCents(units, rate));
}

const secondOf = (time: number) => new Date(time * 1000).toISOString().slice(0, 19).replace("T", " ");

/**
 * In a `net` column, what went out is negative, so that it sums to a net. `settledAtUtc` is when the money left the
 * escrow. Times are written as spreadsheets read them.
 */
const movementsIn = (fiat: Fiat | null): readonly Column<AccountingRow>[] => [
  ["movedAtUtc", ({ movedAt }) => secondOf(movedAt)],
  ["settledAtUtc", ({ settledAt }) => (settledAt === null ? "" : secondOf(settledAt))],
  ["contract", ({ contract }) => contract ?? ""],
  ["taskId", ({ taskId }) => (taskId === null ? "" : String(taskId))],
  ["title", ({ title }) => safeCell(title ?? "")],
  ["role", ({ role }) => role],
  ["type", ({ type }) => type],
  ["direction", ({ direction }) => direction],
  ["grossUsdc", ({ grossUsdcUnits }) => formatUsdc(grossUsdcUnits)],
  ["feeUsdc", ({ feeUsdcUnits }) => formatUsdc(feeUsdcUnits)],
  ["netUsdc", (row) => formatUsdc(balanceOf(row))],
  ...fiatColumns<AccountingRow>(fiat, (row) => ({ at: row.movedAt, units: balanceOf(row) })),
  ["counterparty", ({ counterparty }) => counterparty ?? ""],
  ["txHash", ({ txHash }) => txHash],
  ["blockNumber", ({ blockNumber }) => String(blockNumber)],
  ["logIndex", ({ logIndex }) => String(logIndex)],
  // In the header, so that a file without rows has it too.
  [NOTICE, () => ""],
];

/** One row a settlement: what was earned and spent, when it was settled. */
const settlementsIn = (fiat: Fiat | null, explorer: string): readonly Column<SettlementRow>[] => [
  ["settledAtUtc", ({ settledAt }) => secondOf(settledAt)],
  ["kind", ({ kind }) => kind],
  ["title", ({ row }) => safeCell(subjectOf(row))],
  ["contract", ({ row }) => row.contract ?? ""],
  ["taskId", ({ row }) => (row.taskId === null ? "" : String(row.taskId))],
  ["role", ({ row }) => row.role],
  ["grossUsdc", ({ grossUsdcUnits }) => formatUsdc(grossUsdcUnits)],
  ["feeUsdc", ({ feeUsdcUnits }) => formatUsdc(feeUsdcUnits)],
  ["netUsdc", (row) => formatUsdc(balanceOf(row))],
  ...fiatColumns<SettlementRow>(fiat, (row) => ({ at: row.settledAt, units: balanceOf(row) })),
  ["wallet", ({ row }) => row.wallet],
  ["counterparty", ({ row }) => row.counterparty ?? ""],
  ["transactions", ({ txHashes }) => txHashes.map((hash) => `${explorer}/tx/${hash}`).join(" ")],
  [NOTICE, () => ""],
];

const sent = (row: AccountingRow) => (balanceOf(row) < 0n ? formatUsdc(-balanceOf(row)) : "");
const received = (row: AccountingRow) => (balanceOf(row) > 0n ? formatUsdc(balanceOf(row)) : "");
const worthOf = ({ movedAt, netUsdcUnits }: AccountingRow, fiat: Fiat | null) =>
  (fiat && fiatText(fiat, { at: movedAt, units: netUsdcUnits })) ?? "";
/** Koinly's labels; what is only moved into escrow and back has none. */
const LABELS: Readonly<Partial<Record<AccountingRow["type"], string>>> = { paid_answer: "cost", cancel_fee: "fee" };

/** Koinly's universal format: https://support.koinly.io/en/articles/9489976 */
const KOINLY = (fiat: Fiat | null): readonly Column<AccountingRow>[] => [
  ["Date", ({ movedAt }) => `${secondOf(movedAt)} UTC`],
  ["Sent Amount", sent],
  ["Sent Currency", (row) => (sent(row) === "" ? "" : "USDC")],
  ["Received Amount", received],
  ["Received Currency", (row) => (received(row) === "" ? "" : "USDC")],
  ["Fee Amount", () => ""],
  ["Fee Currency", () => ""],
  ["Net Worth Amount", (row) => worthOf(row, fiat)],
  ["Net Worth Currency", (row) => (worthOf(row, fiat) === "" ? "" : (fiat?.currency ?? ""))],
  ["Label", ({ type }) => LABELS[type] ?? ""],
  ["Description", (row) => safeCell(`${movementName(row)}: ${subjectOf(row)}`)],
  ["TxHash", ({ txHash }) => txHash],
];

/** Xero's bank statement: https://central.xero.com/s/article/Import-a-CSV-bank-statement */
const XERO = (): readonly Column<AccountingRow>[] => [
  ["*Date", ({ movedAt }) => dayOf(movedAt)],
  ["*Amount", (row) => formatUsdc(balanceOf(row))],
  ["Payee", ({ counterparty }) => counterparty ?? ""],
  ["Description", (row) => safeCell(`${movementName(row)}: ${subjectOf(row)}`)],
  ["Reference", ({ txHash }) => txHash],
];

/** Of rows that move nothing, such as a stake that was lost long after it went out, importers know nothing. */
const IMPORTS = { koinly: KOINLY, xero: XERO } as const;

/** Rows as a complete CSV file in UTF-8 with a byte order mark. The same rows give the same bytes. */
export function csvOf(rows: readonly AccountingRow[], fiat: Fiat | null): Generator<Buffer> {
  return written(movementsIn(fiat), rows);
}

/** Movements as a file that another program imports. */
export function importOf(
  format: keyof typeof IMPORTS,
  rows: readonly AccountingRow[],
  fiat: Fiat | null,
): Generator<Buffer> {
  const moved = rows.filter((row) => row.netUsdcUnits !== 0n);
  return written(IMPORTS[format](fiat), moved);
}

export function settlementsCsv(rows: readonly SettlementRow[], { explorer, fiat }: Terms): Generator<Buffer> {
  return written(settlementsIn(fiat, explorer), rows);
}

/** A CSV file (RFC 4180: CRLF, quotes where they are needed). */
function* written<T>(columns: readonly Column<T>[], rows: readonly T[]): Generator<Buffer> {
  const line = { record_delimiter: "\r\n" };
  yield Buffer.from(BYTE_ORDER_MARK + stringify([columns.map(([name]) => name)], line));
  for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME) {
    yield Buffer.from(
      stringify(
        rows.slice(at, at + ROWS_AT_A_TIME).map((row) => columns.map(([, of]) => of(row))),
        line,
      ),
    );
  }
}

/** The smallest numbers of an advisor and a client that DATEV takes; the import asks for the right ones. */
const ADVISOR = 1001;
const CLIENT = 1;
/** Of the chart SKR 03: cash in transit, and items in transit, from which the advisor books on. */
const CHART = "03";
const WALLET_ACCOUNT = 1360;
const OTHER_ACCOUNT = 1590;
const DOLLARS = "USD";
const MAX_TEXT = 60;
const MAX_REFERENCE = 36;

/** The first columns of a Buchungsstapel; those after the last that is filled may be left out. */
const COLUMNS = [
  "Umsatz (ohne Soll/Haben-Kz)",
  "Soll/Haben-Kennzeichen",
  "WKZ Umsatz",
  "Kurs",
  "Basis-Umsatz",
  "WKZ Basis-Umsatz",
  "Konto",
  "Gegenkonto (ohne BU-Schlüssel)",
  "BU-Schlüssel",
  "Belegdatum",
  "Belegfeld 1",
  "Belegfeld 2",
  "Skonto",
  "Buchungstext",
  "Postensperre",
  "Diverse Adressnummer",
  "Geschäftspartnerbank",
  "Sachverhalt",
  "Zinssperre",
  "Beleglink",
  "Beleginfo - Art 1",
  "Beleginfo - Inhalt 1",
];

/**
 * Settlements as a DATEV Buchungsstapel (format 700, version 13): https://developer.datev.de/datev/platform/de/dtvf/einstieg.
 * Semicolons, CRLF, Windows-1252. One USDC is one US dollar, in whole cents; DATEV takes no bookings of nothing.
 * Where the operator names a currency, the bookings are in it; one of a day without a rate stays in dollars.
 */
export function* datevCsv(rows: readonly SettlementRow[], year: string, terms: Terms): Generator<Buffer> {
  const booked = rows.filter((row) => amountOf(row, terms).cents > 0n);
  yield line([
    quoted("EXTF"),
    "700",
    "21",
    quoted("Buchungsstapel"),
    "13",
    `${year}1231000000000`,
    "",
    quoted("MK"),
    quoted(""),
    quoted(""),
    String(ADVISOR),
    String(CLIENT),
    `${year}0101`,
    "4",
    `${year}0101`,
    `${year}1231`,
    quoted("mkt"),
    quoted(""),
    "1",
    "0",
    "0",
    quoted(terms.fiat?.currency ?? DOLLARS),
    "",
    quoted(""),
    "",
    "",
    quoted(CHART),
    "",
    "",
    quoted(""),
    quoted(""),
  ]);
  yield line(COLUMNS);
  for (const row of booked) yield line(cellsOf(row, terms));
}

/** What is booked: in the operator's currency where the day has a rate, else in dollars. */
function amountOf({ settledAt, netUsdcUnits }: SettlementRow, { fiat }: Terms): { cents: bigint; currency: string } {
  const rate = fiat && rateAt(fiat, settledAt);
  return fiat && rate
    ? { cents: fiatCents(netUsdcUnits, rate), currency: fiat.currency }
    : { cents: centsOf(netUsdcUnits), currency: DOLLARS };
}

function cellsOf(settled: SettlementRow, terms: Terms): string[] {
  const { direction, settledAt, settledTxHash, netUsdcUnits, row } = settled;
  const { cents, currency } = amountOf(settled, terms);
  const [, month = "", day = ""] = dayOf(settledAt).split("-");
  const reference = row.taskId === null ? `answer-${row.txHash.slice(2, 18)}` : `${row.contract}-${row.taskId}`;
  const text = `${subjectOf(row)} (${formatUsdc(netUsdcUnits)} USDC)`;
  return [
    decimal(cents),
    quoted(direction === "in" ? "S" : "H"),
    quoted(currency),
    "",
    "",
    quoted(""),
    String(WALLET_ACCOUNT),
    String(OTHER_ACCOUNT),
    quoted(""),
    day + month,
    quoted(reference.slice(0, MAX_REFERENCE)),
    quoted(""),
    "",
    quoted([...text].slice(0, MAX_TEXT).join("")),
    "",
    quoted(""),
    "",
    "",
    "",
    quoted(""),
    quoted("Transaktion"),
    quoted(`${terms.explorer}/tx/${settledTxHash}`),
  ];
}

/** Half a cent counts as one. */
function centsOf(units: bigint): bigint {
  return (units + 5_000n) / 10_000n;
}

function decimal(cents: bigint): string {
  return `${cents / 100n},${String(cents % 100n).padStart(2, "0")}`;
}

/** On one line, in the characters of the file, with its quotes doubled. */
function quoted(text: string): string {
  const known = text.replace(/\p{Control}+/gu, " ").replace(/[^\u0020-\u00ff]/gu, "?");
  return `"${known.replaceAll('"', '""')}"`;
}

function line(cells: readonly string[]): Buffer {
  return Buffer.from(`${cells.join(";")}\r\n`, "latin1");
}
