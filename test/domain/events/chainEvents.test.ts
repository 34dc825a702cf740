import { eventsOf, historyChange } from "../../../functions/src/domain/events/chainEvents";
import { EMPTY_PROJECTION, finalize, reconcile, type Projection } from "../../../functions/src/domain/task/projection";
import type { EventName, TaskEvent } from "../../../functions/src/domain/task/events";
import { ARBITER, event, history, POSTER, STRANGER, WORKER } from "../../setup/tasks/histories";
import { WAY } from "../task/lives";

const LIFE: EventName[] = ["TaskCreated", "TaskStarted", "WorkSubmitted", "TaskApproved", "StakeClaimed"];
const ALL = { fromBlock: 0n, toBlock: 10n ** 9n };
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const tail = (events: TaskEvent[]): Projection => ({ base: null, tail: events });

describe("a task's chain events as market events", () => {
  it.each(Object.entries(WAY))("tells each step on the way to %s, with what it changed", (state, names) => {
    const told = eventsOf(null, history(...names));
    const last = told.at(-1);
    expect(last?.data["state"]).toBe(state);
    const over = told.filter(({ type }) => type === "task.settled");
    expect(over).toHaveLength(last?.data["settled"] === true ? 1 : 0);
    for (const { recipients } of told) expect(recipients).toContain(POSTER);
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });

  it("names the step's own caller, the parties that are told, and the chain's place", () => {
    const events = history(...LIFE);
    const [created, started] = eventsOf(null, events);
    expect(created).toMatchObject({ type: "task.created", actor: POSTER, recipients: [POSTER] });
    expect(started).toMatchObject({
      type: "task.started",
      actor: WORKER,
      recipients: [POSTER, WORKER],
      block: { number: events[1]?.at.blockNumber, hash: events[1]?.at.blockHash },
      data: { rewardUsdc: "10.000001", txHash: events[1]?.at.txHash, read: "/mkt/task?contract=human&id=7" },
    });
    expect(eventsOf(null, history(...WAY.DISPUTED)).at(-1)?.recipients).toContain(ARBITER);
    const credited = event("Credited", { block: 9 }, { account: STRANGER, amountUsdcUnits: 1n });
    expect(eventsOf(null, [...history(...LIFE), credited]).at(-1)).toMatchObject({
      type: "credit.added",
      recipients: [STRANGER],
    });
  });

  it("holds no text and no hash of one", () => {
    const told = JSON.stringify(eventsOf(null, history(...LIFE)), (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    for (const { name, ...args } of history(...LIFE)) {
      for (const [field, value] of Object.entries(args))
        if (/(submission|comment|reason|metadata|evidence|ruling)Hash/.test(field))
          expect([name, told.includes(String(value))]).toEqual([name, false]);
    }
  });
});

describe("what a change of a projection tells", () => {
  const events = history(...LIFE);

  it("tells each event once, whether it is seen before it is final or only then", () => {
    let projection: Projection = EMPTY_PROJECTION;
    const told: string[] = [];
    for (const [at, final] of [2, 0, 3, 5, 5].entries()) {
      const seen = reconcile(projection, { ...ALL, events: events.slice(0, at + 1) });
      told.push(...historyChange(projection, seen).added.map(({ id }) => id));
      const { projection: next, finalized: settled } = finalize(seen, {
        fromBlock: 0n,
        toBlock: BigInt(final),
        events,
      });
      told.push(...historyChange(seen, next, settled).added.map(({ id }) => id));
      projection = next;
    }
    expect(told).toEqual(eventsOf(null, events).map(({ id }) => id));
  });

  it("reverts what a reorg removed, latest first, and tells what came instead", () => {
    const before = tail(events.slice(0, 3));
    const other = event("TaskStarted", { block: 2, fork: "other" });
    const { added, removed } = historyChange(before, tail([events[0] as TaskEvent, other]));
    expect(typesOf(removed)).toEqual(["task.submitted", "task.started"]);
    expect(typesOf(added)).toEqual(["task.started"]);
    expect(added[0]?.id).not.toBe(removed[1]?.id);
    expect(historyChange(before, before)).toEqual({ added: [], removed: [] });
  });
});
