import { requestChanges } from "../../application/tasks/review/requestChanges";
import { requireSigned, resubmit } from "../../application/tasks/review/resubmission";
import { CONFIRM_ERRORS } from "../../application/tasks/step/sent";
import { taskToCall } from "../../application/tasks/task";
import { confirmedView } from "../../application/views/task";
import { requirePrivateText } from "../../domain/text";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { anyObject, array, each, integer, literal, nullable, object, optional } from "../../schema/build";
import { Transaction } from "../../schema/call";
import { Bytes32, Signature, TxHash } from "../../schema/common";
import { Force, Links, OutputInput, PrivateWords, Salt, VerdictShown } from "../../schema/content";
import { ConfirmedFields, NextAction, StepFields } from "../../schema/task";

const PATH = "/mkt/request-changes";

/** The poster requests changes: the reason is stored here, its hash on the chain. */
export const mktRequestChanges = endpoint({
  method: "POST",
  path: PATH,
  summary: "Poster asks the worker for changes, with a reason",
  description:
    "The first call, without txHash, stores the reason as a draft and answers 409 request_changes_chain_step_required. `_nextAction.body` has the " +
    "transaction to send, or gasless to sign, and the fields for the second call, to which txHash is added. The answer stays the same, without a transaction, until the chain " +
    "has confirmed it. The worker can read the reason once its hash is on the chain.",
  auth: signed,
  input: object({
    ...StepFields,
    submissionHash: optional({ ...Bytes32, description: "The work that you have read; the current one if left out." }),
    reason: { ...PrivateWords, description: "Why, and what to change; only the worker can read it." },
    links: optional(Links),
    salt: optional({ ...Salt, description: "As returned by the first call." }),
    txHash: optional({ ...TxHash, description: "The confirmed requestChanges transaction." }),
    ...each(
      ["transaction", "gasless"],
      optional(anyObject({ description: "As the first call returned it; ignored." })),
    ),
  }),
  check: ({ reason }) => requirePrivateText(reason, "/reason"),
  output: object({
    ok: literal(true),
    code: literal("changes_requested"),
    ...ConfirmedFields,
    _nextAction: nullable(NextAction),
  }),
  advises: true,
  errors: [...CONFIRM_ERRORS, "task_not_found", "forbidden_role", "request_changes_chain_step_required"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", reason: "The second paragraph is missing." },

  handle: async ({ input, caller: { wallet }, nowMs, randomBytes, unit }, services) => {
    const { txHash, view, reason: text } = input;
    const known = { record: await taskToCall(input, services), words: { ...input, text }, txHash };
    const answer = await requestChanges({ path: PATH, wallet, ...known, nowMs, randomBytes, services, unit });
    return confirmedView(answer, view);
  },
});

const ERRORS = ["task_not_found", "forbidden_role", "state_conflict"] as const;
/** The worker answers a change request by signature, without gas. */
export const mktResubmit = endpoint({
  method: "POST",
  path: "/mkt/resubmit",
  summary: "Worker submits new work after a change request, by signature",
  description:
    "Sign the typed data that /mkt/sign/prepare returns for this request (EIP-712 Resubmission). The poster sees the new work at once; anyone can submit " +
    "the signature to the chain, which starts the poster's review window. A change request accepts one answer, so sign finished work only: other work for the " +
    "same round is refused, because the poster could otherwise submit the earlier draft to the chain. The work counts once it is on the chain: the answer has the " +
    "transaction for this. Send it before resubmitBy, unless the keeper has done so.",
  auth: signed,
  input: object({
    ...StepFields,
    text: PrivateWords,
    links: optional(Links),
    salt: optional({ ...Salt, description: "As returned by /mkt/sign/prepare." }),
    output: optional(OutputInput),
    force: optional(Force),
    resubmissionDeadline: optional(
      integer({ minimum: 1, maximum: 1e12, description: "The typed data's, unix seconds." }),
    ),
    resubmissionSignature: optional({ ...Signature, description: "The worker's EIP-712 Resubmission signature." }),
  }),
  check: requireSigned,
  output: object({
    ok: literal(true),
    code: literal("resubmitted"),
    submissionHash: Bytes32,
    verdict: VerdictShown,
    transactions: array(Transaction, { description: "Records the work on the chain, for the worker to send." }),
    ...ConfirmedFields,
    _nextAction: nullable(NextAction),
  }),
  advises: true,
  errors: [...ERRORS, "output_invalid", "metadata_hash_mismatch", "mandate_refused"],
  rateLimit: refusals(120),
  example: {
    contract: "agent-fast",
    taskId: "12",
    text: "With the second paragraph.",
    salt: `0x${"5a".repeat(32)}`,
    resubmissionDeadline: 1_767_225_600,
    resubmissionSignature: `0x${"5a".repeat(64)}1b`,
  },

  handle: async ({ input, caller: { wallet }, nowMs, randomBytes, unit }, services) =>
    confirmedView(await resubmit(input, { wallet, nowMs, randomBytes, services }, unit), input.view),
});
