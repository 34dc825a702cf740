import { formatUsdc } from "../money";
import { nonceInKey, type Payment, type Purchase } from "../payment/purchase";
import { changeOf, type HistoryChange } from "./chainEvents";
import { eventId, type NewEvent } from "./event";

/** The events of a change of a payment's place on the chain, for its payer. */
export function paymentChange(before: Payment | null, after: Payment): HistoryChange {
  return changeOf(settledEvents(before), settledEvents(after));
}

/** Tells the payer that a payment is on the chain; none while it is not. It names the transfer, not what it bought. */
export function settledEvents(payment: Payment | null): NewEvent[] {
  if (payment === null || payment.finality === "unsettled" || payment.finality === "orphaned") return [];
  const { key, payer, recipient, token, amountUsdcUnits, txHash, blockNumber, blockHash } = payment;
  return [
    {
      id: eventId("payment.settled", key, blockHash),
      type: "payment.settled",
      timeMs: payment.claimedAt,
      task: null,
      actor: payer,
      recipients: [payer],
      data: {
        payer,
        recipient,
        token,
        amountUsdc: formatUsdc(amountUsdcUnits),
        nonce: nonceInKey(key),
        txHash,
        read: "/mkt/accounting",
      },
      block: { number: blockNumber, hash: blockHash },
      isFinal: payment.finality === "final",
      supersedes: null,
    },
  ];
}

/** Tells the payer that an answer is stored, and where the same paid request returns it again. */
export function deliveredEvents(
  { intentKey, endpoint, payer, paymentKey, txHash }: Purchase,
  nowMs: number,
): NewEvent[] {
  return [
    {
      id: eventId("answer.delivered", intentKey),
      type: "answer.delivered",
      timeMs: nowMs,
      task: null,
      actor: null,
      recipients: [payer],
      data: { endpoint, payer, nonce: nonceInKey(paymentKey), txHash, read: endpoint },
      block: null,
      supersedes: null,
    },
  ];
}
