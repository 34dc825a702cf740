import type { Firestore, QueryDocumentSnapshot } from "@google-cloud/firestore";
import { deadlineEvent } from "../../../domain/events/serviceEvents";
import { dueNotice, windowOf } from "../../../domain/task/status";
import type { Deadlines } from "../../../ports/tasks";
import type { FirestoreEventLog } from "../events/eventLog";
import { reaching, unlessConflict } from "../faults";
import { listedIn, taskIn, TASKS } from "./taskDocument";
import { wordsWrites } from "./taskListing";
import { batchOf, putUnchanged, type Write } from "../unitOfWork";

type TaskDoc = QueryDocumentSnapshot<NonNullable<Parameters<typeof taskIn>[0]>>;

/** Notices by `noticeAt` of the task documents, which each new window sets. */
export function firestoreDeadlines(db: Firestore, log: FirestoreEventLog): Deadlines {
  return {
    async giveNotice(nowMs, limit) {
      const due = TASKS.in(db).where("noticeAt", "<=", Math.floor(nowMs / 1000));
      const { docs } = await reaching(() => due.orderBy("noticeAt").limit(limit).get());
      let given = 0;
      for (const doc of docs) given += Number(await giveOne(doc, nowMs));
      if (given > 0) await log.publishQuietly();
      return { given, contended: docs.length - given };
    },
  };

  /** False if the task was written concurrently. */
  async function giveOne(doc: TaskDoc, nowMs: number): Promise<boolean> {
    const task = taskIn(doc.data())?.task ?? null;
    const notice = task && dueNotice(task, Math.floor(nowMs / 1000));
    if (!task || !notice) return commit(putUnchanged(doc, { ...windowOf(task) }));
    const { window, percent } = notice;
    const stored = doc.data();
    const words = wordsWrites(db, listedIn(stored), listedIn({ ...stored, isOpen: window.isOpen }));
    const moved = [putUnchanged(doc, { ...window }), ...words];
    const event = deadlineEvent(task, percent, nowMs);
    if (await commit(...moved, ...log.writesFor([event]))) return true;
    // A reorg may have brought the same window back after its notice.
    return (await log.has(event.id)) && commit(...moved);
  }

  function commit(...writes: readonly Write[]): Promise<boolean> {
    return unlessConflict(() => batchOf(db, writes).commit());
  }
}
