import { forFile } from "../setup/forFile";
import { Market, named } from "../setup/market";
import { currentClient, legacyClient } from "./clients";

const market = Market.forFile();

interface Page {
  items: { id: string; type: string; taskId: string | null }[];
  nextCursor: string;
}

describe.each([
  ["2026-07-28", currentClient],
  ["2025-11-25", legacyClient],
] as const)("mktEvents with the official client at revision %s", (_revision, connect) => {
  let token: string;
  const client = forFile(() => connect(`${market.service.baseUrl}/mcp`));
  beforeAll(async () => {
    const wallet = market.chain.wallet("worker");
    const challenge = await client.call("mktAgentSessionChallenge", { wallet: wallet.address });
    const { message } = challenge.json as { message: string };
    const opened = await client.call("mktAgentSession", { message, signature: await wallet.signMessage(message) });
    token = (opened.json as { agentSessionToken: string }).agentSessionToken;
  });

  const events = async (args: Record<string, unknown>) => {
    const result = await client.call("mktEvents", args);
    expect([result.isError, result.json]).toEqual([undefined, expect.anything()]);
    return result.json as unknown as Page;
  };
  const own = (more: Record<string, unknown>) =>
    events({ wallet: market.address("worker"), agentSessionToken: token, ...more });

  it("waits for the wallet's own events, private ones included, and goes on after its cursor", async () => {
    const task = await market.task("human", { mode: "selection" });
    const { nextCursor: start, items } = await own({ cursor: "latest" });
    expect(items).toEqual([]);
    let isAnswered = false;
    const waiting = own({ cursor: start, wait: 20 }).finally(() => (isAnswered = true));
    // An event of someone else does not end the wait.
    await market.task("human");
    expect(isAnswered).toBe(false);
    await market.call("/mkt/interest", "worker", named(task));
    const told = await waiting;
    expect(told.items).toMatchObject([{ type: "interest.registered", taskId: String(task.taskId) }]);
    const next = await own({ cursor: told.nextCursor, wait: 0 });
    expect(next.items).toEqual([]);
    expect((await own({ cursor: start, wait: 0 })).items).toEqual(told.items);
  });

  it("gives public events without a session, and a wallet's only with its own", async () => {
    const task = await market.task("agent-fast");
    expect(await events(named(task))).toMatchObject({ items: [{ type: "task.created" }] });
    for (const args of [{}, { agentSessionToken: token }]) {
      expect(await client.call("mktEvents", { wallet: market.address("buyer"), ...args })).toMatchObject({
        isError: true,
        json: { code: "session_required" },
      });
    }
  });
});
