import { marketNumbers } from "../../application/market";
import { MIN_WALLETS } from "../../domain/market";
import { computations, endpoint, open } from "../../http/endpoint";
import { array, integer, nullable, number, object } from "../../schema/build";
import { Time, Usdc } from "../../schema/common";
import { CategoryName } from "../../schema/taskFilter";

const Count = integer({ minimum: 0 });
const Median = nullable(number({ minimum: 0, description: "Accurate to 1/64; null if there is none." }));
const NUMBERS = {
  open: { ...Count, description: "Open tasks now, expired ones included until they are closed." },
  posted: Count,
  started: Count,
  approved: Count,
  settled: Count,
  paidUsdc: { ...Usdc, description: "Rewards of approved tasks." },
  medianToStartSeconds: { ...Median, description: "From posted to started." },
  medianToApproveSeconds: { ...Median, description: "From posted to approved." },
  medianRewardUsdc: nullable(Usdc),
};

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
    totals: nullable(object(NUMBERS)),
    categories: array(object({ category: CategoryName, ...NUMBERS })),
    folded: nullable(object({ categories: { ...Count, description: "How many are folded." }, ...NUMBERS })),
    updatedAt: nullable(Time),
  }),
  errors: [],
  rateLimit: computations,
  shared: 60,
  example: {},

  handle: (_call, services) => marketNumbers(services),
});
