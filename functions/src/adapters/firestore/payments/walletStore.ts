import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentReference, DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import { DAY_MS } from "../../../domain/time";
import { NEW_PAYER, type PayerRecord } from "../../../domain/payment/gasRisk";
import type { EnqueueOrder, Outgoing, WalletStore } from "../../../ports/ownWallet";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import { decimal, Documents, plain, time } from "../documents";
import { isConflict, reaching } from "../faults";
import { getAll } from "../reading";
import { NEW_WALLET, onDay, WalletLedger, type WalletRecord } from "./walletLedger";
import { batchOf, type Write } from "../unitOfWork";

const KEPT_MS = 90 * DAY_MS;

/** More are under way only where the chain stands still. */
const MAX_WAITING = 200;
/** Changes that go into one commit. */
const MAX_GROUP = 50;
/** Other instances may be faster so often; then the database is too busy. */
const MAX_ATTEMPTS = 12;
/** Milliseconds that an instance waits at the most before it tries again. */
const MAX_PAUSE_MS = 400;

interface StoredWallet extends Omit<WalletRecord, "riskWei"> {
  readonly accountRiskWei: bigint;
  readonly contractRiskWei: bigint;
}

/** The wallet, in `settlers/{address}`. */
const WALLETS = new Documents<StoredWallet>("settlers", {
  ...plain("nextNonce", "day", "riskAt"),
  spentWei: decimal,
  accountRiskWei: decimal,
  contractRiskWei: decimal,
});

/** A wallet's transactions, each with its `settler`: the wallet's own address. */
const outgoingIn = (collection: string) =>
  new Documents<Outgoing>(
    collection,
    {
      ...plain(
        "key",
        "spenders",
        "risk",
        "nonce",
        "to",
        "data",
        "raw",
        "txHashes",
        "formerHashes",
        "day",
        "signedAt",
        "state",
      ),
      gas: decimal,
      maxFeePerGas: decimal,
      maxPriorityFeePerGas: decimal,
      reservedWei: decimal,
    },
    { expireAt: ({ signedAt }) => time.encode(signedAt + KEPT_MS) },
  );

/** Those on whose account they were sent, by name, each as long as its newest transaction. */
const spendersIn = (collection: string) =>
  new Documents<PayerRecord>(collection, plain("open", "succeeded", "revertedAt", "sent", "sentOn", "task"));

/** Where each wallet keeps its transactions and their spenders. */
const PLACES = {
  settlement: { outgoing: outgoingIn("settlements"), spenders: spendersIn("settlementPayers") },
  relay: { outgoing: outgoingIn("relayTransactions"), spenders: spendersIn("relaySpenders") },
  keeper: { outgoing: outgoingIn("keeperTransactions"), spenders: spendersIn("keeperSpenders") },
};

/** What a wallet is for. */
export type WalletPurpose = keyof typeof PLACES;

/** A change of the store: what it depends on, and the result. It may be applied more than once. */
interface Change<T> {
  keys: readonly string[];
  spenders: readonly string[];
  apply(ledger: WalletLedger): T;
}

