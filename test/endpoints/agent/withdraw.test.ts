import { formatUsdc } from "../../../functions/src/domain/money";
import { Agent, good, taskKey } from "../../setup/agent";
import { forFile } from "../../setup/forFile";
import { Market } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

let worker: Agent;
let key: Named;
const market = Market.forFile();
const life = forFile(() => new TaskLife(market));
beforeAll(async () => {
  ({ worker } = life);
});

const PATH = "/agentWithdraw";
const NEXT = (wallet: string) => ({
  action: "withdraw",
  endpoint: PATH,
  method: "POST",
  body: { action: "prepare", wallet, contract: key.contract },
});
const deny = (denied: boolean) => market.stage.denyUsdc(worker.role, denied);
const refusal = async (agent: Agent, body: Record<string, unknown>) => {
  const { status, json } = await agent.call(PATH, { contract: key.contract, ...body });
  return [status, json["code"], json["detail"]];
};
const listed = async (wallet: string) => {
  const { items } = good(await market.get("/mkt/dashboard", { wallet, tab: "completed" })).json as {
    items: { taskId: string; _nextAction: unknown }[];
  };
  return items.find(({ taskId }) => taskId === key.taskId)?._nextAction;
};
const waiting = async (wallet: string) =>
  good(await market.get("/mkt/dashboard", { wallet, tab: "waiting" })).json["_nextAction"];
const info = async () => good(await worker.call("/agentWalletInfo", {})).json["_nextAction"];
const seen = async (wallet: string) =>
  good(await market.get("/mkt/task", { contract: key.contract, id: key.taskId, wallet })).json["_nextAction"];

/** A task whose stake USDC refuses to return to the worker, so that it becomes a credit. */
async function credited(): Promise<void> {
  key = await life.approved();
  await market.stage.whileDenied(worker.role, () => market.take("rateAndClaim", taskKey(key)));
}

describe("happy", () => {
  beforeAll(credited);

  it("C11: is named by the wallet's and the task's next action, for the credited wallet only", async () => {
    expect(await info()).toMatchObject(NEXT(worker.wallet));
    expect(await seen(worker.wallet)).toMatchObject(NEXT(worker.wallet));
    expect(await seen(life.buyer.wallet)).toBeNull();
    expect(await listed(worker.wallet)).toMatchObject(NEXT(worker.wallet));
    expect(await listed(life.buyer.wallet)).toBeNull();
    expect(await waiting(worker.wallet)).toMatchObject(NEXT(worker.wallet));
    expect(await waiting(life.buyer.wallet)).toBeNull();
  });

  it("pays the whole credit to another address while USDC refuses the wallet, and is confirmed twice alike", async () => {
    await deny(true);
    expect(await refusal(worker, {})).toEqual([409, "state_conflict", expect.stringMatching(/^AccountDenied/)]);
    const to = market.stage.address("stranger");
    const before = (await market.stage.escrow.balances(to)).usdcUnits;
    const prepared = await worker.prepare(PATH, { contract: key.contract, to });
    const { amountUsdc } = prepared.json;
    expect(prepared.json).toMatchObject({ to, contract: key.contract, amountUsdc: expect.stringMatching(/^[0-9.]+$/) });
    const txHash = await worker.send(prepared);
    await deny(false);
    expect(await refusal(new Agent(market, "stranger"), { txHash })).toEqual([
      409,
      "state_conflict",
      expect.stringMatching(/does not withdraw a credit/),
    ]);
    for (const { json } of [
      await worker.call(PATH, { contract: key.contract, txHash }),
      await worker.call(PATH, { contract: key.contract, txHash }),
    ].map(good))
      expect(json).toMatchObject({ ok: true, to, amountUsdc, _nextAction: null });
    const paid = (await market.stage.escrow.balances(to)).usdcUnits - before;
    expect(formatUsdc(paid)).toBe(amountUsdc);
    expect([await info(), await seen(worker.wallet), await waiting(worker.wallet)]).toEqual([null, null, null]);
  });
});

describe("refusals", () => {
  it("C11: refuses a wallet without a credit, the escrow as the recipient, and what is no withdrawal", async () => {
    key = await life.approved();
    expect(await refusal(worker, {})).toEqual([409, "state_conflict", expect.stringMatching(/^NothingToWithdraw/)]);
    const txHash = await market.take("rateAndClaim", taskKey(key));
    expect((await refusal(worker, { txHash })).slice(0, 2)).toEqual([409, "state_conflict"]);
    await credited();
    const to = market.stage.addresses[key.contract];
    expect(await refusal(worker, { to })).toEqual([400, "invalid_request", expect.stringMatching(/^InvalidRecipient/)]);
  });
});
