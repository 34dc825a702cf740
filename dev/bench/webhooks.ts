import { setTimeout as sleep } from "node:timers/promises";
import { Firestore } from "@google-cloud/firestore";
import { firestoreEventLog } from "../../functions/src/adapters/firestore/events/eventLog";
import { commitUnit } from "../../functions/src/adapters/firestore/unitOfWork";
import { firestoreWebhooks } from "../../functions/src/adapters/firestore/events/webhooks";
import { QUEUE } from "../../functions/src/adapters/webhooks/queue";
import { deliveryId } from "../../functions/src/domain/webhooks/delivery";
import type { Subscription } from "../../functions/src/domain/webhooks/subscription";
import { Deliverer, dispatchEvent } from "../../functions/src/entry/webhooks";
import { wire } from "../../functions/src/entry/wire";
import { readSettings } from "../../functions/src/settings/read";
import { ANSWERS, newEvent, newSubscription, startReceiver, walletOf, type Receiver } from "../../test/setup/webhooks";
import { startFirestore } from "../local/firestore";
import { startTaskQueue } from "../local/taskQueue";
import { devWallets } from "../local/wallets";
import { table, figure } from "./table";

/**
 * `npm run bench:webhooks -- [EVENTS] [RECEIVERS]`: events through the log, the Firebase CLI's emulator of Cloud Tasks
 * and the service's own code to receivers, a third of which are broken: they hang, answer 500 or 410, or reset. Each
 * event is one receiver's own; a few more are public, and go to all of them.
 *
 * Everything runs in this process but Firestore, so the load figures are far below a deployment's. The emulator's queue
 * holds 10,000 tasks and dispatches 5,000 at a time, those that wait for their next attempt included: so the events come
 * in waves.
 */
const [EVENTS = 10_000, RECEIVERS = 200] = process.argv.slice(2).map(Number);
const PUBLIC_EVENTS = 10;
const QUIET_EVENTS = 100;
const WAVE = 1_000;
const AT_A_TIME = 20;
const MAX_WAIT_MS = 400_000;
const PROJECT = "demo-webhooks";
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const BROKEN = [ANSWERS.hang, ANSWERS.fail, ANSWERS.gone, ANSWERS.reset];

interface Party extends Receiver {
  readonly works: boolean;
  /** Its webhook for its own events, and the one for the market's. */
  readonly own: Subscription;
  readonly market: Subscription;
}

