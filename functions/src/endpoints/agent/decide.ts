import { contentHash, requireGoodContent, type ContentOf } from "../../domain/content";
import type { Hex } from "../../domain/keccak";
import type { CallOf, EscrowCall } from "../../domain/task/call";
import type { EventName } from "../../domain/task/events";
import { mayAnchor, anonymousViewer } from "../../domain/task/status";
import { endpoint, open, requests } from "../../http/endpoint";
import { integer, object, oneOf, optional, requiredUnless } from "../../schema/build";
import { callAnswer, SentFields, step, TaskFields } from "../../schema/call";
import { Bytes32 } from "../../schema/common";
import { Comment } from "../../schema/content";
import { confirm } from "../../application/tasks/confirm";
import { prepare, refuseRevert, thenConfirm } from "../../application/tasks/prepare";
import { CONFIRM_ERRORS, required, stepOf } from "../../application/tasks/sent";
import { refuseWith, syncedTask, taskToCall } from "../../application/tasks/task";
import { requestedKey, requireAddress, resubmissionOf } from "../../application/tasks/requestedTask";

const PATH = "/agentDecide";
const DECIDED = { approve: ["TaskApproved"], reject: ["TaskRejected"] } as const;

/** The buyer's decision on the work, or the timeout that anyone may call instead. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Prepare or confirm the approval or rejection of submitted work, with a rating and a comment",
  description:
    "decision, rating and comment are required to prepare. Identify the work by its submissionHash from /agentGetSubmissionDetails: " +
    "if the submitted work has changed by then, nothing happens. Without it you judge the latest work. Work that was resubmitted by signature is recorded on the chain in the same transaction. `release` pays the worker if the buyer " +
    "missed the deadline; `ruleByDefault` ends a dispute if the arbiter did. Anyone may send these two.",
  auth: open,
  input: requiredUnless(
    object({
      action: step("release", "ruleByDefault"),
      ...SentFields,
      ...TaskFields,
      decision: optional(oneOf("approve", "reject")),
      submissionHash: optional({
        ...Bytes32,
        description: "To prepare: the work that you have judged; the latest if omitted.",
      }),
      rating: optional(
        integer({ minimum: 1, maximum: 5, description: "To prepare, required: your rating of the worker." }),
      ),
      comment: optional({ ...Comment, description: "To prepare, required: your public comment on the work." }),
    }),
    { given: ["txHash", "signedTransaction"], values: { action: ["confirm", "release", "ruleByDefault"] } },
    "decision",
    "rating",
    "comment",
  ),
  output: callAnswer("DecideAnswer", { commentHash: optional(Bytes32) }),
  errors: [...CONFIRM_ERRORS, "task_not_found", "forbidden_role"],
  rateLimit: requests(60),
  example: {
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    contract: "agent-fast",
    taskId: "12",
    decision: "approve",
    submissionHash: `0x${"a7".repeat(32)}`,
    rating: 5,
    comment: "Careful work, on time.",
  },

  handle: async ({ input, nowMs }, services) => {
    const wallet = requireAddress(input.wallet);
    const action = stepOf(input);
    if (action === "confirm") {
      const names: readonly EventName[] = input.decision
        ? DECIDED[input.decision]
        : ["TaskApproved", "TaskRejected", "TaskReleased", "TaskResolved"];
      return confirm({ sent: input, wallet, ...requestedKey(input, services), names }, services, nowMs);
    }
    const record = await taskToCall(input, services);
    const { task } = record;
    const { contract, taskId } = task;
    if (action === "release")
      return inOneCall({ function: "releaseAfterReview", contract, taskId }, `Pays the worker of task ${taskId}.`);
    if (action === "ruleByDefault")
      return inOneCall({ function: "ruleByDefault", contract, taskId }, `Ends the dispute over task ${taskId}.`);

    const given = required(input, "decision", "rating", "comment");
    const comment: ContentOf<"comment"> = { kind: "comment", value: given.comment };
    requireGoodContent(comment, "/comment");
    const commentHash = contentHash(comment);
    const submissionHash = (input.submissionHash as Hex | undefined) ?? (await latestWork());
    const judgement: CallOf<"approve"> | CallOf<"reject"> = {
      function: given.decision,
      contract,
      taskId,
      submissionHash,
      rating: given.rating,
      commentHash,
    };
    const answer = await inOneCall(
      await withAnswer(judgement),
      `${given.decision === "approve" ? "Approves" : "Rejects"} the work of task ${taskId}.`,
    );
    await services.contentStore.keepDrafts(wallet, [comment], nowMs);
    return { ...answer, commentHash };

    /** The submitted work, or signed work that can still be anchored. */
    async function latestWork(): Promise<Hex> {
      const { task: current } = await syncedTask(task, services);
      const signed = await resubmissionOf(current, services);
      const isStillGood = mayAnchor(current, { ...anonymousViewer(nowMs), resubmission: signed });
      const latest = (isStillGood ? signed?.submissionHash : null) ?? current.submissionHashes.at(-1);
      return (
        latest ??
        refuseWith(
          "state_conflict",
          "No work has been submitted that could be judged.",
          record,
          wallet,
          services,
          nowMs,
        )
      );
    }

    /** Anchors a signed answer to the change request together with the decision, which must be about it (M7). */
    async function withAnswer(call: typeof judgement): Promise<EscrowCall> {
      if (!(await resubmissionOf(task, services))) return call;
      // It may have been anchored just now.
      const { task: current } = await syncedTask(task, services);
      const signed = await resubmissionOf(current, services);
      if (!signed || !mayAnchor(current, { ...anonymousViewer(nowMs), resubmission: signed })) return call;
      if (signed.submissionHash !== submissionHash)
        return refuseRevert("WrongSubmission", { wallet, record }, services, nowMs);
      const anchoring = { function: "resubmitWork", contract, taskId, submissionHash, signed } as const;
      return { function: "multicall", contract, calls: [anchoring, call] };
    }

    async function inOneCall(call: EscrowCall, description: string) {
      const transaction = await prepare({ wallet, call, description, record }, services, nowMs);
      const actor = action === "prepare" ? "poster" : "anyone";
      return {
        ok: true as const,
        transactions: [transaction],
        _nextAction: thenConfirm(actor, PATH, { wallet, contract, taskId: String(taskId) }),
      };
    }
  },
});
