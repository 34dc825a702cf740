import { unsettledFrom } from "../../domain/task/cursor";
import { taskName, type Place, type TaskEvent, type TaskKey } from "../../domain/task/events";
import {
  EMPTY_PROJECTION,
  currentTask,
  reconcile,
  UnprovenRollback,
  type Projection,
} from "../../domain/task/projection";
import type { Task } from "../../domain/task/task";
import type { Hex } from "../../domain/keccak";
import { ChainUnavailable } from "../../ports/chain";
import type { Escrow, EventsRead } from "../../ports/escrow";
import { TaskContended, type Projections } from "../../ports/projections";

export interface SyncParts {
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
      cursor ? unsettledFrom(cursor, key.taskId) : escrow.fromBlock,
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
