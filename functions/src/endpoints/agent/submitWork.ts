import { contentHash } from "../../domain/content";
import type { Hex } from "../../domain/keccak";
import type { Task } from "../../domain/task/task";
import { endpoint, open, requests } from "../../http/endpoint";
import { integer, object, oneOf, optional } from "../../schema/build";
import { callAnswer, SentFields, step, TaskFields } from "../../schema/call";
import { Bytes32, Signature } from "../../schema/common";
import { Links, PrivateWords, Salt } from "../../schema/content";
import { confirm } from "../../application/tasks/confirm";
import { prepare, thenConfirm } from "../../application/tasks/prepare";
import {
  requireChangeRequest,
  requireUnanswered,
  resubmissionRequest,
  storeResubmission,
} from "../../application/tasks/resubmission";
import { CONFIRM_ERRORS, required, stepOf } from "../../application/tasks/sent";
import { refuseWith, syncedTask, taskToCall } from "../../application/tasks/task";
import { privateContent } from "../../application/tasks/work";
import { requestedKey, requireAddress, resubmissionOf } from "../../application/tasks/requestedTask";

const PATH = "/agentSubmitWork";

/** The worker's side after the start: the work, the answer to a change request, and what follows a rejection. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Prepare or confirm the submission of work, or resubmit it by signature after a change request",
  description:
    "The text and links are hashed with a salt and are visible to the buyer only. After a change request, prepare returns typed data instead of a " +
    "transaction: send its signature as resubmissionSignature with submissionHash and resubmissionDeadline, and the buyer sees the new work at " +
    "once. `anchor` records it on the chain. After a rejection, `contest` appeals to the arbiter with text as evidence, `concede` accepts it; " +
    "after the deadline to contest, anyone may `concede`.",
  auth: open,
  input: object({
    action: step("anchor", "contest", "concede"),
    ...SentFields,
    ...TaskFields,
    text: optional(PrivateWords),
    links: optional(Links),
    salt: optional(Salt),
    submissionHash: optional({ ...Bytes32, description: "The hash of the new work, from prepare." }),
    resubmissionDeadline: optional(
      integer({ minimum: 1, maximum: 1e11, description: "The deadline in the typed data, unix seconds." }),
    ),
    resubmissionSignature: optional(Signature),
  }),
  output: callAnswer("SubmitAnswer", {
    code: optional({
      ...oneOf("resubmission_signature_required", "resubmitted"),
      description:
        "After a change request: the request being answered. With resubmitted, transactions records the work on the chain; send it before resubmitBy, unless the keeper has done so.",
    }),
    submissionHash: optional(Bytes32),
    evidenceHash: optional(Bytes32),
    salt: optional({
      ...Salt,
      description: "Prepared: the salt of the text. Keep it: with the text, it proves the hash.",
    }),
  }),
  advises: true,
  errors: [
    ...CONFIRM_ERRORS,
    "task_not_found",
    "forbidden_role",
    "metadata_hash_mismatch",
    "signature_invalid",
    "invalid_signature_format",
  ],
  rateLimit: requests(60),
  example: {
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    contract: "agent-fast",
    taskId: "12",
    text: "The translation is linked below.",
    links: ["https://files.example/translation"],
  },

  handle: async ({ input, nowMs, randomBytes }, services) => {
    const wallet = requireAddress(input.wallet);
    const action = stepOf(input);
    if (action === "confirm") {
      const names = ["WorkSubmitted", "WorkResubmitted", "TaskDisputed", "TaskRefunded"] as const;
      // Anchoring has no effect if this work was anchored before.
      const isDone = ({ state, reasonHashes }: Task) => state === "SUBMITTED" && reasonHashes.length > 0;
      const key = requestedKey(input, services);
      const confirmed = await confirm({ sent: input, wallet, ...key, names, isDone }, services, nowMs);
      const { state, changeRounds } = confirmed.task;
      // The answer is on the chain and leaves the queue.
      if (state === "SUBMITTED" && changeRounds > 0) await services.resubmissions.release(key, changeRounds);
      return confirmed;
    }
    const record = await taskToCall(input, services);
    const { task } = record;
    const { contract, taskId } = task;
    if (action === "anchor") return anchor();
    if (action === "concede")
      return inOneCall({ function: "finalizeRejection", contract, taskId }, `Accepts the rejection of task ${taskId}.`);
    if (action === "contest") return contest();
    if (input.resubmissionSignature !== undefined) return resubmit(input.resubmissionSignature);
    const isKnownAsSubmitted = task.state === "SUBMITTED";
    // A change request that was not confirmed is not in the projection yet.
    const current = isKnownAsSubmitted ? await syncedTask(task, services) : record;
    return current.task.state === "CHANGES_REQUESTED" ? askForSignature() : submit();

    async function submit() {
      const work = privateContent("submission", input, randomBytes);
      const submissionHash = contentHash(work);
      const answer = await inOneCall(
        { function: "submitWork", contract, taskId, submissionHash },
        `Submits the work of task ${taskId}.`,
      );
      await services.contentStore.keepDrafts(wallet, [work], nowMs);
      return { ...answer, submissionHash, salt: work.value.salt };
    }

    async function askForSignature() {
      const known = await requireChangeRequest(record, wallet, services, nowMs);
      const work = privateContent("submission", input, randomBytes);
      const submissionHash = contentHash(work);
      await requireUnanswered(known, submissionHash, wallet, services, nowMs);
      await services.contentStore.keepDrafts(wallet, [work], nowMs);
      const request = resubmissionRequest(known.task, submissionHash, services);
      const body = { wallet, contract, taskId: String(taskId), submissionHash, resubmissionDeadline: request.deadline };
      return {
        ok: true as const,
        code: "resubmission_signature_required" as const,
        transactions: [],
        signatures: [request],
        submissionHash,
        salt: work.value.salt,
        _nextAction: {
          ...thenConfirm("worker", PATH, {}),
          action: "resubmit",
          reason: "Sign the typed data and send it as resubmissionSignature.",
          body,
        },
      };
    }

    async function resubmit(signature: string) {
      const { submissionHash, resubmissionDeadline } = required(input, "submissionHash", "resubmissionDeadline");
      const work =
        input.text === undefined
          ? null
          : privateContent("submission", { ...input, ...required(input, "salt") }, randomBytes);
      const signed = { wallet, submissionHash: submissionHash as Hex, deadline: resubmissionDeadline, signature, work };
      return storeResubmission(signed, record, services, nowMs);
    }

    async function anchor() {
      const signed = await resubmissionOf(task, services);
      if (!signed)
        return refuseWith(
          "state_conflict",
          "No signed work is waiting to be recorded on the chain.",
          record,
          wallet,
          services,
          nowMs,
        );
      const { submissionHash } = signed;
      const call = { function: "resubmitWork", contract, taskId, submissionHash, signed } as const;
      return { ...(await inOneCall(call, `Records the new work of task ${taskId} on the chain.`)), submissionHash };
    }

    async function contest() {
      const evidence = privateContent("evidence", input, randomBytes);
      const evidenceHash = contentHash(evidence);
      const answer = await inOneCall(
        { function: "contest", contract, taskId, evidenceHash },
        `Contests the rejection of task ${taskId} before the arbiter.`,
      );
      await services.contentStore.keepDrafts(wallet, [evidence], nowMs);
      return { ...answer, evidenceHash, salt: evidence.value.salt };
    }

    async function inOneCall(call: Parameters<typeof prepare>[0]["call"], description: string) {
      const transaction = await prepare({ wallet, call, description, record }, services, nowMs);
      const next = thenConfirm(action === "anchor" ? "anyone" : "worker", PATH, {
        wallet,
        contract,
        taskId: String(taskId),
      });
      return { ok: true as const, transactions: [transaction], _nextAction: next };
    }
  },
});
