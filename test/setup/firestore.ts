import { randomUUID } from "node:crypto";
import { Firestore } from "@google-cloud/firestore";
import { allowLateRequests } from "./database/interceptFirestore";
import { closeServers } from "./http/server";

const LOCKS_HELD_MS = 120_000;

/** A database that only this test file sees: the emulator keeps one per project id. */
export interface TestFirestore {
  projectId: string;
  db: Firestore;
  /** Another client of the same database, as a second instance of the service would have. */
  another: () => Firestore;
  /** Waits until no request is under way, in the background either. */
  idle: () => Promise<void>;
}

/** An empty database for the calling test file; its clients are closed after the file's last test. */
export function testFirestore(): TestFirestore {
  if (!process.env["FIRESTORE_EMULATOR_HOST"]) throw new Error("These tests run under Jest's global setup.");
  const projectId = `demo-${randomUUID()}`;
  const clients: Firestore[] = [];
  const waits: (() => Promise<void>)[] = [];
  const idle = async () => void (await Promise.all(waits.map((wait) => wait())));
  const another = () => {
    const client = new Firestore({ projectId, ignoreUndefinedProperties: false });
    waits.push(allowLateRequests(client));
    clients.push(client);
    return client;
  };
  // A client waits for its last request, and the emulator keeps the locks of an aborted transaction for a while.
  afterAll(async () => {
    // This hook comes before those of the file: a request that is under way must not meet a closed client.
    await closeServers();
    await idle();
    await Promise.all(clients.map((client) => client.terminate()));
  }, LOCKS_HELD_MS);
  return { projectId, db: another(), another, idle };
}
