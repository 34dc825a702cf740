import { FieldPath, type Firestore, type Query, type DocumentSnapshot } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import { windowOf } from "../../../domain/task/status";
import type { WalletCounts } from "../../../domain/contribution";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import { COUNTERS } from "../accounts/counters";
import { reaching, unlessConflict } from "../faults";
import { INTERESTS, PAGES, ON_A_PAGE, rebuiltPages } from "../tasks/interests";
import { allOf, chunksOf } from "../reading";
import { TASKS, listedIn, taskIn } from "../tasks/taskDocument";
import { listingFields, wordsWrites } from "../tasks/taskListing";
import { batchOf, putUnchanged } from "../unitOfWork";

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

const RELISTED = 300;
const RELISTED_AT_A_TIME = 25;
const ATTEMPTS = 8;

/**
 * Writes the fields and words by which tasks are found; returns the number of documents. Safe with concurrent writes: a document that changes meanwhile is read again.
 */
export async function relistTasks(db: Firestore): Promise<number> {
  const names: string[] = [];
  const all = db.collection(TASKS.path).orderBy(FieldPath.documentId()).select();
  for await (const { id } of allOf(all, RELISTED)) names.push(id);
  for (const some of chunksOf(names, RELISTED_AT_A_TIME)) await Promise.all(some.map((name) => relist(db, name)));
  return names.length;
}

async function relist(db: Firestore, name: string): Promise<void> {
  const ref = TASKS.in(db).doc(name);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const doc = await reaching(() => ref.get());
    if (!doc.exists || (await unlessConflict(() => batchOf(db, writesOf(doc)).commit()))) return;
  }
  throw new StoreUnavailable(new Error(`${name} changes too often`));

  function writesOf(found: DocumentSnapshot<Parameters<typeof taskIn>[0] & object>) {
    const stored = found.data();
    const record = taskIn(stored);
    const noticeAt = found.get("noticeAt") as number | null | undefined;
    // Of a window whose last notice was given, nothing opens again; one without any notice is as its step left it.
    const window =
      noticeAt === undefined
        ? windowOf(record?.task ?? null)
        : { isOpen: noticeAt !== null && record?.task.state === "FUNDED" };
    const fields = { ...listingFields(record?.task ?? null, record?.metadata ?? null), ...window };
    return [putUnchanged(found, fields), ...wordsWrites(db, null, listedIn({ ...stored, isOpen: window.isOpen }))];
  }
}
