import type { Address } from "../address";
import type { Evidence } from "./evidence";
import type { Payment } from "./purchase";
import { recipientOf } from "./transfer";

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

/** The settlement of a payment by the final evidence of its transaction. Where no node tells the block's time, it is that of the redemption. */
export function settlementOf({ key, claimedAt }: Payment, { logs, firstLogIndex, minedAt }: Evidence): Settlement {
  const index = Number(key.split(":").at(-1));
  const log = logs[index];
  const recipient = log && recipientOf(log);
  if (!recipient) throw new Error(`the transaction of payment ${key} has no such transfer any more`);
  return { recipient, logIndex: (firstLogIndex ?? 0) + index, minedAt: minedAt ?? Math.floor(claimedAt / 1000) };
}
