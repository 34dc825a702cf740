import type { Firestore } from "@google-cloud/firestore";
import { firestoreAnalytics } from "../../functions/src/adapters/firestore/ledger/analytics";
import { NO_COUNTS } from "../../functions/src/domain/analytics/cells";

/** Two monthly reports, the first of two months, as the job publishes them. */
export async function publishReports(db: Firestore): Promise<void> {
  const analytics = firestoreAnalytics(db, Date.now);
  for (const [from, to, posted, started, approved] of [
    ["2026-01-01", "2026-03-01", 8, 6, 4],
    ["2026-03-01", "2026-04-01", 10, 5, 5],
  ] as const) {
    const totals = { ...NO_COUNTS, posted, started, submitted: started, approved };
    const table = { aggregate: "category", filter: null, totals, rows: [], suppressedRows: 1 } as const;
    const values = { country: [], category: [], industry: [] };
    await analytics.publish({ tables: [table], values }, { from, to }, Date.now());
  }
}