async function main(): Promise<void> {
  const emulator = await startFirestore();
  process.env["FIRESTORE_EMULATOR_HOST"] = emulator.host;
  process.env["METADATA_SERVER_DETECTION"] ??= "none";
  process.env["GCLOUD_PROJECT"] = PROJECT;
  const db = new Firestore({ projectId: PROJECT });
  const settings = readSettings({
    BASE_URL: "http://127.0.0.1:5000",
    RPC_URLS: "http://127.0.0.1:1",
    QUOTE_KEYS: `k:${"11".repeat(32)}`,
    WEBHOOK_KEYS: `w:${"22".repeat(32)}`,
    WEBHOOK_LOOPBACK: "true",
    PAYMENT_RECIPIENT: devWallets().recipient.address,
  });
  const parts = wire(settings, { db, log: SILENT });
  const deliverer = new Deliverer(parts);
  const queue = await startTaskQueue({ project: PROJECT, name: QUEUE }, async (task, retries) => {
    return (await deliverer.work(task, retries)) === "done";
  });
  process.env["CLOUD_TASKS_EMULATOR_HOST"] = queue.host;
  const parties = await Promise.all(Array.from({ length: RECEIVERS }, (_, at) => party(db, at)));
  const working = parties.filter(({ works }) => works);
  const log = firestoreEventLog(db);
  /** When the event behind each delivery was written. */
  const written = new Map<string, number>();

  const tell = async (name: string, told: readonly Subscription[], isPublic = false) => {
    const type = isPublic ? "task.submitted" : "task.started";
    const recipients = isPublic ? [] : told.map(({ wallet }) => wallet);
    const event = newEvent({ id: name, type, timeMs: Date.now(), task: null, actor: null, data: {}, recipients });
    const unit = { writes: [] };
    log.append([event], unit);
    // Without the publication that follows in the service: here it would only contend for the log's head.
    await commitUnit(db, { writes: unit.writes });
    for (const { id } of told) written.set(deliveryId(id, name), Date.now());
    await dispatchEvent(name, parts);
  };
  const arrivals = () => working.flatMap(({ received }) => received);
  let owed = 0;
  const missing = () => owed - new Set(arrivals().map(({ id }) => id)).size;
  /** Waits until at most `most` deliveries are missing. */
  const come = async (most: number) => {
    const end = Date.now() + MAX_WAIT_MS;
    while (missing() > most && Date.now() < end) await sleep(200);
  };

  for (let at = 0; at < QUIET_EVENTS; at++) {
    owed += 1;
    await tell(`quiet-${at}`, [(working[at % working.length] as Party).own]);
    await sleep(50);
  }
  await come(0);
  const latencies = arrivals()
    .map(({ id, at }) => at - (written.get(id) ?? 0))
    .sort((left, right) => left - right);

  const start = Date.now();
  const before = owed;
  for (let from = 0; from < EVENTS; from += WAVE) {
    let next = from;
    const write = async () => {
      while (next < Math.min(from + WAVE, EVENTS)) {
        const number = next++;
        const one = parties[number % parties.length] as Party;
        if (one.works) owed += 1;
        await tell(`own-${number}`, [one.own]);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, write));
    await come(WAVE / 4);
    console.error(`${Math.round((Date.now() - start) / 1000)} s: ${from + WAVE} written, ${missing()} on their way`);
  }
  for (let at = 0; at < PUBLIC_EVENTS; at++) {
    owed += working.length;
    await tell(
      `public-${at}`,
      parties.map(({ market }) => market),
      true,
    );
  }
  await come(0);
  const seconds = (Date.now() - start) / 1000;
  const came = arrivals();
  const attempts = parties.flatMap(({ received }) => received.map(({ id, attempt }) => `${id} ${attempt}`));
  const ids = new Set(came.map(({ id }) => id));
  console.log(
    table([
      figure("webhooks, p50 after the write", latencies[latencies.length >> 1] ?? Infinity, "ms"),
      figure("webhooks, p95 after the write", latencies[Math.floor(latencies.length * 0.95)] ?? Infinity, "ms", {
        most: 2_000,
      }),
      figure(
        `webhooks, ${EVENTS} events and ${PUBLIC_EVENTS} public ones, lost at ${working.length} working receivers of ${RECEIVERS}`,
        owed - ids.size,
        "deliveries",
        { most: 0 },
      ),
      figure("webhooks, sent twice as the same attempt", attempts.length - new Set(attempts).size, "deliveries", {
        most: 0,
      }),
      figure("webhooks, sent to a working receiver more than once", came.length - ids.size, "deliveries"),
      figure("webhooks, delivered a second under load", (owed - before) / seconds, "deliveries"),
    ]),
  );
  for (const one of parties) one.close();
  await queue.close();
  await emulator.close();
  process.exit(0);
}

/** One receiver, and its two webhooks; every third is broken. */
async function party(db: Firestore, number: number): Promise<Party> {
  const works = number % 3 !== 0;
  const answer = works ? ANSWERS.ok : (BROKEN[(number / 3) % BROKEN.length] ?? ANSWERS.hang);
  const receiver = await startReceiver(answer);
  const shared = { wallet: walletOf(number), url: receiver.url, seed: { keyId: "w", salt: "00" } };
  const own = newSubscription({ ...shared, types: ["task.started"] });
  const market = newSubscription({ ...shared, types: ["task.submitted"], scope: "market" });
  for (const one of [own, market]) {
    const unit = { writes: [] };
    await firestoreWebhooks(db).create(one, unit);
    await commitUnit(db, unit);
  }
  return { ...receiver, works, own, market };
}

void main();
