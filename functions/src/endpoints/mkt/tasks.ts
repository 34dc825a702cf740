import { searchTasks } from "../../application/market";
import { endpoint, open, requests } from "../../http/endpoint";
import { integer, object, optional } from "../../schema/build";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../schema/list";
import { listed, TaskSummary, View } from "../../schema/task";
import { PosterFilterFields, TaskSearchFields } from "../../schema/taskFilter";

/** The funded tasks that a worker may start, and those of the past. */
export default endpoint({
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
