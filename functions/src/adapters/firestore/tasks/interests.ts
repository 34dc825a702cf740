import { FieldValue, FieldPath, type Firestore, type WriteBatch, type DocumentSnapshot } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import { interestEvents } from "../../../domain/events/serviceEvents";
import { stands, MAX_INTERESTS_COUNTED, type Interest, type InterestSort } from "../../../domain/interest";
import { completedRank, ratingRank, type TrackRecord } from "../../../domain/reputation/reputation";
import { taskName, type TaskKey } from "../../../domain/task/events";
import type { Task } from "../../../domain/task/task";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import type { Interests, InterestsCounted, AddressedInterest, Page } from "../../../ports/tasks";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import { addToCountersOf, COUNTERS } from "../accounts/counters";
import { decimal, Documents, fields, mapOf, plain } from "../documents";
import { firestoreEventLog } from "../events/eventLog";
import { reaching, unlessConflict } from "../faults";
import { getAll, pageBy, chunksOf } from "../reading";
import { taskIn, TASKS } from "./taskDocument";
import { commitUnit, write, type Write } from "../unitOfWork";

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
      const docs = await getAll(of.map(({ task, worker }) => interestRef(task, worker)));
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
      const [taskDoc, doc, counters] = await getAll([taskRef, interestRef(key, worker), countersRef]);
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

/** Tasks at a time, and documents that are written at a time. */
const AT_A_TIME = 10;
const WRITES_AT_A_TIME = 50;

