import type { Address } from "../../domain/address";
import { dayOf } from "../../domain/time";
import type { Hex } from "../../domain/keccak";
import { ChainUnavailable } from "../../ports/chain";
import type { Log } from "../../ports/log";
import type { Ended, Ending, Fees, Outgoing, SignedOutgoing, WalletStore, Way } from "../../ports/ownWallet";
import { blockCall, field, hexNumber } from "../rpc/json";
import type { Nodes, RpcCall } from "../rpc/nodes";
import { marketFees, costOf, fillOf, paysForABlock, raisedWay, readReceipt, type Mined } from "./walletGas";
import { userOfNonce } from "./nonceUse";

export interface WalletQueueOptions {
  nodes: Nodes;
  store: WalletStore;
  address: Address;
  budgetWei: bigint;
  maxWei: bigint;
  sign: (who: Pick<Outgoing, "key" | "spenders" | "nonce" | "reservedWei">, way: Way) => SignedOutgoing;
  /** The first word of what it logs. */
  name: string;
  log: Log;
  nowMs: () => number;
}

/** A transaction that is not mined by then offers too little. */
const BUMP_AFTER_MS = 10_000;
/** Transactions that a node is asked about, or that it gets, at a time. */
const LOOK_AT = 10;
/** Milliseconds after which two indexes of a node without a transaction count as proof, where it keeps no old state. */
const OLD_MS = 20 * 60_000;
/** Nonces that one run brings back to the chain. */
const MAX_MISSING = 100;

/** How the key of a transaction that only fills a nonce begins. */
const FILL = "fill-";
const isFill = ({ key }: Outgoing) => key.startsWith(FILL);

/** How a transaction ended, and which of its hashes was mined, if one was. */
type End = Ended & { readonly txHash: Hex | null };
/** What the chain has up to a block: the first free nonce, and of each transaction. */
interface Seen {
  chainNonce: number;
  head: bigint;
  mined: (Mined | null)[];
}

