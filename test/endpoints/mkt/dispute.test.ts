import { id } from "ethers";
import { MAX_ARBITER_DAYS } from "../../../functions/src/domain/content";
import { MAX_MESSAGES_OF_CASE } from "../../../functions/src/domain/thread";
import type { Hex } from "../../../functions/src/domain/keccak";
import { Agent, DETAILS, good, taskKey, WORK } from "../../setup/agent";
import type { Reply } from "../../setup/paying/buyer";
import { Market } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";
import { inDeep } from "../../setup/runs";

const market = Market.forFile();
const life = new TaskLife(market);
const arbiter = new Agent(market, "arbiter");

const EVIDENCE = { text: "CANARY-evidence: the key was there", links: [{ url: "https://files.example/photo" }] };
const ANSWER = { text: "CANARY-answer: it opens nothing" };
const RULING = { workerShareBps: 3_333, forfeitStake: false, reason: "The key was found, but to another door." };
const CANARIES = ["CANARY-details", "CANARY-work", "CANARY-evidence"];

async function rejected(): Promise<Named> {
  const key = await life.submitted();
  await life.buyer.do("/agentDecide", { ...key, decision: "reject", rating: 1, comment: "It does not fit." });
  return key;
}

async function disputed(): Promise<Named> {
  const key = await rejected();
  const prepared = await life.worker.prepare("/agentSubmitWork", { ...key, action: "contest", ...EVIDENCE });
  const txHash = await life.worker.send(prepared);
  good(await life.worker.call("/agentSubmitWork", { ...key, txHash }));
  return key;
}

const read = async (agent: Agent, key: Named): Promise<Reply> => agent.call("/mkt/dispute", key, await agent.session());
const answer = (agent: Agent, key: Named, words: object = ANSWER): Promise<Reply> =>
  market.call("/mkt/dispute/answer", agent.role, { ...key, ...words });
const codeOf = ({ json }: Reply) => json["code"];
const publicTask = async ({ contract, taskId }: Named, more: Record<string, string> = {}) =>
  (await market.get("/mkt/task", { contract, id: taskId, ...more })).json;
const feedOf = async (agent: Agent, types: string) => {
  const { json } = await market.get("/mkt/events", { wallet: agent.wallet, types }, await agent.session());
  return json["items"] as { type: string; taskId: string; actor: string; data: Record<string, unknown> }[];
};

