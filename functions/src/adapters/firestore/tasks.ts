import { FieldPath, type Firestore, type Query } from "@google-cloud/firestore";
import { taskName } from "../../domain/task/events";
import { deadlineOf } from "../../domain/task/task";
import { taskLabels } from "../../domain/task/labels";
import { metadataHash } from "../../domain/task/metadata";
import type { TaskList, Tasks } from "../../ports/tasks";
import { reaching } from "./faults";
import { getAll, pageBy, pageOf } from "./reading";
import { taskIn, TASKS } from "./taskDocument";
import { filtered, sorted, taskNameIn, withWords, wordsWrites } from "./taskListing";
import { write } from "./unitOfWork";

/** The tasks as the projections left them. */
export function firestoreTasks(db: Firestore): Tasks {
  const tasks = TASKS.in(db);

  return {
    get: (key) => reaching(async () => taskIn((await tasks.doc(taskName(key)).get()).data())),

    async getAll(keys) {
      const docs = await getAll(
        db,
        keys.map((key) => tasks.doc(taskName(key))),
      );
      return docs.map((doc) => taskIn(doc.data()));
    },

    async page(list, limit, cursor) {
      const { items, nextCursor } = await pageOf(queryOf(list), limit, cursor);
      return { items: items.map(taskIn).filter((task) => task !== null), nextCursor };
    },

    waiting: (wallet, limit, cursor) =>
      reaching(async () => {
        const soonest = tasks
          .where("waitsFor", "array-contains", wallet)
          .orderBy("deadline")
          .orderBy(FieldPath.documentId());
        const [, deadline, name] = /^([0-9]+)-(.+)$/.exec(cursor ?? "") ?? [];
        const from = name === undefined ? soonest : soonest.startAfter(Number(deadline), name);
        const { docs } = await from.limit(limit + 1).get();
        const last = docs.length > limit ? docs[limit - 1] : undefined;
        return {
          items: docs
            .slice(0, limit)
            .map((doc) => taskIn(doc.data()))
            .filter((task) => task !== null),
          nextCursor: last ? `${last.get("deadline") as number}-${last.id}` : null,
        };
      }),

    async search(search, limit, cursor) {
      if (search.words.length === 0) {
        const { query, by } = sorted(tasks, search);
        const { items, nextCursor } = await pageBy(query, by, limit, cursor);
        return { items: items.map((doc) => taskIn(doc.data())).filter((task) => task !== null), nextCursor };
      }
      const { items, nextCursor } = await pageBy(withWords(db, search), null, limit, cursor);
      const docs = await getAll(
        db,
        items.map(({ id }) => tasks.doc(taskNameIn(id))),
      );
      return { items: docs.map((doc) => taskIn(doc.data())).filter((task) => task !== null), nextCursor };
    },

    count: (filter, most) =>
      reaching(async () => (await filtered(tasks, filter).limit(most).count().get()).data().count),

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
      const ref = tasks.doc(taskName(key));
      const hash = metadataHash(metadata);
      const known = (await reaching(() => ref.get())).data();
      // Writing known metadata again would only have it posted again, and delay the month's report until then.
      if (known?.metadataHash === hash) return;
      const fields = { ...TASKS.some({ metadata }), metadataHash: hash, unbooked: true, ...taskLabels(metadata) };
      const stored = ref.withConverter(null);
      await write(db, unit, [
        (batch) => batch.set(stored, fields, { mergeFields: Object.keys(fields) }),
        ...wordsWrites(db, taskIn(known), taskIn({ ...known, metadata, metadataHash: hash })),
      ]);
    },
  };

  function queryOf(list: TaskList): Query<Parameters<typeof taskIn>[0] & object> {
    switch (list.kind) {
      case "posted":
        return tasks.where("poster", "==", list.wallet);
      case "started":
        return tasks.where("worker", "==", list.wallet);
      case "completed":
        return tasks.where("parties", "array-contains", list.wallet).where("settled", "==", true);
    }
  }
}
