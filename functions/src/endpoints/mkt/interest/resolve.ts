import { requireDecision, resolveInterestOf } from "../../../application/tasks/work/interest";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { nullable, object, oneOf, optional } from "../../../schema/build";
import { Address, ContractName, TaskId } from "../../../schema/common";
import { VoucherFields } from "../../../schema/call";
import { Interest, NextAction, WorkflowStatus } from "../../../schema/task";

/** The poster approves or rejects one interested worker. */
export default endpoint({
  method: "POST",
  path: "/mkt/interest/resolve",
  summary: "Poster approves or rejects an interested worker",
  description:
    "To approve, sign the typed data that /mkt/sign/prepare returns for this request (EIP-712 Selection), by which only this " +
    "worker can start. A signed selection cannot be revoked before its deadline: until then the worker cannot be rejected, even if it withdrew, and a new one must last as long. A rejected worker can be approved later.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    worker: Address,
    decision: oneOf("approve", "reject"),
    ...VoucherFields,
  }),
  check: requireDecision,
  output: object({
    interest: Interest,
    workflowStatus: { ...WorkflowStatus, description: "The task's status for this worker." },
    _nextAction: nullable(NextAction),
  }),
  errors: ["task_not_found", "not_found", "forbidden_role", "state_conflict", "mandate_refused"],
  rateLimit: refusals(120),
  example: {
    contract: "agent-fast",
    taskId: "12",
    worker: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    decision: "reject",
  },

  handle: ({ input, caller, nowMs, unit }, services) =>
    resolveInterestOf({ given: input, poster: caller.wallet, nowMs, services, unit }),
});
