import { FieldValue, type DocumentSnapshot, type Firestore } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import { MAX_INTERESTS_COUNTED } from "../../domain/interest";
import type { InterestsCounted } from "../../ports/interests";
import { reaching, unlessConflict } from "./faults";
import { INTERESTS } from "./interestDocuments";
import { chunksOf } from "./reading";
import { taskIn, TASKS } from "./taskDocument";

/** Tasks at a time, and documents that are written at a time. */
const AT_A_TIME = 10;
const WRITES_AT_A_TIME = 50;

/** How many interests stand that are addressed to the task's poster, at most `MAX_INTERESTS_COUNTED`. */
export async function countStanding(db: Firestore, task: string, poster: Address): Promise<number> {
  const addressed = INTERESTS.in(db).where("task", "==", task).where("poster", "==", poster);
  const standing = addressed.where("stands", "==", true).limit(MAX_INTERESTS_COUNTED);
  return reaching(async () => (await standing.count().get()).data().count);
}

/**
 * Counts the interests of the tasks of which some say `uncounted`, and of those that say `recount`, into
 * `interestCount` of the task.
 *
 * Each interest has its own documents, so that concurrent ones write no document in common. Only this function writes
 * their count to the task's document; it may be interrupted and repeated.
 */
export async function countChanged(db: Firestore, limit: number): Promise<InterestsCounted> {
  const [{ docs }, { docs: recounts }] = await reaching(() =>
    Promise.all([
      INTERESTS.in(db).where("uncounted", "==", true).select("task").limit(limit).get(),
      TASKS.in(db).where("recount", "==", true).select().limit(limit).get(),
    ]),
  );
  const byTask = new Map<string, DocumentSnapshot[]>(recounts.map(({ id }) => [id, []]));
  for (const doc of docs) {
    const task = doc.get("task") as string;
    const group = byTask.get(task);
    if (group) group.push(doc);
    else byTask.set(task, [doc]);
  }
  let written = 0;
  let failed = 0;
  for (const some of chunksOf([...byTask], AT_A_TIME)) {
    const counted = await Promise.allSettled(some.map(([task, changed]) => countOne(db, task, changed)));
    written += counted.filter((one) => one.status === "fulfilled" && one.value).length;
    failed += counted.filter(({ status }) => status === "rejected").length;
  }
  return { tasks: written, failed, hasMore: docs.length === limit || recounts.length === limit };
}

/** True where the task's count was written. */
async function countOne(db: Firestore, task: string, changed: readonly DocumentSnapshot[]): Promise<boolean> {
  const ref = TASKS.in(db).doc(task);
  const doc = await reaching(() => ref.get());
  const stored = doc.data();
  const record = taskIn(stored);
  const interestCount = record ? await countStanding(db, task, record.task.poster) : 0;
  const isNew = record !== null && interestCount !== record.interestCount;
  const fields = {
    ...(isNew && { interestCount }),
    // The ledger only knows whether there is any interest.
    ...(isNew && interestCount > 0 !== record.interestCount > 0 && { unbooked: true }),
    ...(stored?.recount === true && { recount: FieldValue.delete() }),
  };
  if (Object.keys(fields).length > 0) {
    const { updateTime: lastUpdateTime } = doc;
    const isWritten = await unlessConflict(() => ref.update(fields, lastUpdateTime ? { lastUpdateTime } : {}));
    if (!isWritten) return false;
  }
  for (const some of chunksOf(changed, WRITES_AT_A_TIME)) await Promise.all(some.map(settleOne));
  return isNew;
}

/** An interest that has changed since stays uncounted. */
async function settleOne({ ref, updateTime: lastUpdateTime }: DocumentSnapshot): Promise<void> {
  await unlessConflict(() => ref.update({ uncounted: FieldValue.delete() }, lastUpdateTime ? { lastUpdateTime } : {}));
}
