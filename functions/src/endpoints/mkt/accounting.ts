import { filtersOf } from "../../domain/accounting/filters";
import { rowView, totalsView } from "../../domain/accounting/view";
import { endpoint, refusals, signedOrSession } from "../../http/endpoint";
import { array, object } from "../../schema/build";
import { AccountingFilters, AccountingRow, AccountingTotals } from "../../schema/accounting";
import { Address } from "../../schema/common";
import { DEFAULT_LIMIT, NextCursor, pageInput } from "../../schema/list";

/** What one wallet has moved through this service, row by row and in sum. */
export default endpoint({
  method: "POST",
  path: "/mkt/accounting",
  summary: "The wallet's own accounting: settled rows and totals",
  description:
    "One row for each movement of money, as this wallet sees it, derived from final events of the chain and redeemed payments only; the newest first. " +
    "What the poster puts in for a task is reward, out; what comes back of it refund, in. What the worker puts in is stake, out; what comes back stake_returned, in. " +
    "A stake that is forfeited comes in for the poster, and is told to the worker with net 0, because it went out before. " +
    "So netUsdc is what the escrows and the service have paid this wallet, delivered or credited for its withdraw, less what they took. Not a tax invoice.",
  auth: signedOrSession,
  input: object({ ...AccountingFilters, ...pageInput("rows") }),
  output: object(
    { wallet: Address, ...AccountingTotals, items: array(AccountingRow), nextCursor: NextCursor },
    { title: "Accounting" },
  ),
  errors: [],
  rateLimit: refusals(120),
  example: { from: "2026-01-01", to: "2026-12-31", type: "reward", limit: 50 },

  handle: async ({ input, caller: { wallet } }, { ledger, settings }) => {
    const { limit = DEFAULT_LIMIT, cursor = null, ...given } = input;
    const filters = filtersOf(given, settings.escrows);
    const [page, totals] = await Promise.all([
      ledger.page(wallet, filters, limit, cursor),
      ledger.totals(wallet, filters),
    ]);
    return { wallet, ...totalsView(totals), items: page.items.map(rowView), nextCursor: page.nextCursor };
  },
});
