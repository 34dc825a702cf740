import type { Address } from "../../../../functions/src/domain/address";
import { firestoreWebhooks } from "../../../../functions/src/adapters/firestore/events/webhooks";
import { commitUnit } from "../../../../functions/src/adapters/firestore/unitOfWork";
import type { NewEvent } from "../../../../functions/src/domain/events/event";
import { newDelivery } from "../../../../functions/src/domain/webhooks/delivery";
import {
  factsOf,
  keysOfEvent,
  MAX_SUBSCRIPTIONS,
  type Subscription,
} from "../../../../functions/src/domain/webhooks/subscription";
import type { MatchPlace, Webhooks } from "../../../../functions/src/ports/events";
import type { TaskMetadata } from "../../../../functions/src/domain/task/metadata";
import { POSTER, STRANGER, WORKER } from "../../../setup/tasks/histories";
import { countFirestore } from "../../../setup/database/countFirestore";
import { testFirestore } from "../../../setup/firestore";
import { marketEvent, newEvent, newSubscription } from "../../../setup/webhooks";

const { db } = testFirestore();
const count = countFirestore(db);
const webhooks = firestoreWebhooks(db);

async function create(changes: Partial<Subscription> = {}): Promise<Subscription> {
  const made = newSubscription(changes);
  const unit = { writes: [] };
  expect(await webhooks.create(made, unit)).toBe(true);
  expect(await commitUnit(db, unit)).toBe(true);
  return made;
}

const event = (changes: Partial<NewEvent> = {}): NewEvent =>
  newEvent({ recipients: [], data: { poster: STRANGER, rewardUsdc: "10" }, ...changes });

async function batches(told: NewEvent, metadata: TaskMetadata | null = null, store = webhooks, draw = "8") {
  const found: { ids: string[]; isOwn: boolean; next: MatchPlace | null }[] = [];
  for await (const { subscriptions, ...rest } of matchesFrom(null, told, metadata, store, draw))
    found.push({ ids: subscriptions.map(({ id }) => id), ...rest });
  return found;
}
function matchesFrom(
  from: MatchPlace | null,
  told: NewEvent,
  metadata: TaskMetadata | null,
  store: Webhooks,
  draw: string,
) {
  const facts = factsOf(told, metadata);
  return store.matching(keysOfEvent(told, facts), facts, draw.repeat(32), from);
}
async function matching(told: NewEvent, metadata: TaskMetadata | null = null): Promise<string[]> {
  return (await batches(told, metadata)).flatMap(({ ids }) => ids).sort();
}

const account = (pair: string) => `0x${pair.repeat(20)}` as Address;

describe("subscriptions", () => {
  it("come back as they were, with ids beyond what a number holds", async () => {
    const task = { contract: "human" as const, taskId: 2n ** 70n };
    const made = await create({
      wallet: WORKER,
      scope: "task",
      task,
      formerSeed: { keyId: "k", salt: "11", until: 5 },
    });
    const found = await webhooks.find(made.id);
    expect(found?.subscription).toEqual(made);
    expect(await webhooks.list(WORKER)).toEqual([made]);
    const changed = { ...made, description: "changed" };
    const units = [{ writes: [] }, { writes: [] }];
    for (const change of units) found?.replace(changed, change);
    const committed = await Promise.all(units.map((change) => commitUnit(db, change)));
    expect(committed.sort()).toEqual([false, true]);
    expect((await webhooks.find(made.id))?.subscription).toEqual(changed);
    const unit = { writes: [] };
    await webhooks.delete(changed, unit);
    expect(await commitUnit(db, unit)).toBe(true);
    expect([await webhooks.find(made.id), await webhooks.list(WORKER)]).toEqual([null, []]);
  });

  it("W4: are at most ten for each wallet, also when all are created at once", async () => {
    const wallet = account("ee");
    const tries = Array.from({ length: MAX_SUBSCRIPTIONS * 2 }, async () => {
      for (;;) {
        const unit = { writes: [] };
        if (!(await webhooks.create(newSubscription({ wallet }), unit))) return false;
        if (await commitUnit(db, unit)) return true;
      }
    });
    const made = (await Promise.all(tries)).filter(Boolean);
    expect(made).toHaveLength(MAX_SUBSCRIPTIONS);
    expect(await webhooks.list(wallet)).toHaveLength(MAX_SUBSCRIPTIONS);
  });
});

const METADATA: TaskMetadata = { title: "T", description: "D", category: "translation", country: "PT" };

