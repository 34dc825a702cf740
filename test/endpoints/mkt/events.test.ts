import { firestoreDeadlines } from "../../../functions/src/adapters/firestore/tasks/deadlines";
import { firestoreEventLog } from "../../../functions/src/adapters/firestore/events/eventLog";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import { deadlineOf } from "../../../functions/src/domain/task/task";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";
import { until } from "../../setup/until";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);
beforeAll(async () => {
  await market.passSpanEdge();
});

interface View {
  id: string;
  type: string;
  finality: string;
  data: Record<string, unknown>;
}
const PATH = "/mkt/events";
const read = async (query: Record<string, string | number>, headers: Record<string, string> = {}) => {
  const reply = await market.get(PATH, query, headers);
  return { ...reply, items: (reply.json["items"] ?? []) as View[], nextCursor: reply.json["nextCursor"] as string };
};
const typesOf = (items: readonly View[]) => items.map(({ type }) => type);

describe("events", () => {
  it("tell a task's life to strangers, and interests and ratings to whom they concern", async () => {
    const open = await market.task("human", { mode: "selection" });
    await market.call("/mkt/interest", "worker", { ...named(open), message: "private words" });
    const done = await market.task("human", {}, { steps: ["start", "submit"] });
    const ofTask = await read(named(done));
    expect(typesOf(ofTask.items)).toEqual(["task.created", "task.started", "task.submitted"]);
    expect(typesOf((await read(named(open))).items)).toEqual(["task.created"]);
    const session = await market.session("worker");
    const wallet = market.address("worker");
    const own = await read({ wallet }, session);
    expect(typesOf(own.items)).toEqual(["interest.registered", "task.started", "task.submitted"]);
    expect(JSON.stringify([own.items, ofTask.items])).not.toMatch(/private words|CANARY/);
    expect(typesOf((await read({ wallet, types: "interest.registered,task.submitted" }, session)).items)).toEqual([
      "interest.registered",
      "task.submitted",
    ]);
    // Page by page, nothing twice.
    const first = await read({ ...named(done), limit: 2 });
    expect(first.json["hasMore"]).toBe(true);
    const second = await read({ ...named(done), limit: 2, cursor: first.nextCursor });
    expect([...typesOf(first.items), ...typesOf(second.items)]).toEqual(typesOf(ofTask.items));
    expect(second.json["hasMore"]).toBe(false);
  });

  it("cost limit + 1 reads, and one for the finality of each deployment", async () => {
    const task = await market.task("human", {}, { steps: ["start", "submit"] });
    count.reset();
    await read({ ...named(task), limit: 1 });
    // And the client's rate limit.
    expect(count.documentsRead).toBeLessThanOrEqual(1 + 1 + 1 + 1);
  });

  it("EV4: are private without the wallet's own session", async () => {
    const wallet = market.address("buyer");
    expect((await read({ wallet })).json["code"]).toBe("session_required");
    expect((await read({ wallet }, await market.session("worker"))).json["code"]).toBe("session_required");
    expect((await read({}, { authorization: `Bearer mkts_${"A".repeat(43)}` })).json["code"]).toBe("session_invalid");
  });

  it("refuse what is not asked well, and name what is known", async () => {
    expect((await read({ types: "task.created,task.nope" })).json).toMatchObject({
      code: "invalid_request",
      detail: expect.stringContaining("task.nope") as string,
    });
    for (const query of [{ kind: "x" }, { wait: 26 }, { limit: 0 }, { cursor: "x" }, { types: "" }])
      expect((await read(query as Record<string, string>)).json["code"]).toBe("invalid_request");
    expect((await read({ cursor: "1-1" })).json["code"]).toBe("cursor_expired");
  });
});

