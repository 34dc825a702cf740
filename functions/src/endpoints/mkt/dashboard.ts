import { dashboardOf, TABS } from "../../application/tasks/dashboard";
import { requireAddress } from "../../application/tasks/requestedTask";
import { endpoint, open, requests } from "../../http/endpoint";
import { array, integer, object, oneOf } from "../../schema/build";
import { Address } from "../../schema/common";
import { DEFAULT_LIMIT, NextCursor, pageInput } from "../../schema/list";
import { TaskView } from "../../schema/task";

const Count = integer({ minimum: 0 });

/** A wallet's tasks by its role in them. */
export default endpoint({
  method: "GET",
  path: "/mkt/dashboard",
  summary: "A wallet's posted, started, interested and completed tasks",
  description:
    "Public views, newest first, with the status and next action of this wallet. completed holds settled tasks in either role. Counts and lists follow the latest " +
    "blocks. A page of interested may be shorter than limit without being the last: continue while nextCursor is not null.",
  auth: open,
  input: object({ wallet: Address, tab: oneOf(...TABS), ...pageInput("tasks", "interested") }),
  output: object({
    wallet: Address,
    tab: oneOf(...TABS),
    counts: object({ posted: Count, started: Count, interested: Count, completed: Count }),
    items: array(TaskView),
    nextCursor: NextCursor,
  }),
  errors: [],
  rateLimit: requests(300),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", tab: "posted" },

  handle: ({ input: { wallet, tab, limit = DEFAULT_LIMIT, cursor = null }, nowMs }, services) =>
    dashboardOf({ wallet: requireAddress(wallet), tab, limit, cursor, nowMs }, services),
});
