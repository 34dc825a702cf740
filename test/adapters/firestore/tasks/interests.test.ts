import { firestoreCounters } from "../../../../functions/src/adapters/firestore/accounts/counters";
import { firestoreInterests } from "../../../../functions/src/adapters/firestore/tasks/interests";
import { recountWallets } from "../../../../functions/src/adapters/firestore/indexing/repairs";
import { firestoreProjections } from "../../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import { commitUnit } from "../../../../functions/src/adapters/firestore/unitOfWork";
import { toAddress, type Address } from "../../../../functions/src/domain/address";
import { canonicalJson } from "../../../../functions/src/domain/canonical";
import {
  registerInterest,
  resolveInterest,
  withdrawInterest,
  type Interest,
} from "../../../../functions/src/domain/interest";
import type { TaskKey } from "../../../../functions/src/domain/task/events";
import type { Task } from "../../../../functions/src/domain/task/task";
import { event, GENESIS, POSTER } from "../../../setup/tasks/histories";
import { testFirestore } from "../../../setup/firestore";
import { GrpcError, PERMISSION_DENIED } from "../../../setup/database/hookFirestore";
import { interceptFirestore } from "../../../setup/database/interceptFirestore";
import { inDeep } from "../../../setup/runs";

const { db, another } = testFirestore();
const interests = firestoreInterests(db, 5);
const tasks = firestoreTasks(db);
const account = (digit: string) => toAddress(`0x${digit.repeat(40)}`) as Address;
const worker = account("9");

/** The chain has the task as this poster's, and no other. */
async function postedBy(poster: Address, key: TaskKey, block: number): Promise<void> {
  const tail = [event("TaskCreated", { block, key }, { poster })];
  await firestoreProjections(db).change([key], () => ({ base: null, tail }));
}

async function change(key: TaskKey, how: Parameters<typeof interests.change>[2], by = worker): Promise<void> {
  const unit = { writes: [] };
  await interests.change(key, by, how, unit);
  expect(await commitUnit(db, unit)).toBe(true);
}

async function register(key: TaskKey): Promise<void> {
  const unit = { writes: [] };
  const nowMs = (task: Task) => (task.deadlines.openUntil ?? 0) * 1000;
  await interests.change(
    key,
    worker,
    (task, known) => registerInterest(task, known, { worker, message: null, nowMs: nowMs(task) }),
    unit,
  );
  expect(await commitUnit(db, unit)).toBe(true);
}

