import { FieldPath, type Firestore, type Query } from "@google-cloud/firestore";
import { taskName } from "../../domain/task/events";
import { deadlineOf } from "../../domain/task/task";
import { metadataHash } from "../../domain/task/metadata";
import type { TaskList, Tasks } from "../../ports/tasks";
import { reaching } from "./faults";
import { readTask, TASKS } from "./taskDocument";
import { write } from "./unitOfWork";

/** The tasks as the projections left them. */
export function firestoreTasks(db: Firestore): Tasks {
  const tasks = db.collection(TASKS);

  return {
    get: (key) => reaching(async () => readTask(await tasks.doc(taskName(key)).get())),

    async getAll(keys) {
      if (keys.length === 0) return [];
      const docs = await reaching(() => db.getAll(...keys.map((key) => tasks.doc(taskName(key)))));
      return docs.map(readTask);
    },

    page: (list, limit, cursor) =>
      reaching(async () => {
        const newest = queryOf(list).orderBy("sortKey", "desc");
        const { docs } = await (cursor === null ? newest : newest.startAfter(cursor)).limit(limit + 1).get();
        const shown = docs.slice(0, limit);
        const nextCursor = docs.length > limit ? (shown.at(-1)?.get("sortKey") as string) : null;
        return { items: shown.map(readTask).filter((task) => task !== null), nextCursor };
      }),

    overdue: (nowSeconds, limit, after) =>
      reaching(async () => {
        const late = tasks.where("deadline", ">", 0).where("deadline", "<", nowSeconds);
        const longest = late.orderBy("deadline").orderBy(FieldPath.documentId());
        const { docs } = await (after ? longest.startAfter(deadlineOf(after), taskName(after)) : longest)
          .limit(limit)
          .get();
        return docs.map(readTask).filter((task) => task !== null);
      }),

    async setMetadata(key, metadata, unit) {
      const ref = tasks.doc(taskName(key));
      const hash = metadataHash(metadata);
      const known = await reaching(() => ref.get());
      // Writing known metadata again would only have it posted again, and delay the month's report until then.
      if (known.get("metadataHash") === hash) return;
      const fields = { metadata, metadataHash: hash, unbooked: true };
      await write(db, unit, [(batch) => batch.set(ref, fields, { mergeFields: Object.keys(fields) })]);
    },
  };

  function queryOf(list: TaskList): Query {
    switch (list.kind) {
      case "open":
        return tasks.where("contract", "==", list.contract).where("state", "==", "FUNDED");
      case "posted":
        return tasks.where("poster", "==", list.wallet);
      case "started":
        return tasks.where("worker", "==", list.wallet);
      case "completed":
        return tasks.where("parties", "array-contains", list.wallet).where("settled", "==", true);
    }
  }
}
