import { Wallet } from "ethers";
import type { Role } from "../../../dev/local/wallets";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, METADATA, named } from "../../setup/market";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);

async function session(role: Role): Promise<string> {
  const { json } = await market.post("/mktAgentSessionChallenge", { wallet: market.address(role) });
  const signature = await new Wallet(market.chain.wallet(role).privateKey).signMessage(String(json["message"]));
  return String(
    (await market.post("/mktAgentSession", { message: json["message"], signature })).json["agentSessionToken"],
  );
}

const ids = (json: Record<string, unknown>) => (json["items"] as { taskId: string }[]).map(({ taskId }) => taskId);

describe("GET /mkt/tasks", () => {
  it("lists open funded tasks of one contract, the newest first, page by page", async () => {
    const open: string[] = [];
    for (let made = 0; made < 5; made++) {
      open.unshift(String((await market.task("agent-fast", { mode: "selection" })).taskId));
      await market.chain.warp(1);
    }
    await market.task("agent-fast", {}, { steps: ["start"] });
    await market.task("human");
    const all = await market.get("/mkt/tasks", { contract: "agent-fast" });
    expect([all.status, ids(all.json), all.json["nextCursor"]]).toEqual([200, open, null]);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      count.reset();
      const { json } = await market.get("/mkt/tasks", { contract: "agent-fast", limit: 2, ...(cursor && { cursor }) });
      expect(count).toMatchObject({ documentsRead: Math.min(3, 5 - paged.length), documentsWritten: 0 });
      paged.push(...ids(json));
      cursor = json["nextCursor"] as string | null;
    }
    expect(paged).toEqual(open);
  });

  it("leaves out what can no longer be started", async () => {
    const late = await market.task("human");
    await market.pass(31 * 86_400);
    const fresh = await market.task("human");
    const listed = ids((await market.get("/mkt/tasks")).json);
    expect(listed).toContain(String(fresh.taskId));
    expect(listed).not.toContain(String(late.taskId));
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { limit: "ten" },
    { limit: "1.5" },
    { limit: "" },
    { contract: "x" },
    { cursor: "a b" },
    { page: 2 },
  ])("refuses %j", async (query) => {
    const { status, json } = await market.get("/mkt/tasks", query);
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
  });

  it.each([
    ["/mkt/tasks", "cursor", {}],
    ["/mkt/dashboard", "cursor", { tab: "posted" }],
    ["/mkt/dashboard", "cursor", { tab: "interested" }],
    ["/mkt/ratings", "receivedCursor", {}],
    ["/mkt/ratings", "givenCursor", {}],
  ])("refuses a cursor that no list gave at %s (%s), and says which to send", async (path, field, query) => {
    const wallet = market.address("buyer");
    const who = path === "/mkt/dashboard" ? { wallet } : path === "/mkt/ratings" ? { address: wallet } : {};
    for (const cursor of ["x", "0", "zzz", "9".repeat(150)]) {
      const { status, json } = await market.get(path, { ...who, ...query, [field]: cursor });
      expect([status, json]).toMatchObject([
        400,
        { code: "invalid_request", detail: expect.stringContaining("nextCursor of the page before") },
      ]);
      expect(json["errors"]).toMatchObject([{ pointer: `/${field}` }]);
    }
  });

  it("refuses a cursor that no list gave in signed requests", async () => {
    const key = await market.task("human");
    for (const [path, body] of [
      ["/mkt/accounting", {}],
      ["/mkt/accounting/export", { format: "csv" }],
      ["/mkt/task", named(key)],
    ] as const) {
      const { status, json } = await market.call(path, "buyer", { ...body, cursor: "x" });
      expect([path, status, json]).toMatchObject([
        path,
        400,
        { code: "invalid_request", errors: [{ pointer: "/cursor" }] },
      ]);
    }
  });
});

