import { JsonRpcProvider, Wallet } from "ethers";
import { MemoryJournal, Mkt, ProblemError, waitUntil } from "../../packages/client/src/index";
import { devWallets } from "../../dev/local/wallets";
import { Market } from "../setup/market";
import { agent, OFFER } from "./agents";
import { losingFetch } from "./lying";
import { served } from "../setup/forFile";

interface Scripted {
  status: number;
  headers?: Record<string, string>;
  /** Breaks off within the body. */
  breaksOff?: true;
}

/** A service that answers by a script, the last line for ever, and what it was asked. */
async function scripted(...script: Scripted[]): Promise<{ mkt: Mkt; bodies: string[] }> {
  const bodies: string[] = [];
  const baseUrl = await served((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      bodies.push(body);
      const { status, headers = {}, breaksOff } = script[Math.min(bodies.length, script.length) - 1] ?? { status: 200 };
      response.writeHead(status, { "content-type": "application/json", ...headers });
      if (breaksOff) return void response.write('{"ok":', () => response.destroy());
      response.end(
        JSON.stringify(
          status === 200 ? { ok: true } : { code: "dependency_unavailable", detail: "Wait.", status, requestId: "r1" },
        ),
      );
    });
  });
  return { mkt: new Mkt({ baseUrl, retry: { attempts: 3, patienceMs: 3_000 } }), bodies };
}

const give = (mkt: Mkt, signal?: AbortSignal) =>
  mkt.api.POST("/x402Feedback", { body: { message: "x" }, ...(signal && { signal }) });

describe("retries", () => {
  it("send the same bytes again after the seconds of Retry-After", async () => {
    const { mkt, bodies } = await scripted({ status: 503, headers: { "Retry-After": "1" } }, { status: 200 });
    const timers = jest.spyOn(globalThis, "setTimeout");
    expect((await give(mkt)).response.status).toBe(200);
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1_000);
    timers.mockRestore();
    expect(bodies).toEqual(['{"message":"x"}', '{"message":"x"}']);
  });

  it("repeat a request whose answer broke off", async () => {
    const { mkt, bodies } = await scripted({ status: 200, breaksOff: true }, { status: 200 });
    expect((await give(mkt)).data).toEqual({ ok: true });
    expect(bodies).toHaveLength(2);
    const never = await scripted({ status: 200, breaksOff: true });
    await expect(never.mkt.tasks()).rejects.toMatchObject({ code: "unavailable" });
  });

  it("end after the maximum of attempts, or when Retry-After exceeds the remaining time", async () => {
    const often = await scripted({ status: 503, headers: { "Retry-After": "0" } });
    expect((await give(often.mkt)).response.status).toBe(503);
    expect(often.bodies).toHaveLength(3);
    const long = await scripted({ status: 429, headers: { "Retry-After": "60" } });
    expect((await give(long.mkt)).response.status).toBe(429);
    expect(long.bodies).toHaveLength(1);
  });

  it("do not repeat permanent errors, or those without Retry-After", async () => {
    for (const headers of [{}, { "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" }]) {
      const { mkt, bodies } = await scripted({ status: 503, headers });
      await expect(mkt.tasks()).rejects.toMatchObject({
        code: "dependency_unavailable",
        retryAfterSeconds: null,
        requestId: "r1",
      });
      await expect(mkt.tasks()).rejects.toBeInstanceOf(ProblemError);
      expect(bodies).toHaveLength(2);
    }
  });

  it("stop when the caller aborts", async () => {
    const { mkt } = await scripted({ status: 503, headers: { "Retry-After": "2" } });
    await expect(give(mkt, AbortSignal.timeout(50))).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("waiting", () => {
  it("polls until the condition holds, with growing pauses", async () => {
    let reads = 0;
    expect(
      await waitUntil(
        "three",
        async () => ++reads,
        (value) => value === 3,
        { firstPauseMs: 1 },
      ),
    ).toBe(3);
  });

  it("ends at its timeout, and reports the last state", async () => {
    const never = waitUntil(
      "ever",
      async () => "not yet",
      () => false,
      { timeoutMs: 20, firstPauseMs: 1 },
    );
    await expect(never).rejects.toMatchObject({ code: "timeout", last: "not yet" });
  });

  it("ends when the caller aborts, and when reading fails", async () => {
    await expect(
      waitUntil(
        "ever",
        async () => 0,
        () => false,
        { signal: AbortSignal.timeout(20) },
      ),
    ).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(
      waitUntil(
        "ever",
        async () => Promise.reject(new Error("gone")),
        () => false,
      ),
    ).rejects.toThrow("gone");
  });
});

describe("faults", () => {
  const market = Market.forFile();

  it("M16: a creation is made once, even if its confirmation is lost or the process dies before sending", async () => {
    const journal = new MemoryJournal();
    const before = await market.chain.usdcUnitsOf(market.address("payer3"));
    let isLost = true;
    const losing = losingFetch(
      (path, { txHash }) => isLost && path === "/agentCreateTaskSimple" && txHash !== undefined,
    );
    const first = agent(market, "payer3", { journal, fetch: losing, retry: { attempts: 1 } });
    await expect(first.poster.create(OFFER)).rejects.toMatchObject({ code: "unavailable" });
    isLost = false;
    const { task } = await first.poster.create(OFFER);
    expect([task.state, task.taskId]).toEqual(["FUNDED", String(await market.stage.taskCount("agent-fast"))]);
    expect(before - (await market.chain.usdcUnitsOf(market.address("payer3")))).toBe(20_000_000n);

    const dead = new JsonRpcProvider(market.chain.rpcUrl, 8453, { staticNetwork: true, cacheTimeout: -1 });
    jest.spyOn(dead, "broadcastTransaction").mockRejectedValue(new Error("ECONNRESET"));
    const crashed = agent(market, "payer3", {
      journal,
      signer: new Wallet(devWallets().payer3.privateKey, dead),
      permits: false,
    });
    await expect(crashed.poster.create({ ...OFFER, title: "Another" })).rejects.toMatchObject({ code: "unavailable" });
    const [outcome] = await agent(market, "payer3", { journal }).resume();
    expect(outcome).toMatchObject({ task: { title: "Another", state: "FUNDED" } });
    expect(before - (await market.chain.usdcUnitsOf(market.address("payer3")))).toBe(40_000_000n);
    dead.destroy();
  });

  it("ends an expired turn, as anyone may, and no turn earlier", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start", "submit"] });
    const named = { contract: "agent-fast", taskId: String(key.taskId) } as const;
    const stranger = agent(market, "stranger");
    await expect(stranger.callTimeout(await stranger.task(named))).rejects.toMatchObject({ code: "not_over" });
    await market.pass(3 * 3_600);
    const todos = await stranger.next(market.address("worker"));
    expect(todos.map(({ next, role }) => [next.action, role])).toContainEqual(["release", "anyone"]);
    expect((await stranger.callTimeout(await stranger.task(named))).task.state).toBe("APPROVED");
  });
});