interface Queued {
  change: Change<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * A change is written under the condition that every document is still as it was read, so no lock is held while an
 * instance works. Changes that come while a commit is under way go together in the next one.
 */
export function firestoreWalletStore(db: Firestore, purpose: WalletPurpose, address: Address): WalletStore {
  const place = PLACES[purpose];
  const wallet = WALLETS.in(db).doc(address);
  const transactions = place.outgoing.in(db);
  const spenders = place.spenders.in(db);
  const queue: Queued[] = [];
  let isDraining = false;

  return {
    find: (key) => reaching(async () => (await transactions.doc(key).get()).data() ?? null),

    spender: (name) => reaching(async () => (await spenders.doc(name).get()).data() ?? NEW_PAYER),

    refusalOf: (order) => reaching(async () => (await read([order.key], namesOf(order))).ledger.refusalOf(order)),

    enqueue: (order, sign) =>
      change({ keys: [order.key], spenders: namesOf(order), apply: (ledger) => ledger.enqueue(order, sign) }),

    replace: (old, next, budgetWei) =>
      change({ keys: [old.key], spenders: [], apply: (ledger) => ledger.replace(old, next, budgetWei) }),

    async finish(ended, nowMs) {
      for (let at = 0; at < ended.length; at += MAX_GROUP) {
        const some = ended.slice(at, at + MAX_GROUP);
        await change({
          keys: some.map(({ outgoing }) => outgoing.key),
          spenders: some.flatMap(({ outgoing }) => outgoing.spenders),
          apply: (ledger) => some.forEach((one) => ledger.finish(one, nowMs)),
        });
      }
    },

    forgive: (one) => change({ keys: [one.key], spenders: one.spenders, apply: (ledger) => ledger.forgive(one.key) }),

    waiting: () =>
      reaching(async () => {
        const found = await transactions
          .where("settler", "==", address)
          .where("state", "==", "sent")
          .limit(MAX_WAITING)
          .get();
        return found.docs.map((doc) => doc.data()).sort((a, b) => a.nonce - b.nonce);
      }),

    fromNonce: (nonce) =>
      reaching(async () => {
        const made = transactions.where("settler", "==", address).where("nonce", ">=", nonce).orderBy("nonce");
        return (await made.limit(MAX_WAITING).get()).docs.map((doc) => doc.data());
      }),

    nextNonce: () => reaching(async () => walletIn((await wallet.get()).data()).nextNonce ?? 0),

    spentWei: (day) => reaching(async () => onDay(walletIn((await wallet.get()).data()), day).spentWei),
  };

  function change<T>(one: Change<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ change: one, resolve: resolve as Queued["resolve"], reject });
      if (!isDraining) void drain();
    });
  }

  async function drain(): Promise<void> {
    isDraining = true;
    while (queue.length > 0) {
      const group = queue.splice(0, MAX_GROUP);
      const givenUp = new AbortController();
      try {
        const results = await reaching(() =>
          commit(
            group.map(({ change: one }) => one),
            givenUp.signal,
          ),
        );
        group.forEach(({ resolve }, at) => resolve(results[at]));
      } catch (error) {
        givenUp.abort();
        group.forEach(({ reject }) => reject(error));
      }
    }
    isDraining = false;
  }

  /** Reads, computes, and writes if nothing changed meanwhile; else again. A commit whose answer was lost is seen by what it wrote. */
  async function commit(changes: readonly Change<unknown>[], givenUp: AbortSignal): Promise<unknown[]> {
    const keys = [...new Set(changes.flatMap((one) => one.keys))];
    const names = [...new Set(changes.flatMap((one) => one.spenders))];
    for (let attempt = 1; ; attempt++) {
      const { ledger, at } = await read(keys, names);
      const results = changes.map((one) => one.apply(ledger));
      if (!ledger.isChanged) return results;
      if (givenUp.aborted) throw new StoreUnavailable("given up");
      try {
        await batchOf(db, writesOf(ledger, at)).commit();
        return results;
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw new StoreUnavailable(error);
        await sleep(randomInt(Math.min(MAX_PAUSE_MS, 10 * 2 ** attempt)));
      }
    }
  }

  /** The documents as a ledger, and each as it was read. */
  async function read(keys: readonly string[], names: readonly string[]) {
    const refs = [...keys.map((key) => transactions.doc(key)), ...names.map((name) => spenders.doc(name))];
    const found = await getAll([wallet, ...refs]);
    const docs = new Map(found.map((doc) => [doc.ref.path, doc]));
    const at = <T>({ path }: DocumentReference<T>) => docs.get(path) as DocumentSnapshot<T>;
    const ledger = new WalletLedger(
      walletIn(at(wallet).data()),
      new Map(keys.map((key) => [key, at(transactions.doc(key)).data() ?? null])),
      new Map(names.map((name) => [name, at(spenders.doc(name)).data() ?? NEW_PAYER])),
    );
    return { ledger, at };
  }

  /** Each document under the condition that it is still as it was read. */
  function writesOf(
    { wallet: record, changed }: WalletLedger,
    at: <T>(ref: DocumentReference<T>) => DocumentSnapshot<T>,
  ): Write[] {
    const newest = Math.max(...[...changed.outgoing.values()].map(({ signedAt }) => signedAt));
    const expireAt = time.encode(newest + KEPT_MS);
    return [
      WALLETS.put(at(wallet), storedWallet(record)),
      ...[...changed.outgoing].map(([key, one]) =>
        place.outgoing.put(at(transactions.doc(key)), one, { settler: address }),
      ),
      ...[...changed.spenders].map(([name, one]) => place.spenders.put(at(spenders.doc(name)), one, { expireAt })),
    ];
  }
}

const namesOf = ({ spenders }: EnqueueOrder) => spenders.map(({ name }) => name);

function walletIn(stored: StoredWallet | undefined): WalletRecord {
  if (!stored) return NEW_WALLET;
  const { accountRiskWei: account, contractRiskWei: contract, ...wallet } = stored;
  return { ...wallet, riskWei: { account, contract } };
}

function storedWallet({ riskWei, ...wallet }: WalletRecord): StoredWallet {
  return { ...wallet, accountRiskWei: riskWei.account, contractRiskWei: riskWei.contract };
}
