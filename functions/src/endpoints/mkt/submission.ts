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

/** The worker brings the work that the chain holds the hash of, or will. */
export default endpoint({
  method: "POST",
  path: "/mkt/submission",
  summary: "Worker stores the work, which its hash on the chain proves",
  description:
    "Work whose hash the chain holds is shown to the buyer at once. Before it is submitted it is kept for 24 hours, until the chain holds its hash: " +
    "submissionHash is keccak256 of the RFC 8785 form of {text, links, salt}.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    text: PrivateWords,
    links: optional(Links),
    salt: optional({ ...Salt, description: "As it was hashed; needed once the chain holds the hash." }),
  }),
  output: object({
    ok: literal(true),
    ...TaskNames,
    submissionHash: Bytes32,
    salt: Salt,
    stored: { ...oneOf("task", "draft"), description: "With the task, or as a draft until the chain holds the hash." },
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
    if (roleOf(task, wallet) !== "worker") refuse("forbidden_role", "Only the task's worker stores its work.");
    const work = privateContent("submission", input, randomBytes);
    const submissionHash = contentHash(work);
    const citation = citationOf(task, null, work);
    const mayComeYet = task.state === "STARTED" || task.state === "CHANGES_REQUESTED";
    if (citation) await services.contentStore.put([{ citation, content: work }], unit);
    else if (mayComeYet) await services.contentStore.keepDrafts(wallet, [work], nowMs, unit);
    else
      refuse(
        "metadata_hash_mismatch",
        "The chain holds no submission of this hash; send text, links and salt exactly as they were hashed.",
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
