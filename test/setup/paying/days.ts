import type { Firestore } from "@google-cloud/firestore";
import { pathOf } from "../../../functions/src/adapters/firestore/sumDocument";
import { cellsOf } from "../../../functions/src/domain/analytics/cells";
import { sum, type Increments } from "../../../functions/src/domain/contribution";
import { factsOf, type MarketTask } from "../../../dev/local/marketYear";

const BATCH = 300;

/** Writes the days that the ledger job would write for these tasks, without the tasks; the job is tested elsewhere. */
export async function storeDays(db: Firestore, tasks: Iterable<MarketTask>): Promise<void> {
  await storeSums(db, sum([...tasks].map((task) => cellsOf(factsOf(task)))));
}

/** Writes documents that hold nothing but these sums. */
export async function storeSums(db: Firestore, documents: Increments): Promise<void> {
  const all = [...documents];
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = db.batch();
    for (const [name, fields] of all.slice(from, from + BATCH)) {
      const sums: Record<string, Record<string, number>> = {};
      for (const [field, amount] of fields) {
        const [cell = "", counter = ""] = field.split(".");
        sums[cell] = { ...sums[cell], [counter]: amount };
      }
      batch.set(db.doc(pathOf(name)), { sums });
    }
    await batch.commit();
  }
}
