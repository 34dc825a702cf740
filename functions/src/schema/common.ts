import { Unsafe } from "@sinclair/typebox";
import { VARIANT_NAMES } from "../domain/workflow/variants";
import { oneOf, string } from "./build";
import { NETWORK } from "./network";

/** Any case is accepted; answers use EIP-55. */
export const Address = string({
  title: "Address",
  pattern: "^0x[0-9a-fA-F]{40}$",
  description: "An Ethereum address, 0x and 40 hex digits.",
  examples: [NETWORK.usdc.address],
});

export const TxHash = string({
  title: "TxHash",
  pattern: "^(0x)?[0-9a-fA-F]{64}$",
  description: "A transaction hash, 32 bytes of hex.",
  examples: ["0x5f1c4a9e1f3b0c7d2a8e6b4f9d0c3a7e5b1f8d2c6a4e0b9f7d3c1a5e8b2f6d4c"],
});

export const Usdc = string({
  title: "Usdc",
  pattern: "^(0|[1-9][0-9]{0,17})(\\.[0-9]{1,6})?$",
  description: "An amount of USDC as a decimal with at most 6 places.",
  examples: ["0.49"],
});

/** RFC 3339, always UTC. */
export const Time = string({
  title: "Time",
  description: "A time, ISO 8601 in UTC.",
  examples: ["2026-01-31T12:00:00.000Z"],
});

export const DataHash = string({
  title: "DataHash",
  pattern: "^sha256:[0-9a-f]{64}$",
  description: "The SHA-256 of the dataset snapshot that the answer was computed from.",
  examples: ["sha256:9f2c61e0a4b7d35f8c1e6a90b2d4f7c3e5a8091b6d2f4c7e8a0b3d5f6c9e1a24"],
});

/** Its format is checked outside the schema, so that a malformed one has its own error code. */
export const Signature = string({
  title: "Signature",
  maxLength: 32_770,
  description:
    "A wallet's signature, 0x and hex: 65 bytes of an account, or the format that its contract verifies (ERC-1271, ERC-6492).",
  examples: [`0x${"5a".repeat(64)}1b`],
});

export const Bytes32 = string({
  title: "Bytes32",
  pattern: "^0x[0-9a-f]{64}$",
  description: "32 bytes, 0x and lower-case hex.",
  examples: [`0x${"c5".repeat(32)}`],
});

/** `human`, `agent-fast`, or the address of one of the two; `human` by default. */
export const ContractName = string({
  title: "ContractName",
  pattern: `^(${VARIANT_NAMES.join("|")}|0x[0-9a-fA-F]{40})$`,
  description: "human (the default), agent-fast, or that deployment's address.",
  examples: ["agent-fast"],
});

/** The deployment as answers name it. */
export const Deployment = oneOf(...VARIANT_NAMES);

/** A number is accepted too. */
export const TaskId = Unsafe<string | number>({
  title: "TaskId",
  description: "The task's id on its contract: a decimal string; a number is accepted.",
  anyOf: [
    { type: "string", pattern: "^[1-9][0-9]{0,14}$" },
    { type: "integer", minimum: 1, maximum: 999_999_999_999_999 },
  ],
  examples: ["12"],
});
