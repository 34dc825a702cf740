import { StoreUnavailable } from "../../ports/storeUnavailable";
import { FieldPath, type DocumentSnapshot, type Firestore } from "@google-cloud/firestore";
import { reaching, unlessConflict } from "./faults";
import { allOf, chunksOf } from "./reading";
import { windowOf } from "../../domain/task/window";
import { listedIn, taskIn, TASKS } from "./taskDocument";
import { listingFields, wordsWrites } from "./taskListing";
import { batchOf, putUnchanged } from "./unitOfWork";

const SCANNED = 300;
const AT_A_TIME = 25;
const ATTEMPTS = 8;

/**
 * Writes the fields and words by which tasks are found; returns the number of documents. Safe with concurrent writes: a document that changes meanwhile is read again.
 */
export async function relistTasks(db: Firestore): Promise<number> {
  const names: string[] = [];
  const all = db.collection(TASKS.path).orderBy(FieldPath.documentId()).select();
  for await (const { id } of allOf(all, SCANNED)) names.push(id);
  for (const some of chunksOf(names, AT_A_TIME)) await Promise.all(some.map((name) => relist(db, name)));
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
