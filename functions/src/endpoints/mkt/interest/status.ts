import { publicInterestView } from "../../../domain/interestView";
import { requireEscrows } from "../../../domain/messages/requestText";
import { nextAction } from "../../../domain/task/nextAction";
import { canResubmit, openChangeRequest } from "../../../domain/task/resubmit";
import { termsView } from "../../../domain/task/termsView";
import { workflowStatus } from "../../../domain/task/status";
import { endpoint, open, requests } from "../../../http/endpoint";
import { boolean, integer, nullable, object, optional } from "../../../schema/build";
import { Address, Bytes32, ContractName, TaskId, Time } from "../../../schema/common";
import { InterestFields, NextAction, TaskTerms, WorkflowStatus } from "../../../schema/task";
import { requireAddress, requireTask, resubmissionOf } from "../../../application/tasks/requestedTask";

const { status, createdAt, ...Given } = InterestFields;

/** The status of a task for one wallet, including its interest. */
export default endpoint({
  method: "GET",
  path: "/mkt/interest/status",
  summary: "Interest, workflow status and next action of a wallet in a task",
  description:
    "Public, so it contains neither message nor reason: worker and poster read those with /mkt/task (POST). status is null if the wallet has not registered an interest.",
  auth: open,
  input: object({ taskId: TaskId, wallet: Address, contract: optional(ContractName) }),
  output: object({
    ...Given,
    status: nullable(status),
    createdAt: nullable(createdAt),
    workflowStatus: WorkflowStatus,
    terms: TaskTerms,
    canResubmit: boolean({ description: "Whether this wallet may answer a change request now." }),
    resubmit: nullable(
      object(
        {
          round: integer({ minimum: 1 }),
          deadline: Time,
          reasonHash: {
            ...nullable(Bytes32),
            description: "The hash of the reason; the parties read its text with /mkt/task (POST).",
          },
        },
        { title: "OpenChangeRequest", description: "The open change request, if any." },
      ),
    ),
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
