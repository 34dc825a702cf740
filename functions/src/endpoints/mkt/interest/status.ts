import { publicInterestView } from "../../../application/tasks/work/interest";
import { requireEscrows } from "../../../domain/messages/requestText";
import { nextAction } from "../../../domain/task/nextAction";
import { canResubmit, openChangeRequest, workflowStatus } from "../../../domain/task/status";
import { termsView } from "../../../application/views/task";
import { endpoint, open, requests } from "../../../http/endpoint";
import { boolean, nullable, object, optional } from "../../../schema/build";
import { Address, ContractName, TaskId } from "../../../schema/common";
import { NextAction, OpenChangeRequest, PublicInterest, TaskTerms, WorkflowStatus } from "../../../schema/task";
import { requireAddress, requireTask, resubmissionOf } from "../../../application/tasks/requestedTask";

/** The status of a task for one wallet, including its interest. */
export default endpoint({
  method: "GET",
  path: "/mkt/interest/status",
  summary: "Interest, workflow status and next action of a wallet in a task",
  description:
    "Public, so it contains neither message nor reason. Worker and poster read those with /mkt/task (POST). status is null if the wallet has not registered an interest.",
  auth: open,
  input: object({ taskId: TaskId, wallet: Address, contract: optional(ContractName) }),
  output: object({
    ...PublicInterest.properties,
    workflowStatus: WorkflowStatus,
    terms: TaskTerms,
    canResubmit: boolean({ description: "Whether this wallet may answer a change request now." }),
    resubmit: nullable(OpenChangeRequest),
    _nextAction: nullable(NextAction),
  }),
  errors: ["task_not_found"],
  rateLimit: requests(300),
  example: { taskId: "12", wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", contract: "agent-fast" },

  handle: async ({ input, nowMs }, services) => {
    const wallet = requireAddress(input.wallet);
    const { task } = await requireTask(input, services);
    const [interest, resubmission] = await Promise.all([
      services.interests.find(task, wallet),
      resubmissionOf(task, services),
    ]);
    const viewer = { wallet, interest, resubmission, nowMs };
    return {
      ...publicInterestView(interest, wallet, task, requireEscrows(services.settings.escrows)),
      workflowStatus: workflowStatus(task, viewer),
      terms: termsView(task),
      canResubmit: canResubmit(task, wallet, nowMs),
      resubmit: openChangeRequest(task),
      _nextAction: nextAction(task, viewer),
    };
  },
});
