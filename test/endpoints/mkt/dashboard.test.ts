import { firestoreProjections } from "../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreResubmissions } from "../../../functions/src/adapters/firestore/tasks/resubmissions";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import { keccak256 } from "../../../functions/src/domain/keccak";
import type { TaskKey } from "../../../functions/src/domain/task/events";
import { event } from "../../setup/tasks/histories";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";
import type { Role } from "../../../dev/local/wallets";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);
beforeAll(async () => {
  await market.passSpanEdge();
});

const board = async (role: Role, tab: string, query: Record<string, string | number> = {}) =>
  (await market.get("/mkt/dashboard", { wallet: market.address(role), tab, ...query })).json;
const ids = (json: Record<string, unknown>) => (json["items"] as { taskId: string }[]).map(({ taskId }) => taskId);

/** Tasks of no one here. */
async function others(many: number): Promise<void> {
  const keys = Array.from({ length: many }, (_, at): TaskKey => ({ contract: "human", taskId: BigInt(100_000 + at) }));
  await firestoreProjections(db).change(keys, (_projection, key) => ({
    base: null,
    tail: [event("TaskCreated", { block: 1, key })],
  }));
}

describe("the dashboard", () => {
  it("sorts a wallet's tasks by its part, counts them, and tells the next action of this wallet", async () => {
    const open = await market.task("human", { mode: "selection" });
    await market.call("/mkt/interest", "worker", { ...named(open), message: "private words" });
    const started = await market.task("human", {}, { steps: ["start"] });
    const done = await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
    const cancelled = await market.task("human", {}, { steps: ["cancel"] });
    const all = [cancelled, done, started, open].map(({ taskId }) => String(taskId));
    const poster = { posted: 4, started: 0, interested: 0, completed: 2 };
    const posted = await board("buyer", "posted");
    expect([ids(posted).sort(), posted["counts"], posted["nextCursor"]]).toEqual([all.sort(), poster, null]);
    expect(ids(await board("buyer", "completed")).sort()).toEqual(
      [String(done.taskId), String(cancelled.taskId)].sort(),
    );
    const worker = await board("worker", "interested");
    expect(worker).toMatchObject({
      wallet: market.address("worker"),
      tab: "interested",
      counts: { posted: 0, started: 2, interested: 1, completed: 1 },
      items: [{ ...named(open), workflowStatus: "interest_pending" }],
      nextCursor: null,
    });
    expect(JSON.stringify(worker)).not.toContain("private words");
    const begun = await board("worker", "started");
    expect(ids(begun).sort()).toEqual([String(started.taskId), String(done.taskId)].sort());
    await market.call("/mkt/interest", "worker", { ...named(open), action: "withdraw" });
    expect(await board("worker", "interested")).toMatchObject({ items: [], counts: { interested: 0 } });
    expect(await board("stranger", "posted")).toMatchObject({
      items: [],
      counts: { posted: 0, started: 0, interested: 0, completed: 0 },
    });
  });

  it("reads limit + 2 documents at most on every tab, whatever else there is: a page, and the counts", async () => {
    await others(1_000);
    const limit = 4;
    for (let made = 0; made < 6; made++) {
      const key = await market.task("human", { mode: "selection" });
      await market.call("/mkt/interest", "worker2", named(key));
    }
    for (let made = 0; made < 5; made++)
      await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
    for (const [role, tab] of [
      ["buyer", "posted"],
      ["worker", "started"],
      ["worker2", "interested"],
      ["buyer", "completed"],
    ] as const) {
      count.reset();
      const first = await board(role, tab, { limit });
      expect([tab, ids(first).length]).toEqual([tab, limit]);
      expect([tab, count.documentsRead]).toEqual([tab, limit + 2]);
      expect(count.documentsWritten).toBe(0);
      count.reset();
      const second = await board(role, tab, { limit, cursor: String(first["nextCursor"]) });
      expect(count.documentsRead).toBeLessThanOrEqual(limit + 2);
      expect(new Set([...ids(first), ...ids(second)]).size).toBe(limit + ids(second).length);
    }
  });

  it("tells both sides of new work that is stored and not on the chain yet, as the task itself does", async () => {
    const asked = await market.task("agent-fast", {}, { steps: ["start", "submit", "requestChanges"] });
    const answered = await market.task("agent-fast", {}, { steps: ["start", "submit", "requestChanges"] });
    const { task } = (await firestoreTasks(db).get(answered)) ?? {};
    if (!task) throw new Error("the projection has no such task");
    await firestoreResubmissions(db).keep(task, await market.stage.resubmission(answered, keccak256("better work")));
    // The address's budget is looked up by the first call of a minute.
    await board("buyer", "posted");
    for (const [role, tab] of [
      ["buyer", "posted"],
      ["worker", "started"],
    ] as const) {
      count.reset();
      const { items } = (await board(role, tab, { limit: 50, view: "full" })) as {
        items: { taskId: string; contract: string; state: string; workflowStatus: string; _nextAction: object }[];
      };
      // The page, the counts, and the answer to each change request.
      const asking = items.filter(({ state }) => state === "CHANGES_REQUESTED").length;
      expect(asking).toBeGreaterThanOrEqual(2);
      expect(count.documentsRead).toBe(items.length + 1 + asking);
      const of = (key: TaskKey) =>
        items.find(({ taskId, contract }) => taskId === String(key.taskId) && contract === key.contract);
      expect(of(asked)).toMatchObject({ workflowStatus: "changes_requested", _nextAction: { actor: "worker" } });
      expect(of(answered)).toMatchObject({
        workflowStatus: "resubmitted_awaiting_anchor",
        _nextAction:
          role === "buyer"
            ? { actor: "poster", endpoint: "/agentDecide" }
            : { actor: "worker", endpoint: "/agentSubmitWork" },
      });
      const { json } = await market.get("/mkt/task", {
        id: String(answered.taskId),
        contract: "agent-fast",
        wallet: market.address(role),
      });
      // A list leaves the history and the poster's record out.
      const { history: taken, posterRecord, ...listed } = json;
      expect(posterRecord).toEqual({ status: "too_few", numbers: null });
      expect([of(answered), (taken as object[]).length]).toEqual([listed, 4]);
    }
  });

  it.each([{ tab: "all" }, { tab: "posted", wallet: "0x1" }, { tab: "posted", limit: "101" }])(
    "refuses %j",
    async (query) => {
      const { json } = await market.get("/mkt/dashboard", { wallet: market.address("buyer"), ...query });
      expect(json["code"]).toBe("invalid_request");
    },
  );
});
