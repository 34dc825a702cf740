import { type Firestore, type WriteBatch } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import { interestEvents } from "../../domain/events/serviceEvents";
import { stands, type Interest } from "../../domain/interest";
import { taskName, type TaskKey } from "../../domain/task/events";
import type { Task } from "../../domain/task/task";
import type { UnitOfWork } from "../../domain/unitOfWork";
import type { Interests } from "../../ports/interests";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import { addToCountersOf, COUNTERS } from "./counters";
import { firestoreEventLog } from "./eventLog";
import { reaching } from "./faults";
import { countChanged, countStanding } from "./interestCounts";
import { INTERESTS, ORDERS, type StoredInterest } from "./interestDocuments";
import { ON_A_PAGE, pageOf, readPage, rewritePages } from "./interestPages";
import { getAll, pageBy } from "./reading";
import { taskIn, TASKS } from "./taskDocument";
import { commitUnit, write } from "./unitOfWork";

/** How often a change that is committed at once is tried. */
const MAX_TRIES = 5;

/**
 * Interests, and their counts: a worker's active ones in `interested` of its counters, all that it ever registered in
 * `told`. Interests of different workers in one task write no common document.
 */
export function firestoreInterests(db: Firestore, onAPage = ON_A_PAGE, log = firestoreEventLog(db)): Interests {
  const interests = INTERESTS.in(db);
  const interestRef = (key: TaskKey, worker: Address) => interests.doc(`${taskName(key)}-${worker}`);

  const store: Interests = {
    find: (task, worker) => reaching(async () => addressed((await interestRef(task, worker).get()).data(), task)),

    async findAll(of) {
      const docs = await getAll(
        db,
        of.map(({ task, worker }) => interestRef(task, worker)),
      );
      return docs.map((doc, at) => addressed(doc.data(), of[at]?.task));
    },

    async changeNow(key, worker, change) {
      for (let left = MAX_TRIES; left > 0; left--) {
        const unit: UnitOfWork = { writes: [] };
        const changed = await store.change(key, worker, change, unit);
        if (unit.writes.length === 0 || (await commitUnit(db, unit))) return changed;
      }
      throw new StoreUnavailable("the interest changes too often");
    },

    async change(key, worker, change, unit) {
      const countersRef = COUNTERS.in(db).doc(worker);
      const taskRef = TASKS.in(db).doc(taskName(key));
      const [taskDoc, doc, counters] = await getAll(db, [taskRef, interestRef(key, worker), countersRef]);
      const record = taskIn(taskDoc.data());
      if (!record) return null;
      const { task } = record;
      const stored = doc.data();
      const known = addressed(stored, task);
      const interest = change(task, known);
      if (interest === known) return { record, interest };
      // What is counted is documents: one that another task of this id has left behind, before a reorg, is counted already.
      const more = Number(stands(interest)) - Number(stored !== undefined && stands(stored));
      const page = pageOf(interest, stored, Math.floor((counters.data()?.told ?? 0) / onAPage));
      const isCounted = more === 0 && stored?.poster === task.poster;
      const next: StoredInterest = { ...interest, poster: task.poster, page };
      const counts = [
        ["interested", more],
        ["told", Math.max(0, more)],
      ] as const;
      await write(db, unit, [
        ...(more === 0 ? [] : [(batch: WriteBatch) => addToCountersOf(batch, countersRef, counts)]),
        ...rewritePages(db, next, stored?.page ?? null),
        INTERESTS.put(doc, next, isCounted ? {} : { uncounted: true }),
      ]);
      const count = more === 0 ? null : (await countStanding(db, taskName(task), task.poster)) + more;
      log.append(interestEvents(known, interest, task, count), unit);
      return { record, interest };
    },

    count: (task) => countStanding(db, taskName(task), task.poster),
    countChanged: (limit) => countChanged(db, limit),

    async ofTask(task, sort, limit, cursor) {
      const [by, direction] = ORDERS[sort];
      const ofTask = interests.where("task", "==", taskName(task)).where("poster", "==", task.poster);
      const { items, nextCursor } = await pageBy(ofTask.orderBy(by, direction), by, limit, cursor);
      return { items: items.map((doc) => interestIn(doc.data())), nextCursor };
    },
    ofWorker: (worker, limit, cursor) => readPage(db, worker, limit, cursor),
  };
  return store;
}

/** The stored interest, if it is addressed to the task's poster. */
function addressed(stored: StoredInterest | undefined, task: Task | undefined): Interest | null {
  return stored && stored.poster === task?.poster ? interestIn(stored) : null;
}

function interestIn({ poster: _poster, page: _page, ...interest }: StoredInterest): Interest {
  return interest;
}
