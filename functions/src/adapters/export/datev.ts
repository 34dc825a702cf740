import { formatUsdc } from "../../domain/money";
import { fiatCents, rateAt, subjectOf, type SettlementRow } from "../../domain/statement/statement";
import type { Terms } from "../../ports/statements";

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
function amountOf({ endedAt, netUsdcUnits }: SettlementRow, { fiat }: Terms): { cents: bigint; currency: string } {
  const rate = fiat && rateAt(fiat, endedAt);
  return fiat && rate
    ? { cents: fiatCents(netUsdcUnits, rate), currency: fiat.currency }
    : { cents: centsOf(netUsdcUnits), currency: DOLLARS };
}

function cellsOf(settled: SettlementRow, terms: Terms): string[] {
  const { kind, endedAt, netUsdcUnits, row } = settled;
  const { cents, currency } = amountOf(settled, terms);
  const isIn = kind === "income" || kind === "stake_received";
  const [, month = "", day = ""] = new Date(endedAt * 1000).toISOString().slice(0, 10).split("-");
  const reference = row.taskId === null ? `answer-${row.txHash.slice(2, 18)}` : `${row.contract}-${row.taskId}`;
  const text = `${row.title ?? subjectOf(row)} (${formatUsdc(netUsdcUnits)} USDC)`;
  return [
    decimal(cents),
    quoted(isIn ? "S" : "H"),
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
    quoted(`${terms.explorer}/tx/${row.txHash}`),
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
