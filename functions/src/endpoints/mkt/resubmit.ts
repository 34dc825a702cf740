import { endpoint, refusals, signed } from "../../http/endpoint";
import { array, integer, literal, nullable, object, optional } from "../../schema/build";
import { Force, OutputInput, VerdictShown, Links, PrivateWords, Salt } from "../../schema/content";
import { Transaction } from "../../schema/call";
import { Bytes32, Signature } from "../../schema/common";
import { NextAction, ConfirmedFields, StepFields } from "../../schema/task";
import { confirmedView } from "../../application/views/task";
import { requireSigned, resubmit } from "../../application/tasks/review/resubmission";

const ERRORS = ["task_not_found", "forbidden_role", "state_conflict"] as const;
/** The worker answers a change request by signature, without gas. */
export default endpoint({
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