describe("happy", () => {
  it("is answered, read by its arbiter, ruled and paid as ruled, and all three can follow it by events", async () => {
    const key = await disputed();
    const [buyer, worker] = [life.buyer, life.worker];
    expect(await publicTask(key, { wallet: arbiter.wallet })).toMatchObject({
      state: "DISPUTED",
      ruling: null,
      _nextAction: { actor: "arbiter", action: "rule", endpoint: "/agentRule", body: { ...key, action: "prepare" } },
    });
    expect((await publicTask(key, { wallet: buyer.wallet }))["_nextAction"]).toMatchObject({
      actor: "poster",
      action: "answer",
      endpoint: "/mkt/dispute/answer",
      body: key,
    });

    const answered = good(await answer(buyer, key));
    expect(answered.json).toMatchObject({ ok: true, ...key, _nextAction: { endpoint: "/mkt/dispute" } });
    expect((await publicTask(key, { wallet: buyer.wallet }))["_nextAction"]).toMatchObject({
      actor: "client",
      action: "wait",
      endpoint: "/mkt/dispute",
    });

    for (const [agent, role] of [
      [arbiter, "arbiter"],
      [buyer, "poster"],
      [worker, "worker"],
    ] as const) {
      const { json } = good(await read(agent, key));
      expect(json).toMatchObject({
        role,
        task: { state: "DISPUTED", terms: { arbiter: arbiter.wallet } },
        privateDetails: { content: DETAILS },
        submissions: [{ content: WORK, onChain: true }],
        reasons: [],
        comments: [{ author: buyer.wallet, content: "It does not fit." }],
        evidence: { content: EVIDENCE },
        answer: { hash: answered.json["answerHash"], content: { ...ANSWER, links: [] } },
        answeredAt: answered.json["answeredAt"],
      });
    }

    const prepared = await arbiter.prepare("/agentRule", { ...key, ...RULING });
    // 5.000001 USDC of which a third, rounded down, and the stake of 0.500001.
    expect(prepared.json).toMatchObject({
      rulingHash: id(RULING.reason),
      posterGetsUsdc: "3.333501",
      workerGetsUsdc: "2.166501",
    });
    const before = await balances();
    const txHash = await arbiter.send(prepared);
    const ruled = good(await arbiter.call("/agentRule", { ...key, txHash }));
    const ruling = {
      workerShareBps: 3_333,
      forfeitStake: false,
      byDefault: false,
      posterGotUsdc: "3.333501",
      workerGotUsdc: "2.166501",
      rulingHash: id(RULING.reason),
      reason: RULING.reason,
    };
    expect(ruled.json).toMatchObject({ task: { state: "RESOLVED", ruling }, _nextAction: null });
    expect(await publicTask(key)).toMatchObject({ ruling });
    const after = await balances();
    expect([after.buyer - before.buyer, after.worker - before.worker]).toEqual([3_333_501n, 2_166_501n]);
    expect(good(await read(arbiter, key)).json).toMatchObject({ task: { ruling }, evidence: { content: EVIDENCE } });

    await market.settle();
    for (const agent of [arbiter, buyer, worker]) {
      const events = await feedOf(agent, "task.disputed,dispute.answered,task.ruled");
      const own = events.filter(({ taskId }) => taskId === key.taskId);
      expect(own.map(({ type, actor }) => [type, actor])).toEqual([
        ["task.disputed", worker.wallet],
        ["dispute.answered", buyer.wallet],
        ["task.ruled", arbiter.wallet],
      ]);
      expect(own[2]?.data).toMatchObject({ workerShareBps: 3_333, forfeitStake: false, byDefault: false });
      expect(JSON.stringify(events)).not.toContain("CANARY");
    }
    expect(await ledgerOf(buyer, key)).toEqual(["refund in 3.333501", "reward out -5.000001"]);
    expect(await ledgerOf(worker, key)).toEqual([
      "stake_returned in 0.500001",
      "reward in 1.6665",
      "stake out -0.500001",
    ]);
    expect(await ledgerOf(arbiter, key)).toEqual([]);
  });

  it("R10: has the newest messages of all three, for each of them, and names the page of the others", async () => {
    const key = await disputed();
    const say = async (agent: Agent, text: string) =>
      good(await market.call("/mkt/messages", agent.role, { ...key, text }));
    for (let at = 1; at <= 19; at++) await say(life.worker, `CANARY-message ${at}`);
    await say(arbiter, "Where was the key?");
    await say(life.buyer, "Under the mat.");
    const pages = [];
    for (const agent of [arbiter, life.buyer, life.worker]) pages.push(good(await read(agent, key)).json["messages"]);
    const [{ items, nextCursor }] = pages as [{ items: object[]; nextCursor: string }];
    expect(items).toHaveLength(MAX_MESSAGES_OF_CASE);
    expect(items.slice(0, 3)).toMatchObject([
      { number: 21, role: "poster", text: "Under the mat." },
      { number: 20, role: "arbiter", author: arbiter.wallet },
      { number: 19, role: "worker", text: "CANARY-message 19" },
    ]);
    expect(pages).toEqual([pages[0], pages[0], pages[0]]);
    const rest = await arbiter.call("/mkt/messages/list", { ...key, cursor: nextCursor }, await arbiter.session());
    expect(good(rest).json["items"]).toMatchObject([{ number: 1, text: "CANARY-message 1" }]);
    const stranger = new Agent(market, "stranger");
    expect(codeOf(await read(stranger, key))).toBe("forbidden_role");
  });

  inDeep("gives its share to the poster with the stake, by a signed transaction", async () => {
    const key = await disputed();
    const prepared = await arbiter.prepare("/agentRule", { ...key, ...RULING, workerShareBps: 0, forfeitStake: true });
    expect(prepared.json).toMatchObject({ posterGetsUsdc: "5.500002", workerGetsUsdc: "0" });
    const [transaction] = prepared.json["transactions"] as Parameters<Agent["signTransaction"]>[0][];
    if (!transaction) throw new Error("nothing was prepared");
    const signedTransaction = await arbiter.signTransaction(transaction);
    const { json } = await arbiter.confirm("/agentRule", { ...key, signedTransaction });
    expect(json).toMatchObject({ task: { ruling: { forfeitStake: true, reason: RULING.reason } } });
  });

  inDeep("shows the reason of a ruling that was never confirmed here, once it is indexed", async () => {
    const key = await disputed();
    await arbiter.send(await arbiter.prepare("/agentRule", { ...key, ...RULING }));
    await market.settle();
    expect(await publicTask(key)).toMatchObject({ state: "RESOLVED", ruling: { reason: RULING.reason } });
  });

  it("takes the reason of a ruling from elsewhere at the confirmation", async () => {
    const key = await disputed();
    const reason = "Ruled with a wallet of its own.";
    const hash = await market.stage.take("rule", taskKey(key), { text: reason, workerShareBps: 10_000 });
    expect(good(await arbiter.call("/agentRule", { ...key, txHash: hash })).json).toMatchObject({
      task: { ruling: { reason: null, rulingHash: id(reason) } },
    });
    const confirmed = await arbiter.call("/agentRule", { ...key, txHash: hash, reason });
    expect(good(confirmed).json).toMatchObject({ task: { ruling: { reason, workerShareBps: 10_000 } } });
  });

  it("stores evidence that the worker hashed on its own", async () => {
    const key = await rejected();
    const prepared = await life.worker.prepare("/agentSubmitWork", { ...key, action: "contest", ...EVIDENCE });
    const { evidenceHash } = prepared.json;
    await market.stage.call({ function: "contest", ...taskKey(key), evidenceHash: evidenceHash as Hex }, "worker");
    await market.sync(taskKey(key));
    expect(good(await read(arbiter, key)).json["evidence"]).toEqual({ hash: evidenceHash, content: null });
    const stored = { ...key, ...EVIDENCE, salt: prepared.json["salt"] };
    good(await market.call("/mkt/submission", "worker", stored));
    expect(good(await read(arbiter, key)).json).toMatchObject({ evidence: { content: EVIDENCE } });
    const other = await market.call("/mkt/submission", "worker", { ...stored, text: "Something better" });
    expect(codeOf(other)).toBe("metadata_hash_mismatch");
  });

  inDeep("says when the arbiter's silence ended it", async () => {
    const key = await disputed();
    await market.stage.walk(taskKey(key), "ruleByDefault");
    await market.followChain();
    await market.sync(taskKey(key));
    expect(await publicTask(key)).toMatchObject({
      ruling: { byDefault: true, workerShareBps: 5_000, reason: null, rulingHash: null },
    });
  });

  inDeep("reads by a signed request as well", async () => {
    const key = await disputed();
    const { json } = good(await market.call("/mkt/dispute", "arbiter", key));
    expect(json).toMatchObject({ role: "arbiter", evidence: { content: EVIDENCE }, answer: null, answeredAt: null });
  });

  it("lists disputes for the arbiter and both sides, the earliest deadline first, by pages", async () => {
    const keys = [await disputed(), await disputed()];
    for (const agent of [arbiter, life.buyer, life.worker]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { json } = await market.get("/mkt/dashboard", {
          wallet: agent.wallet,
          tab: "disputes",
          view: "full",
          limit: 1,
          ...(cursor !== null && { cursor }),
        });
        const items = json["items"] as { taskId: string; state: string; deadlines: { ruleBy: string } }[];
        expect(items.every(({ state }) => state === "DISPUTED")).toBe(true);
        seen.push(...items.map(({ taskId, deadlines: { ruleBy } }) => `${ruleBy} ${taskId}`));
        cursor = json["nextCursor"] as string | null;
      } while (cursor !== null);
      expect(seen).toEqual([...seen].sort());
      for (const { taskId } of keys) expect(seen.some((one) => one.endsWith(` ${taskId}`))).toBe(true);
    }
    const stranger = new Agent(market, "stranger");
    const { json } = await market.get("/mkt/dashboard", { wallet: stranger.wallet, tab: "disputes" });
    expect(json["items"]).toEqual([]);
  });
});

