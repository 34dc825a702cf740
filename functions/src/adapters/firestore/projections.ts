import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentData, DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { countsOf } from "../../domain/walletCounts";
import { difference, sum, type Increments } from "../../domain/contribution/increments";
import type { Cursor } from "../../domain/task/cursor";
import { taskName, type BlockRef, type TaskKey } from "../../domain/task/events";
import { currentTask } from "../../domain/task/projection";
import type { VariantName } from "../../domain/workflow/variants";
import type { Projections, ProjectionsChanged } from "../../ports/projections";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import { addToCounters } from "./counters";
import { isConflict, reaching } from "./faults";
import type { Write } from "./unitOfWork";
import { keyOf, projectionFields, readProjection, TASKS } from "./taskDocument";

/** Documents in one round trip. */
const BATCH = 100;
const PAGE = 300;
const ATTEMPTS = 8;
const BACK_OFF_MS = 20;

/**
 * Projections in the task documents, each write also updates the counters of its parties; how far they were read in
 * `indexer/{contract}`.
 */
export function firestoreProjections(db: Firestore): Projections {
  const tasks = db.collection(TASKS);
  type Change = Parameters<Projections["change"]>[1];

  return {
    async change(keys, change) {
      const batches = Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, at) =>
        keys.slice(at * BATCH, (at + 1) * BATCH),
      );
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

    cursor: (contract) => reaching(async () => readCursor((await cursorRef(contract).get()).data())),

    moveCursor: (contract, from, to) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const stored = readCursor((await transaction.get(cursorRef(contract))).data());
          if (isSame(stored, to)) return true;
          if (!isSame(stored, from)) return false;
          transaction.set(cursorRef(contract), cursorFields(to));
          return true;
        }),
      ),
  };

  function read(keys: readonly TaskKey[]): Promise<DocumentSnapshot[]> {
    return keys.length === 0
      ? Promise.resolve([])
      : reaching(() => db.getAll(...keys.map((key) => tasks.doc(taskName(key)))));
  }

  /** A read that runs during a write; its consumer gets the failure. */
  function ahead(keys: readonly TaskKey[]): Promise<DocumentSnapshot[]> {
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
    docs: readonly DocumentSnapshot[],
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
  async function tryChange(
    keys: readonly TaskKey[],
    change: Change,
    docs: readonly DocumentSnapshot[],
  ): Promise<number | null> {
    const batch = db.batch();
    const moves: Increments[] = [];
    const writes: Write[] = [];
    for (const [at, key] of keys.entries()) {
      const doc = docs[at];
      if (!doc) throw new Error("a document was asked for and not answered");
      const projection = readProjection(doc);
      const next = change(projection, key);
      if (next === projection) continue;
      moves.push(difference(countsOf(currentTask(projection)), countsOf(currentTask(next))));
      const isOthers = doc.exists && currentTask(next)?.poster !== currentTask(projection)?.poster;
      const fields = {
        ...projectionFields(key, next),
        ...(next.base !== projection.base && { unbooked: true }),
        // A reorg gave the task back, or gave its id to another: other interests are addressed to its poster.
        ...(isOthers && { recount: true }),
      };
      const { updateTime: lastUpdateTime } = doc;
      writes.push((all) =>
        lastUpdateTime ? all.update(doc.ref, fields, { lastUpdateTime }) : all.create(doc.ref, fields),
      );
    }
    if (writes.length === 0) return 0;
    addToCounters(db, batch, sum(moves));
    for (const add of writes) add(batch);
    try {
      await reaching(() => batch.commit());
      return writes.length;
    } catch (error) {
      if (isConflict(error instanceof StoreUnavailable ? error.cause : error)) return null;
      throw error;
    }
  }

  async function keysWhere(
    contract: VariantName,
    name: string,
    comparison: "<=" | ">=",
    block: bigint,
  ): Promise<TaskKey[]> {
    const keys: TaskKey[] = [];
    let query = tasks
      .where("contract", "==", contract)
      .where(name, comparison, Number(block))
      .orderBy(name)
      .select(name)
      .limit(PAGE);
    for (;;) {
      const { docs } = await reaching(() => query.get());
      keys.push(...docs.map((doc) => keyOf(contract, doc)));
      const last = docs.at(-1);
      if (!last || docs.length < PAGE) return keys;
      query = query.startAfter(last);
    }
  }

  function cursorRef(contract: VariantName) {
    return db.collection("indexer").doc(contract);
  }
}

function cursorFields({ finalBlock, checkpoints, behind }: Cursor): DocumentData {
  return {
    finalBlock: finalBlock.toString(),
    behind: behind.map(({ taskId, fromBlock }) => ({ taskId: taskId.toString(), fromBlock: fromBlock.toString() })),
    checkpoints: checkpoints.map(({ number, hash }) => ({ number: number.toString(), hash })),
  };
}

/** How far a deployment was read; null before its first run. */
export function readCursor(data: DocumentData | undefined): Cursor | null {
  if (!data) return null;
  const checkpoints = data["checkpoints"] as { number: string; hash: BlockRef["hash"] }[];
  const behind = (data["behind"] ?? []) as { taskId: string; fromBlock: string }[];
  return {
    finalBlock: BigInt(data["finalBlock"] as string),
    behind: behind.map(({ taskId, fromBlock }) => ({ taskId: BigInt(taskId), fromBlock: BigInt(fromBlock) })),
    checkpoints: checkpoints.map(({ number, hash }) => ({ number: BigInt(number), hash })),
  };
}

function isSame(a: Cursor | null, b: Cursor | null): boolean {
  if (!a || !b) return a === b;
  return JSON.stringify(cursorFields(a)) === JSON.stringify(cursorFields(b));
}
