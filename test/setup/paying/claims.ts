import type { Binding, Claim, Payment, Purchase } from "../../../functions/src/domain/payment/purchase";
import { hash, PAYER, PRICE, RECIPIENT, TOKEN } from "./evidence";

const CLAIMED_AT = 1_700_000_000_000;

/** An intent's purchase that is claimed and not delivered. */
export const purchaseOf = (intentKey: string, changes: Partial<Purchase> = {}): Purchase => ({
  ...{ intentKey, endpoint: "/demand-insights", body: '{"query":"a"}', bodyDigest: hash(3), txHash: hash(1) },
  ...{ paymentKey: "", payer: PAYER, state: "claimed", result: null, claimedAt: CLAIMED_AT },
  lease: { owner: `owner of ${intentKey}`, until: 5_000 },
  ...changes,
});

/** A payment of the price, of a block that is not final. */
export const paymentOf = (key: string, intentKey: string, changes: Partial<Payment> = {}): Payment => ({
  ...{ key, intentKey, binding: "plain", payer: PAYER, recipient: RECIPIENT, token: TOKEN, amountUsdcUnits: PRICE },
  ...{ txHash: hash(1), blockNumber: 7n, blockHash: hash(2), claimedAt: CLAIMED_AT, finality: "pending" },
  ...changes,
});

/** An intent's claim on the same transfer. */
export const claimOf = (intentKey: string, binding: Binding): Claim => ({
  quotedAt: CLAIMED_AT,
  purchase: purchaseOf(intentKey),
  candidates: [paymentOf(`8453:${hash(1)}:0`, intentKey, { binding })],
});
