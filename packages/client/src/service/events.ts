import { ProblemError, UnavailableError } from "../errors";
import type { components, paths } from "../generated/openapi";
import type { Api } from "./http";
import type { TaskKey } from "../tasks/taskKey";
import { dataOf } from "./transport";
import { pause } from "../wait";

export type MarketEvent = components["schemas"]["MarketEvent"];
type EventQuery = NonNullable<paths["/mkt/events"]["get"]["parameters"]["query"]>;

export interface WatchOptions {
  /** Whose events: this wallet's own, the whole market's, or those of one task. */
  of: "mine" | "market" | TaskKey;
  /** Only these types, such as `task.created`; all if absent. */
  types?: readonly string[];
  /** Where to start: a cursor, `latest` for new events only, or null for the oldest event that is kept. */
  cursor?: string | null;
  /** Ends the watch. */
  signal?: AbortSignal;
  /** How long the service holds a request while nothing happens; 25 seconds by default. */
  waitSeconds?: number;
  /** Called before each pause while the service cannot answer. */
  onPause?: (error: Error, seconds: number) => void;
}

/** Some events, in the order of the log, and the cursor that goes on after them. */
export interface EventPage {
  events: readonly MarketEvent[];
  cursor: string;
}

const MAX_WAIT_SECONDS = 25;
const FIRST_PAUSE_SECONDS = 1;
const MAX_PAUSE_SECONDS = 60;

interface Watching {
  api: Api;
  /** The wallet and its session's header. */
  own: () => Promise<{ wallet: string; headers: Record<string, string> }>;
  forgetSession: () => void;
}

/**
 * Follows the log by long polling until the signal ends it. Empty pages are passed on, too, because their cursor counts. A
 * service that is busy or unreachable is asked again after growing pauses. Throws errors that a retry cannot fix, such as
 * `cursor_expired`.
 *
 * Handle a page, then store its cursor: each event is then delivered at least once. After a crash in between it comes
 * again, with the same id.
 */
export async function* pagesOf(
  { api, own, forgetSession }: Watching,
  options: WatchOptions,
): AsyncGenerator<EventPage> {
  const { of, types, signal, waitSeconds = MAX_WAIT_SECONDS, onPause } = options;
  let cursor = options.cursor === undefined ? "latest" : options.cursor;
  let failures = 0;
  let isSessionNew = false;
  while (signal?.aborted !== true) {
    try {
      const { wallet, headers } = of === "mine" ? await own() : { wallet: undefined, headers: {} };
      const query: EventQuery = {
        ...(wallet !== undefined && { wallet }),
        ...(typeof of === "object" && { contract: of.contract, taskId: of.taskId }),
        ...(types !== undefined && types.length > 0 && { types: types.join(",") }),
        ...(cursor !== null && { cursor }),
        // A place in the log first: what happens after a crash from then on is not skipped.
        wait: cursor === "latest" ? 0 : waitSeconds,
      };
      const { items, nextCursor } = dataOf(
        await api.GET("/mkt/events", { params: { query }, headers, ...(signal && { signal }) }),
      );
      cursor = nextCursor;
      failures = 0;
      isSessionNew = false;
      yield { events: items, cursor };
    } catch (error) {
      if (signal?.aborted) return;
      if (isEndedSession(error) && !isSessionNew) {
        forgetSession();
        isSessionNew = true;
        continue;
      }
      if (!isPassing(error)) throw error;
      const named = error instanceof ProblemError ? error.retryAfterSeconds : null;
      const seconds = Math.max(named ?? 0, Math.min(FIRST_PAUSE_SECONDS * 2 ** failures++, MAX_PAUSE_SECONDS));
      onPause?.(error, seconds);
      await pause(seconds * 1000, signal).catch(() => undefined);
    }
  }
}

function isEndedSession(error: unknown): boolean {
  return error instanceof ProblemError && error.code === "session_invalid";
}

function isPassing(error: unknown): error is Error {
  return (
    error instanceof UnavailableError ||
    (error instanceof ProblemError && (error.status === 429 || error.status >= 500))
  );
}
