import { SigningKey } from "ethers/crypto";
import { computeAddress, Transaction } from "ethers/transaction";
import { toAddress, type Address } from "../../domain/address";
import { dayOf } from "../../domain/time";
import type { Hex } from "../../domain/keccak";
import { paymentBudget, type PayerRecord, type Spender } from "../../domain/payment/gasRisk";
import { ChainUnavailable } from "../../ports/chain";
import type { Log } from "../../ports/log";
import type {
  Ending,
  Enqueued,
  EnqueueOrder,
  Outgoing,
  SignedOutgoing,
  WalletState,
  WalletStore,
  WalletVitals,
  Way,
} from "../../ports/ownWallet";
import { field, hexNumber } from "../rpc/json";
import type { Nodes } from "../rpc/nodes";
import { costOf, readReceipt } from "./walletGas";
import { walletQueue } from "./walletQueue";

export interface OwnWalletOptions {
  nodes: Nodes;
  chainId: number;
  privateKey: Hex;
  store: (wallet: Address) => WalletStore;
  /** The most that all transactions of a day may cost. */
  budgetWei: bigint;
  /** The most that one transaction may cost. */
  maxWei: bigint;
  /** The prefix of its log lines. */
  name: string;
  log: Log;
  nowMs: () => number;
}

/** A transaction that was mined this long ago is final. */
const MAX_REORG_MS = 20 * 60_000;

/** What to send, and the state of the chain that it was simulated on. */
export interface Order {
  /** Identifies it: whatever is submitted again under the same key is the same transaction. */
  key: string;
  spenders: readonly Spender[];
  way: Way;
  /** The wallet's lowest free nonce and its ether on the chain. */
  chainNonce: number;
  walletWei: bigint;
  /** What of the day's budget is kept for other orders; nothing by default. */
  keptWei?: bigint;
  /** Whether it is sent once more where its transaction was reverted. */
  mayRepeat?: boolean;
}

/** What an order would cost. */
type Planned = Omit<Order, "way" | "chainNonce"> & { readonly way: Parameters<typeof costOf>[0] };
type Unsent = Exclude<Submitted, { outcome: "queued" }>;

export type Submitted =
  Exclude<Enqueued, { outcome: "overBudget" }> | { readonly outcome: "tooExpensive" | "walletEmpty" | "overBudget" };

export interface OwnWallet extends WalletVitals {
  readonly address: Address;
  /** The transaction with this key, sent again if it is pending; null if there is none, or none of its hashes did what it was sent for. */
  again(key: string): Promise<Outgoing | null>;
  /** Whether the transaction with this key was mined and reverted. */
  hasReverted(key: string): Promise<boolean>;
  /** Waits for a transaction that was broadcast, looking after each of these delays; `state` is null if it is pending still. */
  follow(
    outgoing: Outgoing,
    how: { waitsMs: readonly number[]; sleep: (ms: number) => Promise<void> },
  ): Promise<{ readonly txHash: Hex; readonly state: Ending | null }>;
  /** The history of a spender, with what is mined by now. */
  spender(name: string): Promise<PayerRecord>;
  /** Why an order would not be sent now; null if it would, or was. Stores nothing. */
  refusalOf(order: Planned): Promise<Unsent | null>;
  /** Signs and broadcasts a transaction, or says why not. */
  submit(order: Order): Promise<Submitted>;
  /** The transaction with this key, if it reverted and counts against its spenders. */
  reverted(key: string): Promise<Outgoing | null>;
  /** Takes the revert of the transaction with this key off its spenders' records, if there is one. */
  forgive(key: string): Promise<boolean>;
  /** Records what is mined, and sends again what is not. */
  advance(): Promise<void>;
}

/**
 * One of the service's own wallets: its key, its nonces, its budget.
 *
 * Every nonce has a stored signed transaction before anything is broadcast, so that another instance can resend it
 * after a crash: no nonce is skipped or used twice.
 */
