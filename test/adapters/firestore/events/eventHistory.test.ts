import { firestoreEventLog } from "../../../../functions/src/adapters/firestore/events/eventLog";
import { firestoreProjections } from "../../../../functions/src/adapters/firestore/indexing/projections";
import type { MarketEvent } from "../../../../functions/src/domain/events/event";
import type { EventName, TaskEvent, TaskKey } from "../../../../functions/src/domain/task/events";
import {
  EMPTY_PROJECTION,
  finalize,
  reconcile,
  type Projection,
} from "../../../../functions/src/domain/task/projection";
import { event, GENESIS, history } from "../../../setup/tasks/histories";
import { countFirestore } from "../../../setup/database/countFirestore";
import { testFirestore } from "../../../setup/firestore";

const { db } = testFirestore();
const log = firestoreEventLog(db, () => GENESIS * 1000);
const projections = firestoreProjections(db, log);
const count = countFirestore(db);

const ALL = { fromBlock: 0n, toBlock: 10n ** 9n };
const LIFE: EventName[] = ["TaskCreated", "TaskStarted", "WorkSubmitted", "TaskApproved", "StakeClaimed"];
let nextId = 0;
const newKey = (): TaskKey => ({ contract: "human", taskId: BigInt(++nextId) });
const ofTask = (key: TaskKey, events: readonly TaskEvent[]) => events.map((one) => ({ ...one, ...key }));
const blocksOf = ({ tail }: Projection) => new Set(tail.map(({ at }) => at.blockHash));

const project = (key: TaskKey, events: readonly TaskEvent[]) =>
  projections.change([key], (projection) => reconcile(projection, { ...ALL, events }, blocksOf(projection)));

async function told(key: TaskKey): Promise<readonly MarketEvent[]> {
  return log.read({ feed: { wallet: null, ...key }, topics: null, after: 0, limit: 100 });
}
const typesOf = (events: readonly MarketEvent[]) => events.map(({ type }) => type);
const TOLD = ["task.created", "task.started", "task.submitted", "task.approved", "stake.claimed", "task.settled"];

describe("a task's events", () => {
  it("are written with the change that they tell of, one write each, and published at once", async () => {
    const key = newKey();
    const [created, started] = ofTask(key, history(...LIFE)) as [TaskEvent, TaskEvent];
    await project(key, [created]);
    await log.publish();
    count.reset();
    await project(key, [created, started]);
    // The task, the worker's counters, the event; then its position and the log's head.
    expect([count.documentsRead, count.documentsWritten]).toEqual([3, 5]);
    expect(typesOf(await told(key))).toEqual(["task.created", "task.started"]);
  });

  it("EV2: are not written if the change is not", async () => {
    const key = newKey();
    await expect(
      projections.change([key], () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await told(key)).toEqual([]);
  });

  it("EV2: are told once, though the task is read again, finalized, and indexed again from nothing", async () => {
    const key = newKey();
    const events = ofTask(key, history(...LIFE));
    await project(key, events.slice(0, 3));
    await project(key, events);
    await projections.change([key], (projection) => {
      const { projection: next, finalized: settled } = finalize(projection, { fromBlock: 0n, toBlock: 3n, events });
      return { ...next, finalized: settled };
    });
    await db.collection("tasks").doc(`human-${key.taskId}`).delete();
    await projections.change([key], () => {
      const { projection, finalized: settled } = finalize(EMPTY_PROJECTION, { ...ALL, events });
      return { ...projection, finalized: settled };
    });
    expect(typesOf(await told(key))).toEqual(TOLD);
  });

  it("become final on read, without a write, as the indexer moves on", async () => {
    const key = newKey();
    await project(key, ofTask(key, history("TaskCreated", "TaskStarted")));
    const finality = async () => (await told(key)).map((one) => one.finality);
    expect(await finality()).toEqual(["pending", "pending"]);
    const first = (await told(key))[0]?.block?.number ?? 0n;
    const cursor = { finalBlock: first, checkpoints: [], behind: [] };
    await projections.moveCursor("human", null, cursor);
    expect(await finality()).toEqual(["final", "pending"]);
    // A task that is behind is final only up to where it is.
    await projections.moveCursor("human", cursor, { ...cursor, behind: [{ taskId: key.taskId, fromBlock: first }] });
    expect(await finality()).toEqual(["pending", "pending"]);
    await db.collection("indexer").doc("human").delete();
  });

  it("EV3: are reverted by a reorg, and told under another id if the same block comes back", async () => {
    const key = newKey();
    const [created, started] = ofTask(key, history("TaskCreated", "TaskStarted")) as [TaskEvent, TaskEvent];
    const other = { ...event("TaskStarted", { block: 2, fork: "other" }), ...key };
    await project(key, [created, started]);
    await project(key, [created, other]);
    await project(key, [created, started]);
    await project(key, [created, other]);
    const all = await told(key);
    expect(typesOf(all)).toEqual([
      "task.created",
      ...["task.started", "task.started.reverted", "task.started", "task.started.reverted"],
      ...["task.started", "task.started.reverted", "task.started"],
    ]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const reverts = all.filter(({ supersedes }) => supersedes !== null);
    for (const { supersedes } of reverts) expect(all.find(({ id }) => id === supersedes)?.finality).toBe("reverted");
    expect(all.filter(({ type, finality }) => type === "task.started" && finality === "pending")).toHaveLength(1);
    // What a reader who adds and removes by these events ends up with is the chain's history.
    const standing = all.filter(
      ({ type, id }) => !type.endsWith(".reverted") && !reverts.some((one) => one.supersedes === id),
    );
    expect(standing.map(({ block }) => block?.hash)).toEqual([created.at.blockHash, other.at.blockHash]);
  });

  it("of a projection that no event was written for are not reverted", async () => {
    const key = newKey();
    const events = ofTask(key, history("TaskCreated", "TaskStarted"));
    await project(key, events);
    await Promise.all((await told(key)).map(({ id }) => db.collection("events").doc(id).delete()));
    await project(key, events.slice(0, 1));
    expect(await told(key)).toEqual([]);
  });

  it("EV6: that are older than what is kept are not told when a history is read for the first time", async () => {
    const key = newKey();
    const late = firestoreProjections(
      db,
      firestoreEventLog(db, () => GENESIS * 1000 + 91 * 86_400_000),
    );
    const events = ofTask(key, history(...LIFE));
    await late.change([key], (projection) => reconcile(projection, { ...ALL, events }));
    expect(await told(key)).toEqual([]);
  });

  it("of a hundred tasks are written in one commit", async () => {
    const keys = Array.from({ length: 100 }, newKey);
    const { written } = await projections.change(keys, (projection, key) =>
      reconcile(projection, { ...ALL, events: ofTask(key, history(...LIFE)) }),
    );
    expect(written).toBe(100);
    expect(typesOf(await told(keys[99] as TaskKey))).toEqual(TOLD);
  });
});
