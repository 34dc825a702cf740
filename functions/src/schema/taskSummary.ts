import { Unsafe } from "@sinclair/typebox";
import { literal, nullable, object, optional, type Static } from "./build";
import { Bytes32, ContractName, Deployment, TaskId, Time, TxHash, Usdc } from "./common";
import { NextAction, RatingFlags, TaskFields, TaskNames, TaskView, WorkflowStatus } from "./task";

/** Asks for whole tasks; without it, an answer has what its reader needs for the next step. */
export const View = optional({
  ...literal("full"),
  description: "Answers with the whole task, as GET /mkt/task does, not only with what is needed to go on.",
});

const SummaryFields = {
  taskId: TaskNames.taskId,
  contract: TaskNames.contract,
  state: TaskFields.state,
  mode: TaskFields.mode,
  title: TaskFields.title,
  category: TaskFields.category,
  rewardUsdc: Usdc,
  stakeUsdc: Usdc,
  openUntil: nullable(Time),
  termsHash: { ...Bytes32, description: "As in terms; /agentStakeAndConfirm takes it." },
  ...RatingFlags,
};

/** A list's item: a summary, or with `view` the whole task. */
export const listed = <T extends typeof TaskSummary | typeof OwnTaskSummary>(summary: T) =>
  Unsafe<Static<T> | Static<typeof TaskView>>({ anyOf: [summary, TaskView] });

/** A task in a list. */
export const TaskSummary = object(SummaryFields, { title: "TaskSummary" });

/** A task in a wallet's list. */
export const OwnTaskSummary = object(
  { ...SummaryFields, workflowStatus: WorkflowStatus, _nextAction: nullable(NextAction) },
  { title: "OwnTaskSummary" },
);

/** Fields of a signed step: which task, and how much of it is answered. */
export const StepFields = { contract: optional(ContractName), taskId: TaskId, view: View };

/** What the answer to a confirmed step has of its task without `view`. */
export const ConfirmedFields = {
  taskId: optional(TaskNames.taskId),
  contract: optional(Deployment),
  state: optional({ ...TaskFields.state, description: "Confirmed: the task's state on the chain now." }),
  workflowStatus: optional(WorkflowStatus),
  buyerRatedWorker: optional(RatingFlags.buyerRatedWorker),
  workerRatedPoster: optional(RatingFlags.workerRatedPoster),
  txHash: optional({ ...TxHash, description: "Confirmed: the transaction of the step." }),
  task: optional({ ...TaskView, description: "Confirmed, with view=full: the task as it is on the chain now." }),
};
