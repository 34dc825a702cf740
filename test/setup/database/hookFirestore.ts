import { PassThrough } from "node:stream";
import type { Firestore } from "@google-cloud/firestore";
import { interceptFirestore } from "./interceptFirestore";

/** Hooks around each request; a hook may throw, never end, or end the process. */
export interface FirestoreHooks {
  /** Before the server sees the request. */
  before?: ((method: string) => Promise<void> | void) | undefined;
  /** After the server has done it, before the client gets the answer. */
  after?: ((method: string) => Promise<void> | void) | undefined;
  /** True if the request arrives twice and only the second answer returns, as when the library retries. Not in transactions. */
  twice?: ((method: string) => boolean) | undefined;
}

/** An error as gRPC gives it; the library retries some codes (UNAVAILABLE) and not others (UNKNOWN). */
export class GrpcError extends Error {
  constructor(readonly code: number) {
    super(`gRPC error ${code}`);
  }
}

export const UNKNOWN = 2;
export const PERMISSION_DENIED = 7;
export const ABORTED = 10;
export const UNAVAILABLE = 14;

/** Runs the hooks, as they are set at that time, around every request of this client. */
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

/** Passes the answer on once it is complete, because the library may accept a part of it. */
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
