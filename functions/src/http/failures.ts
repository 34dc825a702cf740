import { Refusal, type ErrorCode } from "../domain/errors";
import type { Log } from "../ports/log";
import { adviceAfter } from "./advice";
import { errorsOf, type Endpoint } from "./endpoint";
import { isGone } from "./pieces";
import { problem, toRefusal, traceOf, type Answer } from "./respond";

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
