import type { Address } from "../domain/address";
import { agentFeedback, paymentOf, pointsOf, type FeedbackTerms } from "../domain/agentFeedback";
import { chainOf } from "../domain/chains";
import { refuse } from "../domain/errors";
import type { Hex } from "../domain/keccak";
import { requireEscrows } from "../domain/messages/requestText";
import { receiptDigest } from "../domain/payment/offerReceipt";
import { roleOf } from "../domain/task/task";
import { requireAddress, requireTask } from "./tasks/requestedTask";
import { receiptIn } from "./payments/receipts";
import type { Services } from "./services";

interface Request {
  wallet: string;
  contract?: string;
  taskId?: string | number;
  agentId?: number;
  value?: number;
  /** The value of the header PAYMENT-RESPONSE. */
  receipt?: string;
}

/** What feedback is about, and who may be named in it. */
type Subject = Pick<FeedbackTerms, "endpoint" | "proofOfPayment" | "about"> & {
  readonly agentId: bigint;
  readonly value: number | undefined;
  /** The wallet that the agent must belong to; null for this service's own agent. */
  readonly rated: Address | null;
};

const IDENTITY =
  "An agent is a side of the task if that wallet owns it in the identity registry, or is its wallet there.";

/**
 * The transaction by which a wallet gives feedback in ERC-8004's reputation registry, with the proof that it dealt with the
 * agent. Nothing is stored: the wallet sends it or not.
 */
export async function prepareAgentFeedback(request: Request, services: Services, nowMs: number) {
  const { settings, agentRegistry } = services;
  const wallet = requireAddress(request.wallet);
  const { rated, agentId, value, ...about } = await subjectOf(request, wallet, services);
  if (value === undefined)
    refuse("invalid_request", "Send value, 0 to 100: the wallet has no rating on the chain that could be used.");
  const { chainId } = settings;
  const registry = settings.agent?.registry ?? chainOf(chainId).agentRegistry;
  const holders = await agentRegistry.holders(registry, agentId);
  if (holders.length === 0)
    refuse(
      "invalid_request",
      `There is no agent ${agentId} in the identity registry. Send the id under which the agent is registered there.`,
    );
  if (rated && !holders.includes(rated))
    refuse("invalid_request", `Agent ${agentId} does not belong to ${rated}. ${IDENTITY}`);
  const terms = { chainId, registry, agentId, client: wallet, value, nowMs, ...about };
  const { feedback, file } = agentFeedback(terms);
  const call = await agentRegistry.feedbackCall(wallet, feedback);
  if (!call)
    refuse(
      "state_conflict",
      `The registry refuses this feedback: agent ${agentId} is ${wallet}'s own. Name the other side's agent.`,
    );
  const { to, data, gas } = call;
  const description = `Gives agent ${agentId} ${value} of 100 in the reputation registry.`;
  const transaction = { description, to, data, value: "0", chainId, from: wallet, gas: String(gas) };
  return { ok: true as const, transactions: [transaction], feedback: { ...feedback, agentId: String(agentId) }, file };
}

function subjectOf(request: Request, wallet: Address, services: Services): Subject | Promise<Subject> {
  const { taskId, receipt } = request;
  if (taskId !== undefined && receipt === undefined) return ofTask({ ...request, taskId }, wallet, services);
  if (receipt !== undefined && taskId === undefined) return ofAnswer({ ...request, receipt }, wallet, services);
  return refuse(
    "invalid_request",
    "Send either taskId, for the other side of a task, or receipt, for a bought answer.",
  );
}

/** The other side of a settled task whose reward was paid to the worker. */
async function ofTask(
  request: Request & { taskId: string | number },
  wallet: Address,
  services: Services,
): Promise<Subject> {
  const { settings } = services;
  const { task } = await requireTask(request, services);
  const role = roleOf(task, wallet);
  if (role !== "poster" && role !== "worker")
    refuse(
      "forbidden_role",
      "Only the task's poster and worker give feedback on each other. Send one of their wallets.",
    );
  const contractAddress = requireEscrows(settings.escrows)[task.contract];
  const proofOfPayment = paymentOf(task, contractAddress, settings.chainId);
  if (!proofOfPayment)
    refuse("state_conflict", "There is no payment to prove. Send a settled task whose worker was paid.");
  if (request.agentId === undefined) refuse("invalid_request", `Send agentId, the other side's agent. ${IDENTITY}`);
  const own = role === "poster" ? task.posterRating : task.workerRating;
  return {
    rated: role === "poster" ? task.worker : task.poster,
    agentId: BigInt(request.agentId),
    value: request.value ?? (own ? pointsOf(own.rating) : undefined),
    endpoint: settings.baseUrl,
    proofOfPayment,
    about: { contract: task.contract, contractAddress, taskId: String(task.taskId), role },
  };
}

/** This service's own agent, by the receipt of an answer that the wallet paid for. */
async function ofAnswer(
  request: Request & { receipt: string },
  wallet: Address,
  { settings, signatures }: Services,
): Promise<Subject> {
  const { agent, receipts, chainId, paymentRecipient } = settings;
  if (!agent || !receipts)
    refuse(
      "invalid_request",
      "This deployment has no agent that signs receipts. Give feedback on a task, with taskId.",
    );
  const agentId = BigInt(agent.id);
  if (request.agentId !== undefined && BigInt(request.agentId) !== agentId)
    refuse("invalid_request", `A receipt backs feedback on this service's own agent, ${agentId}. Leave agentId out.`);
  const { payload, signature } = receiptIn(request.receipt);
  const isOwn = await signatures.isByOwnKey(receipts.address, receiptDigest(payload), signature);
  if (!isOwn || payload.network !== chainOf(chainId).caip2)
    refuse("signature_invalid", "The receipt is not one of this service. Send it as PAYMENT-RESPONSE had it.");
  if (payload.payer !== wallet)
    refuse("forbidden_role", "Only the wallet that paid gives feedback on the answer. Send that wallet.");
  const { resourceUrl: endpoint, transaction } = payload;
  return {
    rated: null,
    agentId,
    value: request.value,
    endpoint,
    proofOfPayment: {
      fromAddress: wallet,
      toAddress: paymentRecipient,
      chainId: String(chainId),
      txHash: transaction as Hex,
    },
    about: { resource: new URL(endpoint).pathname },
  };
}
