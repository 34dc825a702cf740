import { requireMetadata, storeMetadata } from "../../application/tasks/creation/create";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { boolean, literal, object, optional } from "../../schema/build";
import { Bytes32, ContractName, TaskId } from "../../schema/common";
import { PrivateText, PublicMetadata } from "../../schema/content";
import { TaskNames } from "../../schema/task";

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
  check: requireMetadata,
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

  handle: ({ input, caller, unit }, services) => storeMetadata(input, caller.wallet, services, unit),
});