describe("what an event reads", () => {
  const market = (filter: Subscription["filter"]) => ({ wallet: STRANGER, scope: "market" as const, filter });

  it("W9: nothing of the subscriptions that do not match, however many there are", async () => {
    const wallets = Array.from({ length: 40 }, (_, at) => account(String(at + 10)));
    for (const wallet of wallets) {
      await create({ ...market({ category: "software" }), wallet });
      await create({ ...market({ minRewardUsdc: "50" }), wallet });
      await create({ ...market({ maxRewardUsdc: "5" }), wallet });
      await create({ wallet });
      await create({ ...market({}), wallet, status: "unverified" });
      await create({ ...market({}), wallet, status: "disabled" });
    }
    const one = await create({ ...market({ category: "translation", minRewardUsdc: "10" }), wallet: POSTER });
    count.reset();
    expect(await matching(event(), METADATA)).toEqual([one.id]);
    expect(count).toMatchObject({ documentsRead: 1, roundTrips: 1 });
    expect(await matching(event({ data: { rewardUsdc: "9.999999" } }), METADATA)).toEqual([]);
  });

  it("W9: of saved searches with words, those whose main word the task has", async () => {
    const words = (q: string, more: Subscription["filter"] = {}) =>
      create({ ...market({ q, ...more }), wallet: account("aa"), types: ["task.started"] });
    const one = await words("contract");
    const both = await words("contract book");
    await words("contract film");
    for (const q of ["film", "poem", "songs"]) await words(q);
    const told = event({ type: "task.started" });
    const metadata = { ...METADATA, title: "A contract", description: "for a book" };
    count.reset();
    expect(await matching(told, metadata)).toEqual([one.id, both.id].sort());
    expect(count.documentsRead).toBe(3);
  });

  it("finds matches beyond one page, each once", async () => {
    const recipients = Array.from({ length: 30 }, (_, at) => account(String(at + 50)));
    const types = ["task.approved"] as const;
    const ids: string[] = [];
    for (const wallet of recipients) for (let at = 0; at < 8; at++) ids.push((await create({ wallet, types })).id);
    expect(await matching(event({ type: "task.approved", recipients }))).toEqual(ids.sort());
  }, 60_000);
});

describe("whom an event with too many subscriptions reaches", () => {
  const types = ["task.approved"] as const;
  const told = event({ type: "task.approved", recipients: [POSTER] });
  const few = firestoreWebhooks(db, { maxOpen: 5, page: 2 });
  const ids = (all: Subscription[]) => all.map(({ id }) => id).sort();

  it("W11: its parties first and always, known wallets next, and of the others a part that no one chooses", async () => {
    const strangers: Subscription[] = [];
    const known: Subscription[] = [];
    const digits = "0123456789abcdef";
    for (const [at, digit] of [...digits].entries()) {
      const id = `wh_${digit.repeat(32)}`;
      strangers.push(await create({ id, wallet: account(String(at + 10)), types, scope: "market" }));
    }
    for (let at = 0; at < 3; at++)
      known.push(await create({ wallet: account(String(at + 10)), types, scope: "market", isKnown: true }));
    const follower = { wallet: STRANGER, types, scope: "task", task: told.task, isKnown: true } as const;
    known.push(await create(follower));
    const own = [
      await create({ wallet: POSTER, types }),
      await create({ ...follower, wallet: POSTER, isKnown: false }),
    ];

    const seen = new Set<string>();
    for (const draw of digits) {
      const [first, ...rest] = await batches(told, null, few, draw);
      expect([first?.isOwn, first?.ids.sort()]).toEqual([true, ids(own)]);
      expect(rest.every(({ isOwn }) => !isOwn)).toBe(true);
      const others = rest.flatMap((one) => one.ids);
      expect(others).toHaveLength(new Set(others).size);
      expect(others).toEqual(expect.arrayContaining(ids(known)));
      // The poster's own follower is found among the others as well.
      expect([known.length + 4, known.length + 5]).toContain(others.length);
      for (const id of others) seen.add(id);
    }
    expect([...seen].sort()).toEqual(ids([...strangers, ...known]));
    count.reset();
    await batches(told, null, few);
    // What is read of each group of keys: one page and one more, five of known wallets and five of others.
    expect(count.documentsRead).toBeLessThanOrEqual(own.length + 2 * (3 + 5 + 5));

    // From each place on, another run finds what this one would have.
    const all = await batches(told, null, few);
    for (const [at, { next }] of all.entries()) {
      if (next === null) continue;
      const rest: string[] = [];
      for await (const { subscriptions } of matchesFrom(next, told, null, few, "8"))
        rest.push(...subscriptions.map(({ id }) => id));
      expect(rest).toEqual(expect.arrayContaining(all.slice(at + 1).flatMap((one) => one.ids)));
    }
    expect(all.at(-1)?.next).toBeNull();
    expect((await batches(told)).flatMap((one) => one.ids)).toHaveLength(strangers.length + known.length + own.length);
  }, 60_000);
});

