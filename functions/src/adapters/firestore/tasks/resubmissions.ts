import { FieldValue, type DocumentSnapshot, type Firestore, type Query } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import type { Resubmission } from "../../../domain/task/call";
import { taskName, type TaskKey } from "../../../domain/task/events";
import type { Task } from "../../../domain/task/task";
import type { Resubmissions, StoredResubmission } from "../../../ports/tasks";
import { decimal, Documents, plain } from "../documents";
import { reaching } from "../faults";
import { getAll } from "../reading";
import { putUnchanged, write } from "../unitOfWork";

interface Answer extends TaskKey, Resubmission {
  readonly worker: Address | null;
  readonly waitsUntil: number;
  readonly postponedUntil?: number;
  readonly nextTry?: number;
  readonly tries?: number;
}

/**
 * Answers in `resubmissions/{task}-{round}`. Those that may need anchoring have a `waitsUntil`, the deadline of the
 * signature; once they were postponed they have it as `postponedUntil`, and a `nextTry`. Each is a separate query, so
 * that what is postponed stands before no other. One that was released before it came holds nothing else.
 */
const ANSWERS = new Documents<Answer>("resubmissions", {
  ...plain("contract", "worker", "round", "submissionHash", "deadline", "signature"),
  ...plain("waitsUntil", "postponedUntil", "nextTry", "tries"),
  taskId: decimal,
});

/** Clears the fields that only a postponed resubmission has. */
const NOT_POSTPONED = {
  nextTry: FieldValue.delete(),
  postponedUntil: FieldValue.delete(),
  tries: FieldValue.delete(),
};

export function firestoreResubmissions(db: Firestore): Resubmissions {
  const all = ANSWERS.in(db);
  const ref = (key: TaskKey, round: number) => all.doc(`${taskName(key)}-${round}`);
  const findAll: Resubmissions["findAll"] = async (tasks) => {
    const docs = await getAll(tasks.map((task) => ref(task, task.reasonHashes.length)));
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
      // The first signature stays; sent again, it waits again.
      const kept = { contract, taskId, worker, ...resubmission, waitsUntil: resubmission.deadline };
      const fields = ANSWERS.some(known ? { waitsUntil: known.deadline } : kept);
      await write(db, unit, [putUnchanged(doc, { ...fields, ...(doc.exists && NOT_POSTPONED) })]);
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
          (["waitsUntil", "postponedUntil"] as const).map(async (field) => {
            const waiting = all.where(field, ">=", nowMs / 1000).orderBy(field);
            const [counted, first] = await Promise.all([waiting.limit(limit).count().get(), waiting.limit(1).get()]);
            return { count: counted.data().count, until: first.docs.flatMap((doc) => doc.data()[field] ?? []) };
          }),
        );
        const [until = null] = each.flatMap((one) => one.until).sort((a, b) => a - b);
        const count = each.reduce((sum, one) => sum + one.count, 0);
        return { count: Math.min(limit, count), until };
      }),

    release: (key, round) =>
      reaching(async () => {
        const fields = { waitsUntil: 0, ...NOT_POSTPONED };
        await ref(key, round).withConverter(null).set(fields, { merge: true });
      }),
  };
}

async function stored(query: Query<Answer>): Promise<StoredResubmission[]> {
  const answers = (await query.get()).docs.map((doc) => doc.data());
  return answers.flatMap((answer) => {
    const { contract, taskId, tries = 0 } = answer;
    const resubmission = resubmissionIn(answer);
    return resubmission ? [{ key: { contract, taskId }, resubmission, tries }] : [];
  });
}

/** The answer in a document, if it is of this task's worker: after a reorg the id may be another task's. */
function answerOf(task: Task | undefined, doc: DocumentSnapshot<Answer>): Resubmission | null {
  const answer = doc.data();
  return answer && answer.worker === task?.worker ? resubmissionIn(answer) : null;
}

function resubmissionIn({ round, submissionHash, deadline, signature }: Partial<Answer>): Resubmission | null {
  return round && submissionHash && deadline && signature ? { round, submissionHash, deadline, signature } : null;
}
