import { requireAddress, requireTask, resubmissionOf } from "../../application/tasks/requestedTask";
import {
  publicInterestView,
  registerInterestOf,
  requireDecision,
  requireProposal,
  resolveInterestOf,
} from "../../application/tasks/work/interest";
import { termsView } from "../../application/views/task";
import { requireEscrows } from "../../domain/messages/requestText";
import { nextAction } from "../../domain/task/nextAction";
import { canResubmit, openChangeRequest, workflowStatus } from "../../domain/task/status";
import { endpoint, open, refusals, requests, signed } from "../../http/endpoint";
import { boolean, integer, nullable, object, oneOf, optional, text } from "../../schema/build";
import { VoucherFields } from "../../schema/call";
import { Address, ContractName, TaskId } from "../../schema/common";
import { Samples } from "../../schema/content";
import { Interest, NextAction, OpenChangeRequest, PublicInterest, TaskTerms, WorkflowStatus } from "../../schema/task";

/** A worker registers or withdraws an interest in an open task. */
export const mktInterest = endpoint({
  method: "POST",
  path: "/mkt/interest",
  summary: "Worker registers interest in an open task, or withdraws it",
  description:
    "One interest per task and worker. Only the poster and this worker can read what it proposes: message, etaSeconds and samples. " +
    "Registering again replaces the proposal of a pending interest, and renews the record beside it; after a withdrawal, wait ten minutes.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    action: optional({ ...oneOf("register", "withdraw"), description: "Defaults to register." }),
    message: optional(text(2_000, { description: "A message to the poster, 1 to 2,000 characters." })),
    etaSeconds: optional(
      integer({ minimum: 1, description: "Seconds you expect to need. At most the task's work window." }),
    ),
    samples: optional(Samples),
  }),
  check: requireProposal,
  output: object({ interest: Interest, workflowStatus: WorkflowStatus, _nextAction: nullable(NextAction) }),
  errors: ["task_not_found", "not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", message: "I translate every day.", etaSeconds: 7_200 },

  handle: ({ input, caller, nowMs, unit }, services) =>
    registerInterestOf({ given: input, worker: caller.wallet, nowMs, services, unit }),
});

/** The poster approves or rejects one interested worker. */
export const mktInterestResolve = endpoint({
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

/** The status of a task for one wallet, including its interest. */
export const mktInterestStatus = endpoint({
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
