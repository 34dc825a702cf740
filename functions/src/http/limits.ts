import type { IncomingMessage } from "node:http";
import { POLL, type Proof } from "../application/proof";
import { canonicalSha256 } from "../domain/canonical";
import { Refusal, refuse, type ErrorCode } from "../domain/errors";
import type { RateLimiter } from "../ports/rateLimiter";
import { requests, type Endpoint, type RateLimit } from "./endpoint";

export interface LimitsParts {
  rateLimiter: () => RateLimiter;
  /** The client of a request, seen through trusted proxies. */
  clientOf: (request: IncomingMessage) => string;
  nowMs: () => number;
  /** Whether answers are cached in memory for a short time; tests that read what they just wrote disable it. */
  caches: boolean;
}

/** Redemptions of one client whose allowance is used up: concurrent, queued, maximum wait, and per minute. */
const LANE_WIDTH = 4;
const MAX_WAITING = 100;
const MAX_WAIT_MS = 10_000;
const MAX_PROVEN_PER_MINUTE = 600;
/** Signed payments of one payer, of those 600. */
const MAX_OF_PAYER_PER_MINUTE = 60;
const BUSY_SECONDS = 2;

/** Enforces one endpoint's rate limit. */
export class Limits {
  private readonly refused = new Refused();
  private readonly reserved = new Reserved();
  private readonly lanes = new Lanes(() => new Lane(LANE_WIDTH, MAX_WAITING, MAX_WAIT_MS));

  constructor(
    private readonly endpoint: Pick<Endpoint, "auth" | "path" | "rateLimit">,
    private readonly parts: LimitsParts,
  ) {}

  /**
   * Executes a valid request if its client's allowance permits; else refuses `rate_limited`.
   *
   * A request that is sent again because its transaction is not confirmed yet is not charged as a refusal, and looks again
   * only after a pause. Requests with a proof are not refused for what others behind the same address did: each kind of
   * proof has a separate allowance and lane, and so has each payer within it.
   */
  async run<T>(
    request: IncomingMessage,
    fields: object,
    act: () => Promise<T>,
    proofOf: () => Proof | null = () => null,
  ): Promise<T> {
    const { auth } = this.endpoint;
    const key = `${this.parts.clientOf(request)}|${canonicalSha256(fields)}`;
    const before = this.refused.find(key, this.parts.nowMs());
    // Wallets authenticate first.
    const isPublic = (auth.kind === "open" && !("orSession" in auth)) || auth.kind === "paid";
    if (before?.isRecent && isPublic && this.parts.caches) throw before.refusal;
    const isPoll = before !== null && isPending(before.refusal);
    await this.countUnpaid(request);
    const { wait, giveBack } = isPoll
      ? { wait: this.knownWait(request), giveBack: NOTHING }
      : await this.reserve(request);
    const counted = () => this.counted(request, key, isPoll, act, giveBack);
    if (wait === 0) return counted();
    const proof = proofOf() ?? (isPoll ? POLL : this.refuseFor(wait));
    const { isAuthentic, lane } = await this.countProven(request, proof, isPoll);
    return this.lanes.run(
      lane,
      async () => (isAuthentic || isPoll || (await proof.isKnown()) ? counted() : this.refuseFor(wait)),
      refuseBusy,
    );
  }

  /**
   * Counts a request by its kind of proof; refuses `rate_limited`. A payer's share is counted first, so that no payer
   * uses up the allowance of all behind its address. What the request alone does not prove is looked up, which has a
   * separate allowance; so have polls.
   */
  private async countProven(
    request: IncomingMessage,
    proof: Proof,
    isPoll: boolean,
  ): Promise<{ isAuthentic: boolean; lane: string }> {
    const { kind, payer } = proof;
    const limiter = this.parts.rateLimiter();
    const now = this.parts.nowMs();
    const keyOf = (name: string) => `${this.keyOf(request)}|${name}`;
    const spend = async (key: string, perMinute: number) => {
      const wait = await limiter.spend(key, perMinute, now);
      if (wait > 0) this.refuseFor(wait);
    };
    // By address as well: a settled authorization is public, and anyone may replay it.
    const share = payer && keyOf(`payer|${payer}`);
    // No key is recovered where there is no allowance for it; a payment that is charged already is still found.
    const isUsedUp = share && [share, keyOf(kind)].some((one) => limiter.waitSeconds(one, now) > 0);
    const isAuthentic = !isUsedUp && (await proof.isAuthentic());
    if (isAuthentic && share) await spend(share, MAX_OF_PAYER_PER_MINUTE);
    const counts = isAuthentic ? kind : isPoll ? POLL.kind : "known";
    await spend(keyOf(counts), MAX_PROVEN_PER_MINUTE);
    const lane = isAuthentic && share ? share : `${counts}|${this.parts.clientOf(request)}`;
    return { isAuthentic, lane };
  }

