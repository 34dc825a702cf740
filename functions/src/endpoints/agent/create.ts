import {
  confirmCreation,
  confirmSimpleCreation,
  CREATION_ERRORS,
  keyedConfirmation,
  prepareCreation,
  prepareSimpleCreation,
  withJudge,
} from "../../application/tasks/creation/create";
import { confirmApproval, prepareApproval, prepareTopUp } from "../../application/tasks/creation/funded";
import { payCreation } from "../../application/tasks/deposits/payCreation";
import { required } from "../../application/tasks/step/sent";
import { bareStep, confirmStep, prepareStep } from "../../application/tasks/step/step";
import { toAddress } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import { formatUsdc } from "../../domain/money";
import { responseHeader } from "../../domain/payment/x402";
import { array, integer, literal, nullable, object, optional, string } from "../../schema/build";
import {
  callAnswer,
  CreateSimpleAnswer,
  CreateSimpleFields,
  SentFields,
  SignedPermit,
  step,
  TaskStepFields,
  TermsFields,
  Transaction,
} from "../../schema/call";
import { Address, Bytes32, ContractName, Usdc } from "../../schema/common";
import { NextAction } from "../../schema/task";
import { escrowCall, taskCall } from "./escrowCall";

/** Approves an amount of USDC for the escrow. */
export const agentApproveUSDC = escrowCall({
  path: "/agentApproveUSDC",
  summary: "Prepare or confirm the approval by which an escrow may take USDC from your wallet",
  description:
    'An approval replaces the previous one; "0" revokes it. Creating and staking prepare the approval that they need themselves.',
  input: object({
    ...SentFields,
    contract: optional(ContractName),
    amountUsdc: optional({ ...Usdc, description: "To prepare: the maximum that the escrow may take from now on." }),
  }),
  output: object(
    {
      ok: literal(true),
      transactions: optional(array(Transaction, { description: "Prepared: send it, then confirm it." })),
      contract: ContractName,
      contractAddress: Address,
      allowanceUsdc: optional(string({ description: "Confirmed: what the transaction approved." })),
      _nextAction: nullable(NextAction),
    },
    { title: "ApproveAnswer" },
  ),
  errors: [],
  example: { amountUsdc: "25" },

  steps: { prepare: prepareApproval },
  confirm: confirmApproval,
});

/** Creates a funded task on the chain with metadata hashed by its poster. */
export const agentCreateTask = escrowCall({
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

/** Creates a funded task on the chain and stores its metadata; private details stay hidden until a worker stakes. */
export const agentCreateTaskSimple = escrowCall({
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
  input: object({ ...SentFields, ...CreateSimpleFields }),
  output: CreateSimpleAnswer,
  headersOf: ({ txHash }, { settings: { chainId } }, { pay, wallet }) => {
    const payer = toAddress(wallet);
    return pay && txHash && payer
      ? responseHeader(2, chainId, { success: true, transaction: txHash as Hex, payer })
      : {};
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
    privateDetails: { text: "The page is linked below.", links: [{ url: "https://files.example/page" }] },
  },

  steps: { prepare: (request) => (request.input.pay ? payCreation(request) : prepareSimpleCreation(request)) },
  confirm: confirmSimpleCreation,
});

/** The poster raises the reward of an open task, gives workers more time to start, or both. */
export const agentFundMore = taskCall({
  path: "/agentFundMore",
  summary: "Prepare or confirm a higher reward or more time to start for an open task",
  description:
    "Only the poster, while the task is FUNDED and before openUntil. Send the new totals, not the differences: repeating the call then cannot pay twice. " +
    "Neither can be lowered. The stake and all other terms stay, and a selection stays valid; termsHash changes with the reward, so a start " +
    "that was prepared for the old reward fails without taking the stake.",
  input: object({
    ...TaskStepFields,
    rewardUsdc: optional({ ...Usdc, description: "To prepare: the new reward in total; defaults to the current one." }),
    openUntil: optional(
      integer({ minimum: 1, maximum: 1e11, description: "To prepare: the new deadline to start, unix seconds." }),
    ),
    permit: SignedPermit,
  }),
  output: callAnswer("FundMoreAnswer", {}),
  errors: ["signature_invalid", "invalid_signature_format"],
  example: { rewardUsdc: "30" },

  steps: { prepare: prepareTopUp },
  confirm: (request) => confirmStep(request, "TaskFundedMore"),
});

/** The poster cancels an open task for the cancel fee; anyone may close an expired one. */
export const agentCancelTask = taskCall({
  path: "/agentCancelTask",
  summary: "Prepare or confirm the cancellation of an open task, or the closing of an expired one",
  description:
    "A FUNDED task costs its poster the cancel fee: 1 USDC on human, 0.5 USDC on agent-fast. The rest of the reward is returned. " +
    "`expire` closes a task that no worker started or whose work was not submitted in time; anyone may send it, and there is no fee.",
  input: object({ ...TaskStepFields, action: step("expire") }),
  output: callAnswer("CancelAnswer", {}),
  errors: [],
  example: {},

  steps: {
    prepare: (request) => {
      const { contract, taskId, cancelFeeUsdcUnits } = request.record.task;
      return prepareStep(request, {
        call: { function: "cancelTask", contract, taskId },
        description: `Cancels task ${taskId} for ${formatUsdc(cancelFeeUsdcUnits)} USDC.`,
        actor: "poster",
      });
    },
    expire: bareStep("expireTask", {
      actor: "anyone",
      does: (taskId) => `Closes task ${taskId}, whose deadline has passed.`,
    }),
  },
  confirm: (request) => confirmStep(request, "TaskCancelled", "TaskExpired"),
});
