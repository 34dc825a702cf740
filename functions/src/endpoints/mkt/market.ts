import { marketNumbers } from "../../application/market";
import { MIN_WALLETS } from "../../domain/market";
import { computations, endpoint, open } from "../../http/endpoint";
import { array, nullable, object } from "../../schema/build";
import { Time } from "../../schema/common";
import { Count, MarketMonth, MarketNumbers } from "../../schema/market";
import { CategoryName } from "../../schema/taskFilter";

/** The market's public track record. */
export default endpoint({
  method: "GET",
  path: "/mkt/market",
  summary: "The market in numbers, by category",
  description:
    `From tasks whose state is final. Categories about fewer than ${MIN_WALLETS} wallets are folded into one group; all is null while the market has fewer. ` +
    "It hides no task: /mkt/tasks shows each. " +
    "May be a few minutes old; updatedAt says when a number last changed.",
  auth: open,
  input: object({}),
  output: object({
    totals: nullable(object(MarketNumbers)),
    categories: array(object({ category: CategoryName, ...MarketNumbers })),
    folded: nullable(object({ categories: { ...Count, description: "How many are folded." }, ...MarketNumbers })),
    months: array(MarketMonth, {
      description:
        "Conversion of all tasks in the last twelve monthly reports, oldest first; each appears three days after its month at the earliest. /analytics/agent-conversions has their rows.",
    }),
    updatedAt: nullable(Time),
  }),
  errors: [],
  rateLimit: computations,
  shared: 60,
  example: {},

  handle: (_call, services) => marketNumbers(services),
});