  /** Executes, records a refusal and charges for it; returns the unit otherwise. */
  private async counted<T>(
    request: IncomingMessage,
    key: string,
    isPoll: boolean,
    act: () => Promise<T>,
    giveBack: () => void,
  ): Promise<T> {
    let isCounted = false;
    try {
      const result = await act();
      this.refused.forget(key);
      return result;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused.note(key, error, this.parts.nowMs());
      isCounted =
        this.endpoint.rateLimit.counts === "refusals" && !error.options.isAnswer && !(isPoll && isPending(error));
      if (isCounted) await this.spend(request);
      throw error;
    } finally {
      if (!isCounted) giveBack();
    }
  }

  /**
   * Keys and sessions cost nothing: if only refusals are counted and the answer is not paid for, successful requests have
   * an allowance too. Refuses `rate_limited`.
   */
  private async countUnpaid(request: IncomingMessage): Promise<void> {
    const { auth, rateLimit } = this.endpoint;
    if (auth.kind === "paid" || rateLimit.counts !== "refusals") return;
    const key = `${this.keyOf(request)}|all`;
    const wait = await this.parts.rateLimiter().spend(key, MAX_PROVEN_PER_MINUTE, this.parts.nowMs());
    if (wait > 0) this.refuseFor(wait, requests(MAX_PROVEN_PER_MINUTE));
  }

  /** Counts a request, if requests are counted; refuses `rate_limited`. */
  async count(request: IncomingMessage): Promise<void> {
    const wait = await this.admit(request);
    if (wait > 0) this.refuseFor(wait);
  }

  /** The headers that describe a used-up allowance. */
  headers(wait: number, rateLimit: RateLimit = this.endpoint.rateLimit): Record<string, string> {
    if (rateLimit.counts === "computations") return {};
    return { "RateLimit-Policy": `"minute";q=${rateLimit.perMinute};w=60`, RateLimit: `"minute";r=0;t=${wait}` };
  }

  /** The seconds that a request has to wait; 0 if it may proceed. */
  private async admit(request: IncomingMessage): Promise<number> {
    const { counts } = this.endpoint.rateLimit;
    return counts === "refusals" ? this.knownWait(request) : this.spend(request);
  }

  /** As `admit`; if refusals are counted, a unit is reserved in advance. */
  private async reserve(request: IncomingMessage): Promise<{ wait: number; giveBack: () => void }> {
    const { rateLimit } = this.endpoint;
    const wait = await this.admit(request);
    if (wait > 0 || rateLimit.counts !== "refusals") return { wait, giveBack: NOTHING };
    const giveBack = this.reserved.take(this.keyOf(request), rateLimit.perMinute, this.parts.nowMs());
    return giveBack ? { wait, giveBack } : { wait: BUSY_SECONDS, giveBack: NOTHING };
  }

  private knownWait(request: IncomingMessage): number {
    return this.parts.rateLimiter().waitSeconds(this.keyOf(request), this.parts.nowMs());
  }

  private async spend(request: IncomingMessage): Promise<number> {
    const { rateLimit } = this.endpoint;
    if (rateLimit.counts === "computations") return 0;
    return this.parts.rateLimiter().spend(this.keyOf(request), rateLimit.perMinute, this.parts.nowMs());
  }

  private keyOf(request: IncomingMessage): string {
    return `${this.endpoint.path}|${this.parts.clientOf(request)}`;
  }

  private refuseFor(wait: number, rateLimit: RateLimit = this.endpoint.rateLimit): never {
    const what =
      rateLimit.counts === "computations" ? "" : `At most ${rateLimit.perMinute} ${rateLimit.counts} a minute. `;
    return refuse("rate_limited", `${what}Retry in ${wait} s.`, {
      retryAfter: wait,
      headers: this.headers(wait, rateLimit),
    });
  }
}

const NOTHING = () => undefined;

function refuseBusy(): never {
  refuse("tx_not_confirmed", "Too many payments are being verified right now. Send the same request again.", {
    retryAfter: BUSY_SECONDS,
  });
}

