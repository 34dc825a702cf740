import { firestoreAnalytics } from "../../../functions/src/adapters/firestore/ledger/analytics";
import { sumTables } from "../../../functions/src/domain/analytics/report";
import { statsOf } from "../../../functions/src/application/views/analytics";
import { funnel } from "../../../dev/local/funnel";
import { loadSampleReports } from "../../../dev/local/sampleReports";
import { testFirestore } from "../../setup/firestore";

const { db } = testFirestore();

describe("happy", () => {
  it("leaves a year of reports that a funnel can be drawn of, up to this month", async () => {
    const nowMs = Date.parse("2026-11-20T12:00:00Z");
    await loadSampleReports(db, nowMs);
    const analytics = firestoreAnalytics(db, () => nowMs);
    const { reports = [] } = (await analytics.catalogue()) ?? {};
    expect(reports.at(-1)?.to).toBe("2026-11-01");
    const table = sumTables(await analytics.tables(reports, { aggregate: "category", filter: null }));
    expect(table.rows.length).toBeGreaterThan(8);
    const chart = funnel(statsOf({ aggregate: "category" }, { from: "2025-11-01", to: "2026-11-01" }, table));
    expect(chart).toMatch(/approved {4}█+/);
  });
});
