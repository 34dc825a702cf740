import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";

const { db } = testFirestore();
let market: Market;
beforeAll(async () => {
  market = await Market.open(db);
});
afterAll(() => market.close());

it("L8: tells the numbers of final tasks once five wallets are in them", async () => {
  await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
  await market.settle();
  const sums = db.doc("marketSums/translation");
  expect((await sums.get()).data()).toMatchObject({
    sums: { posted: 1, started: 1, approved: 1, settled: 1, toStart: {}, toApprove: {}, reward: {} },
  });
  await sums.set({ sums: { wallets: { 100: 1, 101: 1, 102: 1, 103: 1 } } }, { merge: true });
  const { status, json } = await market.get("/mkt/market");
  const numbers = { open: 0, posted: 1, started: 1, approved: 1, settled: 1, paidUsdc: "5.000001" };
  expect([status, json]).toMatchObject([
    200,
    {
      totals: { ...numbers, medianRewardUsdc: expect.any(String), medianToApproveSeconds: expect.any(Number) },
      categories: [{ category: "translation", ...numbers }],
      folded: null,
      updatedAt: expect.stringMatching(/Z$/),
    },
  ]);
});