describe("GET /mkt/task", () => {
  it("shows a task to anyone, by name and by address of its contract", async () => {
    const key = await market.task("agent-fast", { mode: "selection" });
    const { status, json } = await market.get("/mkt/task", {
      id: String(key.taskId),
      contract: market.stage.addresses["agent-fast"].toLowerCase(),
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...named(key),
      state: "FUNDED",
      mode: "selection",
      ...METADATA,
      poster: market.address("buyer"),
      worker: null,
      rewardUsdc: "5.000001",
      stakeUsdc: "0.500001",
      interestCount: 0,
      workflowStatus: "open",
      _nextAction: { actor: "worker", endpoint: "/mkt/interest" },
    });
  });

  it("tells each wallet its own status, with at most three reads and a count", async () => {
    const key = await market.task("human", { mode: "selection" });
    await market.call("/mkt/interest", "worker", named(key));
    count.reset();
    const as = async (role: Role) =>
      (await market.get("/mkt/task", { id: String(key.taskId), wallet: market.address(role) })).json;
    expect(await as("worker")).toMatchObject({ workflowStatus: "interest_pending", interestCount: 1 });
    expect(count).toMatchObject({ documentsRead: 3 + 1, documentsWritten: 0 });
    expect(await as("buyer")).toMatchObject({
      workflowStatus: "open",
      _nextAction: { actor: "poster", endpoint: "/mkt/interest/resolve" },
    });
  });

  it("shows metadata that never came as missing, not as an error", async () => {
    const key = await market.task("human", {}, { metadata: null });
    expect((await market.get("/mkt/task", { id: String(key.taskId) })).json).toMatchObject({
      title: null,
      description: null,
      tags: [],
    });
  });

  it("I6: says where a task is that the named deployment does not have", async () => {
    const isHuman = async (id: string) => (await market.get("/mkt/task", { id, contract: "human" })).status === 200;
    let id = String((await market.task("agent-fast")).taskId);
    while (await isHuman(id)) id = String((await market.task("agent-fast")).taskId);
    const { json } = await market.get("/mkt/task", { id });
    expect([json["code"], json["detail"]]).toEqual([
      "task_not_found",
      `The human contract has no known task ${id}. There is a task ${id} on agent-fast: to name that one, send contract "agent-fast".`,
    ]);
    const nowhere = await market.get("/mkt/task", { id: 99_999 });
    expect(nowhere.json["detail"]).toContain("confirm its creation first");
  });

  it("refuses a task that is not there, and an id that is none", async () => {
    expect((await market.get("/mkt/task", { id: 99_999 })).json["code"]).toBe("task_not_found");
    for (const id of ["0", "-1", "1e3", "0x1", "", "1234567890123456"])
      expect((await market.get("/mkt/task", { id })).json["code"]).toBe("invalid_request");
  });
});

describe("POST /mkt/task", () => {
  it("gives each party what the chain's roles allow, by signature or by session", async () => {
    const key = await market.task("human", { mode: "selection" });
    await market.call("/mkt/interest", "worker", { ...named(key), message: "take me" });
    await market.call("/mkt/interest", "worker2", { ...named(key), message: "or me" });
    const poster = await market.call("/mkt/task", "buyer", named(key));
    expect([poster.status, poster.json]).toMatchObject([
      200,
      {
        role: "poster",
        interest: null,
        interests: { items: [{ message: "or me" }, { message: "take me" }], nextCursor: null },
        privateDetails: null,
        submissions: [],
        reasons: [],
        comments: [],
      },
    ]);
    const worker = await market.post("/mkt/task", named(key), { authorization: `Bearer ${await session("worker")}` });
    expect([worker.status, worker.json]).toMatchObject([
      200,
      { role: "interested", interests: null, interest: { message: "take me", status: "pending" } },
    ]);
    expect(worker.text).not.toContain("or me");
  });

  it("pages the interests for the poster", async () => {
    const key = await market.task("human", { mode: "selection" });
    for (const role of ["worker", "worker2", "payer"] as const) await market.call("/mkt/interest", role, named(key));
    const first = (await market.call("/mkt/task", "buyer", { ...named(key), limit: 2 })).json as {
      interests: { items: object[]; nextCursor: string };
    };
    expect(first.interests.items).toHaveLength(2);
    const second = (
      await market.call("/mkt/task", "buyer", { ...named(key), limit: 2, cursor: first.interests.nextCursor })
    ).json;
    expect(second).toMatchObject({ interests: { items: [expect.anything()], nextCursor: null } });
  });

  it("refuses a wallet that is no party of the task", async () => {
    const key = await market.task();
    const { status, json } = await market.call("/mkt/task", "stranger", named(key));
    expect([status, json["code"]]).toEqual([403, "forbidden_role"]);
  });

  it("S9: refuses a revoked session at once, also on another instance that has just used it", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const second = await market.anotherService(db);
    const token = await session("worker");
    const ask = (baseUrl: string) =>
      fetch(`${baseUrl}/mkt/task`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(named(key)),
      });
    expect([(await ask(market.service.baseUrl)).status, (await ask(second.baseUrl)).status]).toEqual([200, 200]);
    expect((await market.post("/mktAgentRevokeSession", {}, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect([(await ask(market.service.baseUrl)).status, (await ask(second.baseUrl)).status]).toEqual([401, 401]);
    await second.close();
  });
});
