import type { Address } from "./address";
import { chainOf } from "./chains";
import { keccak256, type Hex } from "./keccak";
import type { Movement, Task } from "./task/task";
import { iso } from "./time";
import { NAME } from "./version";

/** A transfer that anyone can look up, as ERC-8004 writes it. */
export interface ProofOfPayment {
  readonly fromAddress: Address;
  readonly toAddress: Address;
  /** Decimal. */
  readonly chainId: string;
  readonly txHash: Hex;
}

/** What one side says about the other, for ERC-8004's reputation registry. */
export interface FeedbackTerms {
  readonly chainId: number;
  /** The identity registry that the agent is in. */
  readonly registry: Address;
  readonly agentId: bigint;
  readonly client: Address;
  /** 0 to 100. */
  readonly value: number;
  /** What was used of the agent: a URL of this service. */
  readonly endpoint: string;
  readonly proofOfPayment: ProofOfPayment;
  /** What it was about. */
  readonly about: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** The arguments of `giveFeedback`. */
export interface AgentFeedback {
  readonly agentId: bigint;
  readonly value: number;
  readonly valueDecimals: 0;
  readonly tag1: "starred";
  readonly tag2: string;
  readonly endpoint: string;
  readonly feedbackURI: string;
  readonly feedbackHash: Hex;
}

/** Prepares feedback; no step of the workflow. */
export const REPUTATION_PATH = "/mkt/reputation";

/** The points of a rating of 1 to 5 on the scale of the tag `starred`, 0 to 100. */
export function pointsOf(rating: number): number {
  return 20 * rating;
}

/**
 * Feedback with its file, which has the proof of payment. The file is in the URI itself, so that the transaction is all
 * that has to last.
 */
export function agentFeedback(terms: FeedbackTerms): { feedback: AgentFeedback; file: Record<string, unknown> } {
  const { chainId, registry, agentId, client, value, endpoint, proofOfPayment, about, nowMs } = terms;
  const { caip2 } = chainOf(chainId);
  const said = { value, valueDecimals: 0, tag1: "starred", tag2: NAME, endpoint } as const;
  const file = {
    agentRegistry: `${caip2}:${registry}`,
    agentId: Number(agentId),
    clientAddress: `${caip2}:${client}`,
    createdAt: iso(nowMs),
    ...said,
    proofOfPayment,
    [NAME]: about,
  };
  const text = JSON.stringify(file);
  const feedbackURI = `data:application/json;base64,${Buffer.from(text).toString("base64")}`;
  return { feedback: { agentId, ...said, feedbackURI, feedbackHash: keccak256(text) }, file };
}

/** Whether both sides of a task can prove that they dealt with each other. */
export function isProvable(task: Task): boolean {
  return paidOut(task) !== null;
}

/**
 * The transfer of a settled task's reward from the escrow to its worker; null if the worker was paid nothing, or only
 * credited, which no transfer shows.
 */
export function paymentOf(task: Task, escrow: Address, chainId: number): ProofOfPayment | null {
  const paid = paidOut(task);
  return paid && { fromAddress: escrow, toAddress: paid.account, chainId: String(chainId), txHash: paid.at.txHash };
}

function paidOut(task: Task): Movement | null {
  const paid = task.movements.findLast(
    ({ purpose, direction, account }) => purpose === "reward" && direction === "outOfEscrow" && account === task.worker,
  );
  const isCredited = task.credited.some(({ account, txHash }) => account === task.worker && txHash === paid?.at.txHash);
  return task.settled && paid && !isCredited ? paid : null;
}
