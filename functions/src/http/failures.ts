import { Refusal, type ErrorCode } from "../domain/errors";
import { traceOf, type Log } from "../ports/log";
import { errorsOf, type Endpoint } from "./endpoint";
import { isGone, problem, toRefusal, type Answer } from "./respond";
import { retryAfter } from "./problem";

interface Parts {
  settings: { baseUrl: string };
  log: Log;
  strict: boolean;
}

/** What an endpoint answers where it fails. */
export class Failures {
  private readonly declared: ReadonlySet<ErrorCode>;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly parts: Parts,
  ) {
    this.declared = new Set(errorsOf(endpoint));
  }

  /** Logs a file that could not be sent completely, unless the client disconnected. */
  brokenOff(error: unknown, requestId: string): void {
    if (error !== null && !isGone(error)) this.log("request.broken", error, requestId);
  }

  /** The problem document for an error; faults are logged. */
  answer(error: unknown, requestId: string): Answer {
    const refusal = toRefusal(error);
    if (refusal.code === "internal" || refusal.code === "dependency_unavailable")
      this.log(`request.${refusal.code}`, error, requestId);
    if (this.parts.strict && !this.declared.has(refusal.code)) {
      throw new TypeError(`${this.endpoint.path} refuses with ${refusal.code}, which it does not declare`);
    }
    const { nextAction = this.endpoint.advises ? adviceAfter(refusal, this.endpoint) : undefined } = refusal.options;
    const advised =
      nextAction === undefined
        ? refusal
        : new Refusal(refusal.code, refusal.detail, { ...refusal.options, nextAction });
    return problem(advised, this.parts.settings.baseUrl, requestId, refusal.options.headers);
  }

  private log(event: string, error: unknown, requestId: string): void {
    this.parts.log.error(event, { path: this.endpoint.path, requestId, ...traceOf(error) });
  }
}

/** The next step for a client after a refusal that does not state one. */
function adviceAfter(
  refusal: Refusal,
  { method, path }: { readonly method: "GET" | "POST"; readonly path: string },
): object {
  const again = { actor: "client", endpoint: path, method } as const;
  switch (refusal.code) {
    case "task_not_found":
      return {
        actor: "client",
        action: "search",
        endpoint: "/mkt/tasks",
        method: "GET",
        reason: "Find the task, and identify it by contract and taskId.",
      };
    case "signature_invalid":
    case "signature_expired":
    case "nonce_used":
      return { ...again, action: "sign", reason: "Prepare and sign the request once more, then send it." };
    default:
      return retryAfter(refusal) === undefined
        ? { ...again, action: "correct", reason: "Correct what detail and errors name, then send the request again." }
        : { ...again, action: "retry", reason: "Send the same request again after Retry-After." };
  }
}
