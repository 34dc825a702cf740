/**
 * Writes that are committed atomically, together with the record that their request was answered.
 *
 * A store that is given a unit adds its writes and their preconditions to it and commits nothing itself. Only the
 * stores know what a write is.
 */
export interface UnitOfWork {
  readonly writes: object[];
  /** Runs after a successful commit; must not fail. */
  afterCommit?: () => Promise<void>;
}
