import { participantTask, submissionDetails, taskToRead } from "../../application/tasks/reading/read";
import {
  interestCountOf,
  posterRecordOf,
  requireAddress,
  requireTask,
  viewerOf,
} from "../../application/tasks/requestedTask";
import { privateTextView, taskNames, taskView } from "../../application/views/task";
import { privateDetailsOf } from "../../domain/content";
import { INTEREST_SORTS } from "../../domain/interest";
import { requireEscrows } from "../../domain/messages/requestText";
import { endpoint, open, refusals, requests, session, signedOrSession } from "../../http/endpoint";
import { nullable, object, oneOf, optional } from "../../schema/build";
import { TaskFields } from "../../schema/call";
import { Address, Bytes32, ContractName, TaskId } from "../../schema/common";
import { PrivateText } from "../../schema/content";
import { pageInput } from "../../schema/list";
import { TaskNames, TaskView } from "../../schema/task";
import { ParticipantTask, SubmissionDetails } from "../../schema/work";

/** The public view of a task. */
export const mktTaskPublic = endpoint({
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

/** A task as seen by one of its participants. */
export const mktTaskPrivate = endpoint({
  method: "POST",
  path: "/mkt/task",
  summary: "Private participant view of a task",
  description:
    "The public view plus all that this wallet may read. For the poster and the worker, the private details, the work, the reasons and each other's comments; " +
    "for the poster, all interests with their messages; for an interested worker, its own interest; for the arbiter, the evidence.",
  auth: signedOrSession("read"),
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    sort: optional({
      ...oneOf(...INTEREST_SORTS),
      description:
        "Of the interests. By default newest. By the worker's rating (from the third on) or approved tasks, the highest first, or by etaSeconds.",
    }),
    ...pageInput("interests"),
  }),
  output: ParticipantTask,
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: ({ input, caller, nowMs }, services) => participantTask(input, caller.wallet, services, nowMs),
});

/** The poster's private details for the worker who staked. */
export const agentGetPrivateDetails = endpoint({
  method: "POST",
  path: "/agentGetPrivateDetails",
  summary: "Read a task's private details, as its poster or as the worker who staked",
  description:
    "Permissionless after the stake unlock: no account, approval or role is needed. The stake is checked on the chain, and the caller proves that it owns the wallet that staked: by a signed request, or by a session, which one signature opens for up to 30 days. An address alone is no proof, because everyone can read who staked.",
  auth: signedOrSession("read"),
  input: object(TaskFields),
  output: object(
    {
      ...TaskNames,
      privateDetailsHash: nullable(Bytes32),
      privateDetails: nullable({
        ...PrivateText,
        description: "Null if the task has none, or the poster has not stored them yet.",
      }),
    },
    { title: "PrivateDetails" },
  ),
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: async ({ input, caller, nowMs }, services) => {
    const { task, metadata } = await taskToRead("privateDetails", input, caller.wallet, services, nowMs);
    const citations = metadata ? privateDetailsOf(metadata, task) : [];
    const [found] = citations.length > 0 ? await services.contentStore.find(citations) : [];
    return {
      ...taskNames(task, services),
      privateDetailsHash: metadata?.privateDetailsHash ?? null,
      privateDetails: privateTextView(found?.content),
    };
  },
});

/** The poster's private details for the worker who staked; the agent call under its signed path. */
export const mktPrivateDetails = endpoint({
  ...agentGetPrivateDetails,
  path: "/mkt/private-details",
  summary: "Reveal a task's private details to its poster or its staked worker",
});

/** The submitted work and the change requests, for the two parties of a task, and its judge. */
export const agentGetSubmissionDetails = endpoint({
  method: "POST",
  path: "/agentGetSubmissionDetails",
  summary: "Read the submitted work and the change requests of a task, as its poster, worker or judge",
  description:
    "The last of submissions is the work to judge: send its submissionHash to /agentDecide. A judge reads while it waits for a verdict.",
  auth: session("read"),
  reads: true,
  input: object(TaskFields),
  output: SubmissionDetails,
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: ({ input, caller, nowMs }, services) => submissionDetails(input, caller.wallet, services, nowMs),
});
