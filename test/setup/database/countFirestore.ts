import { Writable } from "node:stream";
import type { Firestore } from "@google-cloud/firestore";
import { EVENTS, HEAD, HEADS } from "../../../functions/src/adapters/firestore/events/eventLog";
import { interceptFirestore, type FirestoreRequest } from "./interceptFirestore";

/** What a client asked of Firestore since the last reset. */
export interface FirestoreCount {
  /** Requests sent to the server, repeated attempts included. */
  roundTrips: number;
  /** The gRPC methods of those that don't publish events, in order, for example `batchGetDocuments`, `commit`. */
  calls: string[];
  /** What of all this publishes events: that happens beside a request, which does not wait for it. */
  publishing: { roundTrips: number; documentsRead: number };
  /** As billed: a missing document is a read, and so is a query that finds nothing. */
  documentsRead: number;
  documentsWritten: number;
  reset(): void;
}

interface Response {
  found?: unknown;
  missing?: unknown;
  document?: unknown;
}

/** Counts what this client sends from now on. */
export function countFirestore(db: Firestore): FirestoreCount {
  const count: FirestoreCount = {
    roundTrips: 0,
    calls: [],
    publishing: { roundTrips: 0, documentsRead: 0 },
    documentsRead: 0,
    documentsWritten: 0,
    reset: () =>
      Object.assign(count, {
        roundTrips: 0,
        calls: [],
        publishing: { roundTrips: 0, documentsRead: 0 },
        documentsRead: 0,
        documentsWritten: 0,
      }),
  };
  interceptFirestore(db, (method, request, send) => {
    const isBeside = publishes(method, request);
    count.roundTrips += 1;
    if (isBeside) count.publishing.roundTrips += 1;
    else count.calls.push(method);
    count.documentsWritten += request.writes?.length ?? 0;
    const answer = send();
    if ("pipe" in answer) answer.pipe(reads(method, isBeside ? [count, count.publishing] : [count]));
    return answer;
  });
  return count;
}

/** Publishing reads the log's head and queries the events, then writes both. */
function publishes(method: string, request: FirestoreRequest): boolean {
  if (method === "runQuery") return request.structuredQuery?.from?.[0]?.collectionId === EVENTS.path;
  const names = [...(request.documents ?? []), ...(request.writes ?? []).map(({ update }) => update?.name)];
  return names.some((name) => name?.endsWith(`/${HEADS.path}/${HEAD}`));
}

function reads(method: string, counts: readonly { documentsRead: number }[]): Writable {
  const read = (documents: number) => counts.forEach((count) => (count.documentsRead += documents));
  // An empty query is billed as one read; counted when it is sent, because callers do not wait for its end.
  let paid = method.startsWith("run") ? 1 : 0;
  read(paid);
  return new Writable({
    objectMode: true,
    write: (response: Response, _encoding, next) => {
      if (response.found ?? response.missing ?? response.document) {
        if (paid > 0) paid -= 1;
        else read(1);
      }
      next();
    },
  });
}
