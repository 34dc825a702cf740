import { canonicalJson, canonicalSha256 } from "../../domain/canonical";
import { refuse, refuseField } from "../../domain/errors";
import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import type { Intent } from "../../domain/payment/intent";
import {
  KEPT_MS,
  SAME_PURCHASE_MS,
  transferKey,
  type Binding,
  type Claim,
  type Lease,
  type Payment,
  type Purchase,
} from "../../domain/payment/purchase";
import { bodyDigest } from "../../domain/payment/quote";
import type { Transfer } from "../../domain/payment/transfer";
import type { SignedPayment } from "../../domain/payment/x402";
import { sha256 } from "../../domain/sha256";
import { refuseUsed } from "./deliver";

/** A transfer with its block. */
export interface Mined extends Transfer {
  blockNumber: bigint;
  blockHash: Hex;
}

export type Bound = Mined & { binding: Binding };

/** What a claim is for, and who holds it from when (unix milliseconds). */
interface Claimed {
  endpoint: string;
  intentKey: string;
  body: object;
  lease: Lease;
  claimedAt: number;
}

/** The claim of an answer with the transfers of a transaction that may have paid it, in order of preference. */
export function claimByTransfers(
  claimed: Claimed,
  { chainId, recipient, issuedAt }: Intent,
  txHash: Hex,
  bound: readonly Bound[],
): Claim {
  const { intentKey, claimedAt } = claimed;
  return {
    candidates: bound.map((transfer): Payment => {
      const { from, token, amountUsdcUnits, binding, blockNumber, blockHash } = transfer;
      const key = transferKey(chainId, txHash, recipient, transfer);
      const paid = { payer: from, recipient, token, amountUsdcUnits };
      const mined = { txHash, blockNumber, blockHash };
      return { key, intentKey, binding, ...paid, ...mined, claimedAt, finality: "pending" };
    }),
    quotedAt: issuedAt * 1000,
    purchase: { ...purchaseOf(claimed), txHash, state: "claimed" },
  };
}

/** The claim of an answer with a signed payment, which is not on the chain yet. */
export function claimBySignedPayment(
  claimed: Claimed,
  payment: SignedPayment,
  { key, binding }: Pick<Payment, "key" | "binding">,
  replaces: Readonly<Record<"question" | "anyName", readonly string[]>>,
): Claim {
  const { token, from, to, valueUsdcUnits } = payment.authorization;
  const { endpoint, body, intentKey, claimedAt } = claimed;
  const validBefore = Number(payment.authorization.validBefore);
  const paid = { payer: from, recipient: to, token, amountUsdcUnits: valueUsdcUnits };
  const unmined = { txHash: "0x", blockNumber: 0n, blockHash: "0x" } as const;
  return {
    candidates: [{ key, intentKey, binding, ...paid, ...unmined, claimedAt, validBefore, finality: "unsettled" }],
    names: [
      {
        key: questionName(from, endpoint, body),
        until: claimedAt + SAME_PURCHASE_MS,
        replaces: [...replaces.question, ...replaces.anyName],
      },
      ...(payment.paymentId === null
        ? []
        : [
            {
              key: sha256(`${from}:${payment.paymentId}`),
              until: claimedAt + KEPT_MS,
              replaces: replaces.anyName,
            },
          ]),
    ],
    purchase: {
      ...purchaseOf(claimed),
      txHash: "0x",
      payloadDigest: payloadDigest(payment),
      state: "settling",
    },
  };
}

function purchaseOf({ body, ...claimed }: Claimed): Omit<Claim["purchase"], "txHash" | "state"> {
  return { ...claimed, body: canonicalJson(body), bodyDigest: bodyDigest(body), result: null };
}

/** The name of a payer's purchase of the answer to this body: see `SAME_PURCHASE_MS`. */
export function questionName(payer: Address, endpoint: string, body: object): string {
  return sha256(`${payer} ${endpoint} ${bodyDigest(body)}`);
}

/** Identifies a payment by everything its payer signed and sent: public chain data is not enough to replay it. */
export function payloadDigest({ authorization, paymentId, promise: secret }: SignedPayment): Hex {
  const texts = Object.entries(authorization).map(([name, value]): [string, string] => [name, String(value)]);
  // Digests are stored, so the promise keeps the name that it was first hashed under.
  return canonicalSha256({ ...Object.fromEntries(texts), paymentId, secret });
}

/** Refuses another payment, body or endpoint than was claimed. */
export function requireSamePayment(
  endpoint: string,
  purchase: Purchase,
  payment: SignedPayment,
  body: object | null,
): void {
  if (purchase.state === "superseded") refuseUsed();
  if (purchase.payloadDigest !== payloadDigest(payment)) {
    refuse(
      "payment_id_used",
      "This authorization was sent before with other values, which only its payer knows. Send the payment exactly as it was sent first. If you no longer have it, sign in with the wallet that paid (SIGN-IN-WITH-X): nothing is charged for that.",
    );
  }
  if (purchase.endpoint === endpoint && body !== null && bodyDigest(body) === purchase.bodyDigest) return;
  if (payment.paymentId !== null) refuseOtherQuestion();
  const differs = purchase.endpoint === endpoint ? "the body that was paid for" : "the endpoint that was paid";
  refuseField(
    "",
    `differs from ${differs}`,
    `This payment was made for another request: this one differs from ${differs}. Send the original request again.`,
  );
}

/** Refuses a payment whose identifier names its payer's purchase of another answer. */
export function refuseOtherQuestion(): never {
  refuse(
    "payment_id_used",
    "This identifier names your payment for another question, and nothing was charged for this one. Send it with that question to get its answer, and use a different identifier for this one.",
  );
}

/**
 * Refuses a payment without a promise whose answer was given out: its signature is public on the chain, so anyone who
 * guessed the question could read the answer.
 */
export function refusePublic(): never {
  refuse(
    "payment_id_used",
    "Anyone can read this payment on the chain, and its payer has had the answer, so the payment alone no longer returns it. Sign in with the wallet that paid (SIGN-IN-WITH-X) to read it again: that is free.",
  );
}