describe("bad input", () => {
  it.each([
    ["a share above the whole", { workerShareBps: 10_001 }, "/workerShareBps"],
    ["a broken share", { workerShareBps: 0.5 }, "/workerShareBps"],
    ["no stake's fate", { forfeitStake: undefined }, "/forfeitStake"],
    ["an empty reason", { reason: " " }, "/reason"],
    ["a reason that hides text", { reason: "fair\u202e" }, "/reason"],
    ["a long reason", { reason: "x".repeat(4_001) }, "/reason"],
  ])("refuses %s", async (_what, change, pointer) => {
    const reply = await arbiter.call("/agentRule", { contract: "agent-fast", taskId: "1", ...RULING, ...change });
    expect([reply.status, codeOf(reply)]).toEqual([400, "invalid_request"]);
    expect(JSON.stringify(reply.json)).toContain(pointer);
  });

  it("R5: answers once: the same again is the same, another is refused", async () => {
    const key = await disputed();
    const first = good(await answer(life.buyer, key)).json;
    const again = good(await answer(life.buyer, key, { ...ANSWER, salt: first["salt"] })).json;
    expect(again).toMatchObject({ answerHash: first["answerHash"], answeredAt: first["answeredAt"] });
    const other = await answer(life.buyer, key, { text: "On second thoughts" });
    expect([other.status, codeOf(other)]).toEqual([409, "state_conflict"]);
    const both = await Promise.all([0, 1].map((n) => answer(life.buyer, key, { text: `Racing ${n}` })));
    expect(both.map(({ status }) => status)).toEqual([409, 409]);
    expect(JSON.stringify((await read(arbiter, key)).json)).toContain(ANSWER.text);
  });

  inDeep("stores one of two answers that come at the same time", async () => {
    const key = await disputed();
    const replies = await Promise.all([0, 1, 2].map((n) => answer(life.buyer, key, { text: `Racing ${n}` })));
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect((await read(arbiter, key)).json["answer"]).toMatchObject({ hash: accepted[0]?.json["answerHash"] });
  });

  it("R3: refuses an answer before the contest, after ruleBy and after the ruling", async () => {
    const early = await rejected();
    expect(codeOf(await answer(life.buyer, early))).toBe("state_conflict");
    const key = await disputed();
    await market.stage.passDeadline(taskKey(key));
    await market.followChain();
    expect(codeOf(await answer(life.buyer, key))).toBe("state_conflict");
    expect(codeOf(await arbiter.call("/agentRule", { ...key, ...RULING }))).toBe("state_conflict");
    const ruled = await disputed();
    await market.take("rule", taskKey(ruled));
    expect(codeOf(await answer(life.buyer, ruled))).toBe("state_conflict");
  });

  it("counts a contest that was not confirmed yet", async () => {
    const [forArbiter, forPoster] = [await rejected(), await rejected()];
    for (const key of [forArbiter, forPoster]) await market.stage.take("contest", taskKey(key));
    expect((await read(arbiter, forArbiter)).status).toBe(200);
    expect((await answer(life.buyer, forPoster)).status).toBe(200);
  });

  it("R6: refuses a reason that the ruling's hash is not of, and stores nothing", async () => {
    const key = await disputed();
    const hash = await market.stage.take("rule", taskKey(key), { text: "The true reason" });
    const reply = await arbiter.call("/agentRule", { ...key, txHash: hash, reason: "Another reason" });
    expect([reply.status, codeOf(reply)]).toEqual([409, "metadata_hash_mismatch"]);
    expect(await publicTask(key)).toMatchObject({ state: "RESOLVED", ruling: { reason: null } });
  });

  inDeep("refuses to confirm what ended without a ruling", async () => {
    const key = await disputed();
    await market.stage.passDeadline(taskKey(key));
    const txHash = await market.stage.take("ruleByDefault", taskKey(key));
    await market.followChain();
    expect(codeOf(await arbiter.call("/agentRule", { ...key, txHash, reason: RULING.reason }))).toBe("state_conflict");
  });
});

