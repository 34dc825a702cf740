import { Firestore } from "@google-cloud/firestore";
import { projectionFields, TASKS } from "../../functions/src/adapters/firestore/taskDocument";
import { taskName, type TaskKey } from "../../functions/src/domain/task/events";
import { metadataHash } from "../../functions/src/domain/task/metadata";
import { currentTask, EMPTY_PROJECTION, reconcile } from "../../functions/src/domain/task/projection";
import { windowOf } from "../../functions/src/domain/task/window";
import { event } from "../../test/setup/histories";
import { startFirestore } from "../local/firestore";
import { countFirestore } from "../../test/setup/countFirestore";
import { METADATA } from "../../test/setup/market";
import { testService } from "../../test/setup/service";
import { median, type Figure } from "./table";

export interface TaskListLoad {
  /** How many tasks are stored in each database, all of them open: the longest that the list can be. */
  stored: readonly number[];
  requests: number;
  say: (line: string) => void;
}

const LIMIT = 20;
const DOCUMENTS_PER_WRITE = 500;
const WRITES_IN_FLIGHT = 4;
/** 100,000 tasks and their indexes take more than the emulator's usual memory. */
const HEAP_MIB = 4_096;
const STORE_WITHIN_MS = 480_000;
const ALL = { fromBlock: 0n, toBlock: 10n ** 12n };

/**
 * What one page of /mkt/tasks reads in databases of several sizes, and how long it takes. The time is the emulator's own,
 * which looks through all that is stored; the reads are what a database with indexes bills and does.
 */
export async function benchTaskList({ stored, requests, say }: TaskListLoad): Promise<Figure[]> {
  const { FIRESTORE_EMULATOR_HOST: _other, ...env } = process.env;
  const firestore = await startFirestore({ heapMib: HEAP_MIB, env });
  const figures: Figure[] = [];
  try {
    for (const tasks of stored) {
      const db = new Firestore({
        projectId: `demo-bench-tasks-${tasks}`,
        host: firestore.host,
        ssl: false,
        customHeaders: { Authorization: "Bearer owner" },
      });
      try {
        say(`Storing ${tasks.toLocaleString("en-US")} tasks`);
        await storeTasks(db, tasks);
        figures.push(...(await readPages(db, tasks, requests)));
      } finally {
        await db.terminate();
      }
    }
  } finally {
    await firestore.close();
  }
  return figures;
}

async function readPages(db: Firestore, tasks: number, requests: number): Promise<Figure[]> {
  const count = countFirestore(db);
  const escrow = (digit: string) => `0x${digit.repeat(40)}`;
  const service = await testService({
    db,
    settings: { RPC_URLS: "http://127.0.0.1:9", ESCROW_HUMAN: escrow("1"), ESCROW_AGENT_FAST: escrow("2") },
  });
  try {
    const reads: number[] = [];
    const times: number[] = [];
    let cursor = "";
    // The first request only connects.
    for (let at = -1; at < requests; at++) {
      count.reset();
      const started = performance.now();
      const response = await fetch(
        `${service.baseUrl}/mkt/tasks?contract=human&limit=${LIMIT}${cursor && `&cursor=${cursor}`}`,
      );
      const page = (await response.json()) as { items: unknown[]; nextCursor: string };
      if (response.status !== 200 || page.items.length !== LIMIT)
        throw new Error(`a page was answered with ${response.status} and ${page.items?.length} items`);
      if (at < 0) continue;
      times.push(performance.now() - started);
      reads.push(count.documentsRead);
      // The first page and one after it, in turn.
      cursor = cursor === "" ? encodeURIComponent(page.nextCursor) : "";
    }
    const among = `among ${tasks.toLocaleString("en-US")} stored`;
    return [
      {
        what: `/mkt/tasks?limit=${LIMIT} ${among}, documents read, most`,
        value: Math.max(...reads),
        unit: "",
        goal: { most: LIMIT + 1 },
      },
      { what: `/mkt/tasks?limit=${LIMIT} ${among}, p50`, value: median(times), unit: "ms" },
    ];
  } finally {
    await service.close();
  }
}

/**
 * Stores tasks that were created, one a second until now, and not started, as the indexer and /mkt/metadata leave them.
 */
export async function storeTasks(db: Firestore, tasks: number): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  const deadline = performance.now() + STORE_WITHIN_MS;
  let next = 1;
  const write = async () => {
    while (next <= tasks) {
      if (performance.now() > deadline)
        throw new Error(`${next} tasks were stored in ${STORE_WITHIN_MS / 1_000} s, not ${tasks}`);
      const from = next;
      next = Math.min(from + DOCUMENTS_PER_WRITE, tasks + 1);
      const batch = db.batch();
      for (let id = from; id < next; id++) {
        const key: TaskKey = { contract: "human", taskId: BigInt(id) };
        batch.set(db.collection(TASKS.path).doc(taskName(key)), documentOf(key, now - tasks + id, now + 86_400));
      }
      await batch.commit();
    }
  };
  await Promise.all(Array.from({ length: WRITES_IN_FLIGHT }, write));
}

/** Events that can be undone are stored in one field: the emulator indexes each field in memory, so more of them fit. */
function documentOf(key: TaskKey, createdAt: number, openUntil: number) {
  const hash = metadataHash(METADATA);
  const created = event(
    "TaskCreated",
    { block: Number(key.taskId), key, time: createdAt },
    { openUntil, metadataHash: hash },
  );
  const projection = reconcile(EMPTY_PROJECTION, { ...ALL, events: [created] });
  const window = windowOf(currentTask(projection));
  return { ...projectionFields(key, projection, METADATA), ...window, metadata: METADATA, metadataHash: hash };
}
