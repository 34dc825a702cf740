import { Market } from "../../setup/market";

const market = Market.forFile();

it("lists what an arbiter has ruled on, each with its ruling and its transaction", async () => {
  const { taskId } = await market.task("human", {}, { steps: ["start", "submit", "reject", "contest", "rule"] });
  await market.task("human", {}, { steps: ["start", "submit", "reject", "contest"] });
  const query = { wallet: market.address("arbiter"), tab: "ruled", view: "full" };
  const { status, json } = await market.get("/mkt/dashboard", query);
  expect(status).toBe(200);
  const items = json["items"] as { taskId: string; ruling: { workerShareBps: number }; txHashes: { rule: string } }[];
  expect(items.map((one) => one.taskId)).toEqual([String(taskId)]);
  expect(items[0]?.ruling.workerShareBps).toEqual(expect.any(Number));
  expect(items[0]?.txHashes.rule).toMatch(/^0x[0-9a-f]{64}$/);
  const other = await market.get("/mkt/dashboard", { wallet: market.address("worker"), tab: "ruled" });
  expect(other.json["items"]).toEqual([]);
});
