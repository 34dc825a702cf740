import { setTimeout as sleep } from "node:timers/promises";
import type { Firestore, WriteBatch } from "@google-cloud/firestore";
import { canonicalJson } from "../../../domain/canonical";
import { countsOf, difference, sum, type Increments } from "../../../domain/contribution";
import { taskName, type Cursor, type TaskKey } from "../../../domain/task/events";
import { currentTask } from "../../../domain/task/projection";
import { historyChange, type HistoryChange } from "../../../domain/events/chainEvents";
import { isSameWindow, windowOf } from "../../../domain/task/status";
import type { ContractName } from "../../../domain/workflow/variants";
import type { Projections, ProjectionsChanged } from "../../../ports/projections";
import { addToCounters } from "../accounts/counters";
import { firestoreEventLog } from "../events/eventLog";
import { reaching, unlessConflict } from "../faults";
import { CURSORS } from "../documents";
import { allOf, chunksOf, getAll } from "../reading";
import { keyOf, listedIn, projectionFields, projectionIn, TASKS } from "../tasks/taskDocument";
import { wordsWrites } from "../tasks/taskListing";
import { batchOf, putUnchanged, type Write } from "../unitOfWork";

/** Documents in one round trip. */
const BATCH = 100;
const PAGE = 300;
const ATTEMPTS = 8;
const BACK_OFF_MS = 20;

/**
 * Projections in the task documents: `tryChange` is their only write, and also updates the counters of the parties and
 * adds the events of the change.
 */
export function firestoreProjections(db: Firestore, log = firestoreEventLog(db)): Projections {
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

    cursor: (contract) => CURSORS.find(db, contract),

    moveCursor: (contract, from, to) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const stored = (await transaction.get(cursorRef(contract))).data() ?? null;
          if (isSame(stored, to)) return true;
          if (!isSame(stored, from)) return false;
          transaction.set(cursorRef(contract), to);
          return true;
        }),
      ),
  };

  function read(keys: readonly TaskKey[]): Promise<readonly Stored[]> {
    return getAll(keys.map((key) => tasks.doc(taskName(key))));
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
    const together = await tryChange(keys, change, docs, (told) => log.writesForChange(told));
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
      const written = await tryChange([key], change, await read([key]), (told) => log.checkedWritesFor(told));
      if (written !== null) return written;
      await sleep(BACK_OFF_MS * attempt);
    }
    return null;
  }

  /** How many were written, or null if nothing was, because of a concurrent write or an event that is known. */
  async function tryChange(
    keys: readonly TaskKey[],
    change: Change,
    docs: readonly Stored[],
    tell: (told: HistoryChange) => Promise<Write[]> | Write[],
  ): Promise<number | null> {
    const moves: Increments[] = [];
    const writes: Write[] = [];
    const events: Write[] = [];
    for (const [at, key] of keys.entries()) {
      const doc = docs[at];
      if (!doc) throw new Error("a document was asked for and not answered");
      const stored = doc.data();
      const projection = projectionIn(stored);
      const next = change(projection, key);
      if (next === projection) continue;
      const [before, after] = [currentTask(projection), currentTask(next)];
      moves.push(difference(countsOf(before), countsOf(after)));
      events.push(...(await tell(historyChange(projection, next, next.finalized))));
      const isOthers = doc.exists && after?.poster !== before?.poster;
      const window = isSameWindow(before, after) ? null : windowOf(after);
      const listed = listedIn({ ...stored, ...next, ...(window && { isOpen: window.isOpen }) });
      const changed = {
        ...projectionFields(key, next, listed?.metadata),
        ...window,
        ...(next.base !== projection.base && { unbooked: true }),
        // A reorg gave the task back, or gave its id to another: other interests are addressed to its poster.
        ...(isOthers && { recount: true }),
      };
      writes.push(putUnchanged(doc, changed), ...wordsWrites(db, listedIn(stored), listed));
    }
    if (writes.length === 0) return 0;
    const counted = (batch: WriteBatch) => addToCounters(db, batch, sum(moves));
    if (!(await unlessConflict(() => batchOf(db, [counted, ...writes, ...events]).commit()))) return null;
    if (events.length > 0) await log.publishQuietly();
    return moves.length;
  }

  async function keysWhere(
    contract: ContractName,
    name: string,
    comparison: "<=" | ">=",
    block: bigint,
  ): Promise<TaskKey[]> {
    const found = tasks.where("contract", "==", contract).where(name, comparison, Number(block)).orderBy(name);
    const keys: TaskKey[] = [];
    for await (const doc of allOf(found.select(name), PAGE)) keys.push(keyOf(contract, doc));
    return keys;
  }

  function cursorRef(contract: ContractName) {
    return CURSORS.in(db).doc(contract);
  }
}

function isSame(a: Cursor | null, b: Cursor | null): boolean {
  if (!a || !b) return a === b;
  // The order in which Firestore returns fields is not defined.
  return canonicalJson(CURSORS.toFirestore(a)) === canonicalJson(CURSORS.toFirestore(b));
}
