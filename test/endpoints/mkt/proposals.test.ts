import type { TaskKey } from "../../../functions/src/domain/task/events";
import { SUMS, SUMS_IN } from "../../../functions/src/adapters/firestore/sumDocument";
import type { Role } from "../../../dev/local/wallets";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);

const WORKERS = ["worker", "worker2", "stranger"] as const satisfies readonly Role[];
const register = (key: TaskKey, role: Role, more: object = {}) =>
  market.call("/mkt/interest", role, { ...named(key), ...more });
const seen = (key: TaskKey, role: Role, more: object = {}) =>
  market.call("/mkt/task", role, { ...named(key), ...more });
interface Seen {
  interests: { items: { worker: string }[]; nextCursor: string | null } | null;
}

/** A worker's record as the ledger would have posted it: what each of several posters rated it, and its approved tasks. */
const record = (role: Role, given: readonly (readonly number[])[], completed: number) => {
  const raters = given.map((stars, at) => [
    `0${at}`,
    { ratings: stars.length, stars: stars.reduce((sum, one) => sum + one, 0) },
  ]);
  return db
    .doc(`${SUMS_IN.reputation}/${market.address(role)}`)
    .set({ [SUMS]: { raters: { asWorker: Object.fromEntries(raters) }, asWorker: { completed } } });
};

describe("happy", () => {
  it("L1: keeps a proposal with the worker's record, and shows it to the poster and the worker only", async () => {
    const key = await market.task("human", { mode: "selection" });
    await record("worker", [[5, 5], [4], [4, 5, 5, 4]], 7);
    const proposal = { message: "By tonight.", etaSeconds: 7_200, samples: ["https://work.example/1"] };
    const answer = await register(key, "worker", proposal);
    const full = { ...proposal, record: { average: 4.5, raters: 3, completed: 7 } };
    expect([answer.status, answer.json]).toMatchObject([200, { interest: full }]);
    expect((await seen(key, "buyer")).json).toMatchObject({ interests: { items: [full] } });
    expect((await seen(key, "worker")).json).toMatchObject({ interest: full, interests: null });
    const open = await market.get("/mkt/interest/status", { ...named(key), wallet: market.address("worker") });
    expect(JSON.stringify(open.json)).not.toMatch(/tonight|7200|work\.example/);
    const again = await register(key, "worker", {});
    expect(again.json).toMatchObject({ interest: { message: null, etaSeconds: null, samples: [] } });
  });

  it("L2: sorts by rating, approved tasks and ETA, each page at limit + 1 reads", async () => {
    const key = await market.task("human", { mode: "selection" });
    // Many fives of two posters do not outrank the fours of four: an average counts from three posters on.
    await record("worker", [[5, 5, 5, 5], [5]], 9);
    await record("worker2", [[4], [4], [4], [4]], 2);
    await record("stranger", [[5], [5], [5]], 5);
    await register(key, "worker", { etaSeconds: 600 });
    await register(key, "worker2", {});
    await register(key, "stranger", { etaSeconds: 60 });
    const expected = {
      newest: ["stranger", "worker2", "worker"],
      rating: ["stranger", "worker2", "worker"],
      completed: ["worker", "stranger", "worker2"],
      eta: ["stranger", "worker", "worker2"],
    } as const;
    for (const [sort, roles] of Object.entries(expected)) {
      const pages = [await seen(key, "buyer", { sort, limit: 2 })];
      const { nextCursor } = (pages[0]?.json as unknown as Seen).interests ?? {};
      pages.push(await seen(key, "buyer", { sort, limit: 2, cursor: nextCursor }));
      const workers = pages.flatMap(({ json }) =>
        ((json as unknown as Seen).interests?.items ?? []).map(({ worker }) => worker),
      );
      expect([sort, workers]).toEqual([sort, roles.map((role) => market.address(role))]);
    }
    const readsOf = async (limit: number) => {
      count.reset();
      await seen(key, "buyer", { sort: "rating", limit });
      return count.documentsRead;
    };
    expect((await readsOf(3)) - (await readsOf(1))).toBe(1);
  });

  it("tells the poster how many are interested", async () => {
    const key = await market.task("human", { mode: "selection" });
    for (const role of WORKERS) await register(key, role);
    await register(key, "worker", { action: "withdraw" });
    const events = await db.collection("events").where("taskId", "==", String(key.taskId)).get();
    const counts = events.docs
      .map((doc) => doc.data() as { type: string; data: { interestCount?: number } })
      .filter(({ type }) => type.startsWith("interest."))
      .map(({ type, data }) => `${type} ${data.interestCount}`);
    expect(counts.sort()).toEqual([
      "interest.registered 1",
      "interest.registered 2",
      "interest.registered 3",
      "interest.withdrawn 2",
    ]);
  });
});

describe("refusals", () => {
  it.each([
    [{ etaSeconds: 0 }, "/etaSeconds"],
    [{ etaSeconds: 1e9 }, "/etaSeconds"],
    [{ samples: ["http://work.example/1"] }, "/samples/0"],
    [{ samples: ["https://user:secret@work.example/1"] }, "/samples/0"],
    [{ samples: ["https://localhost/1"] }, "/samples/0"],
    [{ samples: Array.from({ length: 6 }, (_, at) => `https://work.example/${at}`) }, "/samples"],
    [{ samples: ["https://work.example/1", "https://work.example/1"] }, "/samples"],
    [{ message: "a\u0000b" }, "/message"],
  ])("refuses %j, at its place", async (proposal, pointer) => {
    const key = await market.task("human", { mode: "selection" });
    const { status, json } = await register(key, "worker", proposal);
    expect([status, json]).toMatchObject([400, { code: "invalid_request", errors: [{ pointer }] }]);
    expect((await seen(key, "buyer")).json).toMatchObject({ interests: { items: [] } });
  });

  it("refuses an unknown order", async () => {
    const key = await market.task("human", { mode: "selection" });
    expect((await seen(key, "buyer", { sort: "price" })).json).toMatchObject({ errors: [{ pointer: "/sort" }] });
  });
});
