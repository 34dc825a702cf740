/** The database did not answer in time. The write may or may not have happened. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super("The database is not responding", { cause });
  }
}
