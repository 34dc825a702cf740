import { SigningKey } from "ethers/crypto";
import { computeAddress, Transaction } from "ethers/transaction";
import { toAddress, type Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import { ChainUnavailable } from "../../ports/chain";
import type { Log } from "../../ports/log";
import type { Attempt, Checked, Outgoing, Passage, SettlementBooks, SettlementState, SettlementVitals, Settler } from "../../ports/settlement";
import type { SignedPayment } from "../../domain/payment/x402";
import { field, hexNumber } from "../rpc/json";
import type { Nodes, RpcCall } from "../rpc/nodes";
import { feesOf, settlementCheck } from "./settlementCheck";
import { costOf, fillOf, raisedWay, readReceipt, type Fees, type Mined, type Way } from "./settlingGas";

export interface SettlingWalletOptions {
  nodes: Nodes;
  chainId: number;
  privateKey: Hex;
  books: (settler: Address) => SettlementBooks;
  /** What a day's settlements may cost together, and one of them alone. */
  budgetWei: bigint;
  mostWei: bigint;
  factories: readonly Address[];
  log: Log;
  nowMs: () => number;
}

/** Base seals a block every 2 s; what is not mined by then offers too little. */
const BUMP_AFTER_MS = 10_000;
/** Settlements of one payer that may be under way at once, if he can pay for them all: what he moves away meanwhile costs the service their gas. */
const MOST_OPEN = 20n;
/** Transactions that a node is asked about in one batch. */
const LOOK_AT = 10;

/**
 * The service's own wallet as the one that carries payments to the chain.
 *
 * Every nonce has a signed transaction in the books before anything is broadcast, so that whatever becomes of an
 * instance, another one can send the same again: no nonce is skipped, and none is used for two things.
 */
export function settlingWallet(options: SettlingWalletOptions): Settler & SettlementVitals {
  const { nodes, chainId, budgetWei, mostWei, factories, log, nowMs } = options;
  const key = new SigningKey(options.privateKey);
  const address = toAddress(computeAddress(key));
  if (!address) throw new TypeError("a wallet has an address");
  const books = options.books(address);
  const check = settlementCheck({ nodes, chainId, sender: address, factories });
  /** Orders of this instance wait for one another here, because in the database they would collide. */
  let turn: Promise<unknown> = Promise.resolve();
  /** All that wait push on the same transactions; one push at a time serves them all. */
  let pushing: Promise<void> | null = null;

  return { check, send, advance, state };

  async function send(name: string, payment: SignedPayment, found: Passage | null): Promise<Attempt> {
    // What was found just now was found for a payment that nobody had sent yet.
    const known = found ? null : await books.find(name);
    if (known && (await settledAs(known)) !== "over") {
      await broadcast(known);
      return { outcome: "sent", txHashes: known.txHashes };
    }
    const checked: Checked = found ? { ok: true, passage: found } : await check(payment);
    if (!checked.ok) return { outcome: "refused", objection: checked.objection };
    const { nonce: chainNonce, walletWei, payerUnits, ...way } = checked.passage;
    const reservedWei = costOf(way);
    if (reservedWei > mostWei) return { outcome: "unable", detail: "Gas costs more just now than a settlement may." };
    if (reservedWei > walletWei) return { outcome: "unable", detail: "The settling wallet has too little ether." };
    const { from: payer, valueUsdcUnits } = payment.authorization;
    const affordable = payerUnits / valueUsdcUnits;
    const mostOpen = Number(affordable < MOST_OPEN ? affordable : MOST_OPEN);
    const order = { key: name, payer, chainNonce, day: today(), reservedWei, budgetWei, mostOpen };
    const enqueue = () => inTurn(() => books.enqueue(order, (nonce) => signed({ key: name, payer, reservedWei, nonce }, way)));
    let queued = await enqueue();
    if (queued.outcome === "crowded") {
      // The books may not have seen yet that some of them are over.
      await advance();
      queued = await enqueue();
    }
    if (queued.outcome === "crowded") return { outcome: "unable", detail: "More of this payer's settlements are under way than he can pay for, or than may be at once." };
    if (queued.outcome === "overBudget") {
      log.warn("settlement.budget_used_up", { day: order.day, leftWei: String(queued.leftWei), wouldCostWei: String(reservedWei) });
      return { outcome: "unable", detail: "Today's budget for gas is used up." };
    }
    if (queued.outcome === "barred") {
      const detail = "Too many of this payer's settlements were reverted today. Send the quote's `transaction` instead.";
      return { outcome: "refused", objection: { reason: "invalid_exact_evm_transaction_failed", detail } };
    }
    await broadcast(queued.outgoing);
    return { outcome: "sent", txHashes: queued.outgoing.txHashes };
  }

  function inTurn<T>(order: () => Promise<T>): Promise<T> {
    const ordered = turn.then(order);
    turn = ordered.catch(() => {});
    return ordered;
  }

  /** Whether a transaction is over without having settled anything; the books know it afterwards. */
  async function settledAs(outgoing: Outgoing): Promise<"over" | "succeeded" | "waiting"> {
    if (outgoing.state === "succeeded") return "succeeded";
    if (outgoing.state !== "sent") return "over";
    const [chainNonce, [found]] = await look([outgoing]);
    if (!found && outgoing.nonce >= chainNonce) return "waiting";
    return (await record(outgoing, found ?? null)) === "succeeded" ? "succeeded" : "over";
  }

  /** The first free nonce, and what the chain has of each of these. */
  async function look(all: readonly Outgoing[]): Promise<[number, (Mined | null)[]]> {
    const parts = Array.from({ length: Math.max(1, Math.ceil(all.length / LOOK_AT)) }, (_, at) => all.slice(at * LOOK_AT, (at + 1) * LOOK_AT));
    const seen = await Promise.all(parts.map(lookAt));
    return [Math.min(...seen.map(([count]) => count)), seen.flatMap(([, mined]) => mined)];
  }

  function lookAt(some: readonly Outgoing[]): Promise<[number, (Mined | null)[]]> {
    const receipts = some.flatMap(({ txHashes }) => txHashes.map((hash): RpcCall => ({ method: "eth_getTransactionReceipt", params: [hash] })));
    return nodes.ask([{ method: "eth_getTransactionCount", params: [address, "latest"] }, ...receipts], ([count, ...found]) => {
      const mined = found.map((receipt) => (receipt === null || field(receipt, "blockHash") === null ? null : readReceipt(receipt)));
      let at = 0;
      return [Number(hexNumber(count)), some.map(({ txHashes }) => mined.slice(at, (at += txHashes.length)).find(Boolean) ?? null)];
    });
  }

  async function record(outgoing: Outgoing, mined: Mined | null): Promise<Outgoing["state"]> {
    // One that gave its nonce up for the others has settled nothing.
    const gaveUp = outgoing.payer !== null && mined?.to === address;
    const state = mined === null || gaveUp ? "lost" : mined.succeeded ? "succeeded" : "reverted";
    await books.finish(outgoing, state, mined?.paidWei ?? 0n);
    const fields = { nonce: outgoing.nonce, txHash: outgoing.txHashes.at(-1), state };
    if (state === "succeeded") log.info("settlement.mined", fields);
    else log.warn("settlement.failed", fields);
    return state;
  }

  /** Nodes refuse what they have already, and what they refuse for another reason shows on the chain. */
  async function broadcast({ raw, nonce }: Outgoing): Promise<void> {
    try {
      await nodes.broadcast(raw);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn("settlement.not_taken", { nonce });
    }
  }

  function advance(): Promise<void> {
    pushing ??= push().finally(() => (pushing = null));
    return pushing;
  }

  async function push(): Promise<void> {
    const waiting = await books.waiting();
    const [chainNonce, found] = await look(waiting);
    const left: Outgoing[] = [];
    for (const [at, outgoing] of waiting.entries()) {
      const mined = found[at] ?? null;
      if (mined || outgoing.nonce < chainNonce) await record(outgoing, mined);
      else left.push(outgoing);
    }
    if (left.length === 0 && (await books.nextNonce()) <= chainNonce) return;
    // The chain waits for this nonce; a reorg may have undone what had it.
    const first = left.find(({ nonce }) => nonce === chainNonce) ?? (await books.atNonce(chainNonce));
    const ready = first ? await raised(first) : await filled(chainNonce);
    for (const outgoing of ready ? [ready, ...left.filter(({ nonce }) => nonce !== chainNonce)] : left) await broadcast(outgoing);
  }

  /**
   * What the chain waits for, at higher fees where it has waited for long and they are what it lacks.
   *
   * One that would cost more than a settlement may gives its nonce up, so that those behind it go on; its payment can
   * be sent again.
   */
  async function raised(old: Outgoing): Promise<Outgoing> {
    if (nowMs() - old.signedAt < BUMP_AFTER_MS) return old;
    const market = await fees();
    // What a reorg undid goes out as it was, as long as that pays for a block.
    if (old.state !== "sent" && old.maxFeePerGas * 2n >= market.maxFeePerGas) return old;
    const way = raisedWay(old, market, { self: address as Address, mostWei });
    if (!way) return old;
    const next = { ...signed({ key: old.key, payer: old.payer, nonce: old.nonce, reservedWei: costOf(way) }, way), day: old.day };
    next.txHashes = [...old.txHashes, ...next.txHashes];
    if (!(await books.replace(old, next, budgetWei))) return old;
    log.info("settlement.raised", { nonce: old.nonce, txHash: next.txHashes.at(-1), gaveUp: way.to !== old.to });
    return next;
  }

  /** A transaction to the wallet itself, which moves nothing, in the place of one that nobody has. */
  async function filled(nonce: number): Promise<Outgoing | null> {
    const way = fillOf(address as Address, await fees());
    const order = { key: `fill-${nonce}`, payer: null, chainNonce: nonce, day: today(), reservedWei: costOf(way), budgetWei, mostOpen: 1, fills: nonce };
    const queued = await inTurn(() => books.enqueue(order, () => signed({ ...order, nonce }, way)));
    log.warn("settlement.nonce_filled", { nonce, outcome: queued.outcome });
    return queued.outcome === "queued" ? queued.outgoing : null;
  }

  function fees(): Promise<Fees> {
    const calls = [{ method: "eth_getBlockByNumber", params: ["latest", false] }, { method: "eth_maxPriorityFeePerGas", params: [] }];
    return nodes.ask(calls, ([block, priority]) => feesOf(block, priority));
  }

  function signed(who: Pick<Outgoing, "key" | "payer" | "nonce" | "reservedWei">, way: Way): Outgoing {
    const { to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = way;
    const transaction = Transaction.from({ type: 2, chainId, nonce: who.nonce, to, data, gasLimit: gas, maxFeePerGas, maxPriorityFeePerGas });
    transaction.signature = key.sign(transaction.unsignedHash);
    const { key: name, payer, nonce, reservedWei } = who;
    return {
      key: name, payer, nonce, reservedWei, to, data, gas, maxFeePerGas, maxPriorityFeePerGas,
      raw: transaction.serialized as Hex, txHashes: [transaction.hash as Hex],
      day: today(), signedAt: nowMs(), state: "sent",
    };
  }

  async function state(): Promise<SettlementState> {
    const [wei, waiting, spent] = await Promise.all([
      nodes.ask([{ method: "eth_getBalance", params: [address, "latest"] }], ([found]) => hexNumber(found)),
      books.waiting(),
      books.spentWei(today()),
    ]);
    const left = budgetWei - spent;
    return { address: address as Address, wei, pending: waiting.length, budgetLeftWei: left > 0n ? left : 0n };
  }

  function today(): string {
    return new Date(nowMs()).toISOString().slice(0, 10);
  }
}
