import { requireMetadata, storeMetadata } from "../../application/tasks/creation/create";
import { storeWork } from "../../application/tasks/work/work";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { boolean, literal, nullable, object, oneOf, optional } from "../../schema/build";
import { Bytes32, ContractName, TaskId } from "../../schema/common";
import {
  Force,
  Links,
  OutputInput,
  PrivateText,
  PrivateWords,
  PublicMetadata,
  Salt,
  VerdictShown,
} from "../../schema/content";
import { NextAction, TaskNames } from "../../schema/task";

/** The poster stores the public metadata and the private details, of which the chain holds only the hashes. */
export const mktMetadata = endpoint({
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

/** The worker stores the work whose hash is, or will be, on the chain. */
export const mktSubmission = endpoint({
  method: "POST",
  path: "/mkt/submission",
  summary: "Worker stores the work, verified against its hash on the chain",
  description:
    "The poster sees work at once if its hash is on the chain. Evidence of a dispute is stored likewise, by the hash of contest. Otherwise work is stored for 24 hours, waiting for its hash: " +
    "submissionHash is keccak256 of the RFC 8785 form of {text, links, salt}, with output if there is one.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    text: PrivateWords,
    links: optional(Links),
    salt: optional({ ...Salt, description: "As hashed; required once the hash is on the chain." }),
    output: optional(OutputInput),
    force: optional(Force),
  }),
  output: object({
    ok: literal(true),
    ...TaskNames,
    submissionHash: Bytes32,
    salt: Salt,
    verdict: VerdictShown,
    stored: { ...oneOf("task", "draft"), description: "With the task, or as a draft until the hash is on the chain." },
    _nextAction: nullable(NextAction),
  }),
  errors: ["task_not_found", "forbidden_role", "output_invalid", "metadata_hash_mismatch"],
  rateLimit: refusals(120),
  example: {
    contract: "agent-fast",
    taskId: "12",
    text: "The translation is linked below.",
    links: [{ url: "https://files.example/translation" }],
  },

  handle: ({ input, caller: { wallet }, nowMs, randomBytes, unit }, services) =>
    storeWork(input, { wallet, nowMs, randomBytes, services, unit }),
});
