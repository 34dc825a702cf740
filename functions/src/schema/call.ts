import { Unsafe } from "@sinclair/typebox";
import { MODES } from "../domain/task/events";
import { MAX_RELAY_BYTES, RELAY_PATH } from "../domain/task/gasless";
import { WINDOW_NAMES } from "../domain/workflow/states";
import {
  anyObject,
  array,
  each,
  integer,
  literal,
  nullable,
  object,
  oneOf,
  optional,
  string,
  type Schema,
} from "./build";
import { Address, Bytes32, ContractName, Signature, TaskId, TxHash, Usdc } from "./common";
import { AcceptanceInput, MetadataFields, PrivateTextInput, PublicMetadata, Salt } from "./content";
import { NETWORK } from "./network";
import { NextAction, ConfirmedFields, View } from "./task";

/** The step of a call: `prepare` without a transaction, else `confirm`; some calls have further steps. */
export const step = <const V extends readonly string[]>(...more: V) =>
  optional({
    ...oneOf("prepare", "confirm", ...more),
    description:
      "Defaults to prepare without a transaction, else to confirm. Every other step is prepared by its name and confirmed by confirm.",
  });

/** The step, the caller and the sent transaction: fields of every call that leads to a transaction. */
export const SentFields = {
  action: step(),
  wallet: { ...Address, description: "The wallet that sends or sent the transaction." },
  view: View,
  txHash: optional(TxHash),
  signedTransaction: optional(
    string({
      pattern: "^0x([0-9a-fA-F]{2})+$",
      maxLength: 140_000,
      description: "To confirm without your own node: the signed transaction, which the service broadcasts.",
    }),
  ),
};

/** The task that a call is about. */
export const TaskFields = { contract: optional(ContractName), taskId: TaskId };

/** The fields of every call for a step on a task. */
export const TaskStepFields = { ...SentFields, ...TaskFields };

/** An EIP-2612 permit that the wallet signed instead of an approval. */
const PermitInput = object(
  {
    deadline: integer({ minimum: 1, maximum: 1e11, description: "Unix seconds, as in the typed data." }),
    signature: string({
      pattern: "^0x[0-9a-fA-F]+$",
      maxLength: 32_770,
      description: "By the account's own key: r, s and v in 65 bytes. Wallets with code approve by a transaction.",
    }),
  },
  { title: "Permit" },
);

/** The poster's signed selection of a worker. */
export const VoucherFields = {
  voucherDeadline: optional(integer({ minimum: 1, maximum: 1e12, description: "As signed, unix seconds." })),
  voucherSignature: optional({
    ...Signature,
    description: "Your EIP-712 Selection.",
  }),
};

export const SignedPermit = optional({
  ...PermitInput,
  description: "A signed permit from an earlier prepare; replaces the approval.",
});

export const Transaction = object(
  {
    description: string({ description: "What it does, in one sentence." }),
    to: Address,
    data: string({ description: "Calldata, 0x and hex." }),
    value: string({ description: "Wei, as a decimal.", examples: ["0"] }),
    chainId: integer({ examples: [NETWORK.id] }),
    from: Address,
    gas: string({ description: "A gas limit with a margin, as a decimal.", examples: ["180000"] }),
  },
  { title: "Transaction", description: "Ready to be signed and sent unchanged." },
);

/** EIP-712 data, ready for `signTypedData`. */
export const TypedData = Unsafe<{ domain: object; types: object; primaryType: string; message: object }>({
  title: "TypedData",
  ...anyObject({ description: "EIP-712: domain, types, primaryType and message, as signTypedData accepts them." }),
  required: ["domain", "types", "primaryType", "message"],
  examples: [
    {
      domain: {
        name: "TaskEscrow",
        version: "1",
        chainId: NETWORK.id,
        verifyingContract: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      },
      types: {
        Selection: [
          { name: "taskId", type: "uint256" },
          { name: "metadataHash", type: "bytes32" },
          { name: "worker", type: "address" },
          { name: "deadline", type: "uint256" },
        ],
      },
      primaryType: "Selection",
      message: {
        taskId: "12",
        metadataHash: `0x${"5b".repeat(32)}`,
        worker: NETWORK.usdc.address,
        deadline: "1767225600",
      },
    },
  ],
});

const SignatureRequest = object(
  {
    field: string({ description: "The field of the next request that takes the signature.", examples: ["permit"] }),
    reason: string({ description: "The effect of the signature." }),
    deadline: integer({ description: "The deadline in the typed data, unix seconds." }),
    typedData: TypedData,
  },
  { title: "SignatureRequest" },
);

