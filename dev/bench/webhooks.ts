import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Firestore } from "@google-cloud/firestore";
import { firestoreEventLog } from "../../functions/src/adapters/firestore/eventLog";
import { commitUnit } from "../../functions/src/adapters/firestore/unitOfWork";
import { firestoreWebhooks } from "../../functions/src/adapters/firestore/webhooks";
import { QUEUE } from "../../functions/src/adapters/webhooks/queue";
import type { Address } from "../../functions/src/domain/address";
import { HEALTHY } from "../../functions/src/domain/webhooks/subscription";
import { Deliverer, dispatchEvent } from "../../functions/src/entry/webhooks";
import { wire } from "../../functions/src/entry/wire";
import { readSettings } from "../../functions/src/settings/read";
import { startFirestore } from "../local/firestore";
import { startTaskQueue } from "../local/taskQueue";
import { devWallets } from "../local/wallets";
import { table } from "./table";

/**
 * `npm run bench:webhooks -- [EVENTS] [RECEIVERS]`: events through the log, the Firebase CLI's emulator of Cloud Tasks
 * and the service's own code to receivers, a third of which are broken: they hang, answer 500 or 410, or reset.
 *
 * Everything runs in this process but Firestore, so the load figures are far below a deployment's.
 */
const [EVENTS = 10_000, RECEIVERS = 200] = process.argv.slice(2).map(Number);
const QUIET_EVENTS = 100;
const AT_A_TIME = 20;
const MAX_WAIT_MS = 120_000;
const PROJECT = "demo-webhooks";
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const BROKEN: readonly Answer[] = [
  () => undefined,
  (response) => void response.writeHead(500).end(),
  (response) => void response.writeHead(410).end(),
  (_response, request) => void request.socket.resetAndDestroy(),
];

interface Receiver {
  readonly wallet: Address;
  readonly works: boolean;
  /** What came, by event: when, and which attempt it said to be. */
  readonly came: Map<string, { at: number; attempts: string[] }>;
  readonly close: () => void;
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
    return (await deliverer.deliver(task, retries)) === "done";
  });
  process.env["CLOUD_TASKS_EMULATOR_HOST"] = queue.host;
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, (_, at) => receiver(db, at)));
  const log = firestoreEventLog(db);
  const written = new Map<string, number>();

  const tell = async (number: number, { wallet }: Receiver) => {
    const id = `e${number}`;
    const event = { id, type: "task.started", timeMs: Date.now(), task: null, actor: null, data: {} } as const;
    const unit = { writes: [] };
    log.append([{ ...event, recipients: [wallet], block: null, supersedes: null }], unit);
    // Without the publication that follows in the service: here it would only contend for the log's head.
    await commitUnit(db, { writes: unit.writes });
    written.set(id, Date.now());
    await dispatchEvent(id, parts);
  };
  const working = receivers.filter(({ works }) => works);
  const came = () => working.reduce((sum, one) => sum + one.came.size, 0);
  const waitFor = async (count: number) => {
    const end = Date.now() + MAX_WAIT_MS;
    while (came() < count && Date.now() < end) await sleep(100);
  };

  for (let at = 0; at < QUIET_EVENTS; at++) {
    await tell(at, working[at % working.length] as Receiver);
    await sleep(50);
  }
  await waitFor(QUIET_EVENTS);
  const latencies = working
    .flatMap((one) => [...one.came].map(([id, { at }]) => at - (written.get(id) ?? 0)))
    .sort((left, right) => left - right);

  const start = Date.now();
  let expected = QUIET_EVENTS;
  let next = QUIET_EVENTS;
  const write = async () => {
    while (next < QUIET_EVENTS + EVENTS) {
      const number = next++;
      const one = receivers[number % receivers.length] as Receiver;
      if (one.works) expected += 1;
      await tell(number, one);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, write));
  await waitFor(expected);
  const seconds = (Date.now() - start) / 1000;
  const twice = receivers.flatMap((one) =>
    [...one.came.values()].filter(({ attempts }) => new Set(attempts).size < attempts.length),
  );
  const again = working.flatMap((one) => [...one.came.values()].filter(({ attempts }) => attempts.length > 1));
  console.log(
    table([
      { what: "webhooks, p50 after the write", value: latencies[latencies.length >> 1] ?? Infinity, unit: "ms" },
      {
        what: "webhooks, p95 after the write",
        value: latencies[Math.floor(latencies.length * 0.95)] ?? Infinity,
        unit: "ms",
        goal: { most: 2_000 },
      },
      {
        what: `webhooks, ${EVENTS} events, lost at ${working.length} working receivers of ${RECEIVERS}`,
        value: expected - came(),
        unit: "events",
        goal: { most: 0 },
      },
      { what: "webhooks, sent twice as the same attempt", value: twice.length, unit: "events", goal: { most: 0 } },
      { what: "webhooks, sent to a working receiver more than once", value: again.length, unit: "events" },
      { what: "webhooks, delivered a second under load", value: (expected - QUIET_EVENTS) / seconds, unit: "events" },
    ]),
  );
  for (const receiver of receivers) receiver.close();
  await queue.close();
  await emulator.close();
  process.exit(0);
}

/** One server, and its subscription; every third is broken. */
async function receiver(db: Firestore, number: number): Promise<Receiver> {
  const works = number % 3 !== 0;
  const answer = works ? (response: ServerResponse) => void response.writeHead(204).end() : BROKEN[(number / 3) % 4];
  const came: Receiver["came"] = new Map();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string };
      const known = came.get(id) ?? { at: Date.now(), attempts: [] };
      known.attempts.push(String(request.headers["webhook-attempt"]));
      came.set(id, known);
      answer?.(response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const wallet = `0x${String(number).padStart(40, "0")}` as Address;
  const unit = { writes: [] };
  await firestoreWebhooks(db).create(
    {
      id: `wh_${String(number).padStart(32, "0")}`,
      wallet,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      types: ["task.started"],
      scope: "mine",
      task: null,
      filter: {},
      description: "",
      status: "active",
      disabledReason: null,
      seed: { keyId: "w", salt: "00" },
      formerSeed: null,
      health: HEALTHY,
      createdAt: Date.now(),
    },
    unit,
  );
  await commitUnit(db, unit);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { wallet, works, came, close };
}

void main();
