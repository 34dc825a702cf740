import { FieldPath, type Firestore, type Query } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import type { WalletCounts } from "../../domain/walletCounts";
import { COUNTERS } from "./counters";
import { INTERESTS, PAGES } from "./interestDocuments";
import { ON_A_PAGE, rebuiltPages } from "./interestPages";
import { allOf, chunksOf } from "./reading";
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
  for (const some of chunksOf(wallets, AT_A_TIME))
    await Promise.all(some.map((wallet) => recountOne(db, wallet, onAPage)));
  return wallets.length;
}

async function recountOne(db: Firestore, wallet: Address, onAPage: number): Promise<void> {
  const tasks = TASKS.in(db);
  const ownInterests = INTERESTS.in(db).where("worker", "==", wallet).where("stands", "==", true);
  const ownPages = PAGES.in(db).where("worker", "==", wallet);
  await db.runTransaction(async (transaction) => {
    const count = async (query: Query<unknown>) => (await transaction.get(query.count())).data().count;
    const [counters, posted, started, completed, interests, pages] = await Promise.all([
      transaction.get(COUNTERS.in(db).doc(wallet)),
      count(tasks.where("poster", "==", wallet)),
      count(tasks.where("worker", "==", wallet)),
      count(tasks.where("parties", "array-contains", wallet).where("settled", "==", true)),
      transaction.get(ownInterests),
      transaction.get(ownPages.select()),
    ]);
    const standing = interests.docs.map((doc) => doc.data());
    const lastPage = Math.max(0, ...standing.map(({ page }) => page ?? 0));
    const told = Math.max(counters.data()?.told ?? 0, standing.length, lastPage * onAPage);
    const newest = Math.floor(told / onAPage);
    const rebuilt = rebuiltPages(standing, newest);
    const counts: WalletCounts = { posted, started, completed, interested: standing.length };
    transaction.set(counters.ref, { ...counts, told });
    for (const { ref } of pages.docs)
      if (!rebuilt.has(Number(ref.id.slice(wallet.length + 1)))) transaction.delete(ref);
    for (const [number, entries] of rebuilt)
      transaction.set(PAGES.in(db).doc(`${wallet}-${number}`), { worker: wallet, number, entries });
    for (const doc of interests.docs)
      if ((doc.data().page ?? null) === null) transaction.update(doc.ref, { page: newest });
  });
}

/** Every wallet that has counters, or should have them. */
async function walletsIn(db: Firestore): Promise<ReadonlySet<Address>> {
  const wallets = new Set<Address>();
  for (const [{ path }, ...fields] of [
    [COUNTERS],
    [TASKS, "poster", "worker"],
    [INTERESTS, "worker"],
    [PAGES, "worker"],
  ] as const) {
    const all = db.collection(path).orderBy(FieldPath.documentId());
    for await (const doc of allOf(all.select(...fields), SCANNED)) {
      const found = fields.length === 0 ? [doc.id] : fields.map((name) => doc.get(name) as string | null | undefined);
      for (const wallet of found) if (wallet) wallets.add(wallet as Address);
    }
  }
  return wallets;
}
