import type { Firestore, WriteBatch } from "@google-cloud/firestore";
import type { UnitOfWork } from "../../domain/unitOfWork";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import { isConflict, reaching } from "./faults";

/** One write, and the condition under which it holds. */
export type Write = (batch: WriteBatch) => void;

/** The writes stand in the unit, or, where there is none, are made now and together. */
export async function write(db: Firestore, unit: UnitOfWork | undefined, writes: readonly Write[]): Promise<void> {
  if (unit) unit.writes.push(...writes);
  else if (writes.length > 0) await reaching(() => batchOf(db, writes).commit());
}

/** Makes the unit's writes and these, all or none; false where a condition of one of them does not hold. */
export async function commitUnit(db: Firestore, unit: UnitOfWork, ...more: readonly Write[]): Promise<boolean> {
  try {
    // Only the stores of this folder add to a unit.
    await reaching(() => batchOf(db, [...(unit.writes as Write[]), ...more]).commit());
    await unit.afterCommit?.();
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable && isConflict(error.cause)) return false;
    throw error;
  }
}

function batchOf(db: Firestore, writes: readonly Write[]): WriteBatch {
  const batch = db.batch();
  for (const add of writes) add(batch);
  return batch;
}
