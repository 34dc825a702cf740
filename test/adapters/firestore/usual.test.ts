import { firestoreLedgerWriter } from "../../../functions/src/adapters/firestore/ledger/ledgerWriter";
import { firestoreProfiles } from "../../../functions/src/adapters/firestore/accounts/profiles";
import { firestoreProjections } from "../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import { toAddress, type Address } from "../../../functions/src/domain/address";
import { usualOf } from "../../../functions/src/domain/reputation/records";
import { taskName, type EventName, type TaskEvent } from "../../../functions/src/domain/task/events";
import { searchOf, type SearchInput } from "../../../functions/src/domain/task/search";
import { becomesFinal, ledgerOf, postAll } from "../../setup/bookkeeping";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { event, GENESIS, history } from "../../setup/tasks/histories";

const { db } = testFirestore();
const tasks = firestoreTasks(db);
const profiles = firestoreProfiles(db);
const count = countFirestore(db);
const wallet = (number: number) => toAddress(`0x${String(number).padStart(40, "0")}`) as Address;
const [FAST, SLOW, NEW] = [wallet(101), wallet(102), wallet(103)] as const;
const WORKERS = [1, 2, 3, 4, 5].map(wallet);

let lastId = 0n;
beforeEach(async () => {
  for (const collection of await db.listCollections()) await db.recursiveDelete(collection);
});

/** A task of its own, of these parties. */
function life(poster: Address, worker: Address, events: readonly TaskEvent[]) {
  const key = { contract: "human" as const, taskId: ++lastId };
  const own = events.map((one) => ({
    ...one,
    ...key,
    ...("poster" in one && { poster }),
    ...("worker" in one && one.worker && { worker }),
  }));
  return { key, events: own as TaskEvent[], paid: [] };
}
async function final(poster: Address, worker: Address, events: readonly TaskEvent[]): Promise<string> {
  const one = life(poster, worker, events);
  await becomesFinal(db, one, one.events.length);
  return taskName(one.key);
}
const WORKED: EventName[] = ["TaskCreated", "TaskStarted", "WorkSubmitted"];
const approvedAfter = (seconds: number) => [
  ...history(...WORKED),
  event("TaskApproved", { block: 9, time: GENESIS + 6 + seconds }),
];
const rejected = history(...WORKED, "TaskRejected");
const open = (poster: Address) => final(poster, wallet(9), history("TaskCreated"));

async function found(input: SearchInput): Promise<(string | undefined)[]> {
  const { items } = await tasks.search(searchOf(input, GENESIS), 20, null);
  return items.map(({ task }) => taskName(task));
}
const usualIn = async (name: string) => ((await db.doc(`tasks/${name}`).get()).get("usual") ?? null) as unknown;

it("rounds against the poster: times up, approvals down", () => {
  const record = (median: number, approved: number) =>
    usualOf({
      ...{ workers: 5, works: 8, approved, rejected: 8 - approved, silent: 0, disputed: 0, workersEarnedUsdcUnits: 0n },
      decisionSeconds: { p10: 0, median, p90: median },
    });
  expect(record(61, 7)).toEqual({ decisionSeconds: 120, approvedPercent: 87 });
  expect(record(3_601, 8)).toEqual({ decisionSeconds: 4_500, approvedPercent: 100 });
  expect(record(86_401, 0)).toEqual({ decisionSeconds: 90_000, approvedPercent: 0 });
  expect(usualOf(null)).toBeNull();
});

