import { requireEscrows } from "../../../domain/messages/requestText";
import { taskView } from "../../../application/views/task";
import { endpoint, open, requests } from "../../../http/endpoint";
import { object, optional } from "../../../schema/build";
import { Address, ContractName, TaskId } from "../../../schema/common";
import { TaskView } from "../../../schema/task";
import {
  interestCountOf,
  posterRecordOf,
  requireAddress,
  requireTask,
  viewerOf,
} from "../../../application/tasks/requestedTask";

/** The public view of a task. */
export default endpoint({
  method: "GET",
  path: "/mkt/task",
  summary: "Public view of a task",
  description: "With wallet, workflowStatus and _nextAction are for that wallet. The view never contains private data.",
  auth: open,
  input: object({ id: TaskId, contract: optional(ContractName), wallet: optional(Address) }),
  output: TaskView,
  errors: ["task_not_found"],
  rateLimit: requests(300),
  example: { id: "12", contract: "agent-fast" },

  handle: async ({ input: { id, wallet, ...named }, nowMs }, services) => {
    const record = await requireTask({ taskId: id, ...named }, services);
    const [viewer, interestCount, posterRecord] = await Promise.all([
      viewerOf(record, wallet === undefined ? null : requireAddress(wallet), nowMs, services),
      interestCountOf(record, services),
      posterRecordOf(record, services),
    ]);
    return {
      ...taskView({ ...record, interestCount }, requireEscrows(services.settings.escrows), viewer),
      posterRecord,
    };
  },
});
