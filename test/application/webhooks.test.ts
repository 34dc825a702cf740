import { continueDispatch, dispatch, type DispatchParts } from "../../functions/src/application/webhooks/send";
import type { TaskMetadata } from "../../functions/src/domain/task/metadata";
import { keysOfSubscription, type Subscription } from "../../functions/src/domain/webhooks/subscription";
import type { TaskRecord } from "../../functions/src/ports/tasks";
import type { MatchPlace, QueuedEvent, QueuedWork } from "../../functions/src/ports/events";
import { STRANGER } from "../setup/tasks/histories";
import { marketEvent, newSubscription } from "../setup/webhooks";

const NOW = 1_700_000_000_000;
const METADATA: TaskMetadata = { title: "A book", description: "to be read", category: "translation" };

/** Stores in memory, in which subscriptions are found by their keys alone. */
function stage(subscriptions: readonly Subscription[]) {
  const queued: (readonly [string, QueuedWork])[] = [];
  let metadata: TaskMetadata | null = null;
  const parts: DispatchParts = {
    webhooks: {
      async *matching({ own, open }) {
        for (const [keys, isOwn] of [
          [own, true],
          [open, false],
        ] as const)
          yield {
            isOwn,
            next: null,
            subscriptions: subscriptions.filter((one) => keysOfSubscription(one).some((key) => keys.includes(key))),
          };
      },
      addDeliveries: async () => {},
    },
    tasks: { get: async () => ({ metadata }) as TaskRecord },
    queue: { add: async (name, work) => void queued.push([name, work]) },
    nowMs: () => NOW,
  };
  return {
    parts,
    give: () => {
      metadata = METADATA;
    },
    queued: () =>
      queued.splice(0).map(([, work]) => ("eventId" in work ? work.eventId : `${work.subscriptionId} ${work.isOwn}`)),
  };
}

const market = (filter: Subscription["filter"]) => newSubscription({ wallet: STRANGER, scope: "market", filter });
const own = newSubscription();
const all = market({});
const labelled = market({ category: "translation" });
const searched = market({ q: "book" });
const event = marketEvent({ timeMs: NOW });
const LATE = { pass: "late", from: null } as const;

test("W11: a new task without metadata is dispatched at once, and later only to those who need them", async () => {
  const { parts, give, queued } = stage([all, labelled, searched, own]);
  await dispatch(event, parts);
  expect(queued()).toEqual([event.id, `${own.id} true`, `${all.id} false`]);
  expect(await continueDispatch(event, LATE, parts)).toBe("retry");
  expect(queued()).toEqual([]);
  give();
  expect(await continueDispatch(event, LATE, parts)).toBe("done");
  expect(queued()).toEqual([`${labelled.id} false`, `${searched.id} false`]);
});

test("one with metadata is dispatched to all, and metadata that never come are not awaited for ever", async () => {
  const { parts, give, queued } = stage([all, labelled, own]);
  expect(await continueDispatch({ ...event, timeMs: NOW - 600_000 }, LATE, parts)).toBe("done");
  await dispatch({ ...event, type: "task.started" }, parts);
  expect(queued()).toEqual([]);
  give();
  await dispatch(event, parts);
  expect(queued()).toEqual([`${own.id} true`, `${all.id} false`, `${labelled.id} false`]);
});

test("W15: thousands of matches are queued by many runs, each of a bounded part, and none by all of them", async () => {
  const FOLLOWERS = 5_000;
  const PAGE = 100;
  const followers = Array.from({ length: FOLLOWERS }, () => market({}));
  const deliveries = new Map<string, number>();
  const tasks = new Map<string, QueuedWork>();
  let [writes, mayWrite] = [0, Infinity];
  const { parts } = stage([]);
  const crowded: DispatchParts = {
    ...parts,
    webhooks: {
      async *matching(_keys, _facts, _draw, from) {
        for (let at = from?.read ?? 0; at < FOLLOWERS; at += PAGE) {
          const next: MatchPlace | null =
            at + PAGE < FOLLOWERS ? { group: 0, part: 3, after: null, read: at + PAGE } : null;
          yield { isOwn: false, subscriptions: followers.slice(at, at + PAGE), next };
        }
      },
      async addDeliveries(added) {
        writes += added.length;
        if (writes > mayWrite) throw new Error("the run has no time left");
        for (const { id } of added) deliveries.set(id, (deliveries.get(id) ?? 0) + 1);
      },
    },
    queue: { add: async (name, work) => void (tasks.has(name) || tasks.set(name, work)) },
  };
  const told = { ...event, type: "task.started" } as const;

  // The first run ends in its middle, but what follows is queued already, and is done whether or not it is repeated.
  mayWrite = 150;
  await expect(dispatch(told, crowded)).rejects.toThrow("no time left");
  mayWrite = Infinity;
  const runs: number[] = [];
  const done = new Set<string>();
  for (;;) {
    const [name, work] = [...tasks].find(([one, { ...task }]) => "eventId" in task && !done.has(one)) ?? [];
    if (name === undefined) break;
    writes = 0;
    expect(await continueDispatch(told, work as QueuedEvent, crowded)).toBe("done");
    runs.push(writes);
    done.add(name);
  }
  expect(Math.max(...runs)).toBeLessThanOrEqual(200);
  expect(deliveries.size).toBeGreaterThanOrEqual(FOLLOWERS - 200 + 100);
  await dispatch(told, crowded);
  expect(deliveries.size).toBe(FOLLOWERS);
  expect(done.size).toBe(FOLLOWERS / 200 - 1);
});
