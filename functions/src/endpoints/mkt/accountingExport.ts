import { exportRows, MEDIA_TYPES } from "../../application/accountingExport";
import { FORMATS, MAX_ROWS } from "../../domain/statement/part";
import { endpoint, requests, signedOrSession } from "../../http/endpoint";
import { AccountingFilters } from "../../schema/accounting";
import { object, oneOf, optional, text } from "../../schema/build";
import { download } from "../../schema/download";
import { cursorOf } from "../../schema/list";

/** A wallet's movements of money, as files. */
export default endpoint({
  method: "POST",
  path: "/mkt/accounting/export",
  summary: "The wallet's own accounting as a file: CSV, PDF statement, or ZIP of settlement statements",
  description:
    "The rows of /mkt/accounting, oldest first. `csv` has all of them, for a spreadsheet (RFC 4180, UTF-8); `settlements` has one row for each task or answer " +
    "whose money was settled in the period; `koinly` and `xero` have the columns that these programs import; `datev` has one calendar year; `pdf` has what was settled, and what is held; `zip` has a PDF for each settled task and each paid answer, the CSV, manifest.json with the SHA-256 of each file, and links.json with the links of work that name the hash of their file. " +
    `More than ${MAX_ROWS.csv} (csv, koinly), ${MAX_ROWS.pdf} (xero, datev, pdf, settlements) or ${MAX_ROWS.zip} (zip) rows are split into parts, each a complete file: ` +
    "repeat the request with cursor set to the previous answer's X-Next-Cursor until there is none. " +
    "To fetch a lost part again, use the same cursor: the same rows give the same bytes. A row's amounts, time and position never change once " +
    "it exists; its title, counterparty and settlement are filled in when they become known. Where the operator names a currency (`fiatCurrency` in /mkt/about), " +
    "files except `xero` have the amounts in it too, at the rate of each day, one USDC as one dollar; a rate that is not known yet is an empty cell. Not a tax invoice.",
  auth: signedOrSession("read"),
  input: object({
    format: oneOf(...FORMATS),
    ...AccountingFilters,
    cursor: cursorOf("rows"),
    recipient: optional(
      text(200, {
        description: "Whom PDFs are for; absent: the profile's legalName. Not stored.",
      }),
    ),
  }),
  output: download(
    "The file, with the media type of its format.",
    ...Object.values(MEDIA_TYPES).map((type) => type.split(";")[0] ?? type),
  ),
  errors: [],
  rateLimit: requests(60),
  example: { format: "csv", from: "2026-01-01", to: "2026-12-31" },

  handle: ({ input, caller, nowMs }, services) => exportRows(input, caller.wallet, nowMs, services),
});
