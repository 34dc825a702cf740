import {
  confirmCreation,
  CREATION_ERRORS,
  keyedConfirmation,
  prepareCreation,
  withJudge,
} from "../../application/tasks/creation/create";
import { required } from "../../application/tasks/sent";
import type { Hex } from "../../domain/keccak";
import { optional, object } from "../../schema/build";
import { callAnswer, TermsFields, SentFields } from "../../schema/call";
import { Bytes32, ContractName } from "../../schema/common";
import { escrowCall } from "./escrowCall";

/** Creates a funded task on the chain with metadata hashed by its poster. */
export default escrowCall({
  path: "/agentCreateTask",
  summary: "Prepare or confirm the creation of a task with an explicit metadata hash",
  description:
    "metadataHash is keccak256 of the RFC 8785 form of the public metadata. Store the metadata itself with /mkt/metadata after the " +
    "creation is confirmed; until then the task shows none. /agentCreateTaskSimple does all of this in one call.",
  input: object({
    ...SentFields,
    contract: optional(ContractName),
    metadataHash: optional({
      ...Bytes32,
      description: "Required to prepare; to confirm, it distinguishes several creations in one transaction.",
    }),
    ...TermsFields,
  }),
  output: callAnswer("CreateAnswer", { metadataHash: optional(Bytes32) }),
  errors: CREATION_ERRORS,
  keyed: keyedConfirmation,
  example: { metadataHash: `0x${"c5".repeat(32)}`, rewardUsdc: "25", stakeUsdc: "2.5" },

  steps: {
    prepare: (request) => {
      const { input, wallet, services } = request;
      const { metadataHash } = required(input, "metadataHash");
      return prepareCreation({ ...request, input: withJudge(input, wallet, services.settings) }, metadataHash as Hex);
    },
  },
  confirm: confirmCreation,
});
