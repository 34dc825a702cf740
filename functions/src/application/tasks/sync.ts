import { unsettledFrom } from "../../domain/task/cursor";
import { taskName, type TaskEvent, type TaskKey } from "../../domain/task/events";
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
 * One task's projection is what the chain says now; gives the task, or null if the chain has none of that key.
 *
 * All its events that are not final are read again, so it makes no difference which of them were known, confirmed late,
 * or undone by a reorg. Where a node holds logs back of blocks that are on the chain, what is known stays. One database
 * read and one write at most, if nothing changed none. Throws `TaskContended` where others keep writing the task.
 *
 * @param gone hashes of blocks that the chain is known to have replaced; those that are found are added
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
    // If the chain is still the one that was read, what was written was true when it was written.
    if ((await escrow.areOnChain(reads.map(({ end }) => end))).every(Boolean)) return currentTask(projection);
  }
  if (isContended) throw new TaskContended(taskName(key));
  throw new ChainUnavailable("the chain changes while it is read");
}

/** Whether the chain has replaced the blocks of all these events; those that it has are added to `gone`. */
export async function areGone(escrow: Escrow, events: readonly TaskEvent[], gone: Set<Hex>): Promise<boolean> {
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
