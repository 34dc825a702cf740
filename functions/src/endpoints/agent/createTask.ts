import type { Hex } from "../../domain/keccak";
import { endpoint, open, requests } from "../../http/endpoint";
import { object, optional } from "../../schema/build";
import { callAnswer, SentFields, step, TermsFields } from "../../schema/call";
import { Bytes32, ContractName } from "../../schema/common";
import { confirmCreation, keyedConfirmation, prepareCreation } from "../../application/tasks/create";
import { CONFIRM_ERRORS, required, stepOf } from "../../application/tasks/sent";
import { requireAddress } from "../../application/tasks/requestedTask";

const PATH = "/agentCreateTask";

/** Creates a funded task on the chain with metadata hashed by its buyer. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Prepare or confirm the creation of a task with an explicit metadata hash",
  description:
    "metadataHash is keccak256 of the RFC 8785 form of the public metadata. Store the metadata itself with /mkt/metadata after the " +
    "creation is confirmed; until then the task shows none. /agentCreateTaskSimple does all of this in one call.",
  auth: open,
  input: object({
    action: step(),
    ...SentFields,
    contract: optional(ContractName),
    metadataHash: optional({
      ...Bytes32,
      description: "Required to prepare; to confirm, it distinguishes several creations in one transaction.",
    }),
    ...TermsFields,
  }),
  output: callAnswer("CreateAnswer", { metadataHash: optional(Bytes32) }),
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
    metadataHash: `0x${"c5".repeat(32)}`,
    rewardUsdc: "25",
    stakeUsdc: "2.5",
  },

  handle: ({ input, nowMs }, services) => {
    const wallet = requireAddress(input.wallet);
    if (stepOf(input) === "confirm") return confirmCreation(wallet, input, services, nowMs);
    const { metadataHash } = required(input, "metadataHash");
    return prepareCreation(PATH, wallet, input, metadataHash as Hex, services, nowMs);
  },
});
