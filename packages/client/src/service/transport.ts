import { ProblemError, UnavailableError, type Problem } from "../errors";
import { pause } from "../wait";

export interface RetryPolicy {
  /** How often a request is sent at most; 6 by default. */
  attempts?: number;
  /** The longest that all pauses of one request may take together; a minute by default. */
  patienceMs?: number;
}

const FIRST_PAUSE_MS = 300;
/** How long one answer may take. */
const ANSWER_MS = 60_000;

/**
 * A `fetch` for this service: what is temporary is sent again, byte for byte, after the seconds of `Retry-After`,
 * and so is what got no answer, or half of one. That is safe, because the service does nothing twice for the same
 * request.
 *
 * Returns the last response, regardless of its status. Throws `UnavailableError` if there was none.
 */
export function retryingFetch(
  send: typeof fetch,
  { attempts = 6, patienceMs = 60_000 }: RetryPolicy = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { signal } = request;
    let leftMs = patienceMs;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const answer = await sendOnce(request.clone());
      const pauseMs = answer instanceof Response ? retryAfterMs(answer) : FIRST_PAUSE_MS * 2 ** (attempt - 1);
      if (pauseMs === null || attempt === attempts || pauseMs > leftMs) {
        if (answer instanceof Response) return answer;
        throw new UnavailableError(`${request.url} is not responding.`, { cause: answer.cause });
      }
      if (answer instanceof Response) await answer.body?.cancel();
      leftMs -= pauseMs;
      await pause(pauseMs, signal);
    }
  };

  async function sendOnce(request: Request): Promise<Response | { cause: unknown }> {
    try {
      const response = await send(request, {
        signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await response.clone().arrayBuffer();
      return response;
    } catch (cause) {
      request.signal.throwIfAborted();
      return { cause };
    }
  }
}

/** The answer's data; throws `ProblemError` where the service refused, `UnavailableError` where something else answered. */
export function dataOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (response.ok && data !== undefined) return data;
  throw problemOf(response, error);
}

/** The error of a refusal. */
export function problemOf(response: Response, body: unknown): Error {
  if (isProblem(body)) {
    const waitMs = retryAfterMs(response);
    return new ProblemError(response.status, body, waitMs === null ? null : waitMs / 1000);
  }
  return new UnavailableError(
    `${response.url} responds with status ${response.status} but not like the service. Check the service's URL.`,
  );
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === "object" && body !== null && "code" in body && typeof body.code === "string" && "detail" in body
  );
}

/** Seconds only: the service never names a date there. */
function retryAfterMs({ headers }: Response): number | null {
  const seconds = headers.get("Retry-After");
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
}
