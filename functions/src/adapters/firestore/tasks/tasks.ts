import { isDeepStrictEqual } from "node:util";
import { FieldPath, FieldValue, type DocumentSnapshot, type Firestore, type Query } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import { disputeAnsweredEvent } from "../../../domain/events/serviceEvents";
import { answerIn } from "../../../domain/task/texts";
import { taskName, type TaskKey } from "../../../domain/task/events";
import { deadlineOf } from "../../../domain/task/task";
import { taskLabels } from "../../../domain/task/labels";
import { metadataHash, type TaskMetadata } from "../../../domain/task/metadata";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import type { TaskList, Tasks } from "../../../ports/tasks";
import { firestoreEventLog } from "../events/eventLog";
import { reaching, unlessConflict } from "../faults";
import { getAll, pageBy, pageOf } from "../reading";
import { readSums, SUMS_IN, USUAL_FIELD, usualIn } from "../sumDocument";
import { listedIn, taskIn, TASKS } from "./taskDocument";
import { filtered, sorted, taskNameIn, usualFields, withWords, wordsWrites } from "./taskListing";
import { batchOf, putUnchanged, write, type Write } from "../unitOfWork";

/** Writes of a task's metadata that other writes of the task may overtake, before the store counts as unavailable. */
const ATTEMPTS = 8;
/** Tasks of one poster that are renewed at once. */
const RENEWED = 100;

