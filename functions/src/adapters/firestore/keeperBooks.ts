import { Timestamp, type Firestore } from "@google-cloud/firestore";
import type { KeeperBooks } from "../../ports/keeper";
import { reaching } from "./faults";

const KEPT_MS = 90 * 24 * 3_600_000;

/** The turn in `keeper/turn`, its newest end in `keeper/run`, the fees in `keeper/{day}`. */
export function firestoreKeeperBooks(db: Firestore): KeeperBooks {
  const run = db.collection("keeper").doc("run");
  const turn = db.collection("keeper").doc("turn");
  const day = (name: string) => db.collection("keeper").doc(name);
  const weiIn = (value: unknown) => BigInt(typeof value === "string" ? value : 0);

  return {
    takeTurn: (owner, nowMs, untilMs) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const held = await transaction.get(turn);
          const taken = held.exists && held.get("owner") !== owner && Number(held.get("untilMs")) > nowMs;
          if (!taken) transaction.set(turn, { owner, untilMs });
          return !taken;
        }),
      ),

    endTurn: (owner) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const held = await transaction.get(turn);
          if (held.get("owner") === owner) transaction.delete(turn);
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
  };
}
