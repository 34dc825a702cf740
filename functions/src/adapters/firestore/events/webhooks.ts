import type { Firestore, Query } from "@google-cloud/firestore";
import { DAY_MS } from "../../../domain/time";
import type { TaskKey } from "../../../domain/task/events";
import { isWaiting, LEASE_MS, KEPT_DAYS, type Delivery } from "../../../domain/webhooks/delivery";
import {
  fits,
  rangesOf,
  keysOfSubscription,
  MAX_SUBSCRIPTIONS,
  type Subscription,
} from "../../../domain/webhooks/subscription";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import type { MatchPlace, Webhooks } from "../../../ports/events";
import { decimal, Documents, fields, plain, time } from "../documents";
import { reaching, unlessConflict } from "../faults";
import { allOf, chunksOf, getAll, pageOf } from "../reading";
import { commitUnit, putUnchanged, write } from "../unitOfWork";

/** The most values of `array-contains-any`. */
const KEYS_AT_A_TIME = 30;
const OWN_AT_A_TIME = 200;
/** The most subscriptions in open feeds that are returned for 30 keys: of known wallets, and of others. */
const MAX_OPEN = 1_000;
const OPEN_AT_A_TIME = 100;
const START: MatchPlace = { group: 0, part: 0, after: null, read: 0 };

/** @param limits tests: how many subscriptions in open feeds are returned, and how many one look-up reads */
export function firestoreWebhooks(
  db: Firestore,
  { maxOpen, page } = { maxOpen: MAX_OPEN, page: OPEN_AT_A_TIME },
): Webhooks {
  const subscriptions = SUBSCRIPTIONS.in(db);
  const deliveries = DELIVERIES.in(db);
  const owners = OWNERS.in(db);

  return {
    async create(subscription, unit) {
      const owner = await reaching(() => owners.doc(subscription.wallet).get());
      const ids = owner.data()?.ids ?? [];
      if (ids.length >= MAX_SUBSCRIPTIONS) return false;
      await write(db, unit, [
        (batch) => batch.create(subscriptions.doc(subscription.id), subscription),
        OWNERS.put(owner, { ids: [...ids, subscription.id] }),
      ]);
      return true;
    },

    async find(id) {
      const doc = await reaching(() => subscriptions.doc(id).get());
      const subscription = doc.data();
      if (!subscription) return null;
      return {
        subscription,
        replace: (changed, unit) => void unit.writes.push(SUBSCRIPTIONS.put(doc, changed)),
      };
    },

    async list(wallet) {
      const { ids = [] } = (await OWNERS.find(db, wallet)) ?? {};
      const docs = await getAll(ids.map((id) => subscriptions.doc(id)));
      return docs.flatMap((doc) => doc.data() ?? []);
    },

    async delete({ id, wallet }, unit) {
      const owner = await reaching(() => owners.doc(wallet).get());
      const left = (owner.data()?.ids ?? []).filter((one) => one !== id);
      await write(db, unit, [(batch) => batch.delete(subscriptions.doc(id)), OWNERS.put(owner, { ids: left })]);
    },

    async noteHealth(id, health) {
      await unlessConflict(() => subscriptions.doc(id).update({ health }));
    },

    async disable(id, disabledReason, unit) {
      const doc = await reaching(() => subscriptions.doc(id).get());
      const known = doc.data();
      if (known?.status !== "active") return false;
      return commitUnit(db, unit, SUBSCRIPTIONS.put(doc, { ...known, status: "disabled", disabledReason }));
    },

    async *matching({ own, open }, facts, draw, from) {
      const found = new Set<string>();
      const fresh = (all: readonly Subscription[]) => all.filter(({ id }) => !found.has(id) && found.add(id));
      for (const keys of from === null ? chunksOf(own, KEYS_AT_A_TIME) : []) {
        const query = subscriptions.where("keys", "array-contains-any", keys);
        const all: Subscription[] = [];
        for await (const doc of allOf(query, OWN_AT_A_TIME)) all.push(doc.data());
        const some = fresh(all);
        if (some.length > 0) yield { subscriptions: some, isOwn: true, next: START };
      }
      const groups = chunksOf(open, KEYS_AT_A_TIME);
      for (let place = from ?? START; ;) {
        const keys = groups[place.group];
        if (!keys) return;
        const query = subscriptions
          .where("keys", "array-contains-any", keys)
          .where("minReward", "<=", facts.reward.min)
          .where("maxReward", ">=", facts.reward.max)
          .where("closesBefore", ">", facts.closesAt)
          .orderBy("id")
          .orderBy("minReward")
          .orderBy("maxReward")
          .orderBy("closesBefore");
        const { found, next } = await pageAt(query, place, `wh_${draw}`);
        const some = fresh(found).filter(({ scope, filter }) => scope !== "market" || fits(filter, facts));
        if (some.length > 0) yield { subscriptions: some, isOwn: false, next: groups[next.group] ? next : null };
        place = next;
      }
    },

    async addDeliveries(added) {
      await Promise.all(added.map((delivery) => unlessConflict(() => deliveries.doc(delivery.id).create(delivery))));
    },

    async load(deliveryId, subscriptionId) {
      const refs = [deliveries.doc(deliveryId), subscriptions.doc(subscriptionId)] as const;
      const [stored, owner] = await getAll(refs);
      const [delivery = null, subscription = null] = [stored.data(), owner.data()];
      return {
        delivery,
        subscription,
        async claim(nowMs) {
          if (!delivery || !subscription) return null;
          const leasedUntil = nowMs + LEASE_MS;
          const changes = { attempts: delivery.attempts + 1, attemptedAt: nowMs, leasedUntil };
          const { health } = subscription;
          const isMine = await commitUnit(
            db,
            { writes: [] },
            putUnchanged(stored, changes),
            ...(health.pausedUntil === 0
              ? []
              : [putUnchanged(owner, { health: { ...health, pausedUntil: leasedUntil } })]),
          );
          return isMine ? { ...delivery, ...changes } : null;
        },
      };
    },

    record: (id, changes) =>
      reaching(async () => {
        await deliveries.doc(id).update(changes);
      }),

    async replay(id, wallet, nowMs) {
      const doc = await reaching(() => deliveries.doc(id).get());
      const delivery = doc.data();
      if (delivery?.wallet !== wallet) return null;
      if (isWaiting(delivery, nowMs)) return delivery;
      const replayed: Delivery = { ...delivery, status: "pending", replays: delivery.replays + 1 };
      if (!(await commitUnit(db, { writes: [] }, DELIVERIES.put(doc, replayed))))
        throw new StoreUnavailable(new Error("the delivery changed"));
      return replayed;
    },

    deliveries: (subscriptionId, limit, cursor) =>
      pageOf(deliveries.where("subscriptionId", "==", subscriptionId), limit, cursor),
  };

  /** The subscriptions at a place of a query that is sorted by id, and the place after them. */
  async function pageAt(query: Query<Subscription>, place: MatchPlace, drawn: string) {
    const read = (some: Query<Subscription>) => reaching(async () => (await some.get()).docs.map((doc) => doc.data()));
    const { group, part, after } = place;
    const nextGroup = { ...START, group: group + 1 };
    if (part === 0) {
      const found = await read(query.limit(page + 1));
      return found.length <= page ? { found, next: nextGroup } : { found: [], next: { ...place, part: 1 } };
    }
    const [areKnown, areFromDraw] = [part <= 2, part % 2 === 1];
    const limit = Math.min(page, maxOpen - place.read);
    let some = query.where("isKnown", "==", areKnown).limit(limit);
    if (after !== null) some = some.startAfter(after);
    else if (areFromDraw) some = some.startAt(drawn);
    if (!areFromDraw) some = some.endBefore(drawn);
    const found = await read(some);
    const total = place.read + found.length;
    const nextWallets = areKnown ? { ...START, group, part: 3 } : nextGroup;
    if (total >= maxOpen) return { found, next: nextWallets };
    if (found.length === limit) return { found, next: { ...place, after: found.at(-1)?.id ?? null, read: total } };
    return { found, next: areFromDraw ? { group, part: part + 1, after: null, read: total } : nextWallets };
  }
}