describe("switching off", () => {
  it("happens once, and commits the unit's writes with it", async () => {
    const made = await create({ wallet: account("d1") });
    const tell = (name: string) => ({
      writes: [(batch: FirebaseFirestore.WriteBatch) => batch.create(db.doc(`told/${name}`), {})],
    });
    const switched = await Promise.all(["a", "b", "c"].map((name) => webhooks.disable(made.id, "failing", tell(name))));
    expect(switched.filter(Boolean)).toHaveLength(1);
    expect((await db.collection("told").get()).size).toBe(1);
    expect((await webhooks.find(made.id))?.subscription).toMatchObject({
      status: "disabled",
      disabledReason: "failing",
    });
    expect(await webhooks.disable("wh_none", "gone", { writes: [] })).toBe(false);
  });
});

describe("deliveries", () => {
  it("W6: are stored once, and one attempt at a time is started", async () => {
    const made = await create({ wallet: account("d2") });
    const delivery = newDelivery(made, marketEvent(), 5_000);
    await webhooks.addDeliveries([delivery]);
    await webhooks.addDeliveries([{ ...delivery, body: "another" }]);
    const loads = await Promise.all([1, 2, 3].map(() => webhooks.load(delivery.id, made.id)));
    expect(loads[0]).toMatchObject({ delivery, subscription: made });
    const claims = await Promise.all(loads.map((load) => load.claim(6_000)));
    const mine = claims.filter((claim) => claim !== null);
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ attempts: 1, attemptedAt: 6_000 });
    await webhooks.record(delivery.id, { status: "delivered", result: "HTTP 204" });
    expect((await webhooks.load(delivery.id, made.id)).delivery).toMatchObject({ status: "delivered", attempts: 1 });
    expect((await webhooks.load("msg_none", "wh_none")).delivery).toBeNull();
  });

  it("W12: only one attempt at a time is started at a receiver that is not well", async () => {
    const health = { failures: 0, failingSince: null, pausedUntil: 500 };
    const made = await create({ wallet: account("d5"), health });
    const all = [1, 2, 3].map((at) => newDelivery(made, marketEvent({ id: `slow-${at}` }), 5_000));
    await webhooks.addDeliveries(all);
    const loads = await Promise.all(all.map(({ id }) => webhooks.load(id, made.id)));
    const claims = await Promise.all(loads.map((load) => load.claim(6_000)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect((await webhooks.find(made.id))?.subscription.health.pausedUntil).toBeGreaterThan(16_000);
  });

  it("are replayed by their owner only", async () => {
    const made = await create({ wallet: account("d3") });
    const delivery = newDelivery(made, marketEvent(), 5_000);
    await webhooks.addDeliveries([delivery]);
    expect(await webhooks.replay(delivery.id, STRANGER, 6_000)).toBeNull();
    expect(await webhooks.replay(delivery.id, made.wallet, 6_000)).toMatchObject({ status: "pending", replays: 0 });
    await webhooks.record(delivery.id, { status: "failed" });
    expect(await webhooks.replay(delivery.id, made.wallet, 6_000)).toMatchObject({ status: "pending", replays: 1 });
    // Its attempts ended without a result: the queue has forgotten it.
    expect(await webhooks.replay(delivery.id, made.wallet, 5 * 86_400_000)).toMatchObject({ replays: 2 });
    expect(await webhooks.replay("msg_none", made.wallet, 6_000)).toBeNull();
  });

  it("are listed newest first, page by page", async () => {
    const made = await create({ wallet: account("d4") });
    const all = Array.from({ length: 5 }, (_, at) => newDelivery(made, marketEvent({ id: `p${at}` }), 1_000 + at));
    await webhooks.addDeliveries(all);
    const first = await webhooks.deliveries(made.id, 3, null);
    const second = await webhooks.deliveries(made.id, 3, first.nextCursor);
    expect([...first.items, ...second.items].map(({ eventId }) => eventId)).toEqual(["p4", "p3", "p2", "p1", "p0"]);
    expect(second.nextCursor).toBeNull();
  });
});