/** What a wallet has signed, on its way to the chain in the order of its nonces. */
export function walletQueue({ nodes, store, address, budgetWei, maxWei, sign, name, log, nowMs }: WalletQueueOptions) {
  /** All that wait push on the same transactions; one push at a time serves them all. */
  let pushing: Promise<void> | null = null;

  return { advance, broadcast, endingOf };

  function advance(): Promise<void> {
    pushing ??= push().finally(() => (pushing = null));
    return pushing;
  }

  /** Records what is mined; sends again everything that the chain does not have, regardless of the stored state. */
  async function push(): Promise<void> {
    const waiting = await store.waiting();
    const { chainNonce, ends } = await look(waiting);
    await record(ends.filter((end) => end !== null));
    const left = waiting.filter(({ nonce }, at) => !ends[at] && nonce >= chainNonce);
    const nextNonce = await store.nextNonce();
    if (left.length === 0 && nextNonce <= chainNonce) return;
    const count = Math.min(Math.max(nextNonce, (left.at(-1)?.nonce ?? 0) + 1) - chainNonce, MAX_MISSING);
    await broadcast(
      await ready(
        chainNonce,
        Array.from({ length: count }, (_, at) => chainNonce + at),
        left,
      ),
    );
  }

  /** A transaction for each of these nonces: the one that waits, the one that a reorg undid, or an empty one. */
  async function ready(chainNonce: number, nonces: readonly number[], left: readonly Outgoing[]): Promise<Outgoing[]> {
    const known = new Map(left.map((outgoing) => [outgoing.nonce, outgoing]));
    if (nonces.some((nonce) => !known.has(nonce))) {
      for (const made of await store.fromNonce(chainNonce)) if (!known.has(made.nonce)) known.set(made.nonce, made);
    }
    const market = await marketFees(nodes);
    const all = await Promise.all(
      nonces.map((nonce) => {
        const made = known.get(nonce);
        return made ? raised(made, market, nonce === chainNonce) : filled(nonce, market);
      }),
    );
    return all.filter((one) => one !== null);
  }

  /**
   * A transaction that the chain does not have, at higher fees if low fees have delayed it.
   *
   * One that would cost more than it may gives its nonce up, so that the next ones are not blocked; it can be sent again.
   *
   * @param isFirst whether the chain waits for this very nonce; the others wait for the first one
   */
  async function raised(old: Outgoing, market: Fees, isFirst: boolean): Promise<Outgoing> {
    if (nowMs() - old.signedAt < BUMP_AFTER_MS) return old;
    if (!(isFirst && old.state === "sent") && paysForABlock(old, market)) return old;
    const way = raisedWay(old, market, { self: address, maxWei });
    if (!way) return old;
    const next: Outgoing = {
      ...sign({ key: old.key, spenders: old.spenders, nonce: old.nonce, reservedWei: costOf(way) }, way),
      formerHashes: old.formerHashes,
      risk: old.risk,
      day: old.day,
    };
    next.txHashes = [...old.txHashes, ...next.txHashes];
    if (!(await store.replace(old, next, budgetWei))) return old;
    log.info(`${name}.raised`, { nonce: old.nonce, txHash: next.txHashes.at(-1), gaveUp: way.to !== old.to });
    return next;
  }

  /** A transaction to the wallet itself, which moves nothing, to replace a lost one. */
  async function filled(nonce: number, market: Fees): Promise<Outgoing | null> {
    const way = fillOf(address, market);
    const order = {
      key: `${FILL}${nonce}`,
      spenders: [],
      chainNonce: nonce,
      day: dayOf(nowMs() / 1000),
      nowMs: nowMs(),
      reservedWei: costOf(way),
      budgetWei,
      fills: nonce,
    };
    const queued = await store.enqueue(order, () =>
      sign({ key: order.key, spenders: [], nonce, reservedWei: order.reservedWei }, way),
    );
    log.warn(`${name}.nonce_filled`, { nonce, outcome: queued.outcome });
    return queued.outcome === "queued" ? queued.outgoing : null;
  }

  /**
   * How a transaction ended, which the store then records, and which of its hashes was mined, if that is known; null while
   * it may be mined. `outgoing` is the transaction as it was stored last.
   */
  async function endingOf(
    outgoing: Outgoing,
  ): Promise<{ ending: Ending; txHash: Hex | null; outgoing: Outgoing } | null> {
    if (outgoing.state !== "sent") return { ending: outgoing.state, txHash: null, outgoing };
    const { ends } = await look([outgoing]);
    const end = ends[0];
    if (!end) return null;
    // Another instance may have raised its fees since it was read.
    const newest = end.ending === "lost" ? await store.find(outgoing.key) : null;
    if (newest && newest.txHashes.length > outgoing.txHashes.length) return endingOf(newest);
    await record([end]);
    return { ending: end.ending, txHash: end.txHash, outgoing };
  }

  /** The first free nonce, and how each of these ended; null for one that may be mined, or whose end nothing proves yet. */
  async function look(all: readonly Outgoing[]): Promise<{ chainNonce: number; ends: (End | null)[] }> {
    const seen = await Promise.all(parts(all).map(lookAt));
    const chainNonce = Math.min(...seen.map((part) => part.chainNonce));
    const mined = seen.flatMap((part) => part.mined);
    const head = seen.reduce((most, part) => (part.head > most ? part.head : most), 0n);
    const isSilent = ({ nonce }: Outgoing, at: number) => !mined[at] && nonce < chainNonce;
    // The others wait for the next look: what one look asks has a bound.
    const silent = all.filter(isSilent).slice(0, LOOK_AT);
    const lost = new Set(
      (await Promise.all(silent.map(async (one) => ((await isLost(one, head)) ? [one] : [])))).flat(),
    );
    const ends = all.map((outgoing, at) => {
      const found = mined[at] ?? null;
      return found || lost.has(outgoing) ? endOf(outgoing, found) : null;
    });
    return { chainNonce, ends };
  }

  /**
   * Whether another transaction was mined with the nonce of one without a receipt. A missing receipt proves nothing: the
   * count in its batch may be of a later block, and nodes index a block's transactions after the block. Where nodes keep no
   * old state, one that is long overdue is lost if nodes have no trace of it.
   */
  async function isLost({ nonce, txHashes, signedAt }: Outgoing, head: bigint): Promise<boolean> {
    try {
      const user = await userOfNonce(nodes, { account: address, nonce, head });
      return user !== null && !txHashes.includes(user);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
    if (nowMs() - signedAt < OLD_MS) return false;
    const traces = txHashes.flatMap((hash): RpcCall[] => [
      { method: "eth_getTransactionReceipt", params: [hash] },
      { method: "eth_getTransactionByHash", params: [hash] },
    ]);
    const [isKnown] = await nodes.askAgreed(traces, (found) => found.some((one) => one !== null));
    return !isKnown;
  }

  async function lookAt(some: readonly Outgoing[]): Promise<Seen> {
    const receipts = some.flatMap(({ txHashes }) =>
      txHashes.map((hash): RpcCall => ({ method: "eth_getTransactionReceipt", params: [hash] })),
    );
    const calls = (block: string): RpcCall[] => [
      blockCall(block),
      { method: "eth_getTransactionCount", params: [address, block] },
      ...receipts,
    ];
    const [seen] = await nodes.askAt(calls, ([block, count, ...found]): Seen => {
      const upTo = hexNumber(field(block, "number"));
      // Of later blocks, one node may know more than another.
      const isSealed = (receipt: unknown) => receipt !== null && field(receipt, "blockHash") !== null;
      const isLater = (receipt: unknown) => isSealed(receipt) && hexNumber(field(receipt, "blockNumber")) > upTo;
      let at = 0;
      const receiptsOf = some.map(({ txHashes }) => found.slice(at, (at += txHashes.length)));
      // The count may be of a later block than `upTo`; what was mined in between is not decided yet.
      const undecided = some.filter((_, place) => receiptsOf[place]?.some(isLater)).map(({ nonce }) => nonce);
      return {
        chainNonce: Math.min(Number(hexNumber(count)), ...undecided),
        head: upTo,
        mined: receiptsOf.map((receipts) => {
          const mined = receipts.find((receipt) => isSealed(receipt) && !isLater(receipt));
          return mined === undefined ? null : readReceipt(mined);
        }),
      };
    });
    return seen;
  }

  /** How a transaction ended; one that gave its nonce up for the others has done nothing. */
  function endOf(outgoing: Outgoing, mined: Mined | null): End {
    const gaveUp = !isFill(outgoing) && mined?.to === address;
    const ending: Ending = mined === null || gaveUp ? "lost" : mined.succeeded ? "succeeded" : "reverted";
    return { outgoing, ending, paidWei: mined?.paidWei ?? 0n, txHash: mined?.txHash ?? null };
  }

  async function record(ended: readonly Ended[]): Promise<void> {
    if (ended.length === 0) return;
    await store.finish(ended, nowMs());
    for (const { outgoing, ending } of ended) {
      const fields = { nonce: outgoing.nonce, txHash: outgoing.txHashes.at(-1), state: ending };
      if (ending === "succeeded") log.info(`${name}.mined`, fields);
      else log.warn(`${name}.failed`, fields);
    }
  }

  /** Nodes refuse what they have already, and what they refuse for another reason shows on the chain. */
  async function broadcast(all: readonly Outgoing[]): Promise<void> {
    for (const some of parts(all)) await Promise.all(some.map(broadcastOne));
  }

  async function broadcastOne({ raw, nonce }: Outgoing): Promise<void> {
    try {
      await nodes.broadcast(raw);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn(`${name}.not_taken`, { nonce });
    }
  }
}

/** At least one part, which may be empty. */
function parts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.max(1, Math.ceil(all.length / LOOK_AT)) }, (_, at) =>
    all.slice(at * LOOK_AT, (at + 1) * LOOK_AT),
  );
}
