import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Timestamp,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type WriteBatch,
} from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import { NEW_PAYER, type PayerRecord } from "../../domain/payment/gasRisk";
import type { Outgoing, SettlementStore } from "../../ports/settlement";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import { isConflict, reaching } from "./faults";
import { NEW_WALLET, onDay, SettlementLedger, type WalletRecord } from "./settlementLedger";

const KEPT_MS = 90 * 24 * 3_600_000;
/** More are under way only where the chain stands still. */
const MAX_WAITING = 200;
/** Changes that go into one commit. */
const MAX_GROUP = 50;
/** Other instances may be faster so often; then the database is too busy. */
const MAX_ATTEMPTS = 12;
/** Milliseconds that an instance waits at the most before it tries again. */
const MAX_PAUSE_MS = 400;

/** A change of the store: what it depends on, and the result. It may be applied more than once. */
interface Change<T> {
  keys: readonly string[];
  payers: readonly Address[];
  apply(ledger: SettlementLedger): T;
}

interface Queued {
  change: Change<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * The wallet in `settlers/{address}`, its transactions in `settlements/{key}`, its payers in `settlementPayers/{address}`.
 *
 * A change is written under the condition that every document is still as it was read, so no lock is held while an
 * instance works. Changes that come while a commit is under way go together in the next one.
 */
export function firestoreSettlementStore(db: Firestore, settler: Address): SettlementStore {
  const wallet = db.collection("settlers").doc(settler);
  const settlements = db.collection("settlements");
  const payers = db.collection("settlementPayers");
  const queue: Queued[] = [];
  let isDraining = false;

  return {
    find: (key) => reaching(async () => readOutgoing(await settlements.doc(key).get())),

    enqueue: (order, sign) =>
      change({
        keys: [order.key],
        payers: order.payer ? [order.payer.address] : [],
        apply: (ledger) => ledger.enqueue(order, sign),
      }),

    replace: (old, next, budgetWei) =>
      change({ keys: [old.key], payers: [], apply: (ledger) => ledger.replace(old, next, budgetWei) }),

    async finish(ended, nowMs) {
      for (let at = 0; at < ended.length; at += MAX_GROUP) {
        const some = ended.slice(at, at + MAX_GROUP);
        await change({
          keys: some.map(({ outgoing }) => outgoing.key),
          payers: some.flatMap(({ outgoing }) => outgoing.payer ?? []),
          apply: (ledger) => some.forEach((one) => ledger.finish(one, nowMs)),
        });
      }
    },

    waiting: () =>
      reaching(async () => {
        const found = await settlements
          .where("settler", "==", settler)
          .where("state", "==", "sent")
          .limit(MAX_WAITING)
          .get();
        return found.docs.flatMap((doc) => readOutgoing(doc) ?? []).sort((a, b) => a.nonce - b.nonce);
      }),

    fromNonce: (nonce) =>
      reaching(async () => {
        const made = settlements.where("settler", "==", settler).where("nonce", ">=", nonce).orderBy("nonce");
        return (await made.limit(MAX_WAITING).get()).docs.flatMap((doc) => readOutgoing(doc) ?? []);
      }),

    nextNonce: () => reaching(async () => readWallet(await wallet.get()).nextNonce ?? 0),

    spentWei: (day) => reaching(async () => onDay(readWallet(await wallet.get()), day).spentWei),
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
    const addresses = [...new Set(changes.flatMap((one) => one.payers))];
    const refs = [
      wallet,
      ...keys.map((key) => settlements.doc(key)),
      ...addresses.map((address) => payers.doc(address)),
    ];
    for (let attempt = 1; ; attempt++) {
      const docs = new Map((await db.getAll(...refs)).map((doc) => [doc.ref.path, doc]));
      const ledger = new SettlementLedger(
        readWallet(docs.get(wallet.path)),
        new Map(keys.map((key) => [key, readOutgoing(docs.get(settlements.doc(key).path))])),
        new Map(addresses.map((address) => [address, readPayer(docs.get(payers.doc(address).path))])),
      );
      const results = changes.map((one) => one.apply(ledger));
      if (!ledger.isChanged) return results;
      if (givenUp.aborted) throw new StoreUnavailable("given up");
      try {
        await writes(docs, ledger).commit();
        return results;
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw new StoreUnavailable(error);
        await sleep(randomInt(Math.min(MAX_PAUSE_MS, 10 * 2 ** attempt)));
      }
    }
  }

  /** Each document under the condition that it is still as it was read. */
  function writes(
    docs: ReadonlyMap<string, DocumentSnapshot>,
    { wallet: record, changed }: SettlementLedger,
  ): WriteBatch {
    const batch = db.batch();
    const put = (ref: DocumentReference, fields: Record<string, unknown>) => {
      const updateTime = docs.get(ref.path)?.updateTime;
      if (updateTime) batch.update(ref, fields, { lastUpdateTime: updateTime });
      else batch.create(ref, fields);
    };
    put(wallet, walletData(record));
    for (const [key, outgoing] of changed.outgoing) put(settlements.doc(key), outgoingData(outgoing, settler));
    for (const [address, payer] of changed.payers) put(payers.doc(address), payerData(payer, changed.outgoing));
    return batch;
  }
}

function readWallet(doc: DocumentSnapshot | undefined): WalletRecord {
  if (!doc?.exists) return NEW_WALLET;
  const wei = (name: string) => BigInt((doc.get(name) as string | undefined) ?? 0);
  return {
    nextNonce: Number(doc.get("nextNonce")),
    day: doc.get("day") as string,
    spentWei: wei("spentWei"),
    riskWei: { account: wei("accountRiskWei"), contract: wei("contractRiskWei") },
    riskAt: Number(doc.get("riskAt") ?? 0),
  };
}

function walletData({ nextNonce, day, spentWei, riskWei, riskAt }: WalletRecord): Record<string, unknown> {
  return {
    nextNonce,
    day,
    spentWei: String(spentWei),
    accountRiskWei: String(riskWei.account),
    contractRiskWei: String(riskWei.contract),
    riskAt,
  };
}

function readPayer(doc: DocumentSnapshot | undefined): PayerRecord {
  const { open, succeeded, revertedAt } = (doc?.data() ?? NEW_PAYER) as PayerRecord;
  return { open, succeeded, revertedAt };
}

/** Kept as long as the payer's newest settlement. */
function payerData(payer: PayerRecord, changed: ReadonlyMap<string, Outgoing>): Record<string, unknown> {
  return { ...payer, expireAt: keptFrom(Math.max(...[...changed.values()].map(({ signedAt }) => signedAt))) };
}

function keptFrom(ms: number): Timestamp {
  return Timestamp.fromMillis(ms + KEPT_MS);
}

const AMOUNTS = ["gas", "maxFeePerGas", "maxPriorityFeePerGas", "reservedWei"] as const;

function outgoingData(outgoing: Outgoing, settler: Address): Record<string, unknown> {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, outgoing[name].toString()]));
  return { ...outgoing, ...amounts, settler, expireAt: keptFrom(outgoing.signedAt) };
}

function readOutgoing(doc: DocumentSnapshot | undefined): Outgoing | null {
  const data = doc?.data();
  if (!data) return null;
  const { settler: _settler, expireAt: _expireAt, ...rest } = data;
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, BigInt(rest[name] as string)]));
  return { risk: null, ...rest, ...amounts } as Outgoing;
}
