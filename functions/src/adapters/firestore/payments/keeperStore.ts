import type { Firestore } from "@google-cloud/firestore";
import type { KeeperStore } from "../../../ports/ownWallet";
import { Documents, plain } from "../documents";
import { reaching } from "../faults";

/** The lease, in `keeper/turn`. */
const LEASE = new Documents<{ readonly owner: string; readonly untilMs: number }>("keeper", plain("owner", "untilMs"));

/** The last successful run, in `keeper/run`. */
const RUN = new Documents<{ readonly endedMs: number }>("keeper", plain("endedMs"));

export function firestoreKeeperStore(db: Firestore): KeeperStore {
  const lease = LEASE.in(db).doc("turn");

  return {
    acquireLease: (owner, nowMs, untilMs) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const held = (await transaction.get(lease)).data();
          const taken = held !== undefined && held.owner !== owner && held.untilMs > nowMs;
          if (!taken) transaction.set(lease, { owner, untilMs });
          return !taken;
        }),
      ),

    releaseLease: (owner) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const held = await transaction.get(lease);
          if (held.data()?.owner === owner) transaction.delete(lease);
        }),
      ),

    newest: async () => (await RUN.find(db, "run"))?.endedMs ?? null,
    noteRun: (nowMs) => reaching(async () => void (await RUN.in(db).doc("run").set({ endedMs: nowMs }))),
  };
}
