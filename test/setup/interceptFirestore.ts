import type { Firestore } from "@google-cloud/firestore";

export interface FirestoreRequest {
  writes?: unknown[];
  transaction?: unknown;
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
 * Stands from now on between this client and its generated gRPC client, the last place before the wire. `method` is
 * the gRPC method, for example `batchGetDocuments` or `commit`; repeated attempts of the library come one by one.
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

/**
 * Keeps a request that comes after the client's end from failing the file that runs by then. A read in the background may
 * do so; the library rejects it twice, and one of the two promises reaches no caller who could catch it.
 */
export function allowLateRequests(db: Firestore): void {
  const pool = (db as unknown as { _clientPool: ClientPool })._clientPool;
  const run = pool.run.bind(pool);
  pool.run = (tag, requiresGrpc, operation) => {
    const running = run(tag, requiresGrpc, operation);
    running.catch(() => {});
    return running;
  };
}
