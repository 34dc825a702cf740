import type { Address } from "../address";
import type { Evidence } from "./evidence";
import { transferKey, type Payment } from "./purchase";
import { transferIn, transfersTo } from "./transfer";

/** Where and when a payment stands on the chain for good, and who received it. */
export interface Settlement {
  readonly recipient: Address;
  /** The transfer's position in its block. */
  readonly logIndex: number;
  /** The block's time, unix seconds. */
  readonly minedAt: number;
}

/** A payment that no reorg can undo any more. */
export type FinalPayment = Settlement & Readonly<Pick<Payment, "payer" | "amountUsdcUnits" | "txHash" | "blockNumber">>;

/**
 * The settlement of a payment by the final evidence of its transaction; null where the transaction, mined anew behind
 * other ones, made another transfer. Where no node tells the block's time, it is that of the redemption.
 */
export function settlementOf({ key, claimedAt }: Payment, evidence: Evidence): Settlement | null {
  const chainId = Number(key.split(":", 1)[0]);
  const { txHash, firstLogIndex, minedAt } = evidence;
  for (const [index, log] of evidence.logs.entries()) {
    const recipient = transferIn(log)?.to;
    const transfers = recipient ? transfersTo(recipient, [log.address], evidence) : [];
    const isIt = transfers.some((transfer) => transfer.index === index && transferKey(chainId, txHash, transfer) === key);
    if (recipient && isIt) return { recipient, logIndex: (firstLogIndex ?? 0) + index, minedAt: minedAt ?? Math.floor(claimedAt / 1000) };
  }
  return null;
}

const FIRST_LOOK_MS = 600_000;
const DAY_MS = 86_400_000;

/** When a payment that nothing carries is looked for again, unix milliseconds: daily for a month, then ever more rarely. */
export function nextLook({ claimedAt }: Pick<Payment, "claimedAt">, nowMs: number): number {
  const age = nowMs - claimedAt;
  return nowMs + Math.max(FIRST_LOOK_MS, Math.min(age, DAY_MS), age / 30);
}
