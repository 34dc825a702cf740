import { requireEscrow, requireEscrows } from "../../domain/messages/requestText";
import { anonymousViewer } from "../../domain/task/status";
import { deadlineOf } from "../../domain/task/task";
import { taskView } from "../../application/views/task";
import { endpoint, open, requests } from "../../http/endpoint";
import { object, optional } from "../../schema/build";
import { ContractName } from "../../schema/common";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../schema/list";
import { TaskView } from "../../schema/task";

/** The funded tasks that a worker may start. */
export default endpoint({
  method: "GET",
  path: "/mkt/tasks",
  summary: "Open funded tasks, newest first",
  description: "A page may have fewer items than limit: expired tasks that are not closed yet are left out.",
  auth: open,
  input: object({ contract: optional(ContractName), ...pageInput("tasks") }),
  output: pageOf(TaskView),
  errors: [],
  rateLimit: requests(300),
  shared: 2,
  example: { contract: "agent-fast", limit: 20 },

  handle: async ({ input, nowMs }, { tasks, settings }) => {
    const { name } = requireEscrow(input.contract, settings.escrows);
    const { items, nextCursor } = await tasks.page(
      { kind: "open", contract: name },
      input.limit ?? DEFAULT_LIMIT,
      input.cursor ?? null,
    );
    const startable = items.filter(({ task }) => nowMs <= deadlineOf(task) * 1000);
    return {
      items: startable.map((record) => taskView(record, requireEscrows(settings.escrows), anonymousViewer(nowMs))),
      nextCursor,
    };
  },
});
