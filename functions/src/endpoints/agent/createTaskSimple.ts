import { contentHash, requireGoodContent, type ContentOf } from "../../domain/content";
import { tidyMetadata } from "../../domain/task/metadata";
import { endpoint, open, requests } from "../../http/endpoint";
import { object, optional } from "../../schema/build";
import { callAnswer, SentFields, step, TermsFields } from "../../schema/call";
import { Bytes32, ContractName } from "../../schema/common";
import { MetadataFields, PrivateTextInput, PublicMetadata, Salt } from "../../schema/content";
import { confirmCreation, keyedConfirmation, prepareCreation } from "../../application/tasks/create";
import { CONFIRM_ERRORS, required, stepOf } from "../../application/tasks/sent";
import { privateContent } from "../../application/tasks/work";
import { requireAddress } from "../../application/tasks/requestedTask";

const PATH = "/agentCreateTaskSimple";
const { title, description, category, ...mayBeGiven } = MetadataFields;

/** Creates a funded task on the chain and stores its metadata; private details stay hidden until a worker stakes. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Prepare or confirm the creation of a task together with its metadata",
  description:
    "Prepare returns the approval and the creation, and a permit that replaces the approval if you sign it. The texts are stored for a day " +
    "and belong to the task once their hashes are on the chain. Private details are hashed with a salt; the worker who stakes can read them. " +
    "Confirming the same transaction again returns the same task; with an Idempotency-Key its answer is stored for a day, and the key accepts no other body.",
  auth: open,
  input: object({
    action: step(),
    ...SentFields,
    contract: optional(ContractName),
    title: optional(title),
    description: optional(description),
    category: optional(category),
    ...mayBeGiven,
    privateDetails: optional(PrivateTextInput),
    metadataHash: optional({
      ...Bytes32,
      description: "To confirm: distinguishes several creations in one transaction.",
    }),
    ...TermsFields,
  }),
  output: callAnswer("CreateSimpleAnswer", {
    metadataHash: optional(Bytes32),
    metadata: optional({ ...PublicMetadata, description: "Prepared: the public metadata exactly as it is hashed." }),
    salt: optional({
      ...Salt,
      description: "Prepared: the salt of the private details. Keep it: with the text, it proves their hash.",
    }),
  }),
  errors: [
    ...CONFIRM_ERRORS,
    "forbidden_role",
    "signature_invalid",
    "invalid_signature_format",
    "idempotency_key_used",
  ],
  keyed: keyedConfirmation,
  rateLimit: requests(60),
  example: {
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    contract: "agent-fast",
    title: "Translate a page into Portuguese",
    description: "About 600 words; keep the headings.",
    category: "translation",
    rewardUsdc: "25",
    stakeUsdc: "2.5",
    privateDetails: { text: "The page is linked below.", links: ["https://files.example/page"] },
  },

  handle: async ({ input, nowMs, randomBytes }, services) => {
    const wallet = requireAddress(input.wallet);
    if (stepOf(input) === "confirm") return confirmCreation(wallet, input, services, nowMs);
    const details =
      input.privateDetails && privateContent("privateDetails", input.privateDetails, randomBytes, "/privateDetails");
    const metadata: ContentOf<"metadata"> = {
      kind: "metadata",
      value: tidyMetadata({
        ...input,
        ...required(input, "title", "description", "category"),
        ...(details && { privateDetailsHash: contentHash(details) }),
      }),
    };
    requireGoodContent(metadata);
    const prepared = await prepareCreation(PATH, wallet, input, contentHash(metadata), services, nowMs);
    await services.contentStore.keepDrafts(wallet, [metadata, ...(details ? [details] : [])], nowMs);
    const { tags: tidyTags, ...value } = metadata.value;
    return {
      ...prepared,
      metadata: { ...value, ...(tidyTags && { tags: [...tidyTags] }) },
      ...(details && { salt: details.value.salt }),
    };
  },
});
