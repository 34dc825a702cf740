import {
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type WriteBatch,
} from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import { stands, type Interest } from "../../domain/interest";
import { taskName, type TaskKey } from "../../domain/task/events";
import type { Task } from "../../domain/task/task";
import type { Interests } from "../../ports/interests";
import type { Page } from "../../ports/tasks";
import { addToCountersOf, countersRef } from "./counters";
import { reaching } from "./faults";
import { countChanged, countStanding } from "./interestCounts";
import { ON_A_PAGE, pageIn, pageOf, readPage, rewritePages } from "./interestPages";
import { readTask, TASKS } from "./taskDocument";
import { write } from "./unitOfWork";

/**
 * Interests in `interests/{task}-{worker}`, which says `uncounted: true` until `interestCount` of the task knows it; a
 * worker's active interests are counted in `interested` of its counters, all it ever registered in `told`. Interests of
 * different workers in one task write no document in common.
 */
export function firestoreInterests(db: Firestore, onAPage = ON_A_PAGE): Interests {
  const interests = db.collection("interests");
  const interestRef = (key: TaskKey, worker: Address) => interests.doc(`${taskName(key)}-${worker}`);

  return {
    find: (task, worker) => reaching(async () => readInterest(await interestRef(task, worker).get(), task)),

    async change(key, worker, change, unit) {
      const taskRef = db.collection(TASKS).doc(taskName(key));
      const counters = countersRef(db, worker);
      const [taskDoc, doc, countersDoc] = await reaching(() => db.getAll(taskRef, interestRef(key, worker), counters));
      if (!taskDoc || !doc || !countersDoc) throw new Error("a document was asked for and not answered");
      const record = readTask(taskDoc);
      if (!record) return null;
      const { task } = record;
      const known = readInterest(doc, task);
      const interest = change(task, known);
      if (interest === known) return { record, interest };
      // What is counted is documents: one that another task of this id has left behind, before a reorg, is counted already.
      const more = Number(stands(interest)) - Number(doc.get("stands") === true);
      const page = pageOf(interest, doc, Math.floor(Number(countersDoc.get("told") ?? 0) / onAPage));
      const isCounted = more === 0 && doc.get("poster") === task.poster;
      const fields = { ...interestFields(interest, task), page, ...(!isCounted && { uncounted: true }) };
      const counts = [
        ["interested", more],
        ["told", Math.max(0, more)],
      ] as const;
      const { updateTime: lastUpdateTime } = doc;
      await write(db, unit, [
        ...(more === 0 ? [] : [(batch: WriteBatch) => addToCountersOf(batch, counters, counts)]),
        ...rewritePages(db, interest, task, pageIn(doc), page),
        (batch) => (lastUpdateTime ? batch.update(doc.ref, fields, { lastUpdateTime }) : batch.create(doc.ref, fields)),
      ]);
      return { record, interest };
    },

    count: (task) => countStanding(db, taskName(task), task.poster),
    countChanged: (limit) => countChanged(db, limit),

    ofTask: (task, limit, cursor) =>
      page(interests.where("task", "==", taskName(task)).where("poster", "==", task.poster), limit, cursor),
    ofWorker: (worker, limit, cursor) => readPage(db, worker, limit, cursor),
  };
}

async function page(query: Query, limit: number, cursor: string | null): Promise<Page<Interest>> {
  return reaching(async () => {
    const newest = query.orderBy("sortKey", "desc");
    const { docs } = await (cursor === null ? newest : newest.startAfter(cursor)).limit(limit + 1).get();
    const shown = docs.slice(0, limit);
    const nextCursor = docs.length > limit ? (shown.at(-1)?.get("sortKey") as string) : null;
    return { items: shown.map(interestIn), nextCursor };
  });
}

function interestFields(interest: Interest, { poster }: Task): DocumentData {
  const { worker, message, status, voucher, createdAt, decidedAt } = interest;
  return {
    contract: interest.contract,
    taskId: String(interest.taskId),
    task: taskName(interest),
    poster,
    worker,
    message,
    status,
    voucher: voucher && { ...voucher },
    createdAt,
    decidedAt,
    stands: stands(interest),
    sortKey: `${String(createdAt).padStart(15, "0")}-${taskName(interest)}-${worker}`,
  };
}

/** The interest in a document, if it is addressed to the task's poster. */
function readInterest(doc: DocumentSnapshot, { poster }: Task): Interest | null {
  return doc.get("poster") === poster ? interestIn(doc) : null;
}

function interestIn(doc: DocumentSnapshot): Interest {
  const of = (name: keyof Interest) => doc.get(name) as never;
  return {
    contract: of("contract"),
    taskId: BigInt(of("taskId")),
    worker: of("worker"),
    message: of("message"),
    status: of("status"),
    voucher: of("voucher"),
    createdAt: of("createdAt"),
    decidedAt: of("decidedAt"),
  };
}
