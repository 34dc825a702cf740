import type { Hex } from "../../domain/keccak";
import { taskName, type TaskEvent, type TaskKey } from "../../domain/task/events";
import { UnprovenRollback, type Projection, type Stretch } from "../../domain/task/projection";
import { BrokenHistory } from "../../domain/task/applyEvent";
import type { EventsRead } from "../../ports/escrow";
import type { ChangedProjection } from "../../ports/projections";
import { areGone, type SyncParts } from "./sync";

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
