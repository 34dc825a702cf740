import { citationOf, contentHash } from "../../domain/content";
import { refuse } from "../../domain/errors";
import { nextAction } from "../../domain/task/nextAction";
import { roleOf } from "../../domain/task/task";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { literal, nullable, object, oneOf, optional } from "../../schema/build";
import { Bytes32, ContractName, TaskId } from "../../schema/common";
import { Links, PrivateWords, Salt } from "../../schema/content";
import { NextAction, TaskNames } from "../../schema/task";
import { taskToCall } from "../../application/tasks/task";
import { taskNames } from "../../application/tasks/view";
import { privateContent } from "../../application/tasks/work";
import { viewerOf } from "../../application/tasks/requestedTask";

/** The worker stores the work whose hash is, or will be, on the chain. */
export default endpoint({
  method: "POST",
  path: "/mkt/submission",
  summary: "Worker stores the work, verified against its hash on the chain",
  description:
    "The buyer sees work at once if its hash is on the chain. Otherwise it is stored for 24 hours, waiting for its hash: " +
    "submissionHash is keccak256 of the RFC 8785 form of {text, links, salt}.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    text: PrivateWords,
    links: optional(Links),
    salt: optional({ ...Salt, description: "As hashed; required once the hash is on the chain." }),
  }),
  output: object({
    ok: literal(true),
    ...TaskNames,
    submissionHash: Bytes32,
    salt: Salt,
    stored: { ...oneOf("task", "draft"), description: "With the task, or as a draft until the hash is on the chain." },
    _nextAction: nullable(NextAction),
  }),
  errors: ["task_not_found", "forbidden_role", "metadata_hash_mismatch"],
  rateLimit: refusals(120),
  example: {
    contract: "agent-fast",
    taskId: "12",
    text: "The translation is linked below.",
    links: ["https://files.example/translation"],
  },

  handle: async ({ input, caller: { wallet }, nowMs, randomBytes, unit }, services) => {
    const { task } = await taskToCall(input, services);
    if (roleOf(task, wallet) !== "worker") refuse("forbidden_role", "Only the task's worker may store its work.");
    const work = privateContent("submission", input, randomBytes);
    const submissionHash = contentHash(work);
    const citation = citationOf(task, null, work);
    const mayComeYet = task.state === "STARTED" || task.state === "CHANGES_REQUESTED";
    if (citation) await services.contentStore.put([{ citation, content: work }], unit);
    else if (mayComeYet) await services.contentStore.keepDrafts(wallet, [work], nowMs, unit);
    else
      refuse(
        "metadata_hash_mismatch",
        "No submission with this hash is on the chain. Send text, links and salt exactly as hashed.",
      );
    return {
      ok: true as const,
      ...taskNames(task, services),
      submissionHash,
      salt: work.value.salt,
      stored: citation ? ("task" as const) : ("draft" as const),
      _nextAction: nextAction(task, await viewerOf(task, wallet, nowMs, services)),
    };
  },
});
