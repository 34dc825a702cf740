import { categoryList, marketNumbers, MAX_COUNTED, searchTasks } from "../../application/market";
import { MIN_WALLETS } from "../../domain/market";
import { INDUSTRIES } from "../../domain/task/labels";
import { computations, endpoint, open, requests } from "../../http/endpoint";
import { array, integer, nullable, object, oneOf, optional, string, number } from "../../schema/build";
import { Time, Usdc } from "../../schema/common";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../schema/list";
import { listed, TaskSummary, View } from "../../schema/task";
import { CategoryName, PosterFilterFields, TaskSearchFields } from "../../schema/taskFilter";

const Count = integer({ minimum: 0 });
const Median = nullable(number({ minimum: 0, description: "Accurate to 1/64; null if there is none." }));
/** The published numbers of a group of tasks. */
const MarketNumbers = {
  open: { ...Count, description: "Open tasks now, expired ones included until they are closed." },
  posted: Count,
  started: Count,
  approved: Count,
  settled: Count,
  paidUsdc: { ...Usdc, description: "Rewards of approved tasks." },
  decided: { ...Count, description: "Submitted works that were paid, refunded or ruled on." },
  decidedByDeadlineShare: nullable(
    number({
      minimum: 0,
      maximum: 1,
      description:
        "Of decided: those where each step came by its deadline, or after a missed one as the terms state for it. Null without one.",
    }),
  ),
  bySilenceUsdc: {
    ...Usdc,
    description: "What went to a poster, worker or arbiter because it missed its own deadline, its own stake left out.",
  },
  medianToStartSeconds: { ...Median, description: "From posted to started." },
  medianToApproveSeconds: { ...Median, description: "From posted to approved." },
  medianRewardUsdc: nullable(Usdc),
};

/** The conversion of all tasks in one report. */
const MarketMonth = object(
  {
    from: Time,
    to: { ...Time, description: "Exclusive. A month with too few wallets is merged with the next one." },
    posted: { ...Count, description: "Tasks whose outcome became known in these months." },
    started: Count,
    submitted: Count,
    approved: Count,
    postToApprove: nullable(number({ minimum: 0, maximum: 1, description: "approved / posted" })),
  },
  { title: "MarketMonth" },
);

/** The funded tasks that a worker may start, and those of the past. */
export const mktTasks = endpoint({
  method: "GET",
  path: "/mkt/tasks",
  summary: "Open funded tasks by category, tag, country, reward or words",
  description:
    "Of both deployments unless contract names one. Filters combine freely; a reward is a range of sort=reward, closesBefore one of sort=closing. Items are summaries; view=full has whole tasks. " +
    "A page may have fewer items than limit: expired tasks that are not closed yet are left out. Continue while nextCursor is not null.",
  auth: open,
  input: object({ ...TaskSearchFields, ...PosterFilterFields, ...pageInput("tasks"), view: View }),
  output: object({
    ...pageOf(listed(TaskSummary)).properties,
    total: optional(integer({ minimum: 0, description: "How many tasks match, where the first page holds them all." })),
  }),
  errors: [],
  rateLimit: requests(300),
  shared: 2,
  example: { category: "translation", minRewardUsdc: "1" },

  handle: ({ input: { limit = DEFAULT_LIMIT, cursor = null, view, ...asked }, nowMs }, services) =>
    searchTasks(asked, { limit, cursor, view, nowMs }, services),
});

const CountedTasks = integer({ minimum: 0, maximum: MAX_COUNTED });

/** By what tasks can be found. */
export const mktCategories = endpoint({
  method: "GET",
  path: "/mkt/categories",
  summary: "Categories and industries, with the number of tasks in each",
  description:
    "A task in another category is under the one that it means, or under other, with a tag. " +
    `Counts end at ${MAX_COUNTED.toLocaleString("en-US")}, are as fresh as /mkt/tasks, and include expired tasks until they are closed.`,
  auth: open,
  input: object({}),
  output: object({
    items: array(object({ name: CategoryName, description: string(), open: CountedTasks, settled: CountedTasks })),
    industries: array(oneOf(...INDUSTRIES)),
  }),
  errors: [],
  rateLimit: computations,
  // As /mkt/tasks: an older count contradicts the list.
  shared: 2,
  example: {},

  handle: async (_call, services) => ({ ...(await categoryList(services)), industries: [...INDUSTRIES] }),
});

/** The market's public track record. */
export const mktMarket = endpoint({
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