/** Subscriptions in `webhooks/{id}`. Their ids are random, so that they also put them into an order by chance. */
export const SUBSCRIPTIONS = new Documents<Subscription>(
  "webhooks",
  {
    ...plain("id", "wallet", "url", "types", "scope", "filter", "description", "status", "disabledReason"),
    ...plain("seed", "formerSeed", "health", "isKnown", "createdAt"),
    task: fields<TaskKey>({ taskId: decimal }),
  },
  {
    keys: keysOfSubscription,
    minReward: ({ filter }) => rangesOf(filter).minReward,
    maxReward: ({ filter }) => rangesOf(filter).maxReward,
    closesBefore: ({ filter }) => rangesOf(filter).closesBefore,
  },
);

/** The ids of each wallet's subscriptions in `webhookOwners/{wallet}`. */
const OWNERS = new Documents<{ readonly ids: readonly string[] }>("webhookOwners", plain("ids"));

/** Deliveries in `webhookDeliveries/{id}`, which TTL deletes. */
const DELIVERIES = new Documents<Delivery>(
  "webhookDeliveries",
  {
    ...plain("id", "subscriptionId", "wallet", "eventId", "type", "body", "status", "attempts", "replays", "result"),
    ...plain("createdAt", "attemptedAt", "leasedUntil"),
  },
  {
    sortKey: ({ createdAt, id }) => `${String(createdAt).padStart(15, "0")}-${id}`,
    expireAt: ({ createdAt }) => time.encode(createdAt + KEPT_DAYS * DAY_MS),
  },
);
