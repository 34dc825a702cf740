import type { Cursor } from "../domain/task/cursor";
import type { TaskKey } from "../domain/task/events";
import type { Projection } from "../domain/task/projection";
import type { VariantName } from "../domain/workflow/variants";
import { StoreUnavailable } from "./storeUnavailable";

export interface ProjectionsChanged {
  /** How many were written. */
  readonly written: number;
  /** Tasks that others kept writing meanwhile: they are as they were. */
  readonly contended: readonly TaskKey[];
}

/** One task could not be written because others keep writing it. */
export class TaskContended extends StoreUnavailable {
  constructor(task: string) {
    super(new Error(`${task} changes too often`));
  }
}

/** The tasks, for whoever keeps them like the chain. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Projections {
  /**
   * Changes each task's projection on its own; one that others keep writing is skipped, and holds up no other. `change` is
   * pure, may run again on a newer projection, and gives the same object where nothing is to be written; it must be harmless
   * to repeat. One read for each, and one write for each that changed.
   */
  change(
    keys: readonly TaskKey[],
    change: (projection: Projection, key: TaskKey) => Projection,
  ): Promise<ProjectionsChanged>;
  /** The tasks with an event that is not final in this block or a later one. */
  tailsFrom(contract: VariantName, block: bigint): Promise<readonly TaskKey[]>;
  /** The tasks with an event that is not final in this block or an earlier one. */
  tailsUpTo(contract: VariantName, block: bigint): Promise<readonly TaskKey[]>;
  /** Null before the first run. One read. */
  cursor(contract: VariantName): Promise<Cursor | null>;
  /** Replaces the cursor; false, and nothing is written, where it is not `from` any more. */
  moveCursor(contract: VariantName, from: Cursor | null, to: Cursor): Promise<boolean>;
}
