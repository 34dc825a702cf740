import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentSnapshot, Firestore, WriteBatch } from "@google-cloud/firestore";
import { countsOf } from "../../domain/walletCounts";
import { difference, sum, type Increments } from "../../domain/contribution/increments";
import type { Behind, Cursor } from "../../domain/task/cursor";
import { taskName, type BlockRef, type TaskKey } from "../../domain/task/events";
import { currentTask } from "../../domain/task/projection";
import type { VariantName } from "../../domain/workflow/variants";
import type { Projections, ProjectionsChanged } from "../../ports/projections";
import { addToCounters } from "./counters";
import { decimal, Documents, fields, listOf } from "./documents";
import { reaching, unlessConflict } from "./faults";
import { allOf, chunksOf, getAll } from "./reading";
import { keyOf, projectionFields, projectionIn, TASKS } from "./taskDocument";
import { batchOf, putUnchanged, type Write } from "./unitOfWork";

/** Documents in one round trip. */
const BATCH = 100;
const PAGE = 300;
const ATTEMPTS = 8;
const BACK_OFF_MS = 20;

/** How far a deployment was read, in `indexer/{contract}`. */
export const CURSORS = new Documents<Omit<Cursor, "behind"> & Partial<Pick<Cursor, "behind">>>("indexer", {
  finalBlock: decimal,
  checkpoints: listOf(fields<BlockRef>({ number: decimal })),
  behind: listOf(fields<Behind>({ taskId: decimal, fromBlock: decimal })),
});

/** Projections in the task documents: `tryChange` is their only write, and also updates the counters of the parties. */
export function firestoreProjections(db: Firestore): Projections {
  const tasks = TASKS.in(db);
  type Stored = ReturnType<typeof tasks.doc> extends { get(): Promise<infer Doc> } ? Doc : never;
  type Change = Parameters<Projections["change"]>[1];

  return {
    async change(keys, change) {
      const batches = chunksOf(keys, BATCH);
      const all: { written: number; contended: TaskKey[] } = { written: 0, contended: [] };
      let coming = ahead(batches[0] ?? []);
      for (const [at, batch] of batches.entries()) {
        const docs = await coming;
        coming = ahead(batches[at + 1] ?? []);
        const { written, contended } = await changeBatch(batch, change, docs);
        all.written += written;
        all.contended.push(...contended);
      }
      return all;
    },

    tailsFrom: (contract, block) => keysWhere(contract, "tailTo", ">=", block),
    tailsUpTo: (contract, block) => keysWhere(contract, "tailFrom", "<=", block),

    cursor: (contract) => reaching(async () => cursorIn(await cursorRef(contract).get())),

    moveCursor: (contract, from, to) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const stored = cursorIn(await transaction.get(cursorRef(contract)));
          if (isSame(stored, to)) return true;
          if (!isSame(stored, from)) return false;
          transaction.set(cursorRef(contract), to);
          return true;
        }),
      ),
  };

  function read(keys: readonly TaskKey[]): Promise<readonly Stored[]> {
    return getAll(
      db,
      keys.map((key) => tasks.doc(taskName(key))),
    );
  }

  /** A read that runs during a write; its consumer gets the failure. */
  function ahead(keys: readonly TaskKey[]): Promise<readonly Stored[]> {
    const docs = read(keys);
    docs.catch(() => {});
    return docs;
  }

  /**
   * Given all as they were read, writes what changed, each write only if unchanged since: no locks, and one round trip
   * for the whole batch. If one of them is refused, none is made, and each task is tried on its own.
   */
  async function changeBatch(
    keys: readonly TaskKey[],
    change: Change,
    docs: readonly Stored[],
  ): Promise<ProjectionsChanged> {
    const together = await tryChange(keys, change, docs);
    if (together !== null) return { written: together, contended: [] };
    let written = 0;
    const contended: TaskKey[] = [];
    // Sequential: tasks of one poster add to the same counters.
    for (const key of keys) {
      const one = await changeOne(key, change);
      if (one === null) contended.push(key);
      else written += one;
    }
    return { written, contended };
  }

  /** How many were written, or null where others kept writing the task. */
  async function changeOne(key: TaskKey, change: Change): Promise<number | null> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const written = await tryChange([key], change, await read([key]));
      if (written !== null) return written;
      await sleep(BACK_OFF_MS * attempt);
    }
    return null;
  }

  /** How many were written, or null if nothing was, because of a concurrent write. */
  async function tryChange(keys: readonly TaskKey[], change: Change, docs: readonly Stored[]): Promise<number | null> {
    const moves: Increments[] = [];
    const writes: Write[] = [];
    for (const [at, key] of keys.entries()) {
      const doc = docs[at];
      if (!doc) throw new Error("a document was asked for and not answered");
      const projection = projectionIn(doc.data());
      const next = change(projection, key);
      if (next === projection) continue;
      moves.push(difference(countsOf(currentTask(projection)), countsOf(currentTask(next))));
      const isOthers = doc.exists && currentTask(next)?.poster !== currentTask(projection)?.poster;
      const changed = {
        ...projectionFields(key, next),
        ...(next.base !== projection.base && { unbooked: true }),
        // A reorg gave the task back, or gave its id to another: other interests are addressed to its poster.
        ...(isOthers && { recount: true }),
      };
      writes.push(putUnchanged(doc, changed));
    }
    if (writes.length === 0) return 0;
    const counted = (batch: WriteBatch) => addToCounters(db, batch, sum(moves));
    return (await unlessConflict(() => batchOf(db, [counted, ...writes]).commit())) ? writes.length : null;
  }

  async function keysWhere(
    contract: VariantName,
    name: string,
    comparison: "<=" | ">=",
    block: bigint,
  ): Promise<TaskKey[]> {
    const found = tasks.where("contract", "==", contract).where(name, comparison, Number(block)).orderBy(name);
    const keys: TaskKey[] = [];
    for await (const doc of allOf(found.select(name), PAGE)) keys.push(keyOf(contract, doc));
    return keys;
  }

  function cursorRef(contract: VariantName) {
    return CURSORS.in(db).doc(contract);
  }
}

/** How far a deployment was read; null before its first run. */
export function cursorIn(doc: DocumentSnapshot<Omit<Cursor, "behind"> & Partial<Cursor>>): Cursor | null {
  const stored = doc.data();
  return stored ? { ...stored, behind: stored.behind ?? [] } : null;
}

function isSame(a: Cursor | null, b: Cursor | null): boolean {
  if (!a || !b) return a === b;
  return JSON.stringify(CURSORS.toFirestore(a)) === JSON.stringify(CURSORS.toFirestore(b));
}