/** How many interests stand that are addressed to the task's poster, at most `MAX_INTERESTS_COUNTED`. */
async function countStanding(db: Firestore, task: string, poster: Address): Promise<number> {
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
async function countChanged(db: Firestore, limit: number): Promise<InterestsCounted> {
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

/** Interests on one page. Concurrent registrations may put a few more on it, which is harmless. */
export const ON_A_PAGE = 200;

/** Moves the interest from the worker's page that had it to the page where it belongs now. */
function rewritePages(db: Firestore, interest: StoredInterest, was: number | null): Write[] {
  const { worker, page = null } = interest;
  const name = taskName(interest);
  const ref = (number: number) => db.collection(PAGES.path).doc(`${worker}-${number}`);
  const writes: Write[] = [];
  if (was !== null && was !== page) {
    writes.push((batch) => batch.set(ref(was), { entries: { [name]: FieldValue.delete() } }, { merge: true }));
  }
  if (page !== null) {
    const fields = { worker, number: page, entries: { [name]: ENTRY.encode(entryOf(interest)) } };
    const mergeFields = ["worker", "number", new FieldPath("entries", name)];
    writes.push((batch) => batch.set(ref(page), fields, { mergeFields }));
  }
  return writes;
}

/**
 * The page of an interest: unchanged while it stays active, the latest page if it was registered again, none if it is
 * not active.
 */
function pageOf(interest: Interest, stored: StoredInterest | undefined, newest: number): number | null {
  if (!stands(interest)) return null;
  return stored?.createdAt === interest.createdAt ? (stored.page ?? newest) : newest;
}

/**
 * The entries of a worker's pages, by page number, rebuilt from the active interests: each on its stored page, or on the
 * newest page if it has none.
 */
export function rebuiltPages(
  standing: readonly StoredInterest[],
  newest: number,
): ReadonlyMap<number, Record<string, ListedEntry>> {
  const pages = new Map<number, Record<string, ListedEntry>>();
  for (const interest of standing) {
    const number = interest.page ?? newest;
    const entries = pages.get(number) ?? {};
    entries[taskName(interest)] = entryOf(interest);
    pages.set(number, entries);
  }
  return pages;
}

/** A part of one page of a worker's interests, the newest first. One read. */
async function readPage(
  db: Firestore,
  worker: Address,
  limit: number,
  cursor: string | null,
): Promise<Page<AddressedInterest>> {
  const from = /^(\d{1,9})\.(.*)$/.exec(cursor ?? "");
  const pages = PAGES.in(db).where("worker", "==", worker).orderBy("number", "desc").limit(1);
  const { docs } = await reaching(() => (from ? pages.where("number", "<=", Number(from[1])) : pages).get());
  const page = docs[0]?.data();
  if (!page) return { items: [], nextCursor: null };
  const { number, entries } = page;
  const before = from && Number(from[1]) === number ? from[2] : "";
  const older = Object.values(entries)
    .filter((entry) => !before || placeOf(entry) < before)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  const items = older.slice(0, limit).map((entry) => ({ ...entry, worker }));
  const last = items.at(-1);
  if (older.length > limit && last) return { items, nextCursor: `${number}.${placeOf(last)}` };
  return { items, nextCursor: number > 0 ? `${number - 1}.` : null };
}

/** An interest, the poster it is addressed to, and the worker's page where it lies: none where it does not stand. */
interface StoredInterest extends Interest {
  readonly poster: Address;
  readonly page?: number | null;
}

/** The field of each order of a task's interests: a text of fixed length, and the cursor. */
const ORDERS = {
  newest: ["sortKey", "desc"],
  rating: ["ratingKey", "desc"],
  completed: ["completedKey", "desc"],
  eta: ["etaKey", "asc"],
} as const satisfies Record<InterestSort, readonly [string, "asc" | "desc"]>;

const UNKNOWN: TrackRecord = { average: null, raters: 0, completed: 0 };
const SECONDS_DIGITS = 9;
/** Workers without an estimate come last. */
const NO_ETA = 10 ** SECONDS_DIGITS - 1;
const sortKey = (interest: StoredInterest) => `${placeOf(interest)}-${interest.worker}`;

/** Interests in `interests/{task}-{worker}`, with `uncounted: true` until `interestCount` of the task knows them. */
export const INTERESTS = new Documents<StoredInterest>(
  "interests",
  {
    ...plain("contract", "poster", "worker", "message", "status", "voucher", "createdAt", "decidedAt", "page"),
    ...plain("etaSeconds", "samples", "record", "workerRecord"),
    taskId: decimal,
  },
  {
    task: taskName,
    stands,
    sortKey,
    ratingKey: (interest) => `${ratingRank(interest.record ?? UNKNOWN)}-${sortKey(interest)}`,
    completedKey: (interest) => `${completedRank(interest.record ?? UNKNOWN)}-${sortKey(interest)}`,
    etaKey: (interest) => `${String(interest.etaSeconds ?? NO_ETA).padStart(SECONDS_DIGITS, "0")}-${sortKey(interest)}`,
  },
);

type ListedEntry = Omit<AddressedInterest, "worker">;
const ENTRY = fields<ListedEntry>({ taskId: decimal });

/**
 * A worker's interests once more, in `interestPages/{worker}-{number}`, some hundred to a document, in the order in which
 * they were registered: a list of tasks with their interests reads one of these and the tasks.
 */
export const PAGES = new Documents<{
  readonly worker: Address;
  readonly number: number;
  readonly entries: Readonly<Record<string, ListedEntry>>;
}>("interestPages", { ...plain("worker", "number"), entries: mapOf(ENTRY) });

/** The interest as it is on a worker's page. */
function entryOf({ contract, taskId, poster, status, voucher, createdAt, decidedAt }: StoredInterest): ListedEntry {
  // Without its signature: the poster chooses how long that is, and could fill the worker's page with it.
  const listed = voucher && { deadline: voucher.deadline };
  return { contract, taskId, poster, status, voucher: listed, createdAt, decidedAt };
}

/** The order of interests, as a text of fixed length. */
function placeOf(interest: Pick<Interest, "contract" | "taskId" | "createdAt">): string {
  return `${String(interest.createdAt).padStart(15, "0")}-${taskName(interest)}`;
}