export function ownWallet(options: OwnWalletOptions): OwnWallet {
  const { nodes, chainId, budgetWei, maxWei, name, log, nowMs } = options;
  const key = new SigningKey(options.privateKey);
  const found = toAddress(computeAddress(key));
  if (!found) throw new TypeError("a wallet has an address");
  const address: Address = found;
  const store = options.store(address);
  const queue = walletQueue({ nodes, store, address, budgetWei, maxWei, sign, name, log, nowMs });

  return {
    address,
    again,
    hasReverted,
    follow,
    spender,
    refusalOf,
    submit,
    reverted,
    forgive,
    advance: queue.advance,
    state,
  };

  async function again(name: string): Promise<Outgoing | null> {
    const known = await store.find(name);
    const end = known && (await queue.endingOf(known));
    if (!known) return null;
    if (end && end.ending !== "succeeded") return carriedOut(end.outgoing);
    // Also one that was mined lately: a reorg may have undone it.
    if (!end || nowMs() - known.signedAt < MAX_REORG_MS) await queue.broadcast([known]);
    return known;
  }

  async function hasReverted(name: string): Promise<boolean> {
    const known = await store.find(name);
    return known !== null && (await queue.endingOf(known))?.ending === "reverted";
  }

  async function reverted(name: string): Promise<Outgoing | null> {
    const known = await store.find(name);
    // It may be mined and not recorded yet.
    const end = known && (await queue.endingOf(known));
    return end?.ending === "reverted" && end.outgoing.spenders.length > 0 ? end.outgoing : null;
  }

  async function forgive(name: string): Promise<boolean> {
    const known = await reverted(name);
    return known !== null && (await store.forgive(known));
  }

  async function follow(
    outgoing: Outgoing,
    { waitsMs, sleep }: Parameters<OwnWallet["follow"]>[1],
  ): ReturnType<OwnWallet["follow"]> {
    const newest = outgoing.txHashes.at(-1) as Hex;
    try {
      for (const ms of waitsMs) {
        if (outgoing.state === "sent") await sleep(ms);
        const end = await queue.endingOf(outgoing);
        if (!end) continue;
        const done = end.ending === "succeeded" ? null : await carriedOut(end.outgoing);
        if (done) return { txHash: done.txHashes[0] as Hex, state: "succeeded" };
        return { txHash: end.txHash ?? (await minedOf(end.outgoing)), state: end.ending };
      }
    } catch (error) {
      // It is stored and broadcast, so it may be mined whatever the nodes say now.
      if (!(error instanceof ChainUnavailable)) throw error;
    }
    return { txHash: newest, state: null };
  }

  /**
   * The transaction by which what is stored as lost or reverted was carried out all the same, or null: a reorg brings an
   * earlier one back, or takes a revert back.
   */
  async function carriedOut(ended: Outgoing): Promise<Outgoing | null> {
    const hashes = [...ended.formerHashes, ...ended.txHashes];
    const calls = hashes.map((hash) => ({ method: "eth_getTransactionReceipt", params: [hash] }));
    const isDone = (receipt: unknown) => {
      if (receipt === null || field(receipt, "blockHash") === null) return false;
      const { succeeded, to } = readReceipt(receipt);
      // One that gave its nonce up did nothing.
      return succeeded && to !== address;
    };
    const [txHash] = await nodes.askSeen(calls, (found) => hashes[found.findIndex(isDone)] ?? null);
    return txHash ? { ...ended, txHashes: [txHash], state: "succeeded" } : null;
  }

  /** Which of a transaction's hashes was mined; the newest if none is known. */
  async function minedOf({ txHashes }: Outgoing): Promise<Hex> {
    const newest = txHashes.at(-1) as Hex;
    if (txHashes.length === 1) return newest;
    const calls = txHashes.map((txHash) => ({ method: "eth_getTransactionReceipt", params: [txHash] }));
    const [mined] = await nodes.askSeen(calls, (found) => txHashes[found.findIndex((one) => one !== null)] ?? null);
    return mined ?? newest;
  }

  async function spender(name: string): Promise<PayerRecord> {
    const known = await store.spender(name);
    if (known.open === 0) return known;
    await queue.advance();
    return store.spender(name);
  }

  async function refusalOf(planned: Planned): Promise<Unsent | null> {
    const dear = unaffordable(planned);
    if (dear) return dear;
    const order = orderOf({ ...planned, chainNonce: 0 });
    const refused = await store.refusalOf(order);
    if (refused) noteRefusal(refused, order);
    return refused;
  }

  function unaffordable({ way, walletWei }: Planned): Unsent | null {
    const reservedWei = costOf(way);
    const wouldCostWei = String(reservedWei);
    if (reservedWei > maxWei) {
      log.warn(`${name}.too_expensive`, { wouldCostWei, maxWei: String(maxWei) });
      return { outcome: "tooExpensive" };
    }
    if (reservedWei > walletWei) {
      log.warn(`${name}.wallet_empty`, { wouldCostWei, walletWei: String(walletWei) });
      return { outcome: "walletEmpty" };
    }
    return null;
  }

  function orderOf({ way, walletWei: _, ...asked }: Planned & Pick<Order, "chainNonce">): EnqueueOrder {
    return { ...asked, day: dayOf(nowMs() / 1000), nowMs: nowMs(), reservedWei: costOf(way), budgetWei };
  }

  async function submit(asked: Order): Promise<Submitted> {
    const { key: orderKey, spenders, way } = asked;
    const refused = unaffordable(asked);
    if (refused) return refused;
    const order = orderOf(asked);
    const { reservedWei } = order;
    const names = spenders.map((spender) => spender.name);
    const queued = await enqueue(order, (nonce) => sign({ key: orderKey, spenders: names, reservedWei, nonce }, way));
    if (queued.outcome === "queued") await queue.broadcast([queued.outgoing]);
    else noteRefusal(queued, order);
    return queued;
  }

  async function enqueue(order: EnqueueOrder, signAt: Parameters<WalletStore["enqueue"]>[1]): Promise<Enqueued> {
    const queued = await store.enqueue(order, signAt);
    if (queued.outcome !== "crowded") return queued;
    // The store may not know yet that some of them are mined.
    await queue.advance();
    return store.enqueue(order, signAt);
  }

  function noteRefusal(refused: Enqueued, { day, reservedWei }: EnqueueOrder): void {
    const wouldCostWei = String(reservedWei);
    if (refused.outcome === "overBudget")
      log.warn(`${name}.budget_used_up`, { day, leftWei: String(refused.leftWei), wouldCostWei });
    if (refused.outcome === "overRisk") log.warn(`${name}.risk_used_up`, { day, wouldCostWei });
  }

  function sign(who: Pick<Outgoing, "key" | "spenders" | "nonce" | "reservedWei">, way: Way): SignedOutgoing {
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

  async function state(): Promise<WalletState> {
    const [wei, waiting, spent] = await Promise.all([
      etherOf(address, nodes),
      store.waiting(),
      store.spentWei(dayOf(nowMs() / 1000)),
    ]);
    const left = paymentBudget(budgetWei) - spent;
    return { address, wei, pending: waiting.length, budgetLeftWei: left > 0n ? left : 0n };
  }
}

/** A wallet's ether, in wei. */
async function etherOf(wallet: Address, nodes: Nodes): Promise<bigint> {
  const calls = (at: string) => [{ method: "eth_getBalance", params: [wallet, at] }];
  const [wei] = await nodes.askAt(calls, ([amount]) => hexNumber(amount));
  return wei;
}
