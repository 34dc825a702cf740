import { firestoreBudgets } from "../../../functions/src/adapters/firestore/budgets";
import { testFirestore } from "../../setup/firestore";
import { GrpcError, hookFirestore, PERMISSION_DENIED } from "../../setup/hookFirestore";
import { countFirestore } from "../../setup/countFirestore";
import { KeptLog } from "../../setup/service";

const { db, another } = testFirestore();
const hooks = hookFirestore(db);
const count = countFirestore(db);
const log = new KeptLog();
const budgets = firestoreBudgets(db, log);
const elsewhere = firestoreBudgets(another(), log);
const MINUTE = 1_800_000_000_000;

let made = 0;
const fresh = () => `/path|198.51.100.${++made}`;
async function spendTimes(times: number, key: string, perMinute: number, nowMs = MINUTE, by = budgets): Promise<boolean[]> {
  const spent = [];
  for (let at = 0; at < times; at++) spent.push(await by.spend(key, perMinute, nowMs));
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
    expect(budgets.mayHaveLeft(key, MINUTE)).toBe(true);
    await spendTimes(2, key, 1);
    count.reset();
    expect(budgets.mayHaveLeft(key, MINUTE)).toBe(false);
    expect(await budgets.spend(key, 1, MINUTE)).toBe(false);
    expect(count.roundTrips).toBe(0);
    expect(budgets.mayHaveLeft(key, MINUTE + 60_000)).toBe(true);
  });

  it("costs one read of its shards and one write", async () => {
    count.reset();
    await budgets.spend(fresh(), 5, MINUTE);
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
      const spent = await Promise.all(Array.from({ length: parallel }, (_, at) => (at % 2 ? budgets : elsewhere).spend(key, 15, MINUTE)));
      through += spent.filter(Boolean).length;
    }
    expect(through).toBeGreaterThanOrEqual(15);
    expect(through).toBeLessThan(15 + parallel);
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
