import { relistTasks } from "../../../functions/src/adapters/firestore/indexing/repairs";
import { firestoreDeadlines } from "../../../functions/src/adapters/firestore/tasks/deadlines";
import { firestoreEventLog } from "../../../functions/src/adapters/firestore/events/eventLog";
import { TASKS } from "../../../functions/src/adapters/firestore/tasks/taskDocument";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import { taskName, type TaskKey } from "../../../functions/src/domain/task/events";
import type { TaskMetadata } from "../../../functions/src/domain/task/metadata";
import { searchOf } from "../../../functions/src/domain/task/search";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, METADATA } from "../../setup/market";

type Query = Record<string, string | number>;

const { db } = testFirestore();
const tasks = firestoreTasks(db);
const count = countFirestore(db);
const key: Record<string, string> = {};

const OFFERS: Record<string, [TaskKey["contract"], Partial<TaskMetadata>, bigint, "instant" | "selection"]> = {
  page: ["human", {}, 5_000_000n, "instant"],
  bees: [
    "agent-fast",
    { title: "Count bees", category: "Beekeeping", country: "br", tags: ["Bees"] },
    2_000_000n,
    "instant",
  ],
  code: [
    "agent-fast",
    { title: "Translate code", category: "Coding", industry: "technology" },
    9_000_000n,
    "selection",
  ],
  book: ["human", { title: "Portuguese books", description: "Translations wanted." }, 7_000_000n, "instant"],
};
const named = ({ contract, taskId }: { contract: string; taskId: unknown }) => `${contract}-${String(taskId)}`;

const market = Market.forFile(db);
beforeAll(async () => {
  for (const [name, [contract, metadata, rewardUsdcUnits, mode]] of Object.entries(OFFERS)) {
    const task = await market.task(contract, { rewardUsdcUnits, mode }, { metadata: { ...METADATA, ...metadata } });
    key[named(task)] = name;
    await market.chain.warp(1);
  }
  const done = await market.task(
    "human",
    {},
    { metadata: { ...METADATA, title: "Cancelled page" }, steps: ["cancel"] },
  );
  key[named(done)] = "done";
}, 60_000);

async function found(query: Query): Promise<string[]> {
  const { status, json } = await market.get("/mkt/tasks", query);
  expect([status, json["code"]]).toEqual([200, undefined]);
  return (json["items"] as { contract: string; taskId: string }[]).map((item) => key[named(item)] ?? "?");
}

