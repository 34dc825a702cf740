import {
  CREATION_ERRORS,
  keyedConfirmation,
  prepareSimpleCreation,
  confirmSimpleCreation,
} from "../../application/tasks/creation/create";
import { payCreation } from "../../application/tasks/deposits/payCreation";
import { responseHeader } from "../../domain/payment/x402";
import { toAddress } from "../../domain/address";
import { CreateSimpleAnswer, CreateSimpleFields, SentFields } from "../../schema/call";
import type { Hex } from "../../domain/keccak";
import { object } from "../../schema/build";
import { escrowCall } from "./escrowCall";

/** Creates a funded task on the chain and stores its metadata; private details stay hidden until a worker stakes. */
export default escrowCall({
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
