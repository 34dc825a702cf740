import { FieldValue, type DocumentSnapshot, type Firestore, type Query } from "@google-cloud/firestore";
import type { Resubmission } from "../../domain/task/call";
import { taskName, type TaskKey } from "../../domain/task/events";
import type { Task } from "../../domain/task/task";
import type { VariantName } from "../../domain/workflow/variants";
import type { Resubmissions, StoredResubmission } from "../../ports/resubmissions";
import { reaching } from "./faults";
import { write } from "./unitOfWork";

/**
 * Answers in `resubmissions/{task}-{round}`. Those that somebody may have to anchor have a `waitsUntil`, or a `nextTry` once
 * they were postponed: each in a query of its own, so that what is postponed stands before no other.
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
        (batch) => (lastUpdateTime ? batch.update(doc.ref, fields, { lastUpdateTime }) : batch.create(doc.ref, fields)),
      ]);
      return known ?? resubmission;
    },

    waiting: (limit) => reaching(() => stored(all.where("waitsUntil", ">", 0).orderBy("waitsUntil").limit(limit))),

    postponed: (nowMs, limit) =>
      reaching(() => stored(all.where("nextTry", "<=", nowMs).orderBy("nextTry").limit(limit))),

    postpone: ({ key, resubmission, tries }, nextTryMs) =>
      reaching(async () => {
        await ref(key, resubmission.round).update({ waitsUntil: 0, nextTry: nextTryMs, tries: tries + 1 });
      }),

    waitingCount: (limit) =>
      reaching(async () => {
        const waiting = all.where("waitsUntil", ">", 0).orderBy("waitsUntil");
        const [counted, { docs }] = await Promise.all([waiting.limit(limit).count().get(), waiting.limit(1).get()]);
        return { count: counted.data().count, until: (docs[0]?.get("waitsUntil") as number | undefined) ?? null };
      }),

    release: (key, round) =>
      reaching(async () => {
        await ref(key, round).set(
          { waitsUntil: 0, nextTry: FieldValue.delete() },
          { mergeFields: ["waitsUntil", "nextTry"] },
        );
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
