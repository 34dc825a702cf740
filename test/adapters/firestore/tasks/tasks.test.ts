import { firestoreProjections } from "../../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import { commitUnit } from "../../../../functions/src/adapters/firestore/unitOfWork";
import type { UnitOfWork } from "../../../../functions/src/domain/unitOfWork";
import { keccak256 } from "../../../../functions/src/domain/keccak";
import type { EventName, TaskEvent, TaskKey } from "../../../../functions/src/domain/task/events";
import { metadataHash, type TaskMetadata } from "../../../../functions/src/domain/task/metadata";
import { searchOf } from "../../../../functions/src/domain/task/search";
import { currentTask, reconcile, finalize, type Projection } from "../../../../functions/src/domain/task/projection";
import {
  ARBITER,
  BETTER_WORK,
  event,
  GENESIS,
  history,
  POSTER,
  STRANGER,
  WORK,
  WORKER,
} from "../../../setup/tasks/histories";
import { countFirestore } from "../../../setup/database/countFirestore";
import { testFirestore } from "../../../setup/firestore";

const { db, another } = testFirestore();
const tasks = firestoreTasks(db);
const projections = firestoreProjections(db);
const count = countFirestore(db);

const ALL = { fromBlock: 0n, toBlock: 10n ** 9n };
let nextId = 0;
const newKey = (contract: TaskKey["contract"] = "human"): TaskKey => ({ contract, taskId: BigInt(++nextId) });
const ofTask = (key: TaskKey, events: TaskEvent[]) => events.map((one) => ({ ...one, ...key }));
const seen = () => ({ reads: count.documentsRead, writes: count.documentsWritten, trips: count.roundTrips });

/** Stores a task with these events, none of them final. */
async function store(key: TaskKey, ...names: EventName[]): Promise<TaskEvent[]> {
  const events = ofTask(key, history(...names));
  await projections.change([key], (projection) => reconcile(projection, { ...ALL, events }));
  return events;
}

beforeEach(() => count.reset());

/** The blocks that a projection's events are in, as if the chain had replaced them all. */
const blocksOf = ({ tail }: Projection) => new Set(tail.map(({ at }) => at.blockHash));

describe("happy", () => {
  it("gives back the projection that was stored, every field of it", async () => {
    const key = newKey();
    const events = ofTask(key, [
      ...history("TaskCreated", "TaskStarted", "WorkSubmitted", "TaskApproved", "StakeClaimed"),
      event("Credited", { block: 5, logIndex: 1 }),
    ]);
    const final = finalize({ base: null, tail: [] }, { fromBlock: 0n, toBlock: 3n, events }).projection;
    const whole = reconcile(final, { ...ALL, events });
    await projections.change([key], () => whole);
    let stored: Projection | null = null;
    await projections.change([key], (projection) => (stored = projection));
    expect(stored).toEqual(whole);
    expect((await tasks.get(key))?.task).toEqual(currentTask(whole));
  });

  it("knows no task that the chain does not have", async () => {
    const key = newKey();
    expect(await tasks.get(key)).toBeNull();
    const [created] = await store(key, "TaskCreated");
    expect((await tasks.get(key))?.task.at).toEqual(created?.at);
    await projections.change([key], (projection) =>
      reconcile(projection, { ...ALL, events: [] }, blocksOf(projection)),
    );
    expect(await tasks.get(key)).toBeNull();
  });

  it("shows metadata as soon as it is there, before or after the chain's event, and only where its hash fits", async () => {
    const metadata: TaskMetadata = {
      title: "Sort stones",
      description: "By colour",
      category: "data",
      tags: ["stones"],
    };
    const key = newKey();
    await tasks.setMetadata(key, metadata);
    expect(await tasks.get(key)).toBeNull();
    const at = { block: 1, key };
    const created = event("TaskCreated", at, { metadataHash: metadataHash(metadata) });
    await projections.change([key], (projection) => reconcile(projection, { ...ALL, events: [created] }));
    expect(await tasks.get(key)).toMatchObject({ metadata, interestCount: 0 });
    const other = event("TaskCreated", { ...at, fork: "other" }, { metadataHash: keccak256("of another task") });
    await projections.change([key], (projection) =>
      reconcile(projection, { ...ALL, events: [other] }, blocksOf(projection)),
    );
    expect((await tasks.get(key))?.metadata).toBeNull();
  });

  it("leaves what others keep in the document alone", async () => {
    const key = newKey();
    await store(key, "TaskCreated");
    await db.doc(`tasks/human-${key.taskId}`).update({ interestCount: 3 });
    await store(key, "TaskCreated", "TaskStarted");
    expect(await tasks.get(key)).toMatchObject({ interestCount: 3, task: { state: "STARTED" } });
  });

  it("moves the cursor only from where it was seen", async () => {
    const to = {
      finalBlock: 5n,
      checkpoints: [{ number: 9n, hash: keccak256("nine") }],
      behind: [{ taskId: 7n, fromBlock: 3n }],
    };
    expect(await projections.cursor("human")).toBeNull();
    expect(await projections.moveCursor("human", null, to)).toBe(true);
    expect(await projections.cursor("human")).toEqual(to);
    expect(await projections.moveCursor("human", null, { ...to, finalBlock: 1n })).toBe(false);
    // The order of fields says nothing: the database may return another.
    const { finalBlock, checkpoints, behind } = to;
    const seen = { behind, checkpoints: checkpoints.map(({ number, hash }) => ({ hash, number })), finalBlock };
    expect(await projections.moveCursor("human", seen, to)).toBe(true);
    expect(await projections.moveCursor("human", to, { ...to, finalBlock: 6n })).toBe(true);
    expect(await projections.cursor("agent-fast")).toBeNull();
  });
});

