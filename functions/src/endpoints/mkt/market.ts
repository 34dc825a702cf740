import { categoryList, marketNumbers, MAX_COUNTED, searchTasks } from "../../application/market";
import { MIN_WALLETS } from "../../domain/market";
import { INDUSTRIES } from "../../domain/task/labels";
import { computations, endpoint, open, requests } from "../../http/endpoint";
import { array, integer, nullable, object, oneOf, optional, string } from "../../schema/build";
import { Time } from "../../schema/common";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../schema/list";
import { Count, MarketMonth, MarketNumbers } from "../../schema/market";
import { listed, TaskSummary, View } from "../../schema/task";
import { CategoryName, PosterFilterFields, TaskSearchFields } from "../../schema/taskFilter";

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
    `Counts end at ${MAX_COUNTED.toLocaleString("en-US")}, may be a minute old, and include expired tasks until they are closed.`,
  auth: open,
  input: object({}),
  output: object({
    items: array(object({ name: CategoryName, description: string(), open: CountedTasks, settled: CountedTasks })),
    industries: array(oneOf(...INDUSTRIES)),
  }),
  errors: [],
  rateLimit: computations,
  shared: 60,
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
