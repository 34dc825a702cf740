import { EventFeed } from "../../functions/src/application/eventFeed";
import { EVENT_DAYS, positionOf, type MarketEvent } from "../../functions/src/domain/events/event";
import { POSTER } from "../setup/tasks/histories";
import { turns } from "../setup/until";

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;
const PUBLIC = { wallet: null, contract: null, taskId: null };
const asked = { feed: PUBLIC, topics: null, limit: 2, waitMs: 0, client: "192.0.2.1" };

const eventAt = (position: number, writtenAtMs: number): MarketEvent => ({
  ...{ id: `e${position}`, type: "task.created", timeMs: writtenAtMs - 1_000, task: null, actor: POSTER },
  ...{ recipients: [], data: {}, block: null, supersedes: null, finality: "final", position, writtenAtMs },
});

function feedOf(events: readonly MarketEvent[], maxWaiting = 60) {
  const log = {
    head: async () => events.length,
    count: async () => 0,
    read: async ({ after, limit }: { after: number; limit: number }) =>
      events.filter(({ position }) => position > after).slice(0, limit),
  };
  return new EventFeed({ events: () => log, nowMs: () => NOW_MS, maxWaiting });
}

describe("a cursor", () => {
  const old = NOW_MS - 80 * DAY_MS;
  const feed = feedOf([1, 2, 3].map((position) => eventAt(position, old + position * 1_000)));

  it("EV11: of a page that has more after it expires before the first event after it may be deleted", async () => {
    const page = await feed.read({ ...asked, cursor: null });
    expect(page.hasMore).toBe(true);
    const deletedAt = (old + 3_000) / 1_000 + (EVENT_DAYS + 1) * (DAY_MS / 1_000);
    expect(positionOf(page.nextCursor, NOW_MS / 1_000)).toBe(2);
    expect(() => positionOf(page.nextCursor, deletedAt)).toThrow("this cursor is older");
  });

  it("of the last page is valid for as long as what comes next is kept", async () => {
    const { nextCursor, hasMore } = await feed.read({ ...asked, cursor: `2-${NOW_MS / 1_000}` });
    expect(hasMore).toBe(false);
    expect(positionOf(nextCursor, NOW_MS / 1_000 + EVENT_DAYS * (DAY_MS / 1_000))).toBe(3);
  });
});

it("EV10: gives the place of a client that has gone to another at once", async () => {
  const feed = feedOf([], 1);
  const waiting = { ...asked, cursor: "latest", waitMs: 20_000 };
  let leave = () => {};
  const gone = feed.read({ ...waiting, onGone: (act) => ((leave = act), () => {}) });
  await turns();
  await expect(feed.read(waiting)).rejects.toThrow("Too many requests wait");
  leave();
  expect((await gone).events).toEqual([]);
  let leaveToo = () => {};
  const next = feed.read({ ...waiting, onGone: (act) => ((leaveToo = act), () => {}) });
  await turns();
  leaveToo();
  await next;
});

it("leaves no timer behind that keeps a process alive once nobody waits", async () => {
  const timers = jest.spyOn(globalThis, "setTimeout");
  try {
    let leave = () => {};
    const reading = feedOf([]).read({
      ...{ ...asked, cursor: "latest", waitMs: 20_000 },
      onGone: (act) => ((leave = act), () => {}),
    });
    await turns();
    leave();
    await reading;
    const left = timers.mock.results.map(({ value }) => value as NodeJS.Timeout & { _destroyed: boolean });
    expect(left.length).toBeGreaterThan(1);
    expect(left.filter((timer) => timer.hasRef() && !timer._destroyed)).toEqual([]);
  } finally {
    timers.mockRestore();
  }
});
