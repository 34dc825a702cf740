import type { DocumentData, DocumentSnapshot, Firestore, WriteBatch } from "@google-cloud/firestore";
import type { UnitOfWork } from "../../domain/unitOfWork";
import { reaching, unlessConflict } from "./faults";

/** One write with its precondition. */
export type Write = (batch: WriteBatch) => void;

/** Creates the document, or updates these fields of it, if it has not changed since it was read. */
export function putUnchanged(
  { ref, updateTime: lastUpdateTime }: DocumentSnapshot<unknown>,
  fields: DocumentData,
): Write {
  const stored = ref.withConverter(null);
  return (batch) => (lastUpdateTime ? batch.update(stored, fields, { lastUpdateTime }) : batch.create(stored, fields));
}

/** Deletes the document, if it has not changed since it was read. */
export function deleteUnchanged({ ref, updateTime: lastUpdateTime }: DocumentSnapshot<unknown>): Write {
  return (batch) => batch.delete(ref, lastUpdateTime ? { lastUpdateTime } : { exists: true });
}

/** Adds the writes to the unit of work; without one, commits them at once in one batch. */
export async function write(db: Firestore, unit: UnitOfWork | undefined, writes: readonly Write[]): Promise<void> {
  if (unit) unit.writes.push(...writes);
  else if (writes.length > 0) await reaching(() => batchOf(db, writes).commit());
}

/** Commits the unit's writes and these atomically; false if a precondition fails. */
export async function commitUnit(db: Firestore, unit: UnitOfWork, ...more: readonly Write[]): Promise<boolean> {
  // Only the stores of this folder add to a unit.
  const isCommitted = await unlessConflict(() => batchOf(db, [...(unit.writes as Write[]), ...more]).commit());
  if (isCommitted) await unit.afterCommit?.();
  return isCommitted;
}

export function batchOf(db: Firestore, writes: readonly Write[]): WriteBatch {
  const batch = db.batch();
  for (const add of writes) add(batch);
  return batch;
}
