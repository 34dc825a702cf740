import type { TaskKey } from "../domain/task/events";
import { EMPTY_MIRROR, currentTask, reconcile, type Mirror } from "../domain/task/mirror";
import type { Task } from "../domain/task/task";
import { ChainUnavailable } from "../ports/chain";
import type { Escrow, EventsRead } from "../ports/escrow";
import type { Mirrors } from "../ports/mirrors";

export interface SyncParts {
  mirrors: Mirrors;
  escrow: Escrow;
}

const ATTEMPTS = 3;

/**
 * One task's mirror is what the chain says now; gives the task, or null if the chain has none of that key.
 *
 * All its events that are not final are read anew, so it makes no difference which of them were known, confirmed late,
 * or undone by a reorg. One database read and one write at most, if nothing changed none.
 */
export async function syncTask({ mirrors, escrow }: SyncParts, key: TaskKey): Promise<Task | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [cursor, { latest }] = await Promise.all([mirrors.cursor(key.contract), escrow.heads()]);
    const reads = await readAll(escrow, key, cursor ? cursor.finalBlock + 1n : escrow.fromBlock, latest.number);
    const stretch = { fromBlock: reads[0]?.fromBlock ?? 0n, toBlock: latest.number, events: reads.flatMap(({ events }) => events) };
    let mirror: Mirror = EMPTY_MIRROR;
    await mirrors.change([key], (stored) => (mirror = reads.length > 0 ? reconcile(stored, stretch) : stored));
    // If the chain is still the one that was read, what was written was true when it was written.
    if ((await escrow.areOnChain(reads.map(({ end }) => end))).every(Boolean)) return currentTask(mirror);
  }
  throw new ChainUnavailable("the chain changes while it is read");
}

async function readAll(escrow: Escrow, key: TaskKey, fromBlock: bigint, toBlock: bigint): Promise<EventsRead[]> {
  const reads: EventsRead[] = [];
  for (let next = fromBlock; next <= toBlock; ) {
    const read = await escrow.events(key, next, toBlock);
    reads.push(read);
    next = read.toBlock + 1n;
  }
  return reads;
}