/** All pages of a worker's interests: the ids of the tasks, the newest first. */
async function listed(by: Address, limit: number): Promise<bigint[]> {
  const found: bigint[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof interests.ofWorker>> = await interests.ofWorker(by, limit, cursor);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items.map(({ taskId }) => taskId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

describe("happy", () => {
  it("lists a worker's interests newest first over several pages, as each stands now, without a gap or a repeat", async () => {
    const busy = account("8");
    const keys = Array.from({ length: 13 }, (_, at): TaskKey => ({ contract: "agent-fast", taskId: BigInt(at + 1) }));
    await firestoreProjections(db).change(keys, (_projection, key) => ({
      base: null,
      tail: [event("TaskCreated", { block: 1, key }, { mode: "selection" })],
    }));
    const told = (nowMs: number) => (task: Task, known: Interest | null) =>
      registerInterest(task, known, { worker: busy, message: "private", nowMs });
    for (const [at, key] of keys.entries()) await change(key, told(GENESIS * 1_000 + at), busy);
    expect((await firestoreCounters(db).of(busy)).interested).toBe(13);
    const newestFirst = keys.map(({ taskId }) => taskId).reverse();
    for (const limit of [100, 2]) expect(await listed(busy, limit)).toEqual(newestFirst);
    const [first, second] = keys as [TaskKey, TaskKey];
    await change(first, (task, known) => withdrawInterest(task, known as Interest, GENESIS * 1_000), busy);
    expect(await listed(busy, 100)).toEqual(newestFirst.slice(0, -1));
    // One that is told again is the newest; what the poster decides changes it where it lies.
    await change(first, told((GENESIS + 900) * 1_000), busy);
    await change(
      second,
      (task, known) =>
        resolveInterest(task, known as Interest, { decision: "reject", by: task.poster, nowMs: GENESIS * 1_000 }),
      busy,
    );
    expect(await listed(busy, 100)).toEqual([1n, ...newestFirst.slice(0, -1)]);
    const { items } = await interests.ofWorker(busy, 300, "0.");
    expect(items.at(-1)).toMatchObject({ taskId: 2n, status: "rejected", worker: busy, poster: POSTER });
    expect((await firestoreCounters(db).of(busy)).interested).toBe(13);
  });
});

/** Every document of some collections by its path, byte for byte. */
async function stored(...collections: string[]): Promise<Record<string, string>> {
  const docs = (await Promise.all(collections.map((name) => db.collection(name).get()))).flatMap((found) => found.docs);
  return Object.fromEntries(docs.map((doc) => [doc.ref.path, canonicalJson(doc.data())]));
}

describe("faults", () => {
  it("a recount restores counters and pages, byte for byte, whatever became of them", async () => {
    const [told, untold] = [await stored("interestPages"), await stored("interests")];
    const counters = firestoreCounters(db);
    const counted = async () => Promise.all([account("8"), worker, POSTER].map((wallet) => counters.of(wallet)));
    const before = await counted();
    expect(before.map(({ interested, posted }) => [interested, posted])).toEqual([
      [13, 0],
      [0, 0],
      [0, 13],
    ]);
    await recountWallets(db, 5);
    expect(await stored("interestPages")).toEqual(told);
    await db.recursiveDelete(db.collection("interestPages"));
    await Promise.all([
      db.doc(`boards/${POSTER}`).set({ posted: 99, completed: 7 }),
      db.doc(`boards/${account("8")}`).delete(),
      db.doc(`interestPages/${worker}-3`).set({ worker, number: 3, entries: {} }),
    ]);
    expect(await recountWallets(db, 5)).toBe(3);
    expect(await stored("interestPages", "interests")).toEqual({ ...told, ...untold });
    expect(await counted()).toEqual(before);
  });

  it("F4: counts a worker once where a reorg gave the task's id to another poster", async () => {
    const key: TaskKey = { contract: "human", taskId: 1n };
    await postedBy(account("1"), key, 10);
    await register(key);
    await postedBy(account("2"), key, 11);
    await register(key);
    await register(key);
    await interests.countChanged(100);
    expect((await tasks.get(key))?.interestCount).toBe(1);
    expect((await firestoreCounters(db).of(worker)).interested).toBe(1);
    expect(await listed(worker, 10)).toEqual([1n]);
    expect((await interests.find((await tasks.get(key))?.task as never, worker))?.status).toBe("pending");
  });
});

describe("faults", () => {
  it("D17: counts the interests again of a task that a reorg took and gave back", async () => {
    const key: TaskKey = { contract: "human", taskId: 2n };
    const poster = account("3");
    await postedBy(poster, key, 10);
    await register(key);
    await firestoreProjections(db).change([key], () => ({ base: null, tail: [] }));
    await interests.countChanged(100);
    expect(await tasks.get(key)).toBeNull();
    await postedBy(poster, key, 12);
    expect(await interests.countChanged(100)).toEqual({ tasks: 1, failed: 0, hasMore: false });
    expect((await tasks.get(key))?.interestCount).toBe(1);
    expect((await db.doc("tasks/human-2").get()).get("recount")).toBeUndefined();
  });

  it("D17: counts the other tasks where one cannot be counted, and that one later", async () => {
    const [broken, other]: TaskKey[] = [
      { contract: "human", taskId: 31n },
      { contract: "human", taskId: 32n },
    ];
    for (const key of [broken, other] as TaskKey[]) {
      await postedBy(account("3"), key, 10);
      await register(key);
    }
    const own = another();
    let isBroken = true;
    interceptFirestore(own, (_method, request, send) => {
      if (
        isBroken &&
        JSON.stringify(request).includes("human-31") &&
        "structuredAggregationQuery" in (request as object)
      )
        throw new GrpcError(PERMISSION_DENIED);
      return send();
    });
    expect(await firestoreInterests(own).countChanged(100)).toEqual({ tasks: 1, failed: 1, hasMore: false });
    isBroken = false;
    expect(await firestoreInterests(own).countChanged(100)).toEqual({ tasks: 1, failed: 0, hasMore: false });
  });

  inDeep("D17: counts up to 1,000 interests of a task, and no further", async () => {
    const [key, poster]: [TaskKey, Address] = [{ contract: "human", taskId: 33n }, account("4")];
    await postedBy(poster, key, 10);
    for (let from = 0; from < 1_200; from += 400) {
      const batch = db.batch();
      for (let at = from; at < from + 400; at++)
        batch.set(db.doc(`interests/human-33-${at}`), {
          task: "human-33",
          poster,
          stands: true,
          ...(at === 0 && { uncounted: true }),
        });
      await batch.commit();
    }
    const { task } = (await tasks.get(key)) ?? {};
    expect(task && (await interests.count(task))).toBe(1_000);
    await interests.countChanged(100);
    expect((await tasks.get(key))?.interestCount).toBe(1_000);
  });
});

describe("security", () => {
  inDeep(
    "lets no poster fill a worker's page with long signatures, so that the worker could tell no further interest",
    async () => {
      const [whole, popular] = [firestoreInterests(db), account("7")];
      const keys = Array.from({ length: 41 }, (_, at): TaskKey => ({ contract: "human", taskId: BigInt(1_000 + at) }));
      await firestoreProjections(db).change(keys, (_projection, key) => ({
        base: null,
        tail: [event("TaskCreated", { block: 1, key }, { mode: "selection" })],
      }));
      const nowMs = GENESIS * 1_000;
      const voucher = { deadline: GENESIS + 1, signature: `0x${"5a".repeat(16_384)}` as const };
      for (const key of keys) {
        for (const how of [
          (task: Task, known: Interest | null) =>
            registerInterest(task, known, { worker: popular, message: null, nowMs }),
          (task: Task, known: Interest | null) =>
            resolveInterest(task, known as Interest, { decision: "approve", by: task.poster, voucher, nowMs }),
        ]) {
          const unit = { writes: [] };
          await whole.change(key, popular, how, unit);
          expect(await commitUnit(db, unit)).toBe(true);
        }
      }
      const { items } = await whole.ofWorker(popular, 100, null);
      expect(items.map((item) => item.voucher)).toEqual(keys.map(() => ({ deadline: voucher.deadline })));
      await recountWallets(db);
      expect((await whole.ofWorker(popular, 100, null)).items).toEqual(items);
      expect(await whole.find((await tasks.get(keys[0] as TaskKey))?.task as Task, popular)).toMatchObject({ voucher });
    },
  );
});
