import type { Address } from "../address";
import { Adding, difference, sum, type TaskFacts, type Increments, type SumName } from "../contribution";
import { txHashOf, type ClosedWindow, type Task } from "../task/task";
import { STATES } from "../workflow/states";
import { stepOf, raterFields, addRecords, earnedIn, POSTER, WORKER } from "./records";

/** An arbiter who gives the worker more than half of the reward has overturned the rejection. */
const HALF_BPS = 5_000;

/**
 * What one task adds to the reputation of its parties, in `reputation/{wallet}`, and to what they know of each other, in
 * `pairs/{wallet}-{wallet}`, from which `withPairs` adds to their reputation. `reputation` reads it.
 *
 * It depends on final events only, so it can be rebuilt from them.
 */
export function reputationOf({ task }: Pick<TaskFacts, "task">): Increments {
  const total = new Adding();
  const add = (wallet: Address | null, field: string) => wallet && total.add(`reputation/${wallet}`, field, 1);
  const { poster, worker, posterRating, workerRating } = task;
  const pair = worker && addToPair(total, poster, worker);
  const addRater = (ratee: Address | null, role: "asPoster" | "asWorker", rater: Address | null, rating: number) => {
    if (!ratee || !rater) return;
    for (const [field, amount] of raterFields(role, rater, rating)) pair?.add(ratee, field, amount);
  };

  add(poster, "asPoster.posted");
  add(worker, "asWorker.started");
  for (const outcome of outcomesOf(task)) {
    add(poster, `asPoster.${outcome}`);
    // A cancelled task never had a worker.
    add(worker, `asWorker.${outcome}`);
  }

  if (posterRating) {
    add(worker, `received.asWorker.${posterRating.rating}`);
    addRater(worker, "asWorker", poster, posterRating.rating);
    add(poster, `given.${posterRating.rating}`);
  }
  if (workerRating) {
    add(poster, `received.asPoster.${workerRating.rating}`);
    addRater(poster, "asPoster", worker, workerRating.rating);
    add(worker, `given.${workerRating.rating}`);
  }

  if (pair) {
    const reviews = task.turns.filter(({ state }) => state === "SUBMITTED").map((turn) => reviewSeconds(turn, task));
    addRecords(pair.add, task, worker, reviews);
    if (earnedIn(task) > 0n) pair.paid();
  }

  for (const window of task.turns) {
    if (window.ended > window.deadline) add(holderOf(window, task), `silent.${STATES[window.state]?.deadline}`);
    if (window.state === "SUBMITTED") add(poster, `reviews.${stepOf(reviewSeconds(window, task))}`);
  }
  return total.increments;
}

type Outcome = "completed" | "rejected" | "overturned" | "cancelled";

function outcomesOf(task: Task): Outcome[] {
  const { state, ruling } = task;
  if (state === "CANCELLED") return ["cancelled"];
  if (state === "APPROVED") return ["completed"];
  if (!txHashOf(task, "reject")) return [];
  const overturned = ruling !== null && !ruling.byDefault && ruling.workerShareBps > HALF_BPS;
  return overturned ? ["rejected", "overturned"] : ["rejected"];
}

/** The party that had to act; null while any worker could have started. */
function holderOf({ state }: ClosedWindow, { poster, worker, arbiter }: Task): Address | null {
  if (state === "FUNDED") return null;
  const holder = STATES[state]?.actor;
  if (holder === "arbiter") return arbiter;
  return holder === "poster" ? poster : worker;
}

/** Without an answer, the length of the review window: how late the timeout was called is not the poster's doing. */
function reviewSeconds({ began, ended, deadline }: ClosedWindow, task: Task): number {
  return (txHashOf(task, "release") ? Math.min(ended, deadline) : ended) - began;
}

type Sums = ReadonlyMap<string, number>;
const NOTHING: Sums = new Map();
const PAIR = /^pairs\/(0x[0-9a-fA-F]{40})-(0x[0-9a-fA-F]{40})$/;
/** In a pair's sums, by wallet: how often it paid the other one for a task. */
const PAID = "paid";

/** Adds to what two wallets know of each other. */
function addToPair(total: Adding, poster: Address, worker: Address) {
  const name = `pairs/${[poster, worker].sort().join("-")}` as const;
  return {
    add: (wallet: Address, field: string, amount = 1) => total.add(name, `${wallet}.${field}`, amount),
    paid: () => total.add(name, `${poster}.${PAID}`, 1),
  };
}

/** The names of the pairs that are added to. */
export function pairsIn(increments: Increments): SumName[] {
  return [...increments.keys()].filter((name) => PAIR.test(name));
}

/**
 * The increments with what the pairs' new sums change in the reputation of their wallets. What a pair says counts while
 * at most one of the two has paid the other: wallets that fund one another say nothing about each other, in ratings and
 * in records alike. The sums of the pairs alone decide, so their order makes no difference.
 */
export function withPairs(known: ReadonlyMap<SumName, Sums>, increments: Increments): Increments {
  const changes = pairsIn(increments).map((name) => {
    const before = known.get(name) ?? NOTHING;
    const after = sum([new Map([[name, before]]), new Map([[name, increments.get(name) ?? NOTHING]])]).get(name);
    return difference(said(name, before), said(name, after ?? NOTHING));
  });
  return sum([increments, ...changes]);
}

/** What a pair's sums say of both wallets. */
function said(name: SumName, sums: Sums): Increments {
  const total = new Adding();
  const wallets = PAIR.exec(name)?.slice(1) ?? [];
  const isMutual = wallets.every((wallet) => (sums.get(`${wallet}.${PAID}`) ?? 0) > 0);
  if (isMutual) return total.increments;
  for (const wallet of wallets) {
    const reputation = `reputation/${wallet}` as const;
    for (const [field, amount] of sums)
      if (field.startsWith(`${wallet}.`) && field !== `${wallet}.${PAID}`)
        total.add(reputation, field.slice(wallet.length + 1), amount);
    for (const { works, others } of [POSTER, WORKER])
      if ((sums.get(`${wallet}.${works}`) ?? 0) > 0) total.add(reputation, others, 1);
  }
  return total.total();
}
