import { FieldValue, type DocumentSnapshot, type Firestore, type Query } from "@google-cloud/firestore";
import type { Resubmission } from "../../domain/task/call";
import { taskName, type TaskKey } from "../../domain/task/events";
import type { Task } from "../../domain/task/task";
import type { VariantName } from "../../domain/workflow/variants";
import type { Resubmissions, StoredResubmission } from "../../ports/resubmissions";
import { reaching } from "./faults";
import { write } from "./unitOfWork";

/** What an answer has once it was postponed, and no other has. */
const NOT_POSTPONED = {
  nextTry: FieldValue.delete(),
  postponedUntil: FieldValue.delete(),
  tries: FieldValue.delete(),
};

/**
 * Answers in `resubmissions/{task}-{round}`. Those that may need anchoring have a `waitsUntil`, the deadline of the
 * signature; once they were postponed they have it as `postponedUntil`, and a `nextTry`. Each is a query of its own, so
 * that what is postponed stands before no other.
 */
export function firestoreResubmissions(db: Firestore): Resubmissions {
  const all = db.collection("resubmissions");
  const ref = (key: TaskKey, round: number) => all.doc(`${taskName(key)}-${round}`);
  const findAll: Resubmissions["findAll"] = async (tasks) => {
    if (tasks.length === 0) return [];
    const docs = await reaching(() => db.getAll(...tasks.map((task) => ref(task, task.reasonHashes.length))));
    return docs.map((doc, at) => answerOf(tasks[at], doc));
  };

  return {
    findAll,
    find: async (task) => (await findAll([task]))[0] ?? null,

    async keep(task, resubmission, unit) {
      const { contract, taskId, worker } = task;
      const doc = await reaching(() => ref(task, resubmission.round).get());
      const known = answerOf(task, doc);
      if (known && known.submissionHash !== resubmission.submissionHash) return known;
      const kept = { contract, taskId: String(taskId), worker, ...resubmission, waitsUntil: resubmission.deadline };
      // The first signature stays; sent again, it waits again.
      const fields = known ? { waitsUntil: known.deadline } : kept;
      const { updateTime: lastUpdateTime } = doc;
      await write(db, unit, [
        (batch) =>
          lastUpdateTime
            ? batch.update(doc.ref, { ...fields, ...NOT_POSTPONED }, { lastUpdateTime })
            : batch.create(doc.ref, fields),
      ]);
      return known ?? resubmission;
    },

    waiting: (limit) => reaching(() => stored(all.where("waitsUntil", ">", 0).orderBy("waitsUntil").limit(limit))),

    postponed: (nowMs, limit) =>
      reaching(() => stored(all.where("nextTry", "<=", nowMs).orderBy("nextTry").limit(limit))),

    postpone: ({ key, resubmission: { round, deadline }, tries }, nextTryMs) =>
      reaching(async () => {
        const fields = { waitsUntil: 0, postponedUntil: deadline, nextTry: nextTryMs, tries: tries + 1 };
        await ref(key, round).update(fields);
      }),

    waitingCount: (nowMs, limit) =>
      reaching(async () => {
        const each = await Promise.all(
          ["waitsUntil", "postponedUntil"].map(async (field) => {
            const waiting = all.where(field, ">=", nowMs / 1000).orderBy(field);
            const [counted, first] = await Promise.all([waiting.limit(limit).count().get(), waiting.limit(1).get()]);
            return { count: counted.data().count, until: first.docs.map((doc) => doc.get(field) as number) };
          }),
        );
        const [until = null] = each.flatMap((one) => one.until).sort((a, b) => a - b);
        return {
          count: Math.min(
            limit,
            each.reduce((sum, { count }) => sum + count, 0),
          ),
          until,
        };
      }),

    release: (key, round) =>
      reaching(async () => {
        const fields = { waitsUntil: 0, ...NOT_POSTPONED };
        await ref(key, round).set(fields, { merge: true });
      }),
  };
}

async function stored(query: Query): Promise<StoredResubmission[]> {
  const { docs } = await query.get();
  return docs.flatMap((doc) => {
    const resubmission = resubmissionIn(doc);
    const key = { contract: doc.get("contract") as VariantName, taskId: BigInt(doc.get("taskId") as string) };
    return resubmission ? [{ key, resubmission, tries: Number(doc.get("tries") ?? 0) }] : [];
  });
}

/** The answer in a document, if it is of this task's worker: after a reorg the id may be another task's. */
function answerOf(task: Task | undefined, doc: DocumentSnapshot): Resubmission | null {
  return doc.get("worker") === task?.worker ? resubmissionIn(doc) : null;
}

function resubmissionIn(doc: DocumentSnapshot): Resubmission | null {
  if (typeof doc.get("signature") !== "string") return null;
  const of = (name: keyof Resubmission) => doc.get(name) as never;
  return {
    round: of("round"),
    submissionHash: of("submissionHash"),
    deadline: of("deadline"),
    signature: of("signature"),
  };
}
