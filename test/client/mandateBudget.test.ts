import { MemoryJournal, OverBudgetError, type GivenMandate, type Mkt } from "../../packages/client/src/index";
import type { Role } from "../../dev/local/wallets";
import { Market } from "../setup/market";
import { agent, OFFER } from "./agents";
import { commandLine, words } from "./commandLine";

const PATH = "/demand-insights";
const PRICE = 490_000n;
const cli = commandLine(() => market);
const market = Market.forFile();
/** An hour into a UTC day. */
const startDay = () => market.pass(86_400 - (Math.floor(market.nowMs() / 1_000) % 86_400) + 3_600);
beforeEach(startDay);

let questions = 0;
const question = () => ({ query: `What do people ask about most? (${++questions})` });
const unitsOf = (role: Role) => market.chain.usdcUnitsOf(market.address(role));

async function under(role: Role, mandate: Partial<GivenMandate>): Promise<Mkt> {
  const owner = agent(market, "treasury");
  await agent(market, role).mandates.accept(market.address("treasury"));
  await market.pass(2);
  await owner.mandates.grant(market.address(role), {
    steps: ["buy", "post"],
    maxPerTaskUsdc: "1",
    maxPerDayUsdc: "1.2",
    expiresIn: 30 * 86_400,
    ...mandate,
  });
  return agent(market, role);
}

async function refused(work: Promise<unknown>, message: string): Promise<void> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OverBudgetError);
  expect(error).toMatchObject({ code: "over_budget", limit: "mandate", message: expect.stringContaining(message) });
}

test("MD10: purchases by the wallet's own transaction stay within the mandate's day, also those that run at once", async () => {
  const mkt = await under("payer", {});
  const before = await unitsOf("payer");
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => mkt.buy(PATH, question())));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await refused(mkt.buy(PATH, question()), "the wallet's mandate leaves 0.22 until ");
  expect(before - (await unitsOf("payer"))).toBe(2n * PRICE);
  expect(mkt.budget.leftUnits).toBe(100_000_000n - 2n * PRICE);
  await startDay();
  expect(await mkt.buy(PATH, question())).toMatchObject({ paidUsdc: "0.49" });
});

test("what was bought and what was posted count for the same day", async () => {
  const journal = new MemoryJournal();
  await under("buyer", { maxPerTaskUsdc: "5", maxPerDayUsdc: "6" });
  const mkt = agent(market, "buyer", { journal });
  await mkt.buy(PATH, question());
  const post = (rewardUsdc: string) => mkt.poster.create({ ...OFFER, rewardUsdc, stakeUsdc: "0.5" });
  await post("5");
  // The next client knows of the purchase from the journal, and of the task from the service.
  const next = agent(market, "buyer", { journal });
  await next.buy(PATH, question());
  await refused(next.buy(PATH, question()), "leaves 0.02 until ");
  await refused(next.poster.create({ ...OFFER, rewardUsdc: "5", stakeUsdc: "0.5" }), "leaves 0.02 until ");
});

test.each<[string, Partial<GivenMandate>, string]>([
  ["the price exceeds the limit for one answer", { maxPerTaskUsdc: "0.4" }, "allows 0.4 for one answer"],
  ["the mandate does not allow purchases", { steps: ["post"] }, "does not allow purchases"],
])("nothing is bought if %s", async (_name, mandate, message) => {
  const mkt = await under("worker", mandate);
  const before = await unitsOf("worker");
  await refused(mkt.buy(PATH, question()), message);
  expect(await unitsOf("worker")).toBe(before);
});

test("nothing is bought after the mandate's end; after a release the wallet is as free as before", async () => {
  const mkt = await under("payer", {});
  const owner = agent(market, "treasury");
  await owner.mandates.end(market.address("payer"));
  await refused(mkt.buy(PATH, question()), "is ended");
  const { code, err } = await cli(words`ask demand ${"What is asked?"}`, "payer");
  expect([code, err]).toEqual([3, expect.stringContaining("mkt mandate show")]);
  await owner.mandates.release(market.address("payer"));
  expect(await mkt.buy(PATH, question())).toMatchObject({ paidUsdc: "0.49" });
});
