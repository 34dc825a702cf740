import type { DocumentSnapshot } from "@google-cloud/firestore";
import type { Behind, Cursor } from "../../domain/task/cursor";
import type { BlockRef } from "../../domain/task/events";
import { decimal, Documents, fields, listOf } from "./documents";

/** How far a deployment was read, in `indexer/{contract}`. */
export const CURSORS = new Documents<Omit<Cursor, "behind"> & Partial<Pick<Cursor, "behind">>>("indexer", {
  finalBlock: decimal,
  checkpoints: listOf(fields<BlockRef>({ number: decimal })),
  behind: listOf(fields<Behind>({ taskId: decimal, fromBlock: decimal })),
});

/** How far a deployment was read; null before its first run. */
export function cursorIn(doc: DocumentSnapshot<Omit<Cursor, "behind"> & Partial<Cursor>>): Cursor | null {
  const stored = doc.data();
  return stored ? { ...stored, behind: stored.behind ?? [] } : null;
}
