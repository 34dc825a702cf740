import type { Address } from "../../../functions/src/domain/address";
import { firestoreWebhooks } from "../../../functions/src/adapters/firestore/webhooks";
import { commitUnit } from "../../../functions/src/adapters/firestore/unitOfWork";
import type { NewEvent } from "../../../functions/src/domain/events/event";
import { newDelivery } from "../../../functions/src/domain/webhooks/delivery";
import {
  HEALTHY,
  MAX_SUBSCRIPTIONS,
  type Labels,
  type Subscription,
} from "../../../functions/src/domain/webhooks/subscription";
import { POSTER, STRANGER, WORKER } from "../../setup/histories";
import { countFirestore } from "../../setup/countFirestore";
import { testFirestore } from "../../setup/firestore";

const { db } = testFirestore();
const count = countFirestore(db);
const webhooks = firestoreWebhooks(db);

let last = 0;
const idOf = () => `wh_${String(++last).padStart(32, "0")}`;

function subscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    id: idOf(),
    wallet: POSTER,
    url: "https://receiver.example/hook",
    types: ["task.created"],
    scope: "mine",
    task: null,
    filter: {},
    description: "",
    status: "active",
    disabledReason: null,
    seed: { keyId: "k", salt: "00" },
    formerSeed: null,
    health: HEALTHY,
    createdAt: 1_000,
    ...changes,
  };
}

async function create(changes: Partial<Subscription> = {}): Promise<Subscription> {
  const made = subscription(changes);
  const unit = { writes: [] };
  expect(await webhooks.create(made, unit)).toBe(true);
  expect(await commitUnit(db, unit)).toBe(true);
  return made;
}

const event = (changes: Partial<NewEvent> = {}): NewEvent => ({
  id: "e1",
  type: "task.created",
  timeMs: 1_000,
  task: { contract: "human", taskId: 12n },
  actor: POSTER,
  recipients: [],
  data: { poster: STRANGER, rewardUsdc: "10" },
  block: null,
  supersedes: null,
  ...changes,
});

async function matching(told: NewEvent, labels: Labels = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of webhooks.matching(told, labels)) ids.push(...some.map(({ id }) => id));
  return ids.sort();
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
    expect(await webhooks.find(made.id)).toEqual(made);
    expect(await webhooks.list(WORKER)).toEqual([made]);
    const changed = { ...made, description: "changed" };
    await webhooks.put(changed);
    expect(await webhooks.find(made.id)).toEqual(changed);
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
        if (!(await webhooks.create(subscription({ wallet }), unit))) return false;
        if (await commitUnit(db, unit)) return true;
      }
    });
    const made = (await Promise.all(tries)).filter(Boolean);
    expect(made).toHaveLength(MAX_SUBSCRIPTIONS);
    expect(await webhooks.list(wallet)).toHaveLength(MAX_SUBSCRIPTIONS);
  });
});

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
    const found = await matching(event(), { category: "translation", country: "PT" });
    expect(found).toEqual([one.id]);
    expect(count).toMatchObject({ documentsRead: 1, roundTrips: 1 });
    expect(await matching(event({ data: { rewardUsdc: "9.999999" } }), { category: "translation" })).toEqual([]);
  });

  it("finds matches beyond one page, each once", async () => {
    const recipients = Array.from({ length: 30 }, (_, at) => account(String(at + 50)));
    const types = ["task.approved"] as const;
    const ids: string[] = [];
    for (const wallet of recipients) for (let at = 0; at < 8; at++) ids.push((await create({ wallet, types })).id);
    expect(await matching(event({ type: "task.approved", recipients }))).toEqual(ids.sort());
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
    expect(await webhooks.find(made.id)).toMatchObject({ status: "disabled", disabledReason: "failing" });
    expect(await webhooks.disable("wh_none", "gone", { writes: [] })).toBe(false);
  });
});

describe("deliveries", () => {
  it("W6: are stored once, and one attempt at a time is started", async () => {
    const made = await create({ wallet: account("d2") });
    const delivery = newDelivery(made, event(), 5_000);
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

  it("are replayed by their owner only", async () => {
    const made = await create({ wallet: account("d3") });
    const delivery = newDelivery(made, event(), 5_000);
    await webhooks.addDeliveries([delivery]);
    expect(await webhooks.replay(delivery.id, STRANGER)).toBeNull();
    expect(await webhooks.replay(delivery.id, made.wallet)).toMatchObject({ status: "pending", replays: 0 });
    await webhooks.record(delivery.id, { status: "failed" });
    expect(await webhooks.replay(delivery.id, made.wallet)).toMatchObject({ status: "pending", replays: 1 });
    expect(await webhooks.replay("msg_none", made.wallet)).toBeNull();
  });

  it("are listed newest first, page by page", async () => {
    const made = await create({ wallet: account("d4") });
    const all = Array.from({ length: 5 }, (_, at) => newDelivery(made, event({ id: `p${at}` }), 1_000 + at));
    await webhooks.addDeliveries(all);
    const first = await webhooks.deliveries(made.id, 3, null);
    const second = await webhooks.deliveries(made.id, 3, first.nextCursor);
    expect([...first.items, ...second.items].map(({ eventId }) => eventId)).toEqual(["p4", "p3", "p2", "p1", "p0"]);
    expect(second.nextCursor).toBeNull();
  });
});
