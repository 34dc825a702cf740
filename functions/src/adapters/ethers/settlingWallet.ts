import { SigningKey } from "ethers/crypto";
import { computeAddress, Transaction } from "ethers/transaction";
import { toAddress, type Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import type { Objection } from "../../domain/payment/authorization";
import { paymentBudget } from "../../domain/payment/gasRisk";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Log } from "../../ports/log";
import type {
  Attempt,
  Checked,
  Enqueued,
  EnqueueOrder,
  Outgoing,
  PreparedSettlement,
  SettlementStore,
  SettlementState,
  SettlementVitals,
  Settler,
} from "../../ports/settlement";
import { etherOf } from "../rpc/ether";
import type { Nodes } from "../rpc/nodes";
import { settlementCheck } from "./settlementCheck";
import { costOf, type Way } from "./settlingGas";
import { settlingQueue } from "./settlingQueue";

export interface SettlingWalletOptions {
  nodes: Nodes;
  chainId: number;
  privateKey: Hex;
  store: (settler: Address) => SettlementStore;
  /** What a day's settlements may cost together, and one of them alone. */
  budgetWei: bigint;
  maxWei: bigint;
  factories: readonly Address[];
  log: Log;
  nowMs: () => number;
}

/** Payments that a payer's balance covers, beyond which counting them is of no use. */
const MAX_AFFORDABLE = 1_000n;

/**
 * The service's own wallet as the settler.
 *
 * Every nonce has a stored signed transaction before anything is broadcast, so that another instance can resend it
 * after a crash: no nonce is skipped or used twice.
 */
export function settlingWallet(options: SettlingWalletOptions): Settler & SettlementVitals {
  const { nodes, chainId, budgetWei, maxWei, factories, log, nowMs } = options;
  const key = new SigningKey(options.privateKey);
  const address = toAddress(computeAddress(key));
  if (!address) throw new TypeError("a wallet has an address");
  const store = options.store(address);
  const check = settlementCheck({ nodes, chainId, sender: address, factories });
  const queue = settlingQueue({ nodes, store, address, budgetWei, maxWei, sign, log, nowMs });

  return { check, send, advance: queue.advance, state };

  async function send(name: string, payment: SignedPayment, found: PreparedSettlement | null): Promise<Attempt> {
    // The recent check was for a payment that had not been sent yet.
    const known = found ? null : await store.find(name);
    if (known && (await queue.isAlive(known))) {
      await queue.broadcast([known]);
      return { outcome: "sent", txHashes: known.txHashes };
    }
    const checked: Checked = found ? { ok: true, prepared: found } : await check(payment);
    if (!checked.ok) return { outcome: "refused", objection: checked.objection };
    const { nonce: chainNonce, walletWei, payerUnits, payerKind, ...way } = checked.prepared;
    const reservedWei = costOf(way);
    if (reservedWei > maxWei) return unable("Gas costs more just now than a settlement may.");
    if (reservedWei > walletWei) return unable("The settling wallet has too little ether.");
    const { from, valueUsdcUnits } = payment.authorization;
    const affordable = payerUnits / valueUsdcUnits;
    const payer = {
      address: from,
      kind: payerKind,
      affordable: Number(affordable < MAX_AFFORDABLE ? affordable : MAX_AFFORDABLE),
    };
    const order = { key: name, payer, chainNonce, day: today(), nowMs: nowMs(), reservedWei, budgetWei };
    const queued = await enqueue(order, (nonce) => sign({ key: name, payer: from, reservedWei, nonce }, way));
    if (queued.outcome !== "queued") return notQueued(queued, order);
    await queue.broadcast([queued.outgoing]);
    return { outcome: "sent", txHashes: queued.outgoing.txHashes };
  }

  async function enqueue(order: EnqueueOrder, signAt: Parameters<SettlementStore["enqueue"]>[1]): Promise<Enqueued> {
    const queued = await store.enqueue(order, signAt);
    if (queued.outcome !== "crowded") return queued;
    // The store may not know yet that some of them are mined.
    await queue.advance();
    return store.enqueue(order, signAt);
  }

  function notQueued(queued: Exclude<Enqueued, { outcome: "queued" }>, { day, reservedWei }: EnqueueOrder): Attempt {
    switch (queued.outcome) {
      case "crowded":
        return unable("As many of this payer's settlements are open as may be at once.", SOON_SECONDS);
      case "overBudget":
        log.warn("settlement.budget_used_up", {
          day,
          leftWei: String(queued.leftWei),
          wouldCostWei: String(reservedWei),
        });
        return unable("Today's budget for gas is used up.");
      case "overRisk":
        log.warn("settlement.risk_used_up", { day, wouldCostWei: String(reservedWei) });
        return unable(
          "The gas for payers without a settled payment is used up for the moment. Pay by the quote's `transaction`, or try again later.",
          Math.min(queued.retryAfter, MAX_RISK_WAIT_SECONDS),
        );
      case "barred":
        return refused("Earlier settlements of this payer were reverted. Pay by the quote's `transaction` instead.");
      case "reverted":
        return refused(
          "The settlement of this payment was reverted. Sign a new one, or pay by the quote's `transaction`.",
        );
    }
  }

  function sign(
    who: Pick<Outgoing, "key" | "payer" | "nonce" | "reservedWei">,
    way: Way,
  ): Omit<Outgoing, "risk" | "day"> {
    const { to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = way;
    const transaction = Transaction.from({
      type: 2,
      chainId,
      nonce: who.nonce,
      to,
      data,
      gasLimit: gas,
      maxFeePerGas,
      maxPriorityFeePerGas,
    });
    transaction.signature = key.sign(transaction.unsignedHash);
    return {
      ...who,
      to,
      data,
      gas,
      maxFeePerGas,
      maxPriorityFeePerGas,
      raw: transaction.serialized as Hex,
      txHashes: [transaction.hash as Hex],
      signedAt: nowMs(),
      state: "sent",
    };
  }

  async function state(): Promise<SettlementState> {
    const [wei, waiting, spent] = await Promise.all([
      etherOf(address as Address, nodes),
      store.waiting(),
      store.spentWei(today()),
    ]);
    const left = paymentBudget(budgetWei) - spent;
    return { address: address as Address, wei, pending: waiting.length, budgetLeftWei: left > 0n ? left : 0n };
  }

  function today(): string {
    return new Date(nowMs()).toISOString().slice(0, 10);
  }
}

/** Seconds until a refused attempt is worth another one: blocks pass soon, gas prices and budgets don't. */
const SOON_SECONDS = 3;
const LATER_SECONDS = 60;
/** The pool may take hours to refill by itself, but gets back what open settlements reserve as soon as they succeed. */
const MAX_RISK_WAIT_SECONDS = 600;

function unable(detail: string, retryAfter = LATER_SECONDS): Attempt {
  return { outcome: "unable", detail, retryAfter };
}

function refused(detail: string): Attempt {
  const objection: Objection = { reason: "invalid_exact_evm_transaction_failed", detail };
  return { outcome: "refused", objection };
}
