import {
  firestoreEventLog,
  type FirestoreEventLog,
} from "../../../../functions/src/adapters/firestore/events/eventLog";
import { eventId, type Feed, type MarketEvent, type NewEvent } from "../../../../functions/src/domain/events/event";
import { POSTER, STRANGER, WORKER } from "../../../setup/tasks/histories";
import { countFirestore } from "../../../setup/database/countFirestore";
import { testFirestore } from "../../../setup/firestore";
import { isDeep } from "../../../setup/runs";
import { turns } from "../../../setup/until";

const { db, another } = testFirestore();
const NOW = Date.UTC(2026, 10, 22);
const log = firestoreEventLog(db, () => NOW);
const count = countFirestore(db);

const MARKET: Feed = { wallet: null, contract: null, taskId: null };
const OWN: Feed = { wallet: POSTER, contract: null, taskId: null };
const ALL = { feed: null, topics: null, limit: 1_000 };

function told(name: string, more: Partial<NewEvent> = {}): NewEvent {
  return {
    id: eventId(name),
    type: "rating.published",
    timeMs: NOW,
    task: { contract: "human", taskId: 1n },
    actor: null,
    recipients: [POSTER],
    data: { name },
    block: null,
    supersedes: null,
    ...more,
  };
}

async function write(to: FirestoreEventLog, by: typeof db, ...events: NewEvent[]): Promise<void> {
  const batch = by.batch();
  for (const add of to.writesFor(events)) add(batch);
  await batch.commit();
}

const names = (events: readonly MarketEvent[]) => events.map(({ data }) => data["name"]);

describe("publishing", () => {
  it("shows an event once it has a position, and keeps the order of the commits and within them", async () => {
    const from = await log.head();
    await write(log, db, told("a"), told("b"));
    await write(log, db, told("c"));
    expect(await log.read({ ...ALL, after: from })).toEqual([]);
    expect(await log.publish()).toBe(from + 3);
    const read = await log.read({ ...ALL, after: from });
    expect(names(read)).toEqual(["a", "b", "c"]);
    expect(read.map(({ position }) => position)).toEqual([from + 1, from + 2, from + 3]);
    const [first] = read;
    expect(first).toEqual({
      ...told("a"),
      position: from + 1,
      finality: "final",
      writtenAtMs: expect.any(Number) as number,
    });
  });

  it("costs two reads if nothing waits, and one read and one write for each event and each commit", async () => {
    await log.publish();
    count.reset();
    await log.publish();
    expect([count.documentsRead, count.documentsWritten]).toEqual([2, 0]);
    await write(log, db, told("one"), told("two"), told("three"));
    count.reset();
    await log.publish();
    // The head and three events.
    expect([count.documentsRead, count.documentsWritten, count.roundTrips]).toEqual([4, 4, 3]);
  });

  it("refuses an event that is there already, with everything in its commit", async () => {
    await write(log, db, told("once"));
    await expect(write(log, db, told("new"), told("once"))).rejects.toMatchObject({ code: 6 });
    await log.publish();
    expect(names(await log.read({ ...ALL, after: 0 }))).not.toContain("new");
  });
});

describe("EV1: a cursor skips nothing", () => {
  const WRITERS = 20;
  const EVENTS_EACH = isDeep ? 12 : 5;

  it(`with ${WRITERS} concurrent writers on their own clients, some slow between write and publish, and a slow reader`, async () => {
    const after = await log.publish();
    const seen: MarketEvent[] = [];
    let isWriting = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const own = another();
      const ownLog = firestoreEventLog(own, () => NOW);
      for (let at = 0; at < EVENTS_EACH; at++) {
        await write(ownLog, own, told(`${writer}-${at}`, { task: { contract: "human", taskId: BigInt(writer) } }));
        // Some die before they publish: another's publish, or the job's, gives the position.
        if ((writer + at) % 3 !== 0) await ownLog.publishQuietly();
        if (writer % 5 === 0) await turns(writer);
      }
    });
    const reader = (async () => {
      let cursor = after;
      for (;;) {
        const isLast = !isWriting;
        const page = await log.read({ feed: MARKET, topics: null, after: cursor, limit: 7 });
        seen.push(...page);
        cursor = page.at(-1)?.position ?? cursor;
        if (page.length === 0 && isLast) return;
        await turns();
      }
    })();
    await Promise.all(writers);
    await log.publish();
    isWriting = false;
    await reader;
    expect(seen.map(({ position }) => position)).toEqual(
      Array.from({ length: WRITERS * EVENTS_EACH }, (_, at) => after + at + 1),
    );
    for (let writer = 0; writer < WRITERS; writer++) {
      const own = names(seen.filter(({ task }) => task?.taskId === BigInt(writer)));
      expect(own).toEqual(Array.from({ length: EVENTS_EACH }, (_, at) => `${writer}-${at}`));
    }
  }, 60_000);

  it("when an event that was written first is committed last", async () => {
    const after = await log.publish();
    // Both have been prepared; the one with the earlier time commits after the other was read.
    const early = db.batch();
    for (const add of log.writesFor([told("early", { timeMs: NOW - 60_000 })])) add(early);
    await write(log, db, told("late"));
    await log.publish();
    const first = await log.read({ feed: MARKET, topics: null, after, limit: 10 });
    expect(names(first)).toEqual(["late"]);
    await early.commit();
    await log.publish();
    const rest = await log.read({ feed: MARKET, topics: null, after: first.at(-1)?.position ?? 0, limit: 10 });
    expect(names(rest)).toEqual(["early"]);
  });
});

describe("reading", () => {
  it("gives each reader its feed, by topic, at the reads that the port states", async () => {
    const after = await log.publish();
    const private_ = { type: "interest.registered", recipients: [POSTER, WORKER] } as const;
    await write(
      log,
      db,
      told("public"),
      told("private", private_),
      told("paid", { type: "webhook.disabled", task: null }),
    );
    await log.publish();
    const read = (feed: Feed | null, topics: MarketEvent["type"][] | null = null, limit = 10) =>
      log.read({ feed, topics: topics as never, after, limit });
    expect(names(await read(MARKET))).toEqual(["public"]);
    expect(names(await read({ ...MARKET, contract: "human", taskId: 1n }))).toEqual(["public"]);
    expect(names(await read({ ...MARKET, contract: "human", taskId: 2n }))).toEqual([]);
    expect(names(await read(OWN))).toEqual(["public", "private", "paid"]);
    expect(names(await read({ ...OWN, contract: "human", taskId: 1n }))).toEqual(["public", "private"]);
    expect(names(await read({ ...OWN, wallet: STRANGER }))).toEqual([]);
    expect(names(await read(OWN, ["webhook.disabled", "interest.registered"]))).toEqual(["private", "paid"]);
    expect(names(await read(null, null, 2))).toEqual(["public", "private"]);
    expect(await log.count(OWN, after, 100)).toBe(3);
    expect(await log.count(OWN, after, 2)).toBe(2);
    count.reset();
    await read(OWN, null, 2);
    expect(count.documentsRead).toBe(2);
  });
});
