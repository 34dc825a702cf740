import { bareStep, confirmStep } from "../../application/tasks/step/step";
import {
  confirmWork,
  prepareAnchoring,
  prepareContest,
  prepareStart,
  prepareWork,
} from "../../application/tasks/work/submit";
import { integer, object, oneOf, optional } from "../../schema/build";
import { callAnswer, SignedPermit, step, TaskStepFields } from "../../schema/call";
import { Bytes32, Signature } from "../../schema/common";
import { Force, Links, OutputInput, PrivateWords, Salt, VerdictShown } from "../../schema/content";
import { taskCall } from "./escrowCall";

/** The worker deposits the stake and is assigned to the task. */
export const agentStakeAndConfirm = taskCall({
  path: "/agentStakeAndConfirm",
  summary: "Prepare or confirm the stake by which a worker starts a task",
  description:
    "In instant mode, the first worker who stakes starts. In selection mode, this needs the poster's selection, which /mkt/interest/resolve has " +
    "stored for this wallet. From then on, /agentGetPrivateDetails returns the private details.",
  input: object({
    ...TaskStepFields,
    termsHash: optional({
      ...Bytes32,
      description: "To prepare: the termsHash of the terms that you read; refused if the task's terms differ.",
    }),
    permit: SignedPermit,
  }),
  output: callAnswer("StakeAnswer", {}),
  errors: ["signature_invalid", "invalid_signature_format"],
  example: {},

  steps: { prepare: prepareStart },
  confirm: (request) => confirmStep(request, "TaskStarted"),
});

/** The worker's side after the start: the work, the answer to a change request, and what follows a rejection. */
export const agentSubmitWork = taskCall({
  path: "/agentSubmitWork",
  summary: "Prepare or confirm the submission of work, or resubmit it by signature after a change request",
  description:
    "The work is hashed with a salt and visible to the poster only. Output that fails the task's outputSchema is refused with each failure. After a change request, prepare returns typed data instead of a " +
    "transaction: send its signature as resubmissionSignature with submissionHash and resubmissionDeadline, and the poster sees the new work at " +
    "once. `anchor` records it on the chain. After a rejection, `contest` appeals to the arbiter with text as evidence, `concede` accepts it; " +
    "after the deadline to contest, anyone may `concede`.",
  input: object({
    ...TaskStepFields,
    action: step("anchor", "contest", "concede"),
    text: optional(PrivateWords),
    links: optional(Links),
    salt: optional(Salt),
    output: optional(OutputInput),
    force: optional(Force),
    submissionHash: optional({ ...Bytes32, description: "The hash of the new work, from prepare." }),
    resubmissionDeadline: optional(
      integer({ minimum: 1, maximum: 1e11, description: "As in the typed data, unix seconds." }),
    ),
    resubmissionSignature: optional({ ...Signature, description: "Of the typed data, from prepare." }),
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
    verdict: optional(VerdictShown),
  }),
  advises: true,
  errors: ["output_invalid", "metadata_hash_mismatch", "signature_invalid", "invalid_signature_format"],
  example: {
    text: "The translation is linked below.",
    links: [{ url: "https://files.example/translation" }],
  },

  steps: {
    prepare: prepareWork,
    anchor: prepareAnchoring,
    contest: prepareContest,
    concede: bareStep("finalizeRejection", { actor: "worker", does: (id) => `Accepts the rejection of task ${id}.` }),
  },
  confirm: confirmWork,
});
