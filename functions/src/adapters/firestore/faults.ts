import { StoreUnavailable } from "../../ports/storeUnavailable";

/** gRPC status codes, as the Firestore client sets them on its errors. */
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const FAILED_PRECONDITION = 9;
const ABORTED = 10;
const CONFLICTS: readonly unknown[] = [NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED];

/** Longer than Firestore ever needs when it is well; its client alone would try for a minute and more. @internal */
export const PATIENCE_MS = 10_000;

/** True where the write certainly was not made because the documents were not as it required. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes((error as { code?: unknown } | null)?.code);
}

/** True where the write can never be made as it is: it, or a document that it would make, is too large. */
export function isImpossible(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === INVALID_ARGUMENT;
}

/** Whether the document to create exists already. */
export function isAlreadyThere(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === ALREADY_EXISTS;
}

/** Runs database calls with a time limit; any error becomes `StoreUnavailable`. */
export async function reaching<T>(calls: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), patienceMs);
  });
  try {
    return await Promise.race([calls(), patience]);
  } catch (error) {
    throw error instanceof StoreUnavailable ? error : new StoreUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Makes a write with that time limit; false where it certainly was not made because of what it required. */
export async function unlessConflict(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await reaching(write);
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable && isConflict(error.cause)) return false;
    throw error;
  }
}
