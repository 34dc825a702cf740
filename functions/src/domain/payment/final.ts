import type { Address } from "../address";
import { tokenAddresses } from "../chains";
import type { Evidence } from "./evidence";
import { transferKey, type Payment } from "./purchase";
import { transfersTo, type Transfer } from "./transfer";

/** Where and when a payment is final on the chain, who paid how much, and who received it. */
export interface Settlement extends Readonly<Pick<Payment, "payer" | "amountUsdcUnits">> {
  readonly recipient: Address;
  /** The transfer's log index in its block. */
  readonly logIndex: number;
  /** The block's time, unix seconds. */
  readonly minedAt: number;
}

/** A payment that no reorg can undo. */
export type FinalPayment = Settlement & Readonly<Pick<Payment, "txHash" | "blockNumber">>;

/**
 * The settlement of a payment from the final evidence of its transaction; null if the transaction, mined again after
 * others, no longer contains its transfer. If no node reports the block's time, the time of the redemption is used.
 */
export function settlementOf(payment: Payment, evidence: Evidence): Settlement | null {
  const found = transferOf(payment, evidence);
  if (!found) return null;
  const { index, from, amountUsdcUnits } = found;
  return {
    recipient: payment.recipient,
    payer: from,
    amountUsdcUnits,
    logIndex: (evidence.firstLogIndex ?? 0) + index,
    minedAt: evidence.minedAt ?? Math.floor(payment.claimedAt / 1000),
  };
}

/** The transfer that a payment's key names. */
function transferOf({ key, recipient }: Payment, evidence: Evidence): Transfer | undefined {
  const chainId = Number(key.split(":", 1)[0]);
  return transfersTo(recipient, tokenAddresses(chainId), evidence).find(
    (transfer) => transferKey(chainId, evidence.txHash, recipient, transfer) === key,
  );
}

/** The first of those that are due, in turns by payer, so that nobody's many hold up another's. */
export function inTurns<T extends Pick<Payment, "payer">>(due: readonly T[], limit: number): T[] {
  const counts = new Map<Address, number>();
  const turnOf = ({ payer }: T) => {
    const turn = counts.get(payer) ?? 0;
    counts.set(payer, turn + 1);
    return turn;
  };
  return due
    .map((payment) => ({ payment, turn: turnOf(payment) }))
    .sort((a, b) => a.turn - b.turn)
    .slice(0, limit)
    .map(({ payment }) => payment);
}

const FIRST_LOOK_MS = 600_000;
const DAY_MS = 86_400_000;

/**
 * When to look again for a payment that is in no transaction, in unix milliseconds: daily for a month, then less and
 * less often.
 */
export function nextLook({ claimedAt }: Pick<Payment, "claimedAt">, nowMs: number): number {
  const age = nowMs - claimedAt;
  return nowMs + Math.max(FIRST_LOOK_MS, Math.min(age, DAY_MS), age / 30);
}