describe("lists", () => {
  it("pages each list newest first, without a gap or a repeat, whatever its length", async () => {
    const own = firestoreTasks(db);
    const keys = Array.from({ length: 11 }, (_, at): TaskKey => ({ contract: "agent-fast", taskId: BigInt(95 + at) }));
    for (const [at, key] of keys.entries()) {
      const created = { ...event("TaskCreated", { block: 100 + at, key }), poster: STRANGER } as TaskEvent;
      await projections.change([key], (projection) => reconcile(projection, { ...ALL, events: [created] }));
    }
    const newestFirst = keys.map(({ taskId }) => taskId).reverse();
    const open = searchOf({ contract: "agent-fast", poster: STRANGER }, 0);
    for (const pageAt of [
      (cursor: string | null) => own.search(open, 4, cursor),
      (cursor: string | null) => own.page({ kind: "posted", wallet: STRANGER }, 4, cursor),
    ]) {
      const found: bigint[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof own.page>> = await pageAt(cursor);
        found.push(...page.items.map(({ task }) => task.taskId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(found).toEqual(newestFirst);
    }
  });

  it("R6: shows a reason and an answer of its own dispute only, whatever is stored for the id", async () => {
    const key = newKey();
    const reason = "Fair enough.";
    const events = await store(key, "TaskCreated", "TaskStarted", "WorkSubmitted", "TaskRejected", "TaskDisputed");
    await tasks.setRulingReason(key, reason);
    const { task } = (await tasks.get(key)) ?? {};
    if (!task) throw new Error("the task is not stored");
    const unit: UnitOfWork = { writes: [] };
    expect(await tasks.answer(task, { hash: WORK, at: 5 }, unit)).toEqual({ hash: WORK, at: 5 });
    expect(await commitUnit(db, unit)).toBe(true);
    expect(await tasks.answer(task, { hash: BETTER_WORK, at: 6 }, unit)).toEqual({ hash: WORK, at: 5 });
    expect(await tasks.get(key)).toMatchObject({ rulingReason: null, answer: { hash: WORK, at: 5 } });
    expect(await tasks.answer({ ...task, evidenceHash: null }, { hash: BETTER_WORK, at: 6 }, { writes: [] })).toEqual({
      hash: BETTER_WORK,
      at: 6,
    });
    const ruled = event("TaskResolved", { block: 9, key }, { rulingHash: keccak256(reason) });
    await projections.change([key], (projection) => reconcile(projection, { ...ALL, events: [...events, ruled] }));
    expect(await tasks.get(key)).toMatchObject({ rulingReason: reason });
    expect(await tasks.disputed(POSTER, 10, null)).toEqual({ items: [], nextCursor: null });
  });

  it("R8: lists disputes by their deadline at limit + 1 reads, for both parties and the arbiter", async () => {
    const keys = [newKey("agent-fast"), newKey("agent-fast"), newKey("agent-fast")];
    for (const [at, key] of keys.entries()) {
      const until = history("TaskCreated", "TaskStarted", "WorkSubmitted", "TaskRejected");
      const ruleBy = GENESIS + 9_000 - at;
      const events = ofTask(key, [...until, event("TaskDisputed", { block: 5 }, { ruleBy })]);
      await projections.change([key], (projection) => reconcile(projection, { ...ALL, events }));
    }
    for (const wallet of [POSTER, WORKER, ARBITER]) {
      count.reset();
      const { items, nextCursor } = await tasks.disputed(wallet, 2, null);
      expect(count.documentsRead).toBe(3);
      const rest = await tasks.disputed(wallet, 2, nextCursor);
      const found = [...items, ...rest.items].map(({ task }) => task.taskId);
      expect([found, rest.nextCursor]).toEqual([keys.map(({ taskId }) => taskId).reverse(), null]);
    }
    expect((await tasks.disputed(STRANGER, 2, null)).items).toEqual([]);
  });

  it("has each task in the lists that it belongs to, and no other", async () => {
    const [open, started, claimed, refunded] = [newKey(), newKey(), newKey(), newKey()];
    await store(open, "TaskCreated");
    await store(started, "TaskCreated", "TaskStarted");
    await store(claimed, "TaskCreated", "TaskStarted", "WorkSubmitted", "TaskApproved", "StakeClaimed");
    await store(refunded, "TaskCreated", "TaskCancelled");
    const lists = (wallet: typeof POSTER) => [
      tasks.search(searchOf({ contract: "human" }, 0), 100, null),
      ...(["posted", "started", "completed"] as const).map((kind) => tasks.page({ kind, wallet }, 100, null)),
    ];
    const where = async (wallet: typeof POSTER, key: TaskKey) =>
      (await Promise.all(lists(wallet))).map(({ items }) => items.some(({ task }) => task.taskId === key.taskId));
    expect(await where(POSTER, open)).toEqual([true, true, false, false]);
    expect(await where(POSTER, started)).toEqual([false, true, false, false]);
    expect(await where(WORKER, started)).toEqual([false, false, true, false]);
    expect(await where(WORKER, claimed)).toEqual([false, false, true, true]);
    expect(await where(POSTER, claimed)).toEqual([false, true, false, true]);
    expect(await where(POSTER, refunded)).toEqual([false, true, false, true]);
    expect(await where(WORKER, refunded)).toEqual([false, false, false, false]);
  });

  it("finds the tasks whose events are not final, by their blocks", async () => {
    const key = newKey("agent-fast");
    await store(key, "TaskCreated", "TaskStarted", "WorkSubmitted");
    const found = async (keys: Promise<readonly TaskKey[]>) => (await keys).some(({ taskId }) => taskId === key.taskId);
    expect(await found(projections.tailsFrom("agent-fast", 3n))).toBe(true);
    expect(await found(projections.tailsFrom("agent-fast", 4n))).toBe(false);
    expect(await found(projections.tailsUpTo("agent-fast", 1n))).toBe(true);
    expect(await found(projections.tailsUpTo("agent-fast", 0n))).toBe(false);
    expect(await found(projections.tailsFrom("human", 0n))).toBe(false);
  });
});

describe("costs", () => {
  it("reads one document for a task, limit + 1 for a page, one for a cursor", async () => {
    const key = newKey();
    await store(key, "TaskCreated");
    const cost = async (call: () => Promise<unknown>) => {
      count.reset();
      await call();
      return seen();
    };
    expect(await cost(() => tasks.get(key))).toEqual({ reads: 1, writes: 0, trips: 1 });
    const list = { kind: "posted", wallet: STRANGER } as const;
    expect(await cost(() => tasks.page(list, 5, null))).toEqual({ reads: 6, writes: 0, trips: 1 });
    const { nextCursor } = await tasks.page(list, 5, null);
    expect(await cost(() => tasks.page(list, 5, nextCursor))).toEqual({ reads: 6, writes: 0, trips: 1 });
    expect(await cost(() => tasks.getAll([key, newKey()]))).toEqual({ reads: 2, writes: 0, trips: 1 });
    expect(await cost(() => tasks.setMetadata(key, { title: "t", description: "d", category: "c" }))).toEqual({
      reads: 1,
      writes: 1,
      trips: 2,
    });
    expect(await cost(() => tasks.setMetadata(key, { title: "t", description: "d", category: "c" }))).toEqual({
      reads: 1,
      writes: 0,
      trips: 1,
    });
    expect(await cost(() => projections.cursor("human"))).toEqual({ reads: 1, writes: 0, trips: 1 });
  });

  it("reads and writes each changed task once and its poster's counters once for all of them, a hundred in two round trips and three to publish their events, and writes none that stays", async () => {
    const keys = Array.from({ length: 100 }, () => newKey());
    const create = (projection: Projection, key: TaskKey) =>
      reconcile(projection, { ...ALL, events: ofTask(key, history("TaskCreated")) });
    expect((await projections.change(keys, create)).written).toBe(100);
    // The tasks, the counters, and an event each; then the log's head and each event's position.
    expect(seen()).toEqual({ reads: 100 + 101, writes: 101 + 100 + 101, trips: 5 });
    count.reset();
    expect((await projections.change(keys, create)).written).toBe(0);
    expect(seen()).toEqual({ reads: 100, writes: 0, trips: 1 });
  });
});

describe("faults", () => {
  it("loses no change when many change one task at the same time, from two processes", async () => {
    const key = newKey();
    const names: EventName[] = ["TaskCreated", "TaskStarted", "WorkSubmitted", "TaskApproved", "StakeClaimed"];
    const events = ofTask(key, history(...names));
    const stores = [projections, firestoreProjections(another())];
    await stores[0]?.change([key], (projection) =>
      reconcile(projection, { ...ALL, toBlock: 1n, events: events.slice(0, 1) }),
    );
    // Each knows a longer part of the history; whichever is last, the longest must remain.
    const beginnings = events.map((_, at) => events.slice(0, at + 1));
    await Promise.all(
      beginnings.map((known, at) =>
        (stores[at % 2] ?? projections).change([key], (projection) =>
          reconcile(projection, { fromBlock: 0n, toBlock: BigInt(known.length), events: known }),
        ),
      ),
    );
    expect((await tasks.get(key))?.task).toMatchObject({ state: "APPROVED", settled: true });
  });

  it("changes every other task of a batch though one of them is fought over", async () => {
    const [fought, ...rest] = Array.from({ length: 5 }, () => newKey());
    if (!fought) throw new Error("a key");
    let interference: Promise<unknown> | undefined;
    const rival = firestoreProjections(another());
    const theirView = { fromBlock: 0n, toBlock: 1n, events: ofTask(fought, history("TaskCreated")) };
    const create = (projection: Projection, key: TaskKey) => {
      if (key === fought) interference ??= rival.change([fought], (theirs) => reconcile(theirs, theirView));
      return reconcile(projection, { ...ALL, events: ofTask(key, history("TaskCreated", "TaskStarted")) });
    };
    await projections.change([fought, ...rest], create);
    await interference;
    const states = (await tasks.getAll([fought, ...rest])).map((record) => record?.task.state);
    expect(states).toEqual([fought, ...rest].map(() => "STARTED"));
  });
});