it("finds and sorts by the poster's record, also tasks that were open before, in limit + 1 reads", async () => {
  const before = await open(FAST);
  for (const worker of WORKERS) await final(FAST, worker, approvedAfter(50));
  await final(FAST, WORKERS[0] as Address, rejected);
  for (const worker of WORKERS) await final(SLOW, worker, approvedAfter(2_900));
  await postAll(db);
  const [after, slow, unknown] = [await open(FAST), await open(SLOW), await open(NEW)];
  await postAll(db);
  expect(await usualIn(after)).toEqual({ decisionSeconds: 60, approvedPercent: 83 });
  expect(await tasks.renewUsual(20)).toBe(2);
  expect(await tasks.renewUsual(20)).toBe(0);

  expect(await found({ sort: "decision" })).toEqual([before, after, slow, unknown]);
  expect((await found({ sort: "approved" }))[0]).toBe(slow);
  expect((await found({ sort: "approved" })).at(-1)).toBe(unknown);
  expect(await found({ decidedWithinHours: 60 / 3_600 })).toEqual([before, after]);
  expect(await found({ decidedWithinHours: 59 / 3_600 })).toEqual([]);
  expect((await found({ minApprovedPercent: 83 })).sort()).toEqual([before, after, slow].sort());
  expect(await found({ minApprovedPercent: 83.1 })).toEqual([slow]);
  count.reset();
  expect((await tasks.search(searchOf({ sort: "decision" }, GENESIS), 1, null)).nextCursor).not.toBeNull();
  expect(count.documentsRead).toBe(2);
});

it("L9: trades between wallets that pay each other rank no one, whichever came first", async () => {
  for (const worker of WORKERS) await final(FAST, worker, approvedAfter(50));
  const name = await open(FAST);
  await postAll(db);
  await tasks.renewUsual(20);
  expect(await usualIn(name)).not.toBeNull();
  await final(WORKERS[0] as Address, FAST, approvedAfter(1));
  await postAll(db);
  await tasks.renewUsual(20);
  expect([await usualIn(name), (await profiles.reputation(FAST)).posterRecord]).toEqual([null, null]);
});

it("does not count what a reorg may still undo", async () => {
  for (const worker of WORKERS.slice(1)) await final(FAST, worker, approvedAfter(50));
  const last = life(FAST, WORKERS[0] as Address, approvedAfter(50));
  await becomesFinal(db, last, 3);
  await firestoreProjections(db).change([last.key], (known) => ({ ...known, tail: last.events.slice(3) }));
  await postAll(db);
  expect((await profiles.reputation(FAST)).posterRecord).toBeNull();
  await firestoreProjections(db).change([last.key], (known) => ({ ...known, tail: [] }));
  await postAll(db);
  expect((await profiles.reputation(FAST)).posterRecord).toBeNull();
  await becomesFinal(db, last, 4);
  await postAll(db);
  expect((await profiles.reputation(FAST)).posterRecord).toMatchObject({ works: 5, workers: 5 });
});

it("gives the same records and the same order after a rebuild", async () => {
  await open(FAST);
  for (const worker of WORKERS) await final(FAST, worker, approvedAfter(50));
  await final(WORKERS[0] as Address, FAST, approvedAfter(1));
  await final(FAST, wallet(6), rejected);
  await postAll(db);
  await tasks.renewUsual(20);
  const shown = async () => [
    await ledgerOf(db),
    await profiles.reputation(FAST),
    (await db.collection("tasks").get()).docs.map((doc) => doc.get("decisionKey") as unknown),
  ];
  const before = await shown();
  await firestoreLedgerWriter(db).requireClearing();
  await postAll(db);
  await tasks.renewUsual(20);
  expect(await shown()).toEqual(before);
});

it("L11: renews at most a hundred open tasks of a poster at once, and writes only those that differ", async () => {
  for (let at = 0; at < 103; at++) await open(FAST);
  for (const worker of WORKERS) await final(FAST, worker, approvedAfter(50));
  await postAll(db);
  const known = (await db.collection("tasks").where("usual", "!=", null).get()).size;
  const writes = async () => {
    count.reset();
    await tasks.renewUsual(20);
    return count.documentsWritten;
  };
  expect(await writes()).toBeLessThanOrEqual(101);
  expect(await writes()).toBeLessThanOrEqual(101);
  expect(await writes()).toBe(0);
  const all = await db.collection("tasks").where("isOpen", "==", true).get();
  expect(new Set(all.docs.map((doc) => doc.get("decisionKey") as string).map((key) => key.slice(0, 12))).size).toBe(1);
  expect(all.size).toBe(103);
  expect(known).toBeGreaterThan(0);
});