describe("security", () => {
  it("R1: shows a case to its arbiter and parties only, whatever a stranger claims", async () => {
    const key = await disputed();
    const stranger = new Agent(market, "stranger");
    for (const reply of [
      await read(stranger, key),
      await stranger.call("/mkt/dispute", { ...key, wallet: arbiter.wallet }, await stranger.session()),
      await market.post("/mkt/dispute", {
        ...(await market.sign("/mkt/dispute", "stranger", key)),
        wallet: arbiter.wallet,
      }),
      await stranger.call("/mkt/dispute", key),
      await market.get("/mkt/task", { contract: key.contract, id: key.taskId, wallet: arbiter.wallet }),
      await market.get("/mkt/dashboard", { wallet: arbiter.wallet, tab: "disputes" }),
      await answer(life.worker, key),
      await answer(arbiter, key),
      await answer(stranger, key),
    ]) {
      expect(reply.text).not.toContain("CANARY");
      expect(JSON.stringify(reply.json)).not.toContain('"salt"');
    }
  });

  it("R2: shows the arbiter nothing before the contest and after its time, and the parties everything", async () => {
    const early = await rejected();
    for (const path of ["/mkt/dispute", "/mkt/task", "/agentGetPrivateDetails", "/agentGetSubmissionDetails"]) {
      const reply = await arbiter.call(path, early, await arbiter.session());
      for (const canary of CANARIES) expect(reply.text).not.toContain(canary);
    }
    const key = await disputed();
    await market.take("rule", taskKey(key));
    await market.pass((MAX_ARBITER_DAYS + 1) * 86_400);
    const late = await read(arbiter, key);
    expect([late.status, codeOf(late)]).toEqual([403, "forbidden_role"]);
    for (const path of ["/mkt/task", "/agentGetPrivateDetails", "/agentGetSubmissionDetails"]) {
      const reply = await arbiter.call(path, key, await arbiter.session());
      for (const canary of CANARIES) expect(reply.text).not.toContain(canary);
    }
    const full = JSON.stringify((await read(life.worker, key)).json);
    for (const canary of CANARIES) expect(full).toContain(canary);
  });

  it("R4: lets only the arbiter prepare a ruling, and confirm it", async () => {
    const key = await disputed();
    for (const agent of [life.buyer, life.worker, new Agent(market, "stranger")]) {
      const reply = await agent.call("/agentRule", { ...key, ...RULING });
      expect([reply.status, codeOf(reply)]).toEqual([403, "forbidden_role"]);
    }
    const txHash = await arbiter.send(await arbiter.prepare("/agentRule", { ...key, ...RULING }));
    const reply = await life.worker.call("/agentRule", { ...key, txHash, reason: RULING.reason });
    expect([reply.status, codeOf(reply)]).toEqual([403, "forbidden_role"]);
  });
});

/** What the wallet's accounting says of a task, newest first. */
async function ledgerOf(agent: Agent, { taskId }: Named): Promise<string[]> {
  const { json } = good(await agent.call("/mkt/accounting", {}, await agent.session()));
  const rows = json["items"] as { type: string; taskId: string; direction: string; netUsdc: string }[];
  const own = rows.filter((row) => row.taskId === taskId);
  return own.map(({ type, direction, netUsdc }) => `${type} ${direction} ${netUsdc}`);
}

async function balances() {
  const of = async (role: "buyer" | "worker") =>
    (await market.stage.escrow.balances(market.stage.address(role))).usdcUnits;
  return { buyer: await of("buyer"), worker: await of("worker") };
}
