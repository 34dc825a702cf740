import type { Address } from "../address";
import type { TaskFacts } from "../contribution/facts";
import { Adding, type Increments } from "../contribution/increments";
import { txHashOf, type Task } from "../task/task";
import type { ClosedWindow } from "../task/closedWindow";
import { addToPair } from "./pairs";
import { raterFields } from "./raters";
import { addRecords, earnedIn } from "./records";
import { STATES } from "../workflow/states";
import { stepOf } from "./durations";

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
