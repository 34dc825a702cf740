import type { Address } from "../../../domain/address";
import { refuse } from "../../../domain/errors";
import { revertCode, REVERTS, type EscrowCall, type RevertName } from "../../../domain/task/call";
import type { NextAction } from "../../../domain/task/nextAction";
import { requireMandateFor } from "../../mandate/require";
import { type ProveWallet } from "../../proof";
import type { Services } from "../../services";
import { refuseWith } from "../task";
import type { TaskRecord } from "../../../ports/tasks";

export interface ToPrepare {
  readonly wallet: Address;
  readonly call: EscrowCall;
  /** What it does, in one sentence. */
  readonly description: string;
  /** The task that it is about; null if it creates one. */
  readonly record: TaskRecord | null;
  /** Proves the wallet, if it is under a mandate. */
  readonly prove: ProveWallet;
}

/** A transaction ready to be signed; `value` and `gas` as decimals. */
export interface Transaction {
  readonly description: string;
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly chainId: number;
  readonly from: Address;
  readonly gas: string;
}

/**
 * The transaction of a call that would succeed now and that the wallet's mandate allows; otherwise refuses with the
 * contract's reason.
 */
export async function prepare(toPrepare: ToPrepare, services: Services, nowMs: number): Promise<Transaction> {
  const transaction = await simulated(toPrepare, services, nowMs);
  await requireMandateFor(toPrepare, 0n, services, nowMs);
  return transaction;
}

/** The transaction of a call that would succeed now, regardless of the wallet's mandate. */
export async function simulated(toPrepare: ToPrepare, services: Services, nowMs: number): Promise<Transaction> {
  const { wallet, call } = toPrepare;
  const simulation = await services.escrow.simulate(call, wallet);
  if (!simulation.ok) return refuseRevert(simulation.reason, toPrepare, services, nowMs);
  return transactionOf(toPrepare, simulation.gas, services);
}

export function transactionOf(
  { wallet, call, description }: ToPrepare,
  gas: bigint,
  { escrow }: Pick<Services, "escrow">,
): Transaction {
  const { to, data, value, chainId } = escrow.encode(call);
  return { description, to, data, value: String(value), chainId, from: wallet, gas: String(gas) };
}

/** Ends the request with the contract's reason and the task's next action. */
export async function refuseRevert(
  reason: RevertName,
  { wallet, record }: Pick<ToPrepare, "wallet" | "record">,
  services: Services,
  nowMs: number,
): Promise<never> {
  const [code, detail] = [revertCode(reason), `${reason}: ${REVERTS[reason]}`] as const;
  return record ? refuseWith(code, detail, { record, wallet, services, nowMs }) : refuse(code, detail);
}

/** What to do with prepared transactions: send them, then confirm at the same endpoint with these fields. */
export function thenConfirm(
  actor: NextAction["actor"],
  endpoint: string,
  body: NonNullable<NextAction["body"]>,
): NextAction {
  return {
    actor,
    action: "confirm",
    endpoint,
    method: "POST",
    reason: "Send the transactions in order, then confirm the last by its txHash, or as signedTransaction.",
    body: { action: "confirm", ...body },
    add: ["txHash"],
  };
}
