import { Timestamp, type DocumentSnapshot, type Firestore, type FirestoreDataConverter } from "@google-cloud/firestore";
import type { NewEvent } from "../../domain/events/event";
import type { VariantName } from "../../domain/workflow/variants";
import { KEPT_DAYS, LEASE_MS, type Delivery } from "../../domain/webhooks/delivery";
import {
  keysOfEvent,
  keysOfSubscription,
  MAX_SUBSCRIPTIONS,
  rewardRange,
  type Subscription,
} from "../../domain/webhooks/subscription";
import type { Webhooks } from "../../ports/webhooks";
import { reaching, unlessConflict } from "./faults";
import { commitUnit, write, type Write } from "./unitOfWork";
import { StoreUnavailable } from "../../ports/storeUnavailable";

/** The most values of `array-contains-any`. */
const KEYS_AT_A_TIME = 30;
const MATCHES_AT_A_TIME = 200;
const DAY_MS = 86_400_000;

/**
 * Subscriptions in `webhooks/{id}`, the ids of each wallet's in `webhookOwners/{wallet}`, and deliveries in
 * `webhookDeliveries/{id}`, which TTL deletes.
 */
export function firestoreWebhooks(db: Firestore): Webhooks {
  const subscriptions = db.collection("webhooks").withConverter(subscriptionDocument);
  const deliveries = db.collection("webhookDeliveries").withConverter(deliveryDocument);
  const subscriptionRef = (id: string) => db.collection("webhooks").doc(id);
  const deliveryRef = (id: string) => db.collection("webhookDeliveries").doc(id);
  const ownerRef = (wallet: string) => db.collection("webhookOwners").doc(wallet);
  const idsIn = (owner: DocumentSnapshot) => (owner.get("ids") as string[] | undefined) ?? [];
  /** Sets an owner's list, provided that it is unchanged since it was read. */
  const setIds = (owner: DocumentSnapshot, ids: readonly string[]): Write => {
    const { updateTime: lastUpdateTime } = owner;
    return (batch) =>
      lastUpdateTime ? batch.update(owner.ref, { ids }, { lastUpdateTime }) : batch.create(owner.ref, { ids });
  };
  const replace =
    (subscription: Subscription): Write =>
    (batch) =>
      batch.update(
        subscriptionRef(subscription.id),
        { ...subscriptionDocument.toFirestore(subscription) },
        { exists: true },
      );

  return {
    async create(subscription, unit) {
      const owner = await reaching(() => ownerRef(subscription.wallet).get());
      const ids = idsIn(owner);
      if (ids.length >= MAX_SUBSCRIPTIONS) return false;
      await write(db, unit, [
        (batch) => batch.create(subscriptions.doc(subscription.id), subscription),
        setIds(owner, [...ids, subscription.id]),
      ]);
      return true;
    },

    find: (id) => reaching(async () => (await subscriptions.doc(id).get()).data() ?? null),

    list: (wallet) =>
      reaching(async () => {
        const ids = idsIn(await ownerRef(wallet).get());
        if (ids.length === 0) return [];
        const docs = await db.getAll(...ids.map(subscriptionRef));
        return docs.flatMap((doc) => (doc.exists ? [subscriptionIn(doc)] : []));
      }),

    put: (subscription, unit) => write(db, unit, [replace(subscription)]),

    async delete({ id, wallet }, unit) {
      const owner = await reaching(() => ownerRef(wallet).get());
      const left = idsIn(owner).filter((one) => one !== id);
      await write(db, unit, [(batch) => batch.delete(subscriptions.doc(id)), setIds(owner, left)]);
    },

    async noteHealth(id, health) {
      await unlessConflict(() => subscriptionRef(id).update({ health }));
    },

    async disable(id, reason, unit) {
      const ref = subscriptionRef(id);
      const doc = await reaching(() => ref.get());
      const { updateTime: lastUpdateTime } = doc;
      if (!lastUpdateTime || subscriptionIn(doc).status !== "active") return false;
      const changes = { status: "disabled", disabledReason: reason, keys: [] };
      return commitUnit(db, unit, (batch) => batch.update(ref, changes, { lastUpdateTime }));
    },

    async *matching(event: NewEvent, labels) {
      const { keys, rewards } = keysOfEvent(event, labels);
      const found = new Set<string>();
      for (let at = 0; at < keys.length; at += KEYS_AT_A_TIME) {
        const query = subscriptions
          .where("keys", "array-contains-any", keys.slice(at, at + KEYS_AT_A_TIME))
          .where("minReward", "<=", rewards.min)
          .where("maxReward", ">=", rewards.max)
          .orderBy("minReward")
          .orderBy("maxReward")
          .limit(MATCHES_AT_A_TIME);
        let after: DocumentSnapshot | undefined;
        do {
          const { docs } = await reaching(() => (after ? query.startAfter(after) : query).get());
          const fresh = docs.map((doc) => doc.data()).filter(({ id }) => !found.has(id));
          for (const { id } of fresh) found.add(id);
          if (fresh.length > 0) yield fresh;
          after = docs.length === MATCHES_AT_A_TIME ? docs.at(-1) : undefined;
        } while (after);
      }
    },

    async addDeliveries(added) {
      await Promise.all(added.map((delivery) => unlessConflict(() => deliveries.doc(delivery.id).create(delivery))));
    },

    load: (deliveryId, subscriptionId) =>
      reaching(async () => {
        const [stored, owner] = await db.getAll(deliveryRef(deliveryId), subscriptionRef(subscriptionId));
        const delivery = stored?.exists ? deliveryIn(stored) : null;
        return {
          delivery,
          subscription: owner?.exists ? subscriptionIn(owner) : null,
          claim: async (nowMs) => {
            if (!delivery || !stored?.updateTime) return null;
            const attempts = delivery.attempts + 1;
            const changes = { attempts, attemptedAt: nowMs, leasedUntil: nowMs + LEASE_MS };
            const isMine = await changeUnchanged(stored, changes);
            return isMine ? { ...delivery, ...changes } : null;
          },
        };
      }),

    record: (id, changes) =>
      reaching(async () => {
        await deliveryRef(id).update(changes);
      }),

    async replay(id, wallet) {
      const doc = await reaching(() => deliveryRef(id).get());
      const delivery = doc.exists ? deliveryIn(doc) : null;
      if (delivery?.wallet !== wallet) return null;
      if (delivery.status === "pending") return delivery;
      const changes = { status: "pending" as const, replays: delivery.replays + 1 };
      if (!(await changeUnchanged(doc, changes))) throw new StoreUnavailable(new Error("the delivery changed"));
      return { ...delivery, ...changes };
    },

    deliveries: (subscriptionId, limit, cursor) =>
      reaching(async () => {
        const newest = deliveries.where("subscriptionId", "==", subscriptionId).orderBy("sortKey", "desc");
        const { docs } = await (cursor === null ? newest : newest.startAfter(cursor)).limit(limit + 1).get();
        const items = docs.slice(0, limit).map((doc) => doc.data());
        const last = items.at(-1);
        return { items, nextCursor: docs.length > limit && last ? sortKeyOf(last) : null };
      }),
  };

  /** Changes a document unless it has changed since it was read; whether it did. */
  async function changeUnchanged(doc: DocumentSnapshot, changes: object): Promise<boolean> {
    const { updateTime: lastUpdateTime } = doc;
    return lastUpdateTime !== undefined && unlessConflict(() => doc.ref.update({ ...changes }, { lastUpdateTime }));
  }
}

