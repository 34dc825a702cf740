import { CREATION_ERRORS, keyedConfirmation } from "../../application/tasks/create";
import { prepareSimpleCreation } from "../../application/tasks/createSimple";
import { confirmSimpleCreation } from "../../application/tasks/hire";
import { optional } from "../../schema/build";
import { AcceptanceInput } from "../../schema/acceptance";
import { callAnswer, TermsFields, VoucherFields } from "../../schema/call";
import { Address, Bytes32, ContractName } from "../../schema/common";
import { MetadataFields, PrivateTextInput, PublicMetadata, Salt } from "../../schema/content";
import { escrowCall } from "./escrowCall";

const { title, description, category, reservedFor: _, ...mayBeGiven } = MetadataFields;

/** Creates a funded task on the chain and stores its metadata; private details stay hidden until a worker stakes. */
export default escrowCall({
  path: "/agentCreateTaskSimple",
  summary: "Prepare or confirm the creation of a task together with its metadata",
  description:
    "Prepare returns the approval and the creation, and a permit that replaces the approval if you sign it. The texts are stored for a day " +
    "and belong to the task once their hashes are on the chain. Private details are hashed with a salt; the worker who stakes can read them. " +
    "Confirming the same transaction again returns the same task; with an Idempotency-Key its answer is stored for a day, and the key accepts no other body. " +
    "With worker, the task is in selection mode and shows reservedFor. Sign the Selection in signatures of the confirmed answer and confirm again, without the key, " +
    "with voucherSignature and voucherDeadline: the worker is told and can start. Until then _nextAction is hire.",
  fields: {
    contract: optional(ContractName),
    title: optional(title),
    description: optional(description),
    category: optional(category),
    ...mayBeGiven,
    acceptance: optional(AcceptanceInput),
    privateDetails: optional(PrivateTextInput),
    worker: optional({
      ...Address,
      description: "To hire this worker: only it can start. Confirm returns the selection to sign.",
    }),
    metadataHash: optional({
      ...Bytes32,
      description: "To confirm: distinguishes several creations in one transaction.",
    }),
    ...TermsFields,
    ...VoucherFields,
  },
  output: callAnswer("CreateSimpleAnswer", {
    metadataHash: optional(Bytes32),
    metadata: optional({ ...PublicMetadata, description: "Prepared: the public metadata exactly as it is hashed." }),
    salt: optional({
      ...Salt,
      description: "Prepared: the salt of the private details. Keep it: with the text, it proves their hash.",
    }),
  }),
  errors: CREATION_ERRORS,
  keyed: keyedConfirmation,
  example: {
    title: "Translate a page into Portuguese",
    description: "About 600 words; keep the headings.",
    category: "translation",
    rewardUsdc: "25",
    stakeUsdc: "2.5",
    privateDetails: { text: "The page is linked below.", links: ["https://files.example/page"] },
  },

  prepare: prepareSimpleCreation,
  confirm: confirmSimpleCreation,
});
