import { AcceptanceInput } from "./acceptance";
import { oneOf, optional, string } from "./build";
import { callAnswer, TermsFields, VoucherFields } from "./call";
import { Address, Bytes32, ContractName } from "./common";
import { MetadataFields, PrivateTextInput, PublicMetadata, Salt } from "./content";

const { title, description, category, reservedFor: _, ...mayBeGiven } = MetadataFields;

/** What a task is created from in one call: its texts, terms and windows, and who is hired or how it is paid. */
export const CreateSimpleFields = {
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
} as const;

export const CreateSimpleAnswer = callAnswer("CreateSimpleAnswer", {
  metadataHash: optional(Bytes32),
  metadata: optional({ ...PublicMetadata, description: "Prepared: the public metadata exactly as it is hashed." }),
  salt: optional({
    ...Salt,
    description: "Prepared: the salt of the private details. Keep it: with the text, it proves their hash.",
  }),
});
