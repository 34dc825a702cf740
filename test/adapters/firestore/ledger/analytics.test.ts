import { firestoreAnalytics } from "../../../../functions/src/adapters/firestore/ledger/analytics";
import { NO_COUNTS } from "../../../../functions/src/domain/analytics/cells";
import type { Report } from "../../../../functions/src/domain/analytics/report";
import { testFirestore } from "../../../setup/firestore";

const { db, another } = testFirestore();
const NOW = Date.parse("2026-05-04T12:00:00Z");
const analytics = firestoreAnalytics(db, () => NOW);
const report = (category: readonly string[], country: readonly string[] = []): Report => ({
  tables: [{ aggregate: "category", filter: null, totals: NO_COUNTS, rows: [], suppressedRows: 0 }],
  values: { category, country, industry: [] },
});

describe("the catalogue", () => {
  it("D18: is published however many values it has, and whatever they are made of", async () => {
    const many = Array.from({ length: 12_000 }, (_, at) => `${at} ${'標語🧭"\\'.repeat(8)}`);
    expect(await analytics.publish(report(many, ["PT"]), { from: "2026-01-01", to: "2026-02-01" }, NOW)).toBe(true);
    expect(await analytics.publish(report(["late"]), { from: "2026-02-01", to: "2026-03-01" }, NOW)).toBe(true);
    const elsewhere = firestoreAnalytics(another(), () => NOW);
    const catalogue = await elsewhere.catalogue();
    expect(catalogue?.reports.map(({ from, to }) => [from, to])).toEqual([
      ["2026-01-01", "2026-02-01"],
      ["2026-02-01", "2026-03-01"],
    ]);
    expect(Object.keys(catalogue?.values.category ?? {})).toHaveLength(12_001);
    expect(catalogue?.values.category[many[11_999] ?? ""]).toBe("2026-02-01");
    expect(catalogue?.values).toMatchObject({
      category: { late: "2026-03-01" },
      country: { PT: "2026-02-01" },
      industry: {},
    });
    expect(await elsewhere.isKnown("category", many[7] ?? "")).toBe(true);
  });

  it("takes one of two reports of the same period", async () => {
    const both = await Promise.all(
      ["a", "b"].map((name) => analytics.publish(report([name]), { from: "2026-03-01", to: "2026-04-01" }, NOW)),
    );
    expect(both.filter(Boolean)).toHaveLength(1);
    expect((await analytics.catalogue())?.reports).toHaveLength(3);
    expect(await analytics.publish(report(["c"]), { from: "2026-03-01", to: "2026-04-01" }, NOW)).toBe(false);
  });
});
