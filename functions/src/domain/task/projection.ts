import type { Hex } from "../keccak";
import { byPlace, type Place, type TaskEvent } from "./events";
import { applyAll, applyEvent, BrokenHistory } from "./applyEvent";
import type { Task } from "./task";

/**
 * What the service knows about one task, derived from the chain's events only.
 *
 * `base` holds the events that no reorg can undo; `tail` those after it, in the chain's order. A stored projection always
 * folds: `currentTask` does not throw.
 */
export interface Projection {
  readonly base: Task | null;
  readonly tail: readonly TaskEvent[];
}

/** The projection of an unknown task. */
export const EMPTY_PROJECTION: Projection = { base: null, tail: [] };

/** Exactly the chain's events of one task in an inclusive range of blocks, in any order. */
export interface Stretch {
  readonly fromBlock: bigint;
  readonly toBlock: bigint;
  readonly events: readonly TaskEvent[];
}

/**
 * Events that the projection has seen are missing from a stretch, although their blocks are not known to be orphaned.
 */
export class UnprovenRollback extends Error {
  constructor(readonly missing: readonly TaskEvent[]) {
    super("events that were seen before are missing from the chain's logs");
  }
}

/** The current task, or null if the chain has no such task. */
export function currentTask({ base, tail }: Projection): Task | null {
  return applyAll(base, tail);
}

/**
 * The projection after reading the chain: within the stretch's range it holds exactly these events.
 *
 * Final events are unchanged. Events after the range stay while they still apply. Returns the same object if nothing
 * changes. Throws `BrokenHistory` if the stretch does not continue the known history: read the task again from the last
 * final block. Throws `UnprovenRollback` if it would drop an event whose block is not in `gone`: a node may withhold
 * logs.
 *
 * @param gone hashes of orphaned blocks
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
 * The projection after reading final blocks: their events move to the base, and the tail holds nothing of them.
 * `finalized` holds the events that became final in this call; over a task's life it contains each event exactly once.
 *
 * The stretch must be final and begin at or before the first block that the base has not seen. Throws `BrokenHistory`
 * if the events do not continue the base, and `UnprovenRollback` like `reconcile`.
 */
export function finalize(
  projection: Projection,
  stretch: Stretch,
  gone: ReadonlySet<Hex> = NONE,
): { projection: Projection; finalized: readonly TaskEvent[] } {
  const finalized = newEvents(projection.base, stretch);
  const base = applyAll(projection.base, finalized);
  const tail = whatFollows(
    base,
    projection.tail.filter(({ at }) => at.blockNumber > stretch.toBlock),
  );
  requireGone(projection.tail, [...finalized, ...tail], gone);
  const unchanged = finalized.length === 0 && isSameTail(projection.tail, tail);
  return { projection: unchanged ? projection : { base, tail }, finalized };
}

const NONE: ReadonlySet<Hex> = new Set();

/** Throws unless every event known before is still known, or its block is orphaned. */
function requireGone(before: readonly TaskEvent[], after: readonly TaskEvent[], gone: ReadonlySet<Hex>): void {
  const missing = before.filter(
    ({ at }) => !gone.has(at.blockHash) && !after.some((event) => isSamePlace(event.at, at)),
  );
  if (missing.length > 0) throw new UnprovenRollback(missing);
}

/** The stretch's events that are not in the base, in order, without duplicates. */
function newEvents(base: Task | null, { fromBlock, toBlock, events }: Stretch): readonly TaskEvent[] {
  const inOrder = events
    .filter(({ at }) => at.blockNumber >= fromBlock && at.blockNumber <= toBlock)
    .filter(({ at }) => base === null || byPlace(at, base.at) > 0)
    .sort((a, b) => byPlace(a.at, b.at));
  return inOrder.filter(({ at }, index) => index === 0 || byPlace(at, inOrder[index - 1]?.at as Place) !== 0);
}

/** The leading events that still apply to a task. */
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
