import { Agent, good, OFFER } from "../../setup/agent";
import { forFile } from "../../setup/forFile";
import { Market } from "../../setup/market";
import { TaskLife } from "../../setup/tasks/taskLife";

const market = Market.forFile();
const worker = forFile(() => new Agent(market, "worker"));

const SUMMARY = [
  ...["taskId", "contract", "state", "mode", "title", "category", "rewardUsdc", "stakeUsdc", "openUntil", "termsHash"],
  ...["buyerRatedWorker", "workerRatedPoster"],
];
const itemsOf = ({ json }: { json: Record<string, unknown> }) => json["items"] as Record<string, unknown>[];

describe("what an agent reads", () => {
  it("is summaries in lists, ten by default, and whole tasks with view=full", async () => {
    const key = await new TaskLife(market).created();
    for (let at = 0; at < 10; at++) await market.task("agent-fast");
    const listed = await market.get("/mkt/tasks", { contract: "agent-fast" });
    expect(itemsOf(listed)).toHaveLength(10);
    for (const item of itemsOf(listed)) {
      expect(Object.keys(item)).toEqual(SUMMARY);
      expect(JSON.stringify(item).length).toBeLessThan(450);
    }
    const all = await market.get("/mkt/tasks", { contract: "agent-fast", limit: 20, view: "full" });
    const { json: task } = await market.get("/mkt/task", { id: key.taskId, contract: key.contract });
    const full = itemsOf(all).find(({ taskId }) => taskId === key.taskId);
    expect(full).toMatchObject({ poster: task["poster"], terms: task["terms"], description: OFFER.description });
    const short = itemsOf(await market.get("/mkt/tasks", { contract: "agent-fast", limit: 20 }));
    expect(short.find(({ taskId }) => taskId === key.taskId)).toMatchObject({
      title: OFFER.title,
      termsHash: (task["terms"] as { termsHash: string }).termsHash,
      openUntil: (task["deadlines"] as { openUntil: string }).openUntil,
    });
    const wallet = market.address("buyer");
    const own = itemsOf(await market.get("/mkt/dashboard", { wallet, tab: "posted" }));
    for (const item of own) expect(Object.keys(item)).toEqual([...SUMMARY, "workflowStatus", "_nextAction"]);
    expect(JSON.stringify(own)).not.toContain("onSilence");
  });

  it("is the state and the next action after a step, and the task with view=full", async () => {
    const key = await new TaskLife(market).created();
    const txHash = await worker.send(await worker.prepare("/agentStakeAndConfirm", key));
    const confirm = (view?: string) => worker.call("/agentStakeAndConfirm", { ...key, txHash, view });
    const { json, text } = good(await confirm());
    expect(json).toEqual({
      ok: true,
      ...key,
      txHash,
      state: "STARTED",
      workflowStatus: "in_progress",
      buyerRatedWorker: false,
      workerRatedPoster: false,
      _nextAction: expect.objectContaining({ actor: "worker", endpoint: "/agentSubmitWork" }) as unknown,
    });
    expect(text).not.toContain("onSilence");
    expect(good(await confirm("full")).json).toMatchObject({ ...json, task: { ...key, state: "STARTED" } });
    expect((await confirm("short")).status).toBe(400);
  });
});