/** The tasks as the projections left them. */
export function firestoreTasks(db: Firestore, log = firestoreEventLog(db)): Tasks {
  const tasks = TASKS.in(db);

  return {
    get: (key) => reaching(async () => taskIn((await tasks.doc(taskName(key)).get()).data())),

    async getAll(keys) {
      const docs = await getAll(keys.map((key) => tasks.doc(taskName(key))));
      return docs.map((doc) => taskIn(doc.data()));
    },

    async page(list, limit, cursor) {
      const { items, nextCursor } = await pageOf(queryOf(list), limit, cursor);
      return { items: items.map(taskIn).filter((task) => task !== null), nextCursor };
    },

    waiting: (...asked) => soonest("waitsFor", ...asked),
    disputed: (...asked) => soonest("disputants", ...asked),

    async search(search, limit, cursor) {
      if (search.words.length === 0) {
        const { query, by } = sorted(tasks, search);
        const { items, nextCursor } = await pageBy(query, by, limit, cursor);
        return { items: items.map((doc) => taskIn(doc.data())).filter((task) => task !== null), nextCursor };
      }
      const { items, nextCursor } = await pageBy(withWords(db, search), null, limit, cursor);
      const docs = await getAll(items.map(({ id }) => tasks.doc(taskNameIn(id))));
      return { items: docs.map((doc) => taskIn(doc.data())).filter((task) => task !== null), nextCursor };
    },

    async renewUsual(limit) {
      const changed = db.collection(SUMS_IN.reputation).where(USUAL_FIELD, ">=", "").limit(limit);
      const { docs } = await reaching(() => changed.get());
      for (const poster of docs) await renew(poster);
      return docs.length;
    },

    count: (filter, most) =>
      reaching(async () => (await filtered(tasks, filter).limit(most).count().get()).data().count),

    judging: (judge, limit) =>
      reaching(async () => {
        const { docs } = await tasks.where("judging", "==", judge).limit(limit).get();
        return docs.map((doc) => taskIn(doc.data())).filter((task) => task !== null);
      }),

    overdue: (nowSeconds, limit, after) =>
      reaching(async () => {
        const late = tasks.where("deadline", ">", 0).where("deadline", "<", nowSeconds);
        const longest = late.orderBy("deadline").orderBy(FieldPath.documentId());
        const { docs } = await (after ? longest.startAfter(deadlineOf(after), taskName(after)) : longest)
          .limit(limit)
          .get();
        return docs.map((doc) => taskIn(doc.data())).filter((task) => task !== null);
      }),

    async setMetadata(key, metadata, unit) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const writes = await metadataWrites(key, metadata);
        if (unit) return write(db, unit, writes);
        if (writes.length === 0 || (await unlessConflict(() => batchOf(db, writes).commit()))) return;
      }
      throw new StoreUnavailable(new Error(`${taskName(key)} changes too often`));
    },

    async setRulingReason(key, rulingReason, unit) {
      const ref = tasks.doc(taskName(key));
      if ((await reaching(() => ref.get())).data()?.rulingReason === rulingReason) return;
      await write(db, unit, [(batch) => batch.set(ref.withConverter(null), { rulingReason }, { merge: true })]);
    },

    async answer(task, answer, unit) {
      const doc = await reaching(() => tasks.doc(taskName(task)).get());
      const known = answerIn(doc.data()?.answer, task);
      if (known) return known;
      const { poster, evidenceHash } = task;
      await write(db, unit, [putUnchanged(doc, { answer: { ...answer, poster, evidenceHash } })]);
      log.append([disputeAnsweredEvent(task, answer)], unit);
      return answer;
    },
  };

  /** None if they are stored already: writing them again would have the task booked again, and delay the month's report. */
  async function metadataWrites(key: TaskKey, metadata: TaskMetadata): Promise<readonly Write[]> {
    const hash = metadataHash(metadata);
    const doc = await reaching(() => tasks.doc(taskName(key)).get());
    const known = doc.data();
    if (known?.metadataHash === hash) return [];
    const fields = { ...TASKS.some({ metadata }), metadataHash: hash, unbooked: true, ...taskLabels(metadata) };
    // Words follow from the projection that was read: a step that is projected meanwhile must not be undone by them.
    return [
      putUnchanged(doc, fields),
      ...wordsWrites(db, listedIn(known), listedIn({ ...known, metadata, metadataHash: hash })),
    ];
  }

  /** Later changes are left to the next call. */
  async function renew(poster: DocumentSnapshot): Promise<void> {
    const usual = usualIn(readSums(poster));
    const open = db.collection(TASKS.path).where("poster", "==", poster.id).where("isOpen", "==", true);
    const first = open.orderBy(FieldPath.documentId()).limit(RENEWED);
    const after = poster.get(USUAL_FIELD) as string;
    const { docs } = await reaching(() => (after === "" ? first : first.startAfter(after)).get());
    const isLast = docs.length < RENEWED;
    const next = isLast ? FieldValue.delete() : docs.at(-1)?.id;
    await unlessConflict(() =>
      batchOf(db, [
        ...docs
          .filter((doc) => !isDeepStrictEqual(doc.get("usual"), usual))
          .map((doc) => putUnchanged(doc, usualFields(doc.id, usual))),
        (batch) => {
          if (poster.updateTime)
            batch.update(poster.ref, { [USUAL_FIELD]: next }, { lastUpdateTime: poster.updateTime });
        },
      ]).commit(),
    );
  }

  /** Tasks with the wallet in a list of wallets, the earliest deadline first. */
  function soonest(list: "waitsFor" | "disputants", wallet: Address, limit: number, cursor: string | null) {
    return reaching(async () => {
      const all = tasks.where(list, "array-contains", wallet).orderBy("deadline").orderBy(FieldPath.documentId());
      const [, deadline, name] = /^([0-9]+)-(.+)$/.exec(cursor ?? "") ?? [];
      const from = name === undefined ? all : all.startAfter(Number(deadline), name);
      const { docs } = await from.limit(limit + 1).get();
      const last = docs.length > limit ? docs[limit - 1] : undefined;
      return {
        items: docs
          .slice(0, limit)
          .map((doc) => taskIn(doc.data()))
          .filter((task) => task !== null),
        nextCursor: last ? `${last.get("deadline") as number}-${last.id}` : null,
      };
    });
  }

  function queryOf(list: TaskList): Query<Parameters<typeof taskIn>[0] & object> {
    switch (list.kind) {
      case "posted":
        return tasks.where("poster", "==", list.wallet);
      case "started":
        return tasks.where("worker", "==", list.wallet);
      case "ruled":
        return tasks.where("ruledBy", "==", list.wallet);
      case "completed":
        return tasks.where("parties", "array-contains", list.wallet).where("settled", "==", true);
    }
  }
}
