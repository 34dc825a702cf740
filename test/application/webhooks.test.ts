import { dispatch, dispatchLabelled, type DispatchParts } from "../../functions/src/application/webhooks/dispatch";
import type { TaskMetadata } from "../../functions/src/domain/task/metadata";
import { keysOfSubscription } from "../../functions/src/domain/webhooks/keys";
import type { Subscription } from "../../functions/src/domain/webhooks/subscription";
import type { TaskRecord } from "../../functions/src/ports/tasks";
import type { QueuedWork } from "../../functions/src/ports/webhooks";
import { STRANGER } from "../setup/histories";
import { newEvent, newSubscription } from "../setup/webhooks";

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
const event = newEvent({ timeMs: NOW });

test("W11: a new task without metadata is dispatched at once, and later only to those who need them", async () => {
  const { parts, give, queued } = stage([all, labelled, searched, own]);
  await dispatch(event, parts);
  expect(queued()).toEqual([event.id, `${own.id} true`, `${all.id} false`]);
  expect(await dispatchLabelled(event, parts)).toBe("retry");
  expect(queued()).toEqual([]);
  give();
  expect(await dispatchLabelled(event, parts)).toBe("done");
  expect(queued()).toEqual([`${labelled.id} false`, `${searched.id} false`]);
});

test("one with metadata is dispatched to all, and metadata that never come are not awaited for ever", async () => {
  const { parts, give, queued } = stage([all, labelled, own]);
  expect(await dispatchLabelled({ ...event, timeMs: NOW - 600_000 }, parts)).toBe("done");
  await dispatch({ ...event, type: "task.started" }, parts);
  expect(queued()).toEqual([]);
  give();
  await dispatch(event, parts);
  expect(queued()).toEqual([`${own.id} true`, `${all.id} false`, `${labelled.id} false`]);
});
