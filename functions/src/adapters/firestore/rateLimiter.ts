import { randomInt } from "node:crypto";
import { FieldValue, Timestamp, type Firestore } from "@google-cloud/firestore";
import { sha256 } from "../../domain/sha256";
import type { RateLimiter } from "../../ports/rateLimiter";
import type { Log } from "../../ports/log";
import { Documents, plain } from "./documents";
import { reaching } from "./faults";
import { getAll } from "./reading";

const WINDOW_SECONDS = 60;
/** The time that one document covers; the previous one is read only while the window reaches into it. */
const SPAN_SECONDS = 600;
/** A document sustains about one write a second, so each client has several. */
const SHARDS = 4;
const MAX_REMEMBERED = 10_000;
/** Above this many a minute, counting each request in the database would cost too much: an instance counts some in memory first. */
const MAX_COUNTED_EACH = 120;
const SHARE_COUNTED_AT_ONCE = 20;

/** Requests of one client that wait for the same read of its counter. */
interface Waiting {
  readonly nowMs: number;
  readonly perMinute: number;
  readonly answer: (waitSeconds: number) => void;
}

interface Budget {
  /** How much was spent, by the second of the span. */
  readonly spent: Readonly<Record<string, number>>;
}

/** Allowances in `budgets/{hash of key and span}-{shard}`. */
const BUDGETS = new Documents<Budget>("budgets", plain("spent"));

/**
 * The window slides: what was spent in the last 60 seconds counts. The count is read, then raised without a lock: other
 * instances may overshoot by their requests in flight, but none waits for another. In one instance the requests of a
 * client share one read at a time; of large limits, a twentieth is counted in memory before it is written to the
 * database. Clients are stored only as hashes.
 */
export function firestoreRateLimiter(db: Firestore, log: Log): RateLimiter {
  /** Keys whose limit is used up, and until when: a cache of the database's answers. */
  const exhausted = new Map<string, number>();
  const queues = new Map<string, Waiting[]>();
  /** What was granted without a read, and since when. */
  const granted = new Map<string, { units: number; since: number }>();

  return {
    waitSeconds,

    spend(key, perMinute, nowMs) {
      const known = waitSeconds(key, nowMs);
      if (known > 0) return Promise.resolve(known);
      if (mayGoUncounted(key, perMinute, nowMs)) return Promise.resolve(0);
      return new Promise((answer) => {
        const waiting = { nowMs, perMinute, answer };
        const queue = queues.get(key);
        if (queue) return void queue.push(waiting);
        queues.set(key, [waiting]);
        void serve(key);
      });
    },
  };

  function waitSeconds(key: string, nowMs: number): number {
    return Math.max(0, Math.ceil(((exhausted.get(key) ?? 0) - nowMs) / 1_000));
  }

  function mayGoUncounted(key: string, perMinute: number, nowMs: number): boolean {
    if (perMinute <= MAX_COUNTED_EACH) return false;
    const before = granted.get(key);
    const own = before && nowMs < before.since + WINDOW_SECONDS * 1_000 ? before : { units: 0, since: nowMs };
    if (own.units + 1 >= perMinute / SHARE_COUNTED_AT_ONCE) return false;
    keep(granted, key, { ...own, units: own.units + 1 });
    return true;
  }

  /** Reads the stored state while requests wait; one read serves all that are waiting. */
  async function serve(key: string): Promise<void> {
    for (let waiting = queues.get(key) ?? []; waiting.length > 0; waiting = queues.get(key) ?? []) {
      queues.set(key, []);
      await look(key, waiting).catch(() => {
        log.warn("budget.unavailable");
        for (const { answer } of waiting) answer(0);
      });
    }
    queues.delete(key);
  }

  async function look(key: string, waiting: readonly Waiting[]): Promise<void> {
    const second = Math.floor(Math.max(...waiting.map(({ nowMs }) => nowMs)) / 1_000);
    const perMinute = Math.min(...waiting.map((one) => one.perMinute));
    const begins = second - (second % SPAN_SECONDS);
    const from = second - WINDOW_SECONDS + 1;
    const shards = shardsOf(key, begins);
    const docs = await getAll([...shards, ...(from < begins ? shardsOf(key, begins - SPAN_SECONDS) : [])]);
    const budgets = docs.map((doc) => doc.data());
    const spent = spentIn(budgets, shards.length, begins, from);
    const before = granted.get(key)?.units ?? 0;
    granted.delete(key);
    const free = Math.max(0, perMinute - before - spent.reduce((sum, [, units]) => sum + units, 0));
    const served = Math.min(free, waiting.length);
    if (before + served > 0) {
      const expireAt = Timestamp.fromMillis((begins + 2 * SPAN_SECONDS) * 1_000);
      const fields = { spent: { [second - begins]: FieldValue.increment(before + served) }, expireAt };
      await reaching(async () => shards[randomInt(SHARDS)]?.withConverter(null).set(fields, { merge: true }));
    }
    const until = served < waiting.length ? freeAgain([...spent, [second, before + served]], perMinute) * 1_000 : 0;
    if (until > 0) keep(exhausted, key, until);
    for (const [at, { answer, nowMs }] of waiting.entries())
      answer(at < served ? 0 : Math.max(1, Math.ceil((until - nowMs) / 1_000)));
  }

  function shardsOf(key: string, begins: number) {
    const name = sha256(`${key}|${begins}`).slice(0, 40);
    return Array.from({ length: SHARDS }, (_, shard) => BUDGETS.in(db).doc(`${name}-${shard}`));
  }
}

/** Stores the entry; the oldest is dropped if there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  if (map.size >= MAX_REMEMBERED) map.delete(map.keys().next().value ?? "");
  map.set(key, value);
}

/** What was spent by second, from a second on; the first documents are of the newest span. */
function spentIn(
  budgets: readonly (Budget | undefined)[],
  newest: number,
  begins: number,
  from: number,
): [second: number, units: number][] {
  return budgets.flatMap((budget, at) => {
    const start = at < newest ? begins : begins - SPAN_SECONDS;
    const seconds = Object.entries(budget?.spent ?? {});
    return seconds
      .map(([offset, units]): [number, number] => [start + Number(offset), units])
      .filter(([second]) => second >= from);
  });
}

/** The second in which the window will contain less than the allowance. */
function freeAgain(spent: readonly (readonly [second: number, units: number])[], perMinute: number): number {
  let total = spent.reduce((sum, [, units]) => sum + units, 0);
  for (const [second, units] of [...spent].sort(([a], [b]) => a - b)) {
    total -= units;
    if (total < perMinute) return second + WINDOW_SECONDS;
  }
  return 0;
}
