/**
 * Writes that are made together or not at all, and with them the note that their request was answered.
 *
 * A store that is given a unit adds its writes, with the conditions under which they hold, and makes none itself. What a
 * write is, only the stores know.
 */
export interface UnitOfWork {
  readonly writes: object[];
}
