import { citationOf, contentHash, privateDetailsOf, requireGoodContent, type ContentOf } from "../../domain/content";
import { refuse } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import type { TaskMetadata } from "../../domain/task/metadata";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { boolean, literal, object, optional } from "../../schema/build";
import { Bytes32, ContractName, TaskId } from "../../schema/common";
import { PrivateText, PublicMetadata } from "../../schema/content";
import { TaskNames } from "../../schema/task";
import { taskToCall } from "../../application/tasks/task";
import { taskNames } from "../../application/tasks/view";

/** The poster stores the public metadata and the private details, of which the chain holds only the hashes. */
export default endpoint({
  method: "POST",
  path: "/mkt/metadata",
  summary: "Poster stores a task's metadata, verified against its hash on the chain",
  description:
    "For a task whose creation was not confirmed here, or whose draft has expired. metadata must hash to the task's metadataHash (keccak256 of RFC 8785), " +
    "privateDetails to its privateDetailsHash. Repeating the request changes nothing.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    metadata: PublicMetadata,
    privateDetails: optional(PrivateText),
  }),
  check: ({ metadata, privateDetails }) => {
    requireGoodContent({ kind: "metadata", value: metadata as TaskMetadata }, "/metadata");
    if (privateDetails) requireGoodContent(detailsOf(privateDetails), "/privateDetails");
  },
  output: object({
    ok: literal(true),
    ...TaskNames,
    metadataHash: Bytes32,
    privateDetailsStored: boolean({ description: "Whether private details were sent and stored." }),
  }),
  errors: ["task_not_found", "forbidden_role", "metadata_hash_mismatch"],
  rateLimit: refusals(120),
  example: {
    contract: "agent-fast",
    taskId: "12",
    metadata: { title: "Translate a page", description: "From Portuguese into English.", category: "translation" },
  },

  handle: async ({ input, caller, unit }, services) => {
    const { task, metadata: known } = await taskToCall(input, services);
    if (caller.wallet !== task.poster) refuse("forbidden_role", "Only the task's poster may store its metadata.");
    const metadata = { kind: "metadata", value: input.metadata as TaskMetadata } as const;
    const citation = citationOf(task, null, metadata);
    if (!citation)
      refuse(
        "metadata_hash_mismatch",
        `The metadata hashes to ${contentHash(metadata)}, but the chain holds ${task.metadataHash}. Send the metadata exactly as hashed.`,
      );
    const cited = privateDetailsOf(metadata.value, task);
    const details = input.privateDetails && detailsOf(input.privateDetails);
    const proven = details ? cited.filter(({ hash }) => hash === contentHash(details)) : [];
    if (details && proven.length === 0)
      refuse(
        "metadata_hash_mismatch",
        "The private details do not hash to the metadata's privateDetailsHash. Send them exactly as hashed.",
      );
    if (details)
      await services.contentStore.put(
        proven.map((one) => ({ citation: one, content: details })),
        unit,
      );
    else await services.contentStore.adopt(cited, unit);
    // Storing it again would only cause it to be posted again.
    if (!known) await services.contentStore.put([{ citation, content: metadata }], unit);
    return {
      ok: true as const,
      ...taskNames(task, services),
      metadataHash: task.metadataHash,
      privateDetailsStored: details !== undefined,
    };
  },
});

function detailsOf({ salt, ...words }: { text: string; links: string[]; salt: string }): ContentOf<"privateDetails"> {
  return { kind: "privateDetails", value: { ...words, salt: salt as Hex } };
}
