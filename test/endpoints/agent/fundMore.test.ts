import type { Agent } from "../../setup/agent";
import { good, OFFER, requestIn, taskKey } from "../../setup/agent";
import { Market } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

const market = Market.forFile();
const life = new TaskLife(market);
const { buyer, worker } = life;

const PATH = "/agentFundMore";
interface View {
  readonly rewardUsdc: string;
  readonly terms: { readonly termsHash: string };
  readonly deadlines: { readonly openUntil: string };
}
const shown = async ({ contract, taskId }: Named) =>
  good(await market.get("/mkt/task", { contract, id: taskId })).json as unknown as View;
const openUntil = async (key: Named) => Math.floor(Date.parse((await shown(key)).deadlines.openUntil) / 1000);
const refusal = async (agent: Agent, body: Record<string, unknown>) => {
  const { status, json } = await agent.call(PATH, body);
  return [status, json["code"], json["detail"]];
};

describe("happy", () => {
  it("raises the reward and extends the deadline; the worker agrees to the new terms and is paid the new reward", async () => {
    const key = await life.created({ mode: "instant" });
    const [before, until] = [await shown(key), await openUntil(key)];
    const { json } = await buyer.do(PATH, { ...key, rewardUsdc: "9.5", openUntil: until + 60 });
    expect(json).toMatchObject({ ok: true, task: { state: "FUNDED", rewardUsdc: "9.5", stakeUsdc: OFFER.stakeUsdc } });
    const after = await shown(key);
    expect(await openUntil(key)).toBe(until + 60);
    expect(after.terms.termsHash).not.toBe(before.terms.termsHash);

    const old = await worker.call("/agentStakeAndConfirm", { ...key, termsHash: before.terms.termsHash });
    expect([old.status, old.json["code"]]).toEqual([409, "state_conflict"]);
    await worker.do("/agentStakeAndConfirm", { ...key, termsHash: after.terms.termsHash });
    await market.take("submit", taskKey(key));
    const { usdcUnits } = await market.stage.escrow.balances(worker.wallet);
    await market.take("approve", taskKey(key));
    expect((await market.stage.escrow.balances(worker.wallet)).usdcUnits - usdcUnits).toBe(9_500_000n);
  });

  it("extends the deadline alone without taking anything, and keeps the terms hash and a selection", async () => {
    const key = await life.created({ mode: "selection" });
    const [{ terms }, until] = [await shown(key), await openUntil(key)];
    const { termsHash } = terms;
    const prepared = await buyer.prepare(PATH, { ...key, openUntil: until + 1 });
    expect(prepared.json["transactions"]).toHaveLength(1);
    const voucher = await market.stage.voucher(taskKey(key));
    await buyer.do(PATH, { ...key, openUntil: until + 2 });
    expect((await shown(key)).terms.termsHash).toBe(termsHash);
    await market.stage.call(
      { function: "stakeAndStart", ...taskKey(key), agreedTerms: termsHash as `0x${string}`, voucher },
      "worker",
    );
  });

  it("takes a permit instead of an approval, and confirms the same transaction twice alike", async () => {
    const key = await life.created();
    await market.stage.call({ function: "approveUsdc", contract: key.contract, amountUsdcUnits: 0n }, "buyer");
    const body = { ...key, rewardUsdc: "8" };
    const prepared = await buyer.prepare(PATH, body);
    expect(prepared.json["transactions"]).toHaveLength(2);
    const request = requestIn(prepared, "permit");
    const permit = { deadline: request.deadline, signature: await buyer.signTyped(request) };
    const txHash = await buyer.send(await buyer.prepare(PATH, { ...body, permit }));
    const answers = [await buyer.call(PATH, { ...key, txHash }), await buyer.call(PATH, { ...key, txHash })].map(good);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect((await shown(key)).rewardUsdc).toBe("8");
    await market.stage.call({ function: "approveUsdc", contract: key.contract, amountUsdcUnits: 2n ** 200n }, "buyer");
  });
});

describe("refusals", () => {
  it.each<readonly [string, Record<string, unknown>, number, string, RegExp]>([
    ["a lower reward", { rewardUsdc: "1" }, 400, "invalid_request", /NothingAdded: .*new totals/],
    ["an earlier deadline", { openUntil: 1 }, 400, "invalid_request", /NothingAdded/],
    ["nothing new", {}, 400, "invalid_request", /NothingAdded/],
    ["a deadline beyond the bounds", { openUntil: 1e11 }, 400, "invalid_request", /WindowOutOfBounds/],
    [
      "more than the contract can hold",
      { rewardUsdc: "100000000000" },
      400,
      "invalid_request",
      /larger than the contract/,
    ],
    ["more than the wallet has", { rewardUsdc: "50000000000" }, 409, "state_conflict", /InsufficientBalance/],
  ])("refuses %s", async (_, body, status, code, detail) => {
    const key = await life.created();
    expect(await refusal(buyer, { ...key, ...body })).toEqual([status, code, expect.stringMatching(detail)]);
  });

  it("refuses other wallets, and a task that has started", async () => {
    const key = await life.created();
    expect(await refusal(worker, { ...key, rewardUsdc: "9" })).toEqual([
      403,
      "forbidden_role",
      expect.stringMatching(/^NotPoster/),
    ]);
    const started = await life.started();
    expect(await refusal(buyer, { ...started, rewardUsdc: "9" })).toEqual([
      409,
      "state_conflict",
      expect.stringMatching(/^WrongState/),
    ]);
  });

  it("refuses a permit for a lower reward instead of failing", async () => {
    const key = await life.created();
    const permit = { deadline: 2_000_000_000, signature: `0x${"11".repeat(64)}1b` };
    expect((await refusal(buyer, { ...key, rewardUsdc: "1", permit })).slice(0, 2)).toEqual([400, "invalid_request"]);
  });

  it("refuses to confirm another step, or another wallet's", async () => {
    const key = await life.created();
    const txHash = await buyer.send(await buyer.prepare(PATH, { ...key, rewardUsdc: "9" }));
    expect((await refusal(worker, { ...key, txHash })).slice(0, 2)).toEqual([409, "state_conflict"]);
    const cancelled = await buyer.send(await buyer.prepare("/agentCancelTask", key));
    expect((await refusal(buyer, { ...key, txHash: cancelled })).slice(0, 2)).toEqual([409, "state_conflict"]);
  });
});

describe("security: C10: racing a start", () => {
  it("C10: a start that was prepared for the old reward fails and takes no stake; a top-up behind a start takes nothing", async () => {
    const key = await life.created({ mode: "instant" });
    const start = await worker.prepare("/agentStakeAndConfirm", key);
    await buyer.do(PATH, { ...key, rewardUsdc: "9" });
    const late = await buyer.prepare(PATH, { ...key, rewardUsdc: "10" });
    const stake = (await market.stage.escrow.balances(worker.wallet)).usdcUnits;
    await worker.send(start);
    expect((await market.stage.escrow.balances(worker.wallet)).usdcUnits).toBe(stake);
    await worker.do("/agentStakeAndConfirm", key);
    const reward = (await market.stage.escrow.balances(buyer.wallet)).usdcUnits;
    await buyer.send(late);
    expect((await market.stage.escrow.balances(buyer.wallet)).usdcUnits).toBe(reward);
  });
});