/** Refusals because something does not exist yet. */
const REMEMBERED: readonly ErrorCode[] = ["tx_not_confirmed", "task_not_found"];
/** How long the same request is answered from memory; grows with the number of failed attempts. */
const LOOK_AGAIN_MS = 1_000;
const LOOK_AGAIN_SHARE = 0.1;
const FORGET_MS = 120_000;
const MAX_ENTRIES = 10_000;

/** An earlier refusal of the same request. */
export interface Before {
  readonly refusal: Refusal;
  /** Whether it is too recent to check again. */
  readonly isRecent: boolean;
}

interface Refusals {
  readonly refusal: Refusal;
  readonly since: number;
  readonly at: number;
}

/** Whether a refusal means that a transaction is not confirmed yet, so that repeating the request is a poll. */
function isPending({ code, options }: Refusal): boolean {
  return code === "tx_not_confirmed" || options.isPending === true;
}

/** Recent requests for something that does not exist yet: an unconfirmed transaction or an unknown task. */
class Refused {
  private readonly entries = new Map<string, Refusals>();

  find(key: string, nowMs: number): Before | null {
    const entry = this.entries.get(key);
    if (!entry || nowMs >= entry.since + FORGET_MS) return null;
    const pause = Math.max(LOOK_AGAIN_MS, (entry.at - entry.since) * LOOK_AGAIN_SHARE);
    return { refusal: entry.refusal, isRecent: nowMs < entry.at + pause };
  }

  /** The request was carried out: repeating it is no poll any more. */
  forget(key: string): void {
    this.entries.delete(key);
  }

  note(key: string, refusal: Refusal, nowMs: number): void {
    if (!REMEMBERED.includes(refusal.code) && !refusal.options.isPending) return;
    const before = this.entries.get(key);
    const since = before && nowMs < before.since + FORGET_MS ? before.since : nowMs;
    this.entries.delete(key);
    if (this.entries.size >= MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value ?? "");
    this.entries.set(key, { refusal, since, at: nowMs });
  }
}

const WINDOW_MS = 60_000;
const MAX_CLIENTS = 10_000;

interface Reservation {
  readonly since: number;
  /** Acts that were counted, or that are running and may be. */
  units: number;
}

/**
 * Each client's remaining allowance in this instance, reserved before the act, so that concurrent requests cannot all
 * pass before the first is counted. The allowance shared by all instances is charged after the act.
 */
class Reserved {
  private readonly entries = new Map<string, Reservation>();

  /** Reserves one unit: returns a function that releases it, or null if none is left. */
  take(key: string, perMinute: number, nowMs: number): (() => void) | null {
    const before = this.entries.get(key);
    const entry = before && nowMs < before.since + WINDOW_MS ? before : { since: nowMs, units: 0 };
    if (entry.units >= perMinute) return null;
    entry.units += 1;
    this.entries.delete(key);
    if (this.entries.size >= MAX_CLIENTS) this.entries.delete(this.entries.keys().next().value ?? "");
    this.entries.set(key, entry);
    return () => void (entry.units -= 1);
  }
}

/** Runs a few acts at a time and queues a few more; refuses when the queue is full or the wait too long. */
export class Lane {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly width: number,
    private readonly maxWaiting: number,
    private readonly maxWaitMs: number,
  ) {}

  get isFull(): boolean {
    return this.running >= this.width && this.waiting.length >= this.maxWaiting;
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** @param refuse throws; called, before anything is done, when the queue is full or the wait was too long */
  async run<T>(act: () => Promise<T>, refuse: () => never): Promise<T> {
    if (this.isFull) refuse();
    if (this.running < this.width) this.running += 1;
    else if (!(await this.waitForPlace())) refuse();
    try {
      return await act();
    } finally {
      const next = this.waiting.shift();
      // The next in line takes this one's place.
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Whether a place became free in time. */
  private waitForPlace(): Promise<boolean> {
    return new Promise((answer) => {
      const go = () => {
        clearTimeout(timer);
        answer(true);
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        answer(false);
      }, this.maxWaitMs);
      this.waiting.push(go);
    });
  }
}

/** Maximum clients with a lane at a time. */
const MAX_LANES = 10_000;

/** One lane per client, so that clients do not wait for each other's requests. */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();

  constructor(private readonly make: () => Lane) {}

  async run<T>(key: string, act: () => Promise<T>, refuse: () => never): Promise<T> {
    if (!this.lanes.has(key) && this.lanes.size >= MAX_LANES) refuse();
    const lane = this.lanes.get(key) ?? this.make();
    this.lanes.set(key, lane);
    try {
      return await lane.run(act, refuse);
    } finally {
      if (lane.isIdle) this.lanes.delete(key);
    }
  }
}
