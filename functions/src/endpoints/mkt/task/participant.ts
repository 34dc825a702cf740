import { refuse } from "../../../domain/errors";
import { interestView } from "../../../domain/interestView";
import { requireEscrows } from "../../../domain/messages/requestText";
import { roleOf } from "../../../domain/task/task";
import { readable, textsOf } from "../../../domain/task/texts";
import { taskView } from "../../../domain/task/view";
import { endpoint, refusals, signedOrSession } from "../../../http/endpoint";
import { array, boolean, nullable, object, oneOf, optional, string } from "../../../schema/build";
import { Address, Bytes32, ContractName, TaskId } from "../../../schema/common";
import { PrivateText } from "../../../schema/content";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../../schema/list";
import { Interest, TaskFields } from "../../../schema/task";
import { standingTask } from "../../../application/tasks/read";
import { interestCountOf, requireTask, resubmissionOf } from "../../../application/tasks/requestedTask";

const Text = {
  hash: Bytes32,
  content: { ...nullable(PrivateText), description: "Null until it is stored." },
};

/** A task as seen by one of its participants. */
export default endpoint({
  method: "POST",
  path: "/mkt/task",
  summary: "Private participant view of a task",
  description:
    "The public view plus everything this wallet may read: for the poster and the worker, the private details, the work, the reasons and each other's comments; " +
    "for the poster, all interests with their messages; for an interested worker, its own interest; for the arbiter, the evidence.",
  auth: signedOrSession,
  input: object({ contract: optional(ContractName), taskId: TaskId, ...pageInput("interests") }),
  output: object(
    {
      ...TaskFields,
      role: oneOf("poster", "worker", "arbiter", "interested"),
      interest: { ...nullable(Interest), description: "This wallet's own interest." },
      interests: {
        ...nullable(pageOf(Interest)),
        description: "The interests, for the poster; paged by limit and cursor.",
      },
      privateDetails: nullable(object(Text)),
      submissions: array(object({ ...Text, onChain: boolean({ description: "Whether this work is on the chain." }) })),
      reasons: array(object(Text), { description: "Of the change requests, oldest first." }),
      evidence: nullable(object(Text)),
      comments: array(object({ hash: Bytes32, author: Address, content: nullable(string()) })),
    },
    { title: "ParticipantTask" },
  ),
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: async ({ input, caller: { wallet }, nowMs }, services) => {
    const { interests, contentStore, settings } = services;
    const known = await requireTask(input, services);
    const record = wallet === known.task.worker ? await standingTask(known, services, nowMs) : known;
    const { task, metadata } = record;
    const part = roleOf(task, wallet);
    const [interest, resubmission] = await Promise.all([
      part === "poster" ? null : interests.find(task, wallet),
      resubmissionOf(task, services),
    ]);
    if (part === "stranger" && !interest)
      refuse("forbidden_role", "This wallet has no role in this task. Use GET /mkt/task for the public view.");
    const citations = readable(task, metadata, resubmission, wallet);
    const [found, interestCount, page] = await Promise.all([
      contentStore.find(citations),
      interestCountOf(record, services),
      part === "poster" ? interests.ofTask(task, input.limit ?? DEFAULT_LIMIT, input.cursor ?? null) : null,
    ]);
    const escrows = requireEscrows(settings.escrows);
    return {
      ...taskView({ ...record, interestCount }, escrows, { wallet, interest, resubmission, nowMs }),
      role: part === "stranger" ? ("interested" as const) : part,
      interest: interest && interestView(interest, task, escrows),
      interests: page && { ...page, items: page.items.map((one) => interestView(one, task, escrows)) },
      ...textsOf(task, citations, found),
    };
  },
});