const subscriptionDocument: FirestoreDataConverter<Subscription> = {
  toFirestore(subscription) {
    const { task, ...rest } = subscription as Subscription;
    const { min, max } = rewardRange(rest.filter);
    return {
      ...rest,
      task: task && { ...task, taskId: String(task.taskId) },
      keys: keysOfSubscription(subscription as Subscription),
      minReward: min,
      maxReward: max,
    };
  },
  fromFirestore: subscriptionIn,
};

function subscriptionIn(doc: DocumentSnapshot): Subscription {
  const { task, keys, minReward, maxReward, ...rest } = doc.data() as Omit<Subscription, "task"> & {
    task: { contract: VariantName; taskId: string } | null;
    keys: unknown;
    minReward: unknown;
    maxReward: unknown;
  };
  return { ...rest, task: task && { ...task, taskId: BigInt(task.taskId) } };
}

const deliveryDocument: FirestoreDataConverter<Delivery> = {
  toFirestore(delivery) {
    const { createdAt } = delivery as Delivery;
    return {
      ...(delivery as Delivery),
      sortKey: sortKeyOf(delivery as Delivery),
      expireAt: Timestamp.fromMillis(createdAt + KEPT_DAYS * DAY_MS),
    };
  },
  fromFirestore: deliveryIn,
};

function deliveryIn(doc: DocumentSnapshot): Delivery {
  const { sortKey, expireAt, ...delivery } = doc.data() as Delivery & { sortKey: unknown; expireAt: unknown };
  return delivery;
}

function sortKeyOf({ createdAt, id }: Delivery): string {
  return `${String(createdAt).padStart(15, "0")}-${id}`;
}
