import { createHash, randomInt } from "node:crypto";
import { FieldValue, Timestamp, type Firestore } from "@google-cloud/firestore";
import type { Budgets } from "../../ports/budgets";
import type { Log } from "../../ports/log";
import { reaching } from "./faults";

const MINUTE_MS = 60_000;
/** One document takes about one write a second for long; an address is spread over a few. */
const SHARDS = 4;
const MOST_REMEMBERED = 10_000;

/**
 * Budgets in `budgets/{hash of key and minute}-{shard}`.
 *
 * The count is read, then raised without a lock: parallel requests may overshoot by their number,
 * but none of them waits for another. Addresses stand in it only as hashes.
 */
export function firestoreBudgets(db: Firestore, log: Log): Budgets {
  /** Keys whose minute is used up, and when it ends: a cache of what the database said. */
  const exhausted = new Map<string, number>();

  return {
    mayHaveLeft(key, nowMs) {
      return (exhausted.get(key) ?? 0) <= nowMs;
    },

    async spend(key, perMinute, nowMs) {
      if (!this.mayHaveLeft(key, nowMs)) return false;
      const minute = Math.floor(nowMs / MINUTE_MS);
      const name = createHash("sha256").update(`${key}|${minute}`).digest("hex").slice(0, 40);
      const shards = Array.from({ length: SHARDS }, (_, shard) => db.collection("budgets").doc(`${name}-${shard}`));
      try {
        return await reaching(async () => {
          const docs = await db.getAll(...shards);
          const spent = docs.reduce((sum, doc) => sum + Number(doc.get("count") ?? 0), 0);
          if (spent >= perMinute) {
            if (exhausted.size >= MOST_REMEMBERED) exhausted.clear();
            exhausted.set(key, (minute + 1) * MINUTE_MS);
            return false;
          }
          const expireAt = Timestamp.fromMillis((minute + 10) * MINUTE_MS);
          await shards[randomInt(SHARDS)]?.set({ count: FieldValue.increment(1), expireAt }, { merge: true });
          return true;
        });
      } catch {
        log.warn("budget.unavailable");
        return true;
      }
    },
  };
}
