import type { Address } from "../domain/address";
import type { Cursor, TaskEvent, TaskKey } from "../domain/task/events";
import type { Projection } from "../domain/task/projection";
import type { WalletCounts } from "../domain/contribution";
import type { ContractName } from "../domain/workflow/variants";
import { StoreUnavailable } from "./storeUnavailable";

export interface ProjectionsChanged {
  /** How many were written. */
  readonly written: number;
  /** Tasks that others kept writing; they are unchanged. */
  readonly contended: readonly TaskKey[];
}

/** A task could not be written because others keep writing it. */
export class TaskContended extends StoreUnavailable {
  constructor(task: string) {
    super(new Error(`${task} changes too often`));
  }
}

/** A projection, and the chain events that moved to its base in this change. */
export interface ChangedProjection extends Projection {
  readonly finalized?: readonly TaskEvent[];
}

/** Write access to the tasks' projections. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Projections {
  /**
   * Changes each task's projection separately; one that others keep writing is skipped. `change` must be pure and
   * idempotent: it may run again on a newer projection, and returns the same object if nothing is to be written. One
   * read each, and for each change one write and one for each of its events.
   */
  change(
    keys: readonly TaskKey[],
    change: (projection: Projection, key: TaskKey) => ChangedProjection,
  ): Promise<ProjectionsChanged>;
  /** The tasks with an event that is not final in this block or a later one. */
  tailsFrom(contract: ContractName, block: bigint): Promise<readonly TaskKey[]>;
  /** The tasks with an event that is not final in this block or an earlier one. */
  tailsUpTo(contract: ContractName, block: bigint): Promise<readonly TaskKey[]>;
  /** Null before the first run. One read. */
  cursor(contract: ContractName): Promise<Cursor | null>;
  /** Replaces the cursor; false, without a change, if it is no longer `from`. */
  moveCursor(contract: ContractName, from: Cursor | null, to: Cursor): Promise<boolean>;
}

/** The counts of wallets' tasks, always exact: they are written together with what they count. */
export interface Counters {
  /** One read. Throws `StoreUnavailable` when the database does not answer. */
  of(wallet: Address): Promise<WalletCounts>;
}
