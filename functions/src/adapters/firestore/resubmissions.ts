import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import type { Resubmission } from "../../domain/task/call";
import { taskName, type TaskKey } from "../../domain/task/events";
import type { VariantName } from "../../domain/workflow/variants";
import type { Resubmissions } from "../../ports/resubmissions";
import { reaching } from "./faults";
import { write } from "./unit";

/** Answers in `resubmissions/{task}-{round}`; `waitsUntil` is there as long as somebody may have to anchor them. */
export function firestoreResubmissions(db: Firestore): Resubmissions {
  const all = db.collection("resubmissions");
  const ref = (key: TaskKey, round: number) => all.doc(`${taskName(key)}-${round}`);
  const findAll: Resubmissions["findAll"] = async (tasks) => {
    if (tasks.length === 0) return [];
    const docs = await reaching(() => db.getAll(...tasks.map((task) => ref(task, task.reasonHashes.length))));
    // After a reorg the id may be another task's, with another worker.
    return docs.map((doc, at) => (doc.get("worker") === tasks[at]?.worker ? resubmissionIn(doc) : null));
  };

  return {
    findAll,
    find: async (task) => (await findAll([task]))[0] ?? null,

    keep({ contract, taskId, worker }, resubmission, unit) {
      const fields = { contract, taskId: String(taskId), worker, ...resubmission, waitsUntil: resubmission.deadline };
      return write(db, unit, [(batch) => batch.set(ref({ contract, taskId }, resubmission.round), fields)]);
    },

    waiting: (limit) =>
      reaching(async () => {
        const { docs } = await all.where("waitsUntil", ">", 0).orderBy("waitsUntil").limit(limit).get();
        return docs.flatMap((doc) => {
          const resubmission = resubmissionIn(doc);
          const key = { contract: doc.get("contract") as VariantName, taskId: BigInt(doc.get("taskId") as string) };
          return resubmission ? [{ key, resubmission }] : [];
        });
      }),

    release: (key, round) =>
      reaching(async () => {
        await ref(key, round).set({ waitsUntil: 0 }, { mergeFields: ["waitsUntil"] });
      }),
  };
}

function resubmissionIn(doc: DocumentSnapshot): Resubmission | null {
  if (typeof doc.get("signature") !== "string") return null;
  const of = (name: keyof Resubmission) => doc.get(name) as never;
  return { round: of("round"), submissionHash: of("submissionHash"), deadline: of("deadline"), signature: of("signature") };
}
