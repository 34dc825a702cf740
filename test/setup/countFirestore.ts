import { Writable } from "node:stream";
import type { Firestore } from "@google-cloud/firestore";

/** What a client asked of Firestore since the last reset. */
export interface FirestoreCount {
  /** Requests sent to the server, repeated attempts included. */
  roundTrips: number;
  /** Their gRPC methods, in order, for example `batchGetDocuments`, `commit`. */
  calls: string[];
  /** As billed: a missing document is a read, and so is a query that finds nothing. */
  documentsRead: number;
  documentsWritten: number;
  reset(): void;
}

type Method = (request: Request, ...rest: unknown[]) => Promise<unknown> | NodeJS.ReadableStream;

interface Request {
  writes?: unknown[];
}

interface Response {
  found?: unknown;
  missing?: unknown;
  document?: unknown;
}

interface ClientPool {
  run(tag: string, requiresGrpc: boolean, operation: (client: Record<string, Method>) => Promise<unknown>): Promise<unknown>;
}

/** Parts of the generated client that send nothing. */
const LOCAL = new Set(["initialize", "getProjectId", "close"]);

/**
 * Counts from now on what this client sends, by standing between the library and its generated gRPC client, the
 * last place before the wire.
 */
export function countFirestore(db: Firestore): FirestoreCount {
  const count: FirestoreCount = {
    roundTrips: 0, calls: [], documentsRead: 0, documentsWritten: 0,
    reset: () => Object.assign(count, { roundTrips: 0, calls: [], documentsRead: 0, documentsWritten: 0 }),
  };
  const pool = (db as unknown as { _clientPool: ClientPool })._clientPool;
  const run = pool.run.bind(pool);
  pool.run = (tag, requiresGrpc, operation) =>
    run(tag, requiresGrpc, (client) => operation(counted(client, count)));
  return count;
}

function counted(client: Record<string, Method>, count: FirestoreCount): Record<string, Method> {
  return new Proxy(client, {
    get: (target, name: string) => {
      const member: unknown = target[name];
      if (typeof member !== "function" || LOCAL.has(name)) return member;
      return (request: Request, ...rest: unknown[]) => {
        count.roundTrips += 1;
        count.calls.push(name);
        count.documentsWritten += request.writes?.length ?? 0;
        const answer = (member as Method).call(target, request, ...rest);
        if ("pipe" in answer) answer.pipe(reads(name, count));
        return answer;
      };
    },
  });
}

function reads(method: string, count: FirestoreCount): Writable {
  // An empty query is billed as one read; counted at once, because its end is no event that a caller waits for.
  let paid = method.startsWith("run") ? 1 : 0;
  count.documentsRead += paid;
  return new Writable({
    objectMode: true,
    write: (response: Response, _encoding, next) => {
      if (response.found ?? response.missing ?? response.document) {
        if (paid > 0) paid -= 1;
        else count.documentsRead += 1;
      }
      next();
    },
  });
}
