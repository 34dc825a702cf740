import { requireEscrows } from "../../domain/messages/requestText";
import type { ListedInterest } from "../../domain/interest";
import { taskView } from "../../domain/task/view";
import type { Services } from "../../application/services";
import { endpoint, open, requests } from "../../http/endpoint";
import { array, integer, object, oneOf } from "../../schema/build";
import { Address } from "../../schema/common";
import { DEFAULT_LIMIT, NextCursor, pageInput } from "../../schema/list";
import { TaskView } from "../../schema/task";
import { requireAddress, resubmissionsOf } from "../../application/tasks/requestedTask";

const TABS = ["posted", "started", "interested", "completed"] as const;
type Tab = (typeof TABS)[number];
type Record = NonNullable<Awaited<ReturnType<Services["tasks"]["get"]>>>;
type AddressedInterest = Awaited<ReturnType<Services["interests"]["ofWorker"]>>["items"][number];

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

  handle: async ({ input, nowMs }, { counters, tasks, interests, resubmissions, settings }) => {
    const wallet = requireAddress(input.wallet);
    const { tab, limit = DEFAULT_LIMIT, cursor = null } = input;
    const [page, counts] = await Promise.all([pageOf(tab), counters.of(wallet)]);
    const escrows = requireEscrows(settings.escrows);
    const answers = await resubmissionsOf(
      page.rows.map(({ record }) => record.task),
      { resubmissions },
    );
    const items = page.rows.map(({ record, interest }, at) =>
      taskView(record, escrows, { wallet, interest, resubmission: answers[at] ?? null, nowMs }),
    );
    return { wallet, tab, items, nextCursor: page.nextCursor, counts };

    async function pageOf(
      kind: Tab,
    ): Promise<{ rows: { record: Record; interest: ListedInterest | null }[]; nextCursor: string | null }> {
      if (kind !== "interested") {
        const { items: records, nextCursor } = await tasks.page({ kind, wallet }, limit, cursor);
        return { rows: records.map((record) => ({ record, interest: null })), nextCursor };
      }
      const { items: told, nextCursor } = await interests.ofWorker(wallet, limit, cursor);
      const records = await tasks.getAll(told);
      const rows = told.map((interest, at) => ({ record: records[at] ?? null, interest }));
      return {
        rows: rows.filter(
          (row): row is { record: Record; interest: AddressedInterest } =>
            row.record?.task.poster === row.interest.poster,
        ),
        nextCursor,
      };
    }
  },
});
