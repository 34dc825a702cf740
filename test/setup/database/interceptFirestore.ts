import { setTimeout as sleep } from "node:timers/promises";
import type { Firestore } from "@google-cloud/firestore";

export interface FirestoreRequest {
  writes?: { update?: { name?: string } }[];
  /** The names of the documents to read. */
  documents?: string[];
  transaction?: unknown;
  structuredQuery?: { from?: { collectionId?: string }[] };
}

export type FirestoreAnswer = Promise<unknown> | NodeJS.ReadableStream;

/** Sends one request of the library to the server; called by an interceptor, or not. */
export type Send = () => FirestoreAnswer;

interface ClientPool {
  run(tag: string, requiresGrpc: boolean, operation: (client: Client) => Promise<unknown>): Promise<unknown>;
}

type Client = Record<string, (request: FirestoreRequest, ...rest: unknown[]) => FirestoreAnswer>;

/** Parts of the generated client that send nothing. */
const LOCAL = new Set(["initialize", "getProjectId", "close"]);

/**
 * Intercepts the calls from this client to its generated gRPC client, the last step before the network. `method` is
 * the gRPC method, for example `batchGetDocuments` or `commit`; each retry of the library is a call.
 */
export function interceptFirestore(
  db: Firestore,
  intercept: (method: string, request: FirestoreRequest, send: Send) => FirestoreAnswer,
): void {
  const pool = (db as unknown as { _clientPool: ClientPool })._clientPool;
  const run = pool.run.bind(pool);
  const between = (client: Client) =>
    new Proxy(client, {
      get: (target, name: string) => {
        const member: unknown = target[name];
        if (typeof member !== "function" || LOCAL.has(name)) return member;
        return (request: FirestoreRequest, ...rest: unknown[]) =>
          intercept(name, request, () => (member as Client[string]).call(target, request, ...rest));
      },
    });
  pool.run = (tag, requiresGrpc, operation) => run(tag, requiresGrpc, (client) => operation(between(client)));
}

/** Longer than there is between two requests of one task in the background. */
const IDLE_MS = 20;

/**
 * Keeps a request after the client's end from failing the next test file. A read in the background may
 * do so; the library rejects it twice, and one of the two promises reaches no caller who could catch it.
 *
 * @returns waits until no request is under way, such as those that publish events after an answer
 */
export function allowLateRequests(db: Firestore): () => Promise<void> {
  const pool = (db as unknown as { _clientPool: ClientPool })._clientPool;
  const run = pool.run.bind(pool);
  let begun = 0;
  let running = 0;
  pool.run = (tag, requiresGrpc, operation) => {
    begun += 1;
    running += 1;
    const request = run(tag, requiresGrpc, operation);
    request.catch(() => {}).finally(() => (running -= 1));
    return request;
  };
  return async () => {
    for (let seen = 0; running > 0 || seen !== begun; await sleep(IDLE_MS)) seen = begun;
  };
}