describe("waiting", () => {
  it("is answered by the event that it waits for, and not by others", async () => {
    const [task, other] = [await market.task("human"), await market.task("human")];
    const waiting = read({ ...named(task), cursor: "latest", wait: 20 });
    await market.take("start", other);
    await market.sync(other);
    await market.take("start", task);
    await market.sync(task);
    const { items } = await waiting;
    expect(typesOf(items)).toEqual(["task.started"]);
  }, 30_000);

  it("EV10: gives the places of clients that have gone to others", async () => {
    const path = `${market.service.baseUrl}${PATH}?cursor=latest&wait=20`;
    const gone = new AbortController();
    const open = () => fetch(path, { signal: gone.signal });
    const abandoned = Array.from({ length: 4 }, open);
    const status = async () => (await read({ cursor: "latest", wait: 1 })).status;
    // A look may itself have taken the place of one of the four.
    await until(async () => {
      const isFull = (await status()) === 429;
      if (!isFull) abandoned.push(open());
      return isFull;
    });
    gone.abort();
    await Promise.allSettled(abandoned);
    await until(async () => (await status()) === 200);
  }, 30_000);

  it("EV5: ends empty, with a cursor that goes on, and is limited for each client", async () => {
    const places = Array.from({ length: 4 + 1 }, () => read({ cursor: "latest", wait: 2 }));
    const replies = await Promise.all(places);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    const empty = replies.find(({ status }) => status === 200);
    expect(empty?.items).toEqual([]);
    expect((await read({ cursor: empty?.nextCursor ?? "" })).status).toBe(200);
  }, 30_000);
});

describe("deadlines", () => {
  it("EV7: announce themselves once each, reading what is due only, and fill the waiting tab", async () => {
    const task = await market.task("human", {}, { steps: ["start"] });
    const record = await firestoreTasks(db).get(task);
    const deadline = record ? deadlineOf(record.task) : 0;
    const deadlines = firestoreDeadlines(db, firestoreEventLog(db));
    const wallet = market.address("worker");
    const waiting = async (role: "worker" | "buyer") =>
      (
        (await market.get("/mkt/dashboard", { wallet: market.address(role), tab: "waiting" })).json["items"] as {
          taskId: string;
        }[]
      ).map(({ taskId }) => taskId);
    expect(await waiting("worker")).toContain(String(task.taskId));
    expect(await waiting("buyer")).not.toContain(String(task.taskId));
    const session = await market.session("worker");
    const near = async () =>
      (await read({ wallet, ...named(task), types: "deadline.near" }, session)).items.map(
        ({ data }) => data["percent"],
      );
    count.reset();
    await deadlines.giveNotice(1_000, 100);
    expect(count.documentsRead).toBeLessThanOrEqual(1);
    const began = record?.task.turns.at(-1)?.ended ?? 0;
    for (const at of [began + Math.ceil((deadline - began) / 2), deadline, deadline + 1, deadline + 2])
      await deadlines.giveNotice(at * 1000, 100);
    expect(await near()).toEqual([50, 90, 100]);
    expect(await waiting("buyer")).toContain(String(task.taskId));
    const unread = (
      await market.get("/mkt/dashboard", { wallet, tab: "waiting", unreadSince: "0-9999999999" }, session)
    ).json["unread"];
    expect(unread).toBeGreaterThanOrEqual(3);
    expect(
      (await market.get("/mkt/dashboard", { wallet, tab: "waiting", unreadSince: "0-9999999999" })).json["unread"],
    ).toBeNull();
  });

  it("announces ruleBy to the arbiter, with the parties, as its own to meet", async () => {
    const task = await market.task("human", {}, { steps: ["start", "submit", "reject", "contest"] });
    const record = await firestoreTasks(db).get(task);
    const ruleBy = record?.task.deadlines.ruleBy ?? 0;
    const began = record?.task.turns.at(-1)?.ended ?? 0;
    const deadlines = firestoreDeadlines(db, firestoreEventLog(db));
    for (const at of [began + Math.ceil((ruleBy - began) / 2), ruleBy, ruleBy + 1])
      await deadlines.giveNotice(at * 1000, 100);
    for (const role of ["arbiter", "buyer", "worker"] as const) {
      const query = { wallet: market.address(role), ...named(task), types: "deadline.near" };
      const own = (await read(query, await market.session(role))).items.filter(
        ({ data }) => data["state"] === "DISPUTED",
      );
      const ruleByText = new Date(ruleBy * 1000).toISOString();
      expect(own.map(({ data }) => [data["percent"], data["deadline"], data["waitsFor"]])).toEqual([
        [50, ruleByText, "arbiter"],
        [90, ruleByText, "arbiter"],
        [100, ruleByText, "anyone"],
      ]);
    }
    const stranger = { wallet: market.address("stranger"), ...named(task), types: "deadline.near" };
    expect((await read(stranger, await market.session("stranger"))).items).toEqual([]);
  });
});
