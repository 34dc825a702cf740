import { FieldValue, Timestamp, type Firestore } from "@google-cloud/firestore";
import type { KeeperStore } from "../../ports/keeper";
import { reaching } from "./faults";

const KEPT_MS = 90 * 24 * 3_600_000;

/**
 * The lease in `keeper/turn`, the last successful run in `keeper/run`, fees in `keeper/{day}`, reverted calls in
 * `keeperReverts/{task or wallet}`.
 */
export function firestoreKeeperStore(db: Firestore): KeeperStore {
  const run = db.collection("keeper").doc("run");
  const lease = db.collection("keeper").doc("turn");
  const day = (name: string) => db.collection("keeper").doc(name);
  const reverts = (name: string) => db.collection("keeperReverts").doc(name);
  const weiIn = (value: unknown) => BigInt(typeof value === "string" ? value : 0);

  return {
    acquireLease: (owner, nowMs, untilMs) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const held = await transaction.get(lease);
          const taken = held.exists && held.get("owner") !== owner && Number(held.get("untilMs")) > nowMs;
          if (!taken) transaction.set(lease, { owner, untilMs });
          return !taken;
        }),
      ),

    releaseLease: (owner) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const held = await transaction.get(lease);
          if (held.get("owner") === owner) transaction.delete(lease);
        }),
      ),

    newest: () =>
      reaching(async () => {
        const at: unknown = (await run.get()).get("endedMs");
        return typeof at === "number" ? at : null;
      }),

    noteRun: (nowMs) =>
      reaching(async () => {
        await run.set({ endedMs: nowMs });
      }),

    spentWei: (name) => reaching(async () => weiIn((await day(name).get()).get("spentWei"))),

    addSpentWei: (name, wei) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const spent = weiIn((await transaction.get(day(name))).get("spentWei"));
          const expireAt = Timestamp.fromMillis(Date.parse(name) + KEPT_MS);
          transaction.set(day(name), { spentWei: String(spent + wei), expireAt });
        }),
      ),

    revertsSince: (names, sinceMs) =>
      reaching(async () => {
        const docs = await db.getAll(...names.map(reverts));
        return docs.map((doc) => ((doc.get("at") as number[] | undefined) ?? []).filter((at) => at > sinceMs).length);
      }),

    addRevert: (names, nowMs) =>
      reaching(async () => {
        const batch = db.batch();
        const fields = { at: FieldValue.arrayUnion(nowMs), expireAt: Timestamp.fromMillis(nowMs + KEPT_MS) };
        for (const name of names) batch.set(reverts(name), fields, { merge: true });
        await batch.commit();
      }),
  };
}
