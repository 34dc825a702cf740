import { FieldPath, type Firestore, type Query } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import type { WalletCounts } from "../../domain/walletCounts";
import { countersRef } from "./counters";
import { ON_A_PAGE, PAGES, pageIn, rebuiltPages } from "./interestPages";
import { TASKS } from "./taskDocument";

const SCANNED = 500;
/** Wallets at a time. */
const AT_A_TIME = 10;

/**
 * Recounts every wallet's counters and pages of interests from its tasks and interests; returns the number of wallets.
 * Each wallet is one transaction: concurrent writes are counted before or after it.
 */
export async function recountWallets(db: Firestore, onAPage = ON_A_PAGE): Promise<number> {
  const wallets = [...(await walletsIn(db))].sort();
  for (let at = 0; at < wallets.length; at += AT_A_TIME) {
    await Promise.all(wallets.slice(at, at + AT_A_TIME).map((wallet) => recountOne(db, wallet, onAPage)));
  }
  return wallets.length;
}

async function recountOne(db: Firestore, wallet: Address, onAPage: number): Promise<void> {
  const tasks = db.collection(TASKS);
  const ownInterests = db.collection("interests").where("worker", "==", wallet).where("stands", "==", true);
  const ownPages = db.collection(PAGES).where("worker", "==", wallet);
  await db.runTransaction(async (transaction) => {
    const count = async (query: Query) => (await transaction.get(query.count())).data().count;
    const [counters, posted, started, completed, interests, pages] = await Promise.all([
      transaction.get(countersRef(db, wallet)),
      count(tasks.where("poster", "==", wallet)),
      count(tasks.where("worker", "==", wallet)),
      count(tasks.where("parties", "array-contains", wallet).where("settled", "==", true)),
      transaction.get(ownInterests),
      transaction.get(ownPages.select()),
    ]);
    const lastPage = Math.max(0, ...interests.docs.map((doc) => pageIn(doc) ?? 0));
    const told = Math.max(Number(counters.get("told") ?? 0), interests.size, lastPage * onAPage);
    const newest = Math.floor(told / onAPage);
    const rebuilt = rebuiltPages(interests.docs, newest);
    const counts: WalletCounts = { posted, started, completed, interested: interests.size };
    transaction.set(counters.ref, { ...counts, told });
    for (const { ref } of pages.docs)
      if (!rebuilt.has(Number(ref.id.slice(wallet.length + 1)))) transaction.delete(ref);
    for (const [number, page] of rebuilt) transaction.set(db.collection(PAGES).doc(`${wallet}-${number}`), page);
    for (const doc of interests.docs) if (pageIn(doc) === null) transaction.update(doc.ref, { page: newest });
  });
}

/** Every wallet that has counters, or should have them. */
async function walletsIn(db: Firestore): Promise<ReadonlySet<Address>> {
  const wallets = new Set<Address>();
  for (const [collection, ...fields] of [
    ["boards"],
    [TASKS, "poster", "worker"],
    ["interests", "worker"],
    [PAGES, "worker"],
  ] as const) {
    const pages = db
      .collection(collection)
      .orderBy(FieldPath.documentId())
      .select(...fields)
      .limit(SCANNED);
    for (let query = pages; ;) {
      const { docs } = await query.get();
      for (const doc of docs) {
        const found = fields.length === 0 ? [doc.id] : fields.map((name) => doc.get(name) as string | null | undefined);
        for (const wallet of found) if (wallet) wallets.add(wallet as Address);
      }
      const last = docs.at(-1);
      if (!last) break;
      query = pages.startAfter(last.id);
    }
  }
  return wallets;
}
