import type { components } from "./generated/openapi";

export type Problem = components["schemas"]["Problem"];
export type NextAction = components["schemas"]["NextAction"];

/** Every error that this client throws on purpose; its `code` is stable. */
export class MktError extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service refused: the problem document (RFC 9457) of its answer. */
export class ProblemError extends MktError {
  constructor(
    readonly status: number,
    readonly problem: Problem,
    /** Seconds after which the same request may succeed; null where the answer names none. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(problem.code, `${problem.code}: ${problem.detail}`);
  }

  /** The same problem, and what can be done about it. */
  with(hint: string): ProblemError {
    return new ProblemError(
      this.status,
      { ...this.problem, detail: `${this.problem.detail} ${hint}` },
      this.retryAfterSeconds,
    );
  }

  /** What can be done about it, where the service knows. */
  get nextAction(): NextAction | null {
    return (this.problem._nextAction as NextAction | undefined) ?? null;
  }

  /** To be quoted when the problem is reported. */
  get requestId(): string {
    return this.problem.requestId;
  }
}

/** What the service asked to sign or pay is not what was requested; nothing was signed. */
export class UntrustedError extends MktError {
  constructor(message: string) {
    super("untrusted", message);
  }
}

/** It would cost more than the budget allows; nothing was signed. */
export class OverBudgetError extends MktError {
  constructor(
    message: string,
    /** The limit that was exceeded: that of one call, that of all together, or the owner's mandate. */
    readonly limit: "perCall" | "total" | "mandate",
  ) {
    super("over_budget", message);
  }
}

/** The quote says that the data cannot answer the question; nothing was signed. */
export class NotAnswerableError extends MktError {
  constructor(
    /** Why not, in the service's words; null if it does not say. */
    readonly reason: string | null,
    /** Questions that the data can answer. */
    readonly suggestions: readonly string[] = [],
  ) {
    const others = suggestions.length === 0 ? "" : ` It can answer: ${suggestions.join(" · ")}`;
    super("not_answerable", `The data cannot answer this question${reason === null ? "." : `: ${reason}`}${others}`);
  }
}

/** The wallet cannot afford the step; nothing was sent. */
export class InsufficientFundsError extends MktError {
  constructor(message: string, options?: ErrorOptions) {
    super("insufficient_funds", message, options);
  }
}

/** The wallet's user refused to sign; nothing was sent. */
export class RejectedError extends MktError {
  constructor(options?: ErrorOptions) {
    super("rejected", "The wallet's user refused to sign. Nothing was sent.", options);
  }
}

/** A transaction of this wallet was mined and reverted: it moved no money. */
export class RevertedError extends MktError {
  constructor(readonly txHash: string) {
    super("reverted", `The transaction ${txHash} reverted and moved no money. Repeat the call to start again.`);
  }
}

/** Another transaction of the wallet took this one's nonce: it can never be mined and moved nothing. */
export class ReplacedError extends MktError {
  constructor(readonly txHash: string) {
    super(
      "replaced",
      `Another transaction took the nonce of ${txHash}, which moved no money. Repeat the call to start again.`,
    );
  }
}

/** The wallet was asked to send a transaction and did not: it moved nothing. */
export class NotSentError extends MktError {
  constructor() {
    super("not_sent", "The wallet did not send the transaction, which moved no money. Repeat the call to start again.");
  }
}

/** The service or the node could not be reached, or did not answer sensibly. What was begun is resumed by repeating the call. */
export class UnavailableError extends MktError {
  constructor(message: string, options?: ErrorOptions) {
    super("unavailable", message, options);
  }
}

/** The awaited state was not reached in time. */
export class WaitTimeoutError extends MktError {
  constructor(
    what: string,
    /** What was seen last. */
    readonly last: unknown,
  ) {
    super("timeout", `Timed out waiting for ${what}.`);
  }
}