describe("GET /mkt/tasks", () => {
  it.each<[Query, string[]]>([
    [{}, ["book", "code", "bees", "page"]],
    [{ contract: "agent-fast" }, ["code", "bees"]],
    [{ category: "translation" }, ["book", "page"]],
    [{ category: "software" }, ["code"]],
    [{ category: "other", tag: "BEEKEEPING" }, ["bees"]],
    [{ country: "Br" }, ["bees"]],
    [{ industry: "technology" }, ["code"]],
    [{ mode: "selection" }, ["code"]],
    [{ mode: "selection", contract: "human" }, []],
    [{ sort: "reward" }, ["code", "book", "page", "bees"]],
    [{ minRewardUsdc: "5", maxRewardUsdc: "7" }, ["book", "page"]],
    [{ minRewardUsdc: "7.000001" }, ["code"]],
    [{ maxRewardUsdc: "999999999999999999", category: "translation" }, ["book", "page"]],
    [{ closesBefore: "2000-01-01" }, []],
    [{ q: "translate" }, ["book", "code", "page"]],
    [{ q: "PORTUGUESE translation" }, ["book", "code", "page"]],
    [{ q: "page" }, ["page"]],
    [{ q: "translating", tag: "text", contract: "human" }, ["book", "page"]],
    [{ q: "page", status: "all" }, ["done", "page"]],
    [{ q: "nothing like this" }, []],
    [{ status: "settled" }, ["done"]],
    [{ status: "all", mode: "instant" }, ["done", "book", "bees", "page"]],
  ])("finds by %j", async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it("sorts by the end of the time to start", async () => {
    expect((await found({ sort: "closing" })).sort()).toEqual(["bees", "book", "code", "page"]);
  });

  it.each<[Query, number]>([
    [{ category: "translation" }, 2],
    [{ minRewardUsdc: "1" }, 2],
    [{ sort: "closing" }, 2],
    [{ q: "translate" }, 3],
  ])(
    "M17: pages %j without a gap or a repeat, limit + 1 reads a page, with words one more for each item",
    async (query, most) => {
      const all = await found(query);
      const paged: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const search = searchOf(query, Math.floor(market.nowMs() / 1_000));
        count.reset();
        const page: Awaited<ReturnType<typeof tasks.search>> = await tasks.search(search, 1, cursor || null);
        expect(count.documentsRead).toBeLessThanOrEqual(most);
        paged.push(...page.items.map(({ task }) => key[named(task)] ?? "?"));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(all);
    },
  );

  it("says the total where the first page holds all", async () => {
    expect((await market.get("/mkt/tasks", { country: "BR" })).json["total"]).toBe(1);
    expect((await market.get("/mkt/tasks", { limit: 1 })).json).not.toHaveProperty("total");
  });

  it.each<[Query, RegExp]>([
    [{ colour: "red" }, /contract, poster, category.*sort/],
    [{ category: "Beekeeping" }, /translation, writing/],
    [{ country: "XX" }, /ISO 3166-1/],
    [{ minRewardUsdc: "1", sort: "newest" }, /sort=reward/],
    [{ q: "the" }, /no word/],
    [{ tag: "x".repeat(33) }, /more than 32/],
    [{ q: "x".repeat(201) }, /more than 200/],
    [{ closesBefore: "soon" }, /closesBefore/],
  ])("refuses %j and says what is known", async (query, detail) => {
    const { status, json } = await market.get("/mkt/tasks", query);
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
    expect(JSON.stringify(json)).toMatch(detail);
  });

  it("finds what was stored before there were any labels, after a rebuild and after the next write", async () => {
    const [name = ""] = Object.entries(key).find(([, offer]) => offer === "bees") ?? [];
    const { FieldValue } = await import("@google-cloud/firestore");
    const gone = Object.fromEntries(["category", "tags", "rewardKey"].map((field) => [field, FieldValue.delete()]));
    await db.collection(TASKS.path).doc(name).update(gone);
    for (const { ref } of (await db.collection("taskWords").get()).docs) await ref.delete();
    await market.pass(3);
    expect([await found({ tag: "bees" }), await found({ q: "bees" })]).toEqual([[], []]);
    await relistTasks(db);
    await market.pass(3);
    expect([await found({ tag: "bees" }), await found({ q: "bees" })]).toEqual([["bees"], ["bees"]]);
  });

  it("does not find a started task as open, by its words or without them", async () => {
    const task = await market.task(
      "human",
      {},
      { metadata: { ...METADATA, title: "Zebra crossing", tags: ["zebra"] } },
    );
    key[named(task)] = "zebra";
    expect([await found({ q: "zebras" }), await found({ tag: "zebra" })]).toEqual([["zebra"], ["zebra"]]);
    await market.take("start", task);
    await market.pass(3);
    expect([await found({ q: "zebras" }), await found({ tag: "zebra" })]).toEqual([[], []]);
    expect(await found({ q: "zebra", status: "all" })).toEqual(["zebra"]);
    expect(taskName(task)).toBe(named(task));
  });
});

describe("GET /mkt/categories", () => {
  it("M20: lists every category with the numbers of its open and settled tasks", async () => {
    count.reset();
    const { status, json } = await market.get("/mkt/categories");
    expect(status).toBe(200);
    const items = json["items"] as { name: string; open: number; settled: number }[];
    expect(items.find(({ name }) => name === "software")).toMatchObject({ open: 1, settled: 0 });
    expect(items.find(({ name }) => name === "translation")).toMatchObject({ settled: 1 });
    expect(items.at(-1)?.name).toBe("other");
  });

  it("is kept no longer than the list, whose tasks it counts", async () => {
    const ageOf = async (path: string) =>
      (await fetch(`${market.service.baseUrl}${path}`)).headers.get("cache-control");
    expect(await ageOf("/mkt/categories")).toBe(await ageOf("/mkt/tasks"));
  });
});

describe("expired tasks", () => {
  it("M19: are passed over, so that no page is empty while more follow", async () => {
    await market.pass(31 * 86_400);
    key[named(await market.task("human", { rewardUsdcUnits: 2_000_000n }))] = "fresh";
    expect(await found({ limit: 1, sort: "reward" })).toEqual(["fresh"]);
    expect(await found({ sort: "closing" })).toEqual(["fresh"]);
  });

  it("M19: are not read once the notice of their deadline is given, however many are not closed", async () => {
    for (let at = 0; at < 8; at++) await market.task("human", { rewardUsdcUnits: 3_000_000n });
    await market.pass(31 * 86_400);
    const task = await market.task("human", { rewardUsdcUnits: 2_000_000n });
    key[named(task)] = "last";
    const next = await market.get("/mkt/tasks", { limit: 1, sort: "reward" });
    // More than ten pages of them, until the job has run: the page is empty, and says that more follow.
    expect(next.json).toMatchObject({ items: [], nextCursor: expect.any(String) });
    await firestoreDeadlines(db, firestoreEventLog(db)).giveNotice(market.nowMs(), 500);
    await market.pass(3);
    count.reset();
    expect(await found({ limit: 1, sort: "reward" })).toEqual(["last"]);
    expect(count.documentsRead).toBeLessThanOrEqual(2);
    count.reset();
    expect([await found({ q: "bees" }), await found({ q: "page" })]).toEqual([[], ["last"]]);
    expect(count.documentsRead).toBeLessThanOrEqual(1 + 2);
    expect(await found({ q: "bees", status: "all" })).toEqual(["bees"]);
    expect((await market.get("/mkt/categories")).json["items"]).toContainEqual(
      expect.objectContaining({ name: "other", open: 0 }),
    );
    await relistTasks(db);
    await market.pass(3);
    expect([await found({ q: "bees" }), await found({ sort: "reward" })]).toEqual([[], ["last"]]);
    await market.take("start", task);
    await market.pass(3);
    expect(await found({ sort: "reward" })).toEqual([]);
  }, 60_000);
});
