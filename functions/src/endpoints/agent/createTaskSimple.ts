import { CREATION_ERRORS, keyedConfirmation } from "../../application/tasks/create";
import { prepareSimpleCreation } from "../../application/tasks/createSimple";
import { confirmSimpleCreation } from "../../application/tasks/hire";
import { payCreation } from "../../application/tasks/payCreation";
import { responseHeader } from "../../domain/payment/x402";
import { toAddress } from "../../domain/address";
import { oneOf, optional, string } from "../../schema/build";
import { AcceptanceInput } from "../../schema/acceptance";
import { callAnswer, TermsFields, VoucherFields } from "../../schema/call";
import { Address, Bytes32, ContractName, TxHash } from "../../schema/common";
import { MetadataFields, PrivateTextInput, PublicMetadata, Salt } from "../../schema/content";
import type { Hex } from "../../domain/keccak";
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
    "with voucherSignature and voucherDeadline: the worker is told and can start. Until then _nextAction is hire. " +
    "With pay, wallet needs neither ETH nor an approval: the service answers 402, the x402 client signs, and the relay creates the task. " +
    "The same body again is the same task, paid for once.",
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
    pay: optional({
      ...oneOf("x402"),
      description:
        "To pay by an x402 client instead of preparing: 402 offers rewardUsdc to an address for this task alone.",
    }),
    reference: optional(
      string({
        pattern: "^[A-Za-z0-9_-]+$",
        maxLength: 64,
        description:
          "With pay: tells tasks with equal terms apart. The same body with the same reference is the same task.",
        examples: ["order-17"],
      }),
    ),
    ...TermsFields,
    ...VoucherFields,
  },
  output: callAnswer("CreateSimpleAnswer", {
    txHash: optional({ ...TxHash, description: "Paid by x402: the relay's transaction." }),
    metadataHash: optional(Bytes32),
    metadata: optional({ ...PublicMetadata, description: "Prepared: the public metadata exactly as it is hashed." }),
    salt: optional({
      ...Salt,
      description: "Prepared: the salt of the private details. Keep it: with the text, it proves their hash.",
    }),
  }),
  headersOf: ({ txHash, task }, { settings: { chainId } }) => {
    const payer = toAddress(task?.poster ?? "");
    return txHash && payer ? responseHeader(2, chainId, { success: true, transaction: txHash as Hex, payer }) : {};
  },
  errors: [
    ...CREATION_ERRORS,
    "payment_required",
    "payment_invalid",
    "payment_malformed",
    "relay_refused",
    "relay_unavailable",
  ],
  keyed: keyedConfirmation,
  example: {
    title: "Translate a page into Portuguese",
    description: "About 600 words; keep the headings.",
    category: "translation",
    rewardUsdc: "25",
    stakeUsdc: "2.5",
    privateDetails: { text: "The page is linked below.", links: ["https://files.example/page"] },
  },

  prepare: (request) => (request.input.pay ? payCreation(request) : prepareSimpleCreation(request)),
  confirm: confirmSimpleCreation,
});
