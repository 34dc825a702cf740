import { FieldValue, Timestamp, type DocumentSnapshot, type Firestore } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import type { EnqueueOrder, Enqueued, Outgoing, SettlementBooks } from "../../ports/settlement";
import { reaching } from "./faults";

const KEPT_MS = 90 * 24 * 3_600_000;
/** Reverted settlements of one payer in one day, after which no more are sent. */
const MOST_FAILURES = 3;
/** Nonces that the chain may be ahead of the books; one node that is further ahead is not believed: a gap would hold up all. */
const MOST_AHEAD = 100;
/** More are under way only where the chain stands still. */
const MOST_WAITING = 200;
/** Instances meet at one document; whoever comes second tries again. */
const TRANSACTION = { maxAttempts: 10 };

/** The wallet in `settlers/{address}`, its transactions in `settlements/{key}`, payers' days in `settlementPayers`. */
export function firestoreSettlementBooks(db: Firestore, settler: Address): SettlementBooks {
  const wallet = db.collection("settlers").doc(settler);
  const settlements = db.collection("settlements");
  const ref = (key: string) => settlements.doc(key);
  const payerDay = (payer: Address, day: string) => db.collection("settlementPayers").doc(`${payer}-${day}`);

  return {
    find: (key) => reaching(async () => readOutgoing(await ref(key).get())),

    enqueue: (order, sign) =>
      reaching(() =>
        db.runTransaction(async (transaction): Promise<Enqueued> => {
          const payer = order.payer && payerDay(order.payer, order.day);
          const [own, known, theirs] = await transaction.getAll(wallet, ref(order.key), ...(payer ? [payer] : []));
          const living = known && readOutgoing(known);
          if (living && (living.state === "sent" || living.state === "succeeded")) return { outcome: "queued", outgoing: living };
          if (Number(theirs?.get("reverted") ?? 0) >= MOST_FAILURES) return { outcome: "barred" };
          if (Number(theirs?.get("open") ?? 0) >= order.mostOpen) return { outcome: "crowded" };
          const leftWei = order.budgetWei - spentOn(order.day, own);
          if (order.reservedWei > leftWei) return { outcome: "overBudget", leftWei };
          const outgoing = sign(nonceFor(order, own));
          transaction.set(wallet, {
            nextNonce: Math.max(Number(own?.get("nextNonce") ?? 0), outgoing.nonce + 1),
            day: order.day,
            spentWei: String(spentOn(order.day, own) + order.reservedWei),
          });
          transaction.set(ref(order.key), outgoingData(outgoing, settler));
          if (payer) transaction.set(payer, { open: FieldValue.increment(1), expireAt: keptFrom(Date.parse(order.day)) }, { merge: true });
          return { outcome: "queued", outgoing };
        }, TRANSACTION),
      ),

    replace: (old, next, budgetWei) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const [own, known] = await transaction.getAll(wallet, ref(old.key));
          const stored = known && readOutgoing(known);
          if (stored?.state !== old.state || stored.txHashes.at(-1) !== old.txHashes.at(-1)) return false;
          const spent = spentOn(old.day, own) + next.reservedWei - old.reservedWei;
          if (spent > budgetWei) return false;
          if (own?.get("day") === old.day) transaction.update(wallet, { spentWei: String(spent) });
          transaction.set(ref(old.key), outgoingData(next, settler));
          return true;
        }, TRANSACTION),
      ),

    finish: (outgoing, state, paidWei) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const [own, known] = await transaction.getAll(wallet, ref(outgoing.key));
          const stored = known && readOutgoing(known);
          if (stored?.state !== "sent" || stored.nonce !== outgoing.nonce) return;
          const spent = spentOn(stored.day, own) + paidWei - stored.reservedWei;
          if (own?.get("day") === stored.day) transaction.update(wallet, { spentWei: String(spent) });
          transaction.set(ref(outgoing.key), outgoingData({ ...stored, state, reservedWei: paidWei }, settler));
          if (!stored.payer) return;
          const counts = { open: FieldValue.increment(-1), ...(state === "reverted" && { reverted: FieldValue.increment(1) }) };
          transaction.set(payerDay(stored.payer, stored.day), counts, { merge: true });
        }, TRANSACTION),
      ),

    waiting: () =>
      reaching(async () => {
        const found = await settlements.where("settler", "==", settler).where("state", "==", "sent").limit(MOST_WAITING).get();
        const all = found.docs.map(readOutgoing).filter((one) => one !== null);
        return all.sort((a, b) => a.nonce - b.nonce);
      }),

    atNonce: (nonce) =>
      reaching(async () => {
        const found = await settlements.where("settler", "==", settler).where("nonce", "==", nonce).limit(1).get();
        return found.docs[0] ? readOutgoing(found.docs[0]) : null;
      }),

    nextNonce: () => reaching(async () => Number((await wallet.get()).get("nextNonce") ?? 0)),

    spentWei: (day) => reaching(async () => spentOn(day, await wallet.get())),
  };
}

/** The next of the books or of the chain, whichever is further; or the one that is to be filled. */
function nonceFor({ fills, chainNonce }: EnqueueOrder, wallet: DocumentSnapshot | undefined): number {
  if (fills !== undefined) return fills;
  if (!wallet?.exists) return chainNonce;
  const next = Number(wallet.get("nextNonce"));
  return chainNonce > next + MOST_AHEAD ? next : Math.max(next, chainNonce);
}

function keptFrom(ms: number): Timestamp {
  return Timestamp.fromMillis(ms + KEPT_MS);
}

function spentOn(day: string, wallet: DocumentSnapshot | undefined): bigint {
  return wallet?.get("day") === day ? BigInt(wallet.get("spentWei") as string) : 0n;
}

function outgoingData(outgoing: Outgoing, settler: Address): Record<string, unknown> {
  const { gas, maxFeePerGas, maxPriorityFeePerGas, reservedWei, ...rest } = outgoing;
  const texts = { gas, maxFeePerGas, maxPriorityFeePerGas, reservedWei };
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.toString()])),
    settler,
    expireAt: keptFrom(outgoing.signedAt),
  };
}

function readOutgoing(doc: DocumentSnapshot): Outgoing | null {
  const data = doc.data();
  if (!data) return null;
  const { settler: _settler, expireAt: _expireAt, ...rest } = data;
  const wei = (name: string) => BigInt(rest[name] as string);
  const amounts = { gas: wei("gas"), maxFeePerGas: wei("maxFeePerGas"), maxPriorityFeePerGas: wei("maxPriorityFeePerGas"), reservedWei: wei("reservedWei") };
  return { ...rest, ...amounts } as Outgoing;
}
