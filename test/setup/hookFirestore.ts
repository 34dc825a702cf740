import { PassThrough } from "node:stream";
import type { Firestore } from "@google-cloud/firestore";
import { interceptFirestore } from "./interceptFirestore";

/** What happens beside each request: a hook may throw, never end, or end the process. */
export interface FirestoreHooks {
  /** Before the server sees the request. */
  before?: ((method: string) => Promise<void> | void) | undefined;
  /** When the server has done it and the client does not know yet. */
  after?: ((method: string) => Promise<void> | void) | undefined;
  /** True where the request arrives twice and only the second answer comes back: what the library's own repetition does. Not in transactions. */
  twice?: ((method: string) => boolean) | undefined;
}

/** An error as gRPC gives it; the library repeats some codes by itself (UNAVAILABLE) and others not (UNKNOWN). */
export class GrpcError extends Error {
  constructor(readonly code: number) {
    super(`gRPC error ${code}`);
  }
}

export const UNKNOWN = 2;
export const PERMISSION_DENIED = 7;
export const ABORTED = 10;
export const UNAVAILABLE = 14;

/** Runs the hooks around every request of this client, as they stand at its time. */
export function hookFirestore(db: Firestore): FirestoreHooks {
  const hooks: FirestoreHooks = {};
  interceptFirestore(db, (method, request, send) => {
    if (method === "batchGetDocuments" || method.startsWith("run"))
      return stream(method, send as () => NodeJS.ReadableStream, hooks);
    return (async () => {
      await hooks.before?.(method);
      if (!request.transaction && hooks.twice?.(method)) await send();
      const answer = await send();
      await hooks.after?.(method);
      return answer;
    })();
  });
  return hooks;
}

/** Passes the answer on when all of it is there, because the library may be content with less. */
function stream(method: string, send: () => NodeJS.ReadableStream, hooks: FirestoreHooks): NodeJS.ReadableStream {
  const through = new PassThrough({ objectMode: true });
  void (async () => {
    await hooks.before?.(method);
    const responses: unknown[] = [];
    for await (const response of send()) responses.push(response);
    await hooks.after?.(method);
    for (const response of responses) through.write(response);
    through.end();
  })().catch((error: Error) => through.destroy(error));
  return through;
}
