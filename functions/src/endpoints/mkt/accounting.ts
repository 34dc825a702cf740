import { filtersOf } from "../../domain/accounting/totals";
import { rowView, sumsView } from "../../application/views/accounting";
import { endpoint, refusals, signedOrSession } from "../../http/endpoint";
import { array, nullable, untrusted, object } from "../../schema/build";
import { AccountingFilters, AccountingRow, AccountingSums } from "../../schema/accounting";
import { Address } from "../../schema/common";
import { LegalName } from "../../schema/profile";
import { DEFAULT_LIMIT, NextCursor, pageInput } from "../../schema/list";

/** A wallet's movements of money through this service, as rows and totals. */
export default endpoint({
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

  handle: async ({ input, caller: { wallet } }, { ledger, profiles, settings }) => {
    const { limit = DEFAULT_LIMIT, cursor = null, ...given } = input;
    const filters = filtersOf(given, settings.escrows);
    const [page, sums, legalName] = await Promise.all([
      ledger.page(wallet, filters, limit, cursor),
      ledger.sums(wallet, filters),
      profiles.legalName(wallet),
    ]);
    return { wallet, legalName, ...sumsView(sums), items: page.items.map(rowView), nextCursor: page.nextCursor };
  },
});
