import type { Binding, Claim } from "../../functions/src/domain/payment/purchase";
import { hash, PAYER, PRICE, RECIPIENT, TOKEN } from "./evidence";

/** An intent's claim on the same transfer. */
export function claimOf(intentKey: string, binding: Binding): Claim {
  const claimedAt = 1_700_000_000_000;
  return {
    quotedAt: claimedAt,
    purchase: {
      intentKey,
      endpoint: "/demand-insights",
      body: '{"query":"a"}',
      bodyDigest: hash(3),
      txHash: hash(1),
      state: "claimed",
      lease: { owner: `owner of ${intentKey}`, until: 5_000 },
      result: null,
      claimedAt,
    },
    candidates: [
      {
        key: `8453:${hash(1)}:0`,
        intentKey,
        binding,
        payer: PAYER,
        recipient: RECIPIENT,
        token: TOKEN,
        amountUsdcUnits: PRICE,
        txHash: hash(1),
        blockNumber: 7n,
        blockHash: hash(2),
        claimedAt,
        finality: "pending",
      },
    ],
  };
}
