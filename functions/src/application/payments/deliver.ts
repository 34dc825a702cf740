import { refuse } from "../../domain/errors";
import type { Lease, Purchase } from "../../domain/payment/purchase";
import type { Payments, Versioned } from "../../ports/payments";
import type { Compute } from "../sale";

export interface DeliveryParts {
  payments: () => Payments;
  nowMs: () => number;
  randomBytes: (size: number) => Buffer;
  sleep: (ms: number) => Promise<void>;
}

/** Longer than the slowest answer takes, and storing it; after that another request may compute it again. @internal */
export const LEASE_MS = 60_000;
/** How long a request waits for an answer that another one computes, before it gets 503 with `Retry-After`. */
const JOIN_MS = 20_000;
const JOIN_POLL_MS = 250;
/** Bytes. A Firestore document holds 1 MiB, and also contains the body of up to 256 KiB. */
const MAX_RESULT_LENGTH = 700_000;

/** From a claimed payment to its answer: computed once, stored, then returned, regardless of failures on the way. */
export class Delivery {
  /** Answers being computed in this process; requests for the same one wait for it. */
  private readonly computing = new Map<string, Promise<string>>();

  constructor(private readonly parts: DeliveryParts) {}

  /** The exclusive right of one request to compute an answer from now on. */
  newLease(): Lease {
    const { nowMs, randomBytes } = this.parts;
    return { owner: randomBytes(16).toString("hex"), until: nowMs() + LEASE_MS };
  }

  /** From a claimed purchase to its answer, computed here or by another request. */
  async deliverOrJoin(purchase: Versioned<Purchase>, leaseIsMine: boolean, compute: Compute): Promise<string> {
    const { result, state, intentKey } = purchase.value;
    if (state === "delivered" && result !== null) return result;
    if (state === "superseded") refuseUsed();
    const running = this.computing.get(intentKey);
    // The lease holder computes; all others, including requests that arrived meanwhile, wait for it.
    if (running && !leaseIsMine) return running;
    const answer = (leaseIsMine ? this.deliver(purchase, compute) : this.join(purchase, compute)).finally(() => {
      if (this.computing.get(intentKey) === answer) this.computing.delete(intentKey);
    });
    this.computing.set(intentKey, answer);
    return answer;
  }

  /** Computes under this request's lease, and stores before it answers. */
  private async deliver(purchase: Versioned<Purchase>, compute: Compute): Promise<string> {
    let result: string;
    let stored: boolean;
    try {
      result = await compute(JSON.parse(purchase.value.body));
      if (Buffer.byteLength(result) > MAX_RESULT_LENGTH) throw new RangeError("an answer is too long to be stored");
      stored = await this.parts.payments().deliver(purchase, result, this.parts.nowMs());
    } catch (error) {
      // Lets the next try start before the lease expires; if that cannot be stored either, it waits.
      await this.parts
        .payments()
        .takeLease(purchase, { owner: "", until: 0 })
        .catch(() => null);
      throw error;
    }
    if (stored) return result;
    // The lease expired meanwhile, or the payer took the payment back: the stored state counts.
    return this.join(purchase, compute);
  }

  /** Waits for the answer that another request computes, and takes over if that request has died. */
  private async join(purchase: Versioned<Purchase>, compute: Compute): Promise<string> {
    const { payments, nowMs, sleep } = this.parts;
    const giveUp = nowMs() + JOIN_MS;
    let current: Versioned<Purchase> | null = purchase;
    while (nowMs() < giveUp) {
      if (!current || current.value.state === "superseded") refuseUsed();
      if (current.value.result !== null) return current.value.result;
      if (current.value.lease.until <= nowMs()) {
        const taken = await payments().takeLease(current, this.newLease());
        if (taken) return this.deliver(taken, compute);
      } else {
        await sleep(JOIN_POLL_MS);
      }
      current = await payments().find(purchase.value.intentKey);
    }
    return refuse("dependency_unavailable", "The answer is paid for and being computed. Send the same request again.", {
      retryAfter: 3,
    });
  }
}

/** Refuses a payment that has bought something else. */
export function refuseUsed(): never {
  refuse(
    "tx_already_used",
    "Every transfer of this transaction that meets the price has already bought another answer. " +
      "If one of them is yours and you did not redeem it, redeem it with payerSignature.",
  );
}
