import { headerValue, memberOf } from "../base64";
import { getAddress } from "../hashing";
import type { JournalEntry } from "../journal/journal";
import { usdcText } from "../money";

/** An answer that this wallet bought, as the journal has it. */
export interface PastPurchase {
  /** Of its entry in the journal. */
  id: string;
  /** The key that it was bought with. */
  key: string;
  boughtAt: string;
  path: string;
  question: Record<string, unknown>;
  paidUsdc: string;
  /** Whom the wallet paid, by what it signed; null where the journal has the transaction's hash only. */
  paidTo: string | null;
  txHash: string | null;
  receipt: string | null;
  /** Until when what was signed can pay, ISO 8601; null where that is a transaction. */
  payableUntil: string | null;
  /** False while it may be paid and its answer was not received: `readBought` collects it. */
  isAnswered: boolean;
}

/** A purchase as the journal has it. */
export function pastPurchase(entry: JournalEntry): PastPurchase {
  const { id, key, signedAt, path, request, amountUsdcUnits, transactions, receipt = null, state } = entry;
  const { intentId: _intentId, ...question } = request;
  const sent = transactions.at(-1)?.hash;
  return {
    id,
    key,
    boughtAt: signedAt,
    path,
    question,
    paidUsdc: usdcText(BigInt(amountUsdcUnits)),
    paidTo: recipientOf(entry),
    txHash: sent ? sent : settledBy(receipt),
    receipt,
    payableUntil: entry.payment ? new Date(entry.payment.deadline * 1000).toISOString() : null,
    isAnswered: state === "done",
  };
}

/** The transaction that a PAYMENT-RESPONSE names. */
export function settledBy(receipt: string | null): string | null {
  const transaction = memberOf(headerValue(receipt), "transaction");
  return typeof transaction === "string" && /^0x[0-9a-fA-F]{64}$/.test(transaction) ? transaction : null;
}

/** The receiver of a signed payment, or of a transfer: the first argument of its calldata. */
function recipientOf({ payment, transactions }: JournalEntry): string | null {
  const signed = payment && ["payload", "authorization", "to"].reduce(memberOf, headerValue(payment.header));
  const sent = transactions.at(-1)?.data?.slice(10, 74);
  const address = signed ?? (sent && `0x${sent.slice(24)}`);
  return typeof address === "string" && /^0x[0-9a-fA-F]{40}$/.test(address) ? getAddress(address) : null;
}
