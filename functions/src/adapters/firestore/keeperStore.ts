import { FieldValue, Timestamp, type Firestore } from "@google-cloud/firestore";
import type { KeeperStore } from "../../ports/keeper";
import { decimal, Documents, plain, time } from "./documents";
import { reaching } from "./faults";
import { getAll } from "./reading";
import { batchOf } from "./unitOfWork";

const KEPT_MS = 90 * 24 * 3_600_000;

/** The lease, in `keeper/turn`. */
const LEASE = new Documents<{ readonly owner: string; readonly untilMs: number }>("keeper", plain("owner", "untilMs"));

/** The last successful run, in `keeper/run`. */
const RUN = new Documents<{ readonly endedMs: number }>("keeper", plain("endedMs"));

/** A day's fees, in `keeper/{day}`. */
const FEES = new Documents<{ readonly spentWei: bigint; readonly expireAt: number }>("keeper", {
  spentWei: decimal,
  expireAt: time,
});

/** When calls were reverted, in `keeperReverts/{task or wallet}`. */
const REVERTS = new Documents<{ readonly at: readonly number[] }>("keeperReverts", plain("at"));

export function firestoreKeeperStore(db: Firestore): KeeperStore {
  const lease = LEASE.in(db).doc("turn");
  const reverts = (name: string) => REVERTS.in(db).doc(name);

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
    spentWei: async (day) => (await FEES.find(db, day))?.spentWei ?? 0n,

    addSpentWei: (day, wei) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const fees = await transaction.get(FEES.in(db).doc(day));
          const spentWei = (fees.data()?.spentWei ?? 0n) + wei;
          transaction.set(fees.ref, { spentWei, expireAt: Date.parse(day) + KEPT_MS });
        }),
      ),

    async revertsSince(names, sinceMs) {
      const docs = await getAll(db, names.map(reverts));
      return docs.map((doc) => (doc.data()?.at ?? []).filter((at) => at > sinceMs).length);
    },

    addRevert: (names, nowMs) =>
      reaching(async () => {
        const fields = { at: FieldValue.arrayUnion(nowMs), expireAt: Timestamp.fromMillis(nowMs + KEPT_MS) };
        const refs = names.map((name) => reverts(name).withConverter(null));
        await batchOf(
          db,
          refs.map((ref) => (batch) => batch.set(ref, fields, { merge: true })),
        ).commit();
      }),
  };
}
