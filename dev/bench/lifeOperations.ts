import type { Firestore } from "@google-cloud/firestore";
import { firestoreWebhooks } from "../../functions/src/adapters/firestore/events/webhooks";
import { commitUnit } from "../../functions/src/adapters/firestore/unitOfWork";
import { EVENT_TOPICS } from "../../functions/src/domain/events/event";
import { newSeed } from "../../functions/src/domain/webhooks/secret";
import { Deliverer, dispatchEvent } from "../../functions/src/entry/webhooks";
import { wire } from "../../functions/src/entry/wire";
import type { QueuedWork, WebhookSender } from "../../functions/src/ports/events";
import { countFirestore } from "../../test/setup/countFirestore";
import { Market } from "../../test/setup/market";
import { lifeTotal, type Operations } from "../../test/setup/operation";
import { playLife } from "../../test/setup/operations";
import { RELAY } from "../../test/setup/relay";
import { testSettings } from "../../test/setup/service";
import { newSubscription } from "../../test/setup/webhooks";
import { benchFirestore } from "./firestore";
import type { Figure } from "./table";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** What each call of a task's life asks of Firestore, and the sums: of its calls, and of webhooks of its two parties. */
export async function lifeOperations(firestoreHost: string): Promise<{ figures: Figure[]; operations: Operations[] }> {
  const { db, close } = benchFirestore(firestoreHost, "demo-bench-life");
  const count = countFirestore(db);
  const market = await Market.open(db, RELAY);
  try {
    await market.passSpanEdge();
    const operations = await playLife(market, count);
    const { calls, reads, writes } = lifeTotal(operations);
    const life = `one task's life in ${calls} calls, documents`;
    const [task] = (await db.collection("tasks").where("state", "==", "APPROVED").where("settled", "==", true).get())
      .docs;
    if (!task) throw new Error("the life has no settled task");
    const told = await db
      .collection("events")
      .where("contract", "==", task.get("contract"))
      .where("taskId", "==", task.id.slice(String(task.get("contract")).length + 1))
      .get();
    const ids = told.docs.map(({ id }) => id);
    const figure = (what: string, value: number): Figure => ({ what, value, unit: "" });
    return {
      operations,
      figures: [
        figure(`${life} read`, reads),
        figure(`${life} written`, writes),
        ...(await webhookFigures(db, market, ids)).map(([what, value]) =>
          figure(`its ${ids.length} events, ${what}`, value),
        ),
      ],
    };
  } finally {
    await market.close();
    await close();
  }
}

/** Dispatches and delivers the events again: to no webhook, and to one of each party's. */
async function webhookFigures(db: Firestore, market: Market, ids: readonly string[]): Promise<[string, number][]> {
  const settings = testSettings({ RPC_URLS: market.chain.rpcUrl });
  const queued: QueuedWork[] = [];
  const deliveryQueue = { add: async (_name: string, work: QueuedWork) => void queued.push(work) };
  const webhookSender: WebhookSender = { brokenRule: async () => null, post: async () => ({ status: 204, text: "" }) };
  const parts = wire(settings, { db, log: SILENT, deliveryQueue, webhookSender });
  const count = countFirestore(db);
  for (const id of ids) await dispatchEvent(id, parts);
  const alone = count.documentsRead;
  const keys = settings.webhooks?.keys ?? [];
  for (const [at, role] of (["buyer", "worker"] as const).entries()) {
    const seed = newSeed(keys, Buffer.alloc(32, at));
    const unit = { writes: [] };
    await firestoreWebhooks(db).create(
      newSubscription({ wallet: market.stage.address(role), types: EVENT_TOPICS, seed }),
      unit,
    );
    await commitUnit(db, unit);
  }
  count.reset();
  queued.length = 0;
  for (const id of ids) await dispatchEvent(id, parts);
  const deliverer = new Deliverer(parts);
  for (const work of queued) if ((await deliverer.work(work, 0)) !== "done") throw new Error("a delivery was not made");
  return [
    ["dispatched to no webhook: documents read", alone],
    ["delivered to a webhook of each party: documents read", count.documentsRead],
    ["delivered to a webhook of each party: documents written", count.documentsWritten],
    ["delivered to a webhook of each party: queue tasks", queued.length],
  ];
}
