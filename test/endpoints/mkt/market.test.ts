import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { publishReports } from "../../setup/reports";

const { db } = testFirestore();
const market = Market.forFile(db);

it("L8: tells the numbers of final tasks once five wallets are in them", async () => {
  await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
  await market.settle();
  const sums = db.doc("marketSums/translation");
  expect((await sums.get()).data()).toMatchObject({
    sums: { posted: 1, started: 1, approved: 1, settled: 1, toStart: {}, toApprove: {}, reward: {} },
  });
  await publishReports(db);
  await sums.set({ sums: { wallets: { 100: 1, 101: 1, 102: 1, 103: 1 } } }, { merge: true });
  const { status, json } = await market.get("/mkt/market");
  const numbers = { open: 0, posted: 1, started: 1, approved: 1, settled: 1, paidUsdc: "5.000001" };
  expect([status, json]).toMatchObject([
    200,
    {
      totals: { ...numbers, medianRewardUsdc: expect.any(String), medianToApproveSeconds: expect.any(Number) },
      categories: [{ category: "translation", ...numbers }],
      folded: null,
      months: [
        {
          from: "2026-01-01T00:00:00.000Z",
          to: "2026-03-01T00:00:00.000Z",
          posted: 8,
          started: 6,
          submitted: 6,
          approved: 4,
          postToApprove: 0.5,
        },
        {
          from: "2026-03-01T00:00:00.000Z",
          to: "2026-04-01T00:00:00.000Z",
          posted: 10,
          started: 5,
          submitted: 5,
          approved: 5,
          postToApprove: 0.5,
        },
      ],
      updatedAt: expect.stringMatching(/Z$/),
    },
  ]);
});