const GaslessKind = {
  ...oneOf("authorization", "forward"),
  description: "authorization moves reward or stake; forward is every other step.",
};

/** What the relay needs beside the signature: what was signed, and of an authorization what its nonce stands for. */
const GaslessRequest = object(
  {
    from: { ...Address, description: "The wallet that signs." },
    data: string({
      pattern: "^0x([0-9a-f]{2})+$",
      maxLength: 2 + 2 * MAX_RELAY_BYTES,
      description: "The call, as in transactions.",
      examples: ["0x7eec20a8"],
    }),
    deadline: string({
      pattern: "^[1-9][0-9]{0,10}$",
      description: "Unix seconds, at most ten minutes ahead.",
      examples: ["1767225600"],
    }),
    to: optional(Address),
    value: optional(literal("0")),
    gas: optional(string({ pattern: "^[1-9][0-9]{0,7}$", examples: ["120000"] })),
    nonce: optional(string({ pattern: "^(0|[1-9][0-9]{0,17})$", examples: ["0"] })),
    salt: optional({ ...Bytes32, description: "Of a creation: what its authorization's nonce is made with." }),
  },
  { title: "GaslessRequest", description: "gasless.request; of a forward, typedData.message." },
);

/** The way of a prepared step that takes a signature and no ETH. */
export const Gasless = object(
  {
    kind: GaslessKind,
    typedData: { ...TypedData, description: "Sign this." },
    request: optional(GaslessRequest),
    relay: {
      ...literal(RELAY_PATH),
      description: "Where to send contract, kind, request (typedData.message where it is missing) and signature.",
    },
  },
  {
    title: "Gasless",
    description:
      "Prepared: instead of transactions, for a wallet without ETH. Missing where this step cannot be relayed.",
  },
);

/** The answer to a call that leads to a transaction: what to send, or the task after it was sent. */
export const callAnswer = <const P extends Record<string, Schema>>(title: string, more: P) =>
  object(
    {
      ok: literal(true),
      transactions: optional(
        array(Transaction, { description: "Prepared: send them in this order, then confirm the last one." }),
      ),
      gasless: optional(Gasless),
      signatures: optional(
        array(SignatureRequest, { description: "Prepared: what can be signed instead, to save a transaction." }),
      ),
      ...ConfirmedFields,
      ...more,
      _nextAction: nullable(NextAction),
    },
    { title },
  );

/** The poster's terms; required to prepare. */
export const TermsFields = {
  rewardUsdc: optional({
    ...Usdc,
    description: "What the worker earns; deposited in escrow when the task is created.",
  }),
  stakeUsdc: optional({
    ...Usdc,
    description:
      "The worker's deposit to start: 1 to 50 % of the reward, and at least 0.1 USDC; or 0 in selection mode.",
  }),
  mode: optional({
    ...oneOf(...MODES),
    description: "instant (the default): the first worker who stakes starts. selection: the worker you select.",
  }),
  judge: optional(
    string({
      pattern: "^(schema|0x[0-9a-fA-F]{40})$",
      description: "Who may approve the work too: a wallet, or schema (the service, by outputSchema).",
      examples: ["schema"],
    }),
  ),
  maxChangeRounds: optional(
    integer({
      minimum: 0,
      maximum: 255,
      description: "How often you may request changes; defaults to 2 on human and 1 on agent-fast, at most 5.",
    }),
  ),
  windows: optional(
    object(each(WINDOW_NAMES, optional(integer({ minimum: 1, maximum: 16_777_215 }))), {
      title: "Windows",
      description: "The length of each window in seconds; defaults to the deployment's.",
    }),
  ),
  permit: SignedPermit,
};

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

export const RelayInput = object({
  contract: optional(ContractName),
  view: View,
  kind: GaslessKind,
  request: GaslessRequest,
  signature: { ...Signature, description: "Of gasless.typedData." },
});

export const RelayAnswer = object(
  {
    ok: literal(true),
    ...ConfirmedFields,
    txHash: { ...TxHash, description: "The relay's transaction." },
    signatures: optional(
      array(SignatureRequest, { description: "Of a creation that hires a worker: see _nextAction." }),
    ),
    to: optional({ ...Address, description: "Of a withdrawal: the recipient." }),
    amountUsdc: optional({ ...Usdc, description: "Of a withdrawal: what was paid out." }),
    _nextAction: nullable(NextAction),
  },
  { title: "RelayAnswer" },
);
