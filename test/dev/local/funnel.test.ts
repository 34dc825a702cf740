import { NO_COUNTS } from "../../../functions/src/domain/analytics/cells";
import { statsOf } from "../../../functions/src/application/views/analytics";
import { funnel } from "../../../dev/local/funnel";

const period = { from: "2025-11-01T00:00:00.000Z", to: "2026-11-01T00:00:00.000Z" };
const counts = {
  posted: 1_000,
  interested: 805,
  started: 800,
  submitted: 700,
  approved: 560,
  rejected: 90,
  cancelled: 80,
  rewardUsdcUnits: 1_234_500_000n,
};

describe("happy", () => {
  it("draws each step as long as the share of tasks that came so far", () => {
    const stats = statsOf({ aggregate: "category", country: "PT" }, period, {
      totals: counts,
      rows: [],
      suppressedRows: 1_200,
    });
    expect(funnel(stats, 20)).toBe(
      [
        "Tasks, country PT, 2025-11-01 to 2026-10-31",
        "",
        "posted      ████████████████████  1,000",
        "interested  ████████████████▏       805   80.5%",
        "started     ████████████████        800   99.4%",
        "submitted   ██████████████          700   87.5%",
        "approved    ███████████▎            560   80.0%",
        "",
        "56.0% of what was posted was approved; 1234.5 USDC were offered.",
        "1,200 monthly rows are left out, to keep few wallets from being told apart.",
      ].join("\n"),
    );
  });

  it("says so where there is nothing to draw", () => {
    const stats = statsOf(
      { aggregate: "agent", country: "ALL" },
      { from: null, to: null },
      { totals: NO_COUNTS, rows: [], suppressedRows: 0 },
    );
    const lines = funnel(stats, 20).split("\n");
    expect(lines[0]).toBe("Tasks, no report yet");
    expect(lines[2]).toBe("posted                            0");
    expect(lines.at(-1)).toBe("– of what was posted was approved; 0 USDC were offered.");
  });
});
