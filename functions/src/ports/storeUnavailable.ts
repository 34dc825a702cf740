/** The database did not answer, or not in time. Nothing is known about the write. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super("The database does not answer", { cause });
  }
}
