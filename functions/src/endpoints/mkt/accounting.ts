import { exportRows, MEDIA_TYPES, withQuestions } from "../../application/accountingExport";
import { rowView, sumsView } from "../../application/views/accounting";
import { filtersOf } from "../../domain/accounting/totals";
import { FORMATS, MAX_ROWS } from "../../domain/statement/part";
import { endpoint, refusals, requests, signedOrSession } from "../../http/endpoint";
import { AccountingFilters, AccountingRow, AccountingSums } from "../../schema/accounting";
import { array, nullable, object, oneOf, optional, text, untrusted } from "../../schema/build";
import { Address } from "../../schema/common";
import { download } from "../../schema/download";
import { cursorOf, DEFAULT_LIMIT, NextCursor, pageInput } from "../../schema/list";
import { LegalName } from "../../schema/profile";

/** A wallet's movements of money through this service, as rows and totals. */
export const mktAccounting = endpoint({
  method: "POST",
  path: "/mkt/accounting",
  summary: "The wallet's own accounting: settled rows and totals",
  description:
    "One row for each movement of money, newest first. Rows come from final chain events and redeemed payments only. " +
    "The poster's deposit for a task is reward, out; a returned part is refund, in. The worker's deposit is stake, out; a returned part is stake_returned, in. " +
    "A forfeited stake is an incoming row for the poster, and a row with net 0 for the worker, because the stake went out before. " +
    "netUsdc is therefore what the escrows and the service have paid to this wallet, delivered or credited for withdraw, less what they took. Not a tax invoice.",
  auth: signedOrSession("read"),
  input: object({ ...AccountingFilters, ...pageInput("rows") }),
  output: object(
    {
      wallet: Address,
      legalName: untrusted(nullable(LegalName)),
      ...AccountingSums,
      items: array(AccountingRow),
      nextCursor: NextCursor,
    },
    { title: "Accounting" },
  ),
  errors: [],
  rateLimit: refusals(120),
  example: { from: "2026-01-01", to: "2026-12-31", type: "reward", limit: 50 },

  handle: async ({ input, caller: { wallet } }, services) => {
    const { ledger, profiles, settings } = services;
    const { limit = DEFAULT_LIMIT, cursor = null, ...given } = input;
    const filters = filtersOf(given, settings.escrows);
    const [page, sums, legalName] = await Promise.all([
      ledger.page(wallet, filters, limit, cursor),
      ledger.sums(wallet, filters),
      profiles.legalName(wallet),
    ]);
    const items = (await withQuestions(page.items, wallet, services)).map(rowView);
    return { wallet, legalName, ...sumsView(sums), items, nextCursor: page.nextCursor };
  },
});

/** A wallet's movements of money, as files. */
export const mktAccountingExport = endpoint({
  method: "POST",
  path: "/mkt/accounting/export",
  summary: "The wallet's own accounting as a file: CSV, PDF statement, or ZIP of settlement statements",
  description:
    "The rows of /mkt/accounting, oldest first. `csv` has all of them, for a spreadsheet (RFC 4180, UTF-8); `settlements` has one row for each task or answer " +
    "whose money was settled in the period, with the time and the transactions of what settled it. As in /mkt/accounting, what went out is negative in `net` columns. `koinly` and `xero` have the columns that these programs import; `datev` has one calendar year; `pdf` has what was settled, and how it makes the change of the wallet's balance; `zip` has a PDF for each settled task and each paid answer, the CSV, manifest.json with the SHA-256 of each file, and links.json with the links of work that name the hash of their file. " +
    `More than ${MAX_ROWS.csv} (csv, koinly), ${MAX_ROWS.pdf} (xero, datev, pdf, settlements) or ${MAX_ROWS.zip} (zip) rows are split into parts, each a complete file: ` +
    "repeat the request with cursor set to the previous answer's X-Next-Cursor until there is none. " +
    "To fetch a lost part again, use the same cursor: the same rows give the same bytes, a `pdf` but for its time of issue. A row's amounts, time and position never change once " +
    "it exists; its title, counterparty, the counterparty's name and settlement are filled in when they become known. Where the operator names a currency (`fiatCurrency` in /mkt/about), " +
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
