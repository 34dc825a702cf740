import type { Behind, Cursor, BlockRef } from "../../domain/task/events";
import { decimal, Documents, fields, listOf } from "./documents";

/** How far a deployment was read, in `indexer/{contract}`. */
export const CURSORS = new Documents<Cursor>("indexer", {
  finalBlock: decimal,
  checkpoints: listOf(fields<BlockRef>({ number: decimal })),
  behind: listOf(fields<Behind>({ taskId: decimal, fromBlock: decimal })),
});
