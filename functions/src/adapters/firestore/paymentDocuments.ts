import { Timestamp } from "@google-cloud/firestore";
import {
  nextLook,
  KEPT_MS,
  type FinalPayment,
  type Settlement,
  type NamedPurchase,
  type Payment,
  type Purchase,
} from "../../domain/payment/purchase";
import { decimal, Documents, plain, time } from "./documents";

/** What an intent bought, in `purchases/{intentKey}`. */
export const PURCHASES = new Documents<Purchase>(
  "purchases",
  {
    ...plain("intentKey", "endpoint", "body", "bodyDigest", "txHash", "paymentKey", "payer", "payloadDigest"),
    ...plain("state", "lease", "result", "given"),
    claimedAt: time,
  },
  { expireAt: ({ claimedAt }) => Timestamp.fromMillis(claimedAt + KEPT_MS) },
);

/** A payment with its settlement, once that is final. */
export type StoredPayment = Payment & Partial<Settlement>;

/**
 * What a transfer was used for, in `payments/{key}`. Payments that moved money are kept, so that none buys twice. One that
 * has become final has `unbooked: true` until it is posted; one without a known transaction is looked for at `lookAt`.
 */
export const PAYMENTS = new Documents<StoredPayment>(
  "payments",
  {
    ...plain("key", "intentKey", "binding", "payer", "recipient", "token", "txHash", "blockHash", "finality"),
    ...plain("logIndex", "minedAt", "validBefore"),
    amountUsdcUnits: decimal,
    blockNumber: decimal,
    claimedAt: time,
  },
  {
    lookAt: (payment) =>
      payment.finality === "unsettled" ? Timestamp.fromMillis(nextLook(payment, payment.claimedAt)) : undefined,
  },
);

/** What a payer's name for a purchase stands for, in `purchaseNames/{key}`. */
export const PURCHASE_NAMES = new Documents<NamedPurchase>(
  "purchaseNames",
  { ...plain("intentKey"), until: time },
  { expireAt: ({ until }) => Timestamp.fromMillis(until) },
);

/** The latest payment that a payer took back from a copyist, in `takeBacks/{payer}`. */
export const TAKE_BACKS = new Documents<{ at: number; txHash: string; expireAt: number }>("takeBacks", {
  ...plain("txHash"),
  at: time,
  expireAt: time,
});

/** How many payments were taken back in a day, in `takeBacks/{day}`. */
export const TAKE_BACK_DAYS = new Documents<{ count: number; expireAt: number }>("takeBacks", {
  ...plain("count"),
  expireAt: time,
});

/** The payment of a document that is final, or null. */
export function finalPaymentIn(stored: StoredPayment | undefined): FinalPayment | null {
  if (stored?.minedAt === undefined) return null;
  const { payer, amountUsdcUnits, txHash, blockNumber, recipient, logIndex, minedAt } = stored as Payment & Settlement;
  return { payer, amountUsdcUnits, txHash, blockNumber, recipient, logIndex, minedAt };
}
