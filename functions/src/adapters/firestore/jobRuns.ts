import { Timestamp, type Firestore, type Query } from "@google-cloud/firestore";
import { JOB_MINUTES, type JobName } from "../../domain/jobs";
import type { JobRuns } from "../../ports/health";
import { Documents, plain } from "./documents";
import { EVENTS } from "./events/eventLog";
import { reaching } from "./faults";
import { PAYMENTS } from "./payments/payments";
import { TASKS } from "./tasks/taskDocument";

/** When each job last succeeded, unix milliseconds, in `jobs/runs`. */
const RUNS = new Documents<Partial<Record<JobName, number>>>("jobs", plain(...(Object.keys(JOB_MINUTES) as JobName[])));

export function firestoreJobRuns(db: Firestore): JobRuns {
  const runs = RUNS.in(db).doc("runs");

  return {
    noteSuccess: (job, atMs) => reaching(async () => void (await runs.set({ [job]: atMs }, { merge: true }))),

    newest: () => reaching(async () => (await runs.get()).data() ?? {}),

    waiting: (nowMs, limit) =>
      reaching(async () => {
        const count = async (query: Query<unknown>) => (await query.limit(limit).count().get()).data().count;
        const payments = PAYMENTS.in(db);
        const due = payments.where("lookAt", "<=", Timestamp.fromMillis(nowMs));
        const [tasks, final, events, pending, orphaned, unsettled] = await Promise.all([
          count(TASKS.in(db).where("unbooked", "==", true)),
          count(payments.where("unbooked", "==", true)),
          count(EVENTS.in(db).orderBy("unpublishedSince")),
          count(payments.where("finality", "==", "pending")),
          count(due.where("finality", "==", "orphaned")),
          count(due.where("finality", "==", "unsettled")),
        ]);
        const atMost = (sum: number) => Math.min(sum, limit);
        return {
          ledger: atMost(tasks + final),
          events,
          paymentFinality: atMost(pending + orphaned + unsettled),
        };
      }),
  };
}
