import type { Hex } from "../../../domain/keccak";
import { BrokenHistory } from "../../../domain/task/applyEvent";
import { firstNotFinal, taskName, type Place, type TaskEvent, type TaskKey } from "../../../domain/task/events";
import {
  EMPTY_PROJECTION,
  currentTask,
  reconcile,
  UnprovenRollback,
  type Projection,
  type Stretch,
} from "../../../domain/task/projection";
import type { Task } from "../../../domain/task/task";
import { ChainUnavailable } from "../../../ports/chain";
import type { Escrow, EventsRead } from "../../../ports/escrow";
import { TaskContended, type Projections, type ChangedProjection } from "../../../ports/projections";

interface SyncParts {
  projections: Projections;
  escrow: Escrow;
}

const ATTEMPTS = 4;

/**
 * Brings one task's projection up to date with the chain; returns the task, or null if the chain has no such task.
 *
 * All its non-final events are read again, so it does not matter which of them were known, confirmed late, or undone by
 * a reorg. If a node withholds logs of blocks that are on the chain, known events stay. One database read, and one
 * write if something changed. Throws `TaskContended` if others keep writing the task.
 *
 * @param gone hashes of blocks known to be orphaned; newly found ones are added
 */
export async function syncTask(
  { projections, escrow }: SyncParts,
  key: TaskKey,
  gone: Set<Hex> = new Set(),
): Promise<Task | null> {
  let isContended = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [cursor, { latest }] = await Promise.all([projections.cursor(key.contract), escrow.heads()]);
    const reads = await readAll(
      escrow,
      key,
      cursor ? firstNotFinal(cursor, key.taskId) : escrow.fromBlock,
      latest.number,
    );
    const stretch = {
      fromBlock: reads[0]?.fromBlock ?? 0n,
      toBlock: latest.number,
      events: reads.flatMap(({ events }) => events),
    };
    let projection: Projection = EMPTY_PROJECTION;
    let missing: readonly TaskEvent[] = [];
    const { contended } = await projections.change([key], (stored) => {
      missing = [];
      projection = stored;
      if (reads.length === 0) return stored;
      try {
        return (projection = reconcile(stored, stretch, gone));
      } catch (error) {
        if (!(error instanceof UnprovenRollback)) throw error;
        missing = error.missing;
        return stored;
      }
    });
    isContended = contended.length > 0;
    if (isContended) continue;
    if (missing.length > 0) {
      if (await areGone(escrow, missing, gone)) continue;
      return currentTask(projection);
    }
    // If the chain has not changed since the read, the written state was correct.
    if ((await escrow.areOnChain(reads.map(({ end }) => end))).every(Boolean)) return currentTask(projection);
  }
  if (isContended) throw new TaskContended(taskName(key));
  throw new ChainUnavailable("the chain changes while it is read");
}

/** Whether the blocks of all these are orphaned; orphaned ones are added to `gone`. */
export async function areGone(
  escrow: Escrow,
  events: readonly { readonly at: Place }[],
  gone: Set<Hex>,
): Promise<boolean> {
  const blocks = [
    ...new Map(events.map(({ at }) => [at.blockHash, { number: at.blockNumber, hash: at.blockHash }])).values(),
  ];
  const replaced = await escrow.areReplaced(blocks);
  for (const [at, { hash }] of blocks.entries()) if (replaced[at]) gone.add(hash);
  return replaced.every(Boolean);
}

async function readAll(escrow: Escrow, key: TaskKey, fromBlock: bigint, toBlock: bigint): Promise<EventsRead[]> {
  const reads: EventsRead[] = [];
  for (let next = fromBlock; next <= toBlock;) {
    const read = await escrow.events(key, next, toBlock);
    reads.push(read);
    next = read.toBlock + 1n;
  }
  return reads;
}

/** How a range of blocks changes one task's projection. */
export type Apply = (
  projection: Projection,
  stretch: Stretch,
  gone: ReadonlySet<Hex>,
  key: TaskKey,
) => ChangedProjection;

/** The result of a range; the tasks named here are unchanged. */
export interface Applied {
  readonly written: number;
  /** Tasks whose events do not continue the known history, with the block of the last event in their base. */
  readonly broken: ReadonlyMap<bigint, bigint>;
  /** Tasks with events that are missing from the logs although their blocks are on the chain. */
  readonly disputed: ReadonlySet<bigint>;
  /** Tasks that others kept writing. */
  readonly contended: ReadonlySet<bigint>;
}

/**
 * Applies a range's events to each of a deployment's tasks. A missing event is dropped only if the chain has replaced
 * its block.
 *
 * @param gone hashes of blocks known to be orphaned; newly found ones are added
 */
export async function applyRange(
  { projections, escrow }: SyncParts,
  read: EventsRead,
  keys: readonly TaskKey[],
  apply: Apply,
  gone: Set<Hex>,
): Promise<Applied> {
  const events = byTask(read.events);
  const broken = new Map<bigint, bigint>();
  const contended = new Set<bigint>();
  const missing = new Map<bigint, readonly TaskEvent[]>();
  let written = 0;

  const each = [...new Map(keys.map((key) => [taskName(key), key])).values()];
  await change(each);
  if (missing.size > 0) {
    await areGone(escrow, [...missing.values()].flat(), gone);
    await change(each.filter(({ taskId }) => missing.has(taskId)));
  }
  return { written, broken, contended, disputed: new Set(missing.keys()) };

  async function change(some: readonly TaskKey[]): Promise<void> {
    const changed = await projections.change(some, (projection, key) => {
      missing.delete(key.taskId);
      broken.delete(key.taskId);
      try {
        return apply(projection, { ...read, events: events.get(taskName(key)) ?? [] }, gone, key);
      } catch (error) {
        if (error instanceof UnprovenRollback) missing.set(key.taskId, error.missing);
        else if (error instanceof BrokenHistory)
          broken.set(key.taskId, projection.base?.at.blockNumber ?? escrow.fromBlock);
        else throw error;
        return projection;
      }
    });
    written += changed.written;
    for (const { taskId } of changed.contended) contended.add(taskId);
  }
}

function byTask(events: readonly TaskEvent[]): ReadonlyMap<string, readonly TaskEvent[]> {
  const groups = new Map<string, TaskEvent[]>();
  for (const event of events) {
    const group = groups.get(taskName(event));
    if (group) group.push(event);
    else groups.set(taskName(event), [event]);
  }
  return groups;
}
