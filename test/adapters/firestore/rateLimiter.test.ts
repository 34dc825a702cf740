import { firestoreRateLimiter } from "../../../functions/src/adapters/firestore/rateLimiter";
import { testFirestore } from "../../setup/firestore";
import { GrpcError, hookFirestore, PERMISSION_DENIED } from "../../setup/database/hookFirestore";
import { countFirestore } from "../../setup/database/countFirestore";
import { KeptLog } from "../../setup/service";

const { db, another } = testFirestore();
const hooks = hookFirestore(db);
const count = countFirestore(db);
const log = new KeptLog();
const budgets = firestoreRateLimiter(db, log);
const elsewhere = firestoreRateLimiter(another(), log);
const MINUTE = 1_800_000_000_000;

let made = 0;
const fresh = () => `/path|198.51.100.${++made}`;
async function spendTimes(
  times: number,
  key: string,
  perMinute: number,
  nowMs = MINUTE,
  by = budgets,
): Promise<boolean[]> {
  const spent = [];
  for (let at = 0; at < times; at++) spent.push((await by.spend(key, perMinute, nowMs)) === 0);
  return spent;
}

describe("happy", () => {
  it("lets as many through as a minute has, and all again in the next", async () => {
    const key = fresh();
    expect(await spendTimes(4, key, 3)).toEqual([true, true, true, false]);
    expect(await spendTimes(1, key, 3, MINUTE + 59_999)).toEqual([false]);
    expect(await spendTimes(4, key, 3, MINUTE + 60_000)).toEqual([true, true, true, false]);
  });

  it("knows without asking that a minute is used up", async () => {
    const key = fresh();
    expect(budgets.waitSeconds(key, MINUTE)).toBe(0);
    await spendTimes(2, key, 1);
    count.reset();
    expect(budgets.waitSeconds(key, MINUTE + 1)).toBe(60);
    expect(await budgets.spend(key, 1, MINUTE + 20_000)).toBe(40);
    expect(count.roundTrips).toBe(0);
    expect(budgets.waitSeconds(key, MINUTE + 60_000)).toBe(0);
  });

  it("costs one read of its shards and one write", async () => {
    count.reset();
    await budgets.spend(fresh(), 5, MINUTE + 60_000);
    expect([count.calls, count.documentsRead, count.documentsWritten]).toEqual([["batchGetDocuments", "commit"], 4, 1]);
  });
});

describe("security", () => {
  it("P24: counts what is spent on every instance", async () => {
    const key = fresh();
    const spent = [];
    for (let at = 0; at < 8; at++) spent.push(...(await spendTimes(1, key, 6, MINUTE, at % 2 ? budgets : elsewhere)));
    expect(spent).toEqual([...Array<boolean>(6).fill(true), false, false]);
  });

  it("P24: overshoots by no more than the requests that are under way at once", async () => {
    const key = fresh();
    const parallel = 10;
    let through = 0;
    for (let round = 0; round < 4; round++) {
      const spent = await Promise.all(
        Array.from({ length: parallel }, (_, at) => (at % 2 ? budgets : elsewhere).spend(key, 15, MINUTE)),
      );
      through += spent.filter(Boolean).length;
    }
    expect(through).toBeGreaterThanOrEqual(15);
    expect(through).toBeLessThanOrEqual(15 + parallel);
  });

  it("D16: slides, so that no minute has twice the budget in it", async () => {
    for (const [start, gap] of [
      [MINUTE + 59_000, 2_000],
      [MINUTE + 599_000, 2_000],
      [MINUTE + 30_500, 59_000],
    ] as const) {
      const key = fresh();
      expect(await spendTimes(4, key, 3, start)).toEqual([true, true, true, false]);
      expect(await spendTimes(1, key, 3, start + gap, elsewhere)).toEqual([false]);
      expect(await spendTimes(4, key, 3, start + 60_000, elsewhere)).toEqual([true, true, true, false]);
    }
  });

  it("D16: says when the next unit is free, and frees no more than what was spent then", async () => {
    const key = fresh();
    await spendTimes(2, key, 3, MINUTE + 5_000);
    await spendTimes(1, key, 3, MINUTE + 50_000);
    expect(await budgets.spend(key, 3, MINUTE + 55_000)).toBe(10);
    expect(await elsewhere.spend(key, 3, MINUTE + 64_000)).toBe(1);
    expect(await spendTimes(3, key, 3, MINUTE + 65_000)).toEqual([true, true, false]);
    expect(await elsewhere.spend(key, 3, MINUTE + 66_000)).toBe(44);
  });

  it("D16: asks the database once for all requests of a client that wait", async () => {
    const key = fresh();
    count.reset();
    const spent = await Promise.all(Array.from({ length: 500 }, () => budgets.spend(key, 20, MINUTE + 60_000)));
    expect([spent.filter((wait) => wait === 0).length, new Set(spent)]).toEqual([20, new Set([0, 60])]);
    expect(count.documentsRead).toBeLessThanOrEqual(8);
    expect(count.documentsWritten).toBeLessThanOrEqual(2);
  });

  it("D16: of a large budget, counts a twentieth in memory before it asks the database, and no more", async () => {
    const key = fresh();
    const ask = async (by: typeof budgets, times: number, nowMs: number) =>
      (await spendTimes(times, key, 200, nowMs, by)).filter(Boolean).length;
    count.reset();
    expect(await ask(budgets, 9, MINUTE + 60_000)).toBe(9);
    expect(count.roundTrips).toBe(0);
    expect([await ask(budgets, 1, MINUTE + 60_000), count.documentsWritten]).toEqual([1, 1]);
    expect(
      (await ask(budgets, 300, MINUTE + 61_000)) + (await ask(elsewhere, 300, MINUTE + 61_000)),
    ).toBeLessThanOrEqual(190 + 2 * 9);
    expect(await elsewhere.spend(key, 200, MINUTE + 62_000)).toBeGreaterThan(50);
  });

  it("stores no address", async () => {
    const key = fresh();
    await budgets.spend(key, 5, MINUTE);
    const docs = (await db.collection("budgets").get()).docs;
    expect(docs.length).toBeGreaterThan(0);
    for (const doc of docs) expect(`${doc.id} ${JSON.stringify(doc.data())}`).not.toContain("198.51.100.");
    expect(docs[0]?.get("expireAt")).toBeDefined();
  });
});

describe("faults", () => {
  it("lets requests through where the count cannot be kept, and says so", async () => {
    hooks.before = () => {
      throw new GrpcError(PERMISSION_DENIED);
    };
    expect(await spendTimes(3, fresh(), 1)).toEqual([true, true, true]);
    hooks.before = undefined;
    expect(log.lines.filter(({ event }) => event === "budget.unavailable")).toHaveLength(3);
  });
});
