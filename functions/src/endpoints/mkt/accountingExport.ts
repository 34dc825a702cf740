import { filtersOf, type RowFilters } from "../../domain/accounting/filters";
import type { Address } from "../../domain/address";
import { firstPart, FORMATS, MAX_ROWS, type Format, type Part } from "../../domain/statement/part";
import { beginsBehind, settlementsOf, type Settlement } from "../../domain/statement/settlement";
import { totalsOf } from "../../domain/statement/statement";
import type { Services } from "../../application/services";
import { endpoint, requests, signedOrSession } from "../../http/endpoint";
import { object, oneOf } from "../../schema/build";
import { AccountingFilters } from "../../schema/accounting";
import { download } from "../../schema/download";
import { cursorOf } from "../../schema/list";

const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
  zip: "application/zip",
};
/** How many settlements are completed with their other rows at a time. */
const AT_A_TIME = 25;

/** A wallet's movements of money, as files. */
export default endpoint({
  method: "POST",
  path: "/mkt/accounting/export",
  summary: "The wallet's own accounting as a file: CSV, PDF statement, or ZIP of settlement statements",
  description:
    "The rows of /mkt/accounting, oldest first. csv has all of them, for a spreadsheet (RFC 4180, UTF-8); pdf is a statement with totals; " +
    "zip has a PDF for each settled task and each paid answer, the CSV, and manifest.json with the SHA-256 of each file. " +
    `More than ${MAX_ROWS.csv} (csv), ${MAX_ROWS.pdf} (pdf) or ${MAX_ROWS.zip} (zip) rows are split into parts, each a complete file: ` +
    "repeat the request with cursor set to the previous answer's X-Next-Cursor until there is none. " +
    "To fetch a lost part again, use the same cursor: the same rows give the same bytes. A row's amounts, time and position never change once " +
    "it exists; its title and counterparty are filled in when they become known. Not a tax invoice.",
  auth: signedOrSession,
  input: object({ format: oneOf(...FORMATS), ...AccountingFilters, cursor: cursorOf("rows") }),
  output: download(
    "The file, with the media type of its format.",
    ...Object.values(MEDIA_TYPES).map((type) => type.split(";")[0] ?? type),
  ),
  errors: [],
  rateLimit: requests(60),
  example: { format: "csv", from: "2026-01-01", to: "2026-12-31" },

  handle: async ({ input, caller: { wallet } }, services) => {
    const { format, cursor = null, ...given } = input;
    const filters = filtersOf(given, services.settings.escrows);
    const part = await firstPart(services.ledger.stream(wallet, filters, cursor), MAX_ROWS[format]);
    const written = await write(format, { wallet, filters, cursor, part }, services);
    return {
      ...written,
      contentType: MEDIA_TYPES[format],
      filename: nameOf(format, wallet, filters, cursor),
      nextCursor: part.nextCursor,
    };
  },
});

interface Asked {
  readonly wallet: Address;
  readonly filters: RowFilters;
  readonly cursor: string | null;
  readonly part: Part;
}

async function write(format: Format, asked: Asked, { ledger, statements }: Services) {
  const { wallet, filters, cursor, part } = asked;
  const { rows, nextCursor } = part;
  if (format === "csv") return statements.csv(rows);
  const isAll = cursor === null && nextCursor === null;
  const totals = isAll ? totalsOf(rows) : await ledger.totals(wallet, filters);
  const statement = { wallet, filters, rows, totals };
  if (format === "pdf") return statements.pdf(statement);
  const settlements = isAll ? settlementsOf(rows) : await begunIn(asked, ledger);
  return statements.zip({ ...statement, settlements, nextCursor });
}

/** The settlements that begin in this part, with their rows in later parts. */
async function begunIn({ wallet, filters, cursor, part }: Asked, ledger: Services["ledger"]): Promise<Settlement[]> {
  const settlements = settlementsOf(part.rows);
  const whole: Settlement[] = [];
  for (let at = 0; at < settlements.length; at += AT_A_TIME) {
    const some = settlements.slice(at, at + AT_A_TIME);
    whole.push(
      ...(await Promise.all(
        some.map(async (one) => (one.task ? { ...one, rows: await ledger.ofTask(wallet, one.task, filters) } : one)),
      )),
    );
  }
  return whole.filter((settlement) => beginsBehind(settlement, cursor));
}

/** A file name with the wallet, the days and, for later parts, the start. */
function nameOf(format: Format, wallet: Address, { fromDay, toDay }: RowFilters, cursor: string | null): string {
  const behind = cursor === null ? null : `behind-${cursor.replace(/[^0-9a-z-]/g, "")}`;
  return `${["mkt-statement", wallet.slice(0, 10), fromDay, toDay, behind].filter((piece) => piece !== null).join("-")}.${format}`;
}
