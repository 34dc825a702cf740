import type { IncomingMessage } from "node:http";
import { canonicalSha256 } from "../domain/canonical";
import { Refusal, refuse } from "../domain/errors";
import type { Budgets } from "../ports/budgets";
import type { Endpoint } from "./endpoint";
import { Lane } from "./lane";
import { isPending, Refused } from "./refused";

export interface LimitsParts {
  budgets: () => Budgets;
  /** The client that a request counts for, past the proxies that are trusted. */
  clientOf: (request: IncomingMessage) => string;
  nowMs: () => number;
  /** Whether answers are kept in memory for a short time; tests that look for what they wrote just now go without. */
  caches: boolean;
}

/** Redemptions of clients whose budget is used up: at a time, and waiting for their turn. */
const LANE_WIDTH = 4;
const MAX_WAITING = 100;

/** Keeps one endpoint's requests within its budget. */
export class Limits {
  private readonly refused = new Refused();
  private readonly lane = new Lane(LANE_WIDTH, MAX_WAITING);

  constructor(
    private readonly endpoint: Pick<Endpoint, "auth" | "budget" | "path">,
    private readonly parts: LimitsParts,
  ) {}

  /**
   * Carries a valid request out if its client's budget allows it; else refuses `rate_limited`.
   *
   * A request that is sent again because its transaction is not confirmed yet is not counted, and looks again only after
   * a pause. `isProven` requests are never refused for what others behind the same address did: they wait for each other.
   */
  async run<T>(request: IncomingMessage, fields: object, act: () => Promise<T>, isProven = false): Promise<T> {
    const { budget, auth } = this.endpoint;
    const key = `${this.parts.clientOf(request)}|${canonicalSha256(fields)}`;
    const before = this.refused.find(key, this.parts.nowMs());
    // Where a wallet has to prove who it is, that comes first.
    const isPublic = auth.kind === "open" || auth.kind === "paid";
    if (before?.isRecent && isPublic && this.parts.caches) throw before.refusal;
    const isPoll = before !== null && isPending(before.refusal);
    const wait = isPoll ? 0 : await this.admit(request);
    if (wait > 0 && !isProven) this.refuseFor(wait);
    if (wait > 0 && this.lane.isFull) refuse("tx_not_confirmed", "Too many payments are being looked for just now. Send the same request again.");
    try {
      return await (wait > 0 ? this.lane.run(act) : act());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused.note(key, error, this.parts.nowMs());
      const isCounted = budget.counts === "refusals" && !error.options.isAnswer && !(isPoll && isPending(error));
      if (isCounted) await this.spend(request);
      throw error;
    }
  }

  /** Counts a request, where requests are counted; refuses `rate_limited`. */
  async count(request: IncomingMessage): Promise<void> {
    const wait = await this.admit(request);
    if (wait > 0) this.refuseFor(wait);
  }

  /** What a client learns of the budget that it used up. */
  headers(wait: number): Record<string, string> {
    const { budget } = this.endpoint;
    if (budget.counts === "computations") return {};
    return { "RateLimit-Policy": `"minute";q=${budget.perMinute};w=60`, RateLimit: `"minute";r=0;t=${wait}` };
  }

  /** The seconds that a request has to wait; 0 where it may go on. */
  private async admit(request: IncomingMessage): Promise<number> {
    const { counts } = this.endpoint.budget;
    if (counts === "computations") return 0;
    if (counts === "requests") return this.spend(request);
    return this.parts.budgets().waitSeconds(this.keyOf(request), this.parts.nowMs());
  }

  private async spend(request: IncomingMessage): Promise<number> {
    const { budget } = this.endpoint;
    if (budget.counts === "computations") return 0;
    return this.parts.budgets().spend(this.keyOf(request), budget.perMinute, this.parts.nowMs());
  }

  private keyOf(request: IncomingMessage): string {
    return `${this.endpoint.path}|${this.parts.clientOf(request)}`;
  }

  private refuseFor(wait: number): never {
    const { budget } = this.endpoint;
    const what = budget.counts === "computations" ? "" : `At most ${budget.perMinute} ${budget.counts} a minute. `;
    return refuse("rate_limited", `${what}Retry in ${wait} s.`, { retryAfter: wait, headers: this.headers(wait) });
  }
}
