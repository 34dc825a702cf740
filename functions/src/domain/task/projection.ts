import type { Hex } from "../keccak";
import { byPlace, type Place, type TaskEvent } from "./events";
import { applyAll, applyEvent, BrokenHistory, type Task } from "./task";

/**
 * What the service knows of one task, made of the chain's events alone.
 *
 * `base` holds the events that no reorg can undo; `tail` those after it, in the chain's order. A stored projection always
 * folds: `currentTask` does not throw.
 */
export interface Projection {
  readonly base: Task | null;
  readonly tail: readonly TaskEvent[];
}

/** The projection of a task that nothing is known of. */
export const EMPTY_PROJECTION: Projection = { base: null, tail: [] };

/** Exactly the chain's events of one task in a range of blocks, both ends included; their order does not matter. */
export interface Stretch {
  readonly fromBlock: bigint;
  readonly toBlock: bigint;
  readonly events: readonly TaskEvent[];
}

/** Events that the projection has seen are missing from a stretch, and their blocks are not known to be off the chain. */
export class UnprovenRollback extends Error {
  constructor(readonly missing: readonly TaskEvent[]) {
    super("the chain's logs lack events that were seen before");
  }
}

/** The task as it stands, or null if the chain has no such task. */
export function currentTask({ base, tail }: Projection): Task | null {
  return applyAll(base, tail);
}

/**
 * The projection after the chain was read: in the stretch's range it holds these events and no others.
 *
 * What is final already is not touched. Events after the range stay as long as they still follow. Gives the same
 * object when nothing changes. Throws `BrokenHistory` where the stretch does not follow on what is known before it:
 * then read the task again from the last final block on. Throws `UnprovenRollback` where an event would be dropped
 * whose block is not in `gone`: a node may hold logs back.
 *
 * @param gone hashes of blocks that the chain has replaced
 */
export function reconcile(projection: Projection, stretch: Stretch, gone: ReadonlySet<Hex> = NONE): Projection {
  const { base, tail } = projection;
  const before = tail.filter(({ at }) => at.blockNumber < stretch.fromBlock);
  const later = tail.filter(({ at }) => at.blockNumber > stretch.toBlock);
  const known = [...before, ...newEvents(base, stretch)];
  const next = [...known, ...whatFollows(applyAll(base, known), later)];
  requireGone(tail, next, gone);
  return isSameTail(tail, next) ? projection : { base, tail: next };
}

/**
 * The projection after final blocks were read: their events are in the base, and nothing else of them is in the tail.
 * `settled` are the events that became final just now; over a task's life each of its events is in it exactly once.
 *
 * The stretch must be final and must begin at or before the first block that the base has not seen. Throws
 * `BrokenHistory` where the events do not follow on the base, and `UnprovenRollback` like `reconcile`.
 */
export function finalize(
  projection: Projection,
  stretch: Stretch,
  gone: ReadonlySet<Hex> = NONE,
): { projection: Projection; settled: readonly TaskEvent[] } {
  const settled = newEvents(projection.base, stretch);
  const base = applyAll(projection.base, settled);
  const tail = whatFollows(
    base,
    projection.tail.filter(({ at }) => at.blockNumber > stretch.toBlock),
  );
  requireGone(projection.tail, [...settled, ...tail], gone);
  const unchanged = settled.length === 0 && isSameTail(projection.tail, tail);
  return { projection: unchanged ? projection : { base, tail }, settled };
}

const NONE: ReadonlySet<Hex> = new Set();

/** Throws unless every event that was known before is known after, or its block is gone. */
function requireGone(before: readonly TaskEvent[], after: readonly TaskEvent[], gone: ReadonlySet<Hex>): void {
  const missing = before.filter(
    ({ at }) => !gone.has(at.blockHash) && !after.some((event) => isSamePlace(event.at, at)),
  );
  if (missing.length > 0) throw new UnprovenRollback(missing);
}

/** The stretch's events that the base does not hold, in order, each once. */
function newEvents(base: Task | null, { fromBlock, toBlock, events }: Stretch): readonly TaskEvent[] {
  const inOrder = events
    .filter(({ at }) => at.blockNumber >= fromBlock && at.blockNumber <= toBlock)
    .filter(({ at }) => base === null || byPlace(at, base.at) > 0)
    .sort((a, b) => byPlace(a.at, b.at));
  return inOrder.filter(({ at }, index) => index === 0 || byPlace(at, inOrder[index - 1]?.at as Place) !== 0);
}

/** The leading events that still follow on a task. */
function whatFollows(task: Task | null, events: readonly TaskEvent[]): readonly TaskEvent[] {
  let current = task;
  for (const [index, event] of events.entries()) {
    try {
      current = applyEvent(current, event);
    } catch (error) {
      if (error instanceof BrokenHistory) return events.slice(0, index);
      throw error;
    }
  }
  return events;
}

function isSameTail(a: readonly TaskEvent[], b: readonly TaskEvent[]): boolean {
  return a.length === b.length && a.every(({ at }, index) => isSamePlace(at, b[index]?.at));
}

function isSamePlace(a: Place, b: Place | undefined): boolean {
  return b !== undefined && byPlace(a, b) === 0 && a.blockHash === b.blockHash;
}
