import type { Firestore, WriteBatch } from "@google-cloud/firestore";
import { projectionFields, TASKS } from "../../functions/src/adapters/firestore/tasks/taskDocument";
import { wordsWrites } from "../../functions/src/adapters/firestore/tasks/taskListing";
import { taskName, type TaskKey } from "../../functions/src/domain/task/events";
import { metadataHash, type TaskMetadata } from "../../functions/src/domain/task/metadata";
import { currentTask, EMPTY_PROJECTION, reconcile } from "../../functions/src/domain/task/projection";
import { windowOf } from "../../functions/src/domain/task/status";
import { event } from "../../test/setup/tasks/histories";
import { startFirestore } from "../local/firestore";
import { countFirestore } from "../../test/setup/database/countFirestore";
import { testService } from "../../test/setup/service";
import { benchFirestore } from "./firestore";
import { quantile, type Figure, figure } from "./table";

export interface TaskListLoad {
  /** How many tasks are stored in each database, all of them open: the longest that the list can be. */
  stored: readonly number[];
  requests: number;
  say: (line: string) => void;
}

const LIMIT = 20;
/** A client's allowance is kept in so many documents, which some of its requests read as well. */
const ALLOWANCE_READS = 4;
const TASKS_PER_WRITE = 250;
/** How long the first of them may still be started. */
const OPEN_SECONDS = 86_400;
const WRITES_IN_FLIGHT = 4;
/** 100,000 tasks, their words and indexes take more than the emulator's usual memory. */
const HEAP_MIB = 6_144;
const STORE_WITHIN_MS = 480_000;
const ALL = { fromBlock: 0n, toBlock: 10n ** 12n };

/**
 * What one page of /mkt/tasks reads for each kind of question in databases of several sizes, and how long it takes. The time is the emulator's own,
 * which looks through all that is stored; the reads are what a database with indexes bills and does.
 */
export async function benchTaskList({ stored, requests, say }: TaskListLoad): Promise<Figure[]> {
  const { FIRESTORE_EMULATOR_HOST: _other, ...env } = process.env;
  const firestore = await startFirestore({ heapMib: HEAP_MIB, env });
  const figures: Figure[] = [];
  try {
    for (const tasks of stored) {
      const { db, close } = benchFirestore(firestore.host, `demo-bench-tasks-${tasks}`);
      try {
        say(`Storing ${tasks.toLocaleString("en-US")} tasks`);
        await storeTasks(db, tasks);
        figures.push(...(await readPages(db, tasks, requests)));
      } finally {
        await close();
      }
    }
  } finally {
    await firestore.close();
  }
  return figures;
}

/** What is asked for, and the most documents that one page may read. */
interface Asked {
  readonly what: string;
  readonly query: Readonly<Record<string, string>>;
  readonly most: number;
}

/** The filters and orders of /mkt/tasks, each alone or together with others, for tasks as `storeTasks` leaves them. */
function questions(closesBefore: Date): Asked[] {
  const labels = { contract: "human", category: "translation", country: "PT", industry: "retail", mode: "instant" };
  const asked = (what: string, query: Asked["query"], found = LIMIT + 1): Asked => ({
    ...{ what, query },
    most: found + ALLOWANCE_READS,
  });
  return [
    asked("one filter", { contract: "human" }),
    asked("five filters", labels),
    asked("a minimum reward", { minRewardUsdc: "5" }),
    asked("five filters and a minimum reward", { ...labels, minRewardUsdc: "5" }),
    asked("closesBefore", { closesBefore: `${closesBefore.toISOString().slice(0, 19)}Z` }),
    ...["newest", "reward", "closing"].map((sort) => asked(`sort=${sort}`, { sort })),
    // Documents of words, and the tasks behind them.
    asked("q, two words", { q: "portuguese lot7" }, 2 * LIMIT + 1),
    asked("q, two words, and five filters", { ...labels, q: "portuguese pages" }, 2 * LIMIT + 1),
  ];
}

async function readPages(db: Firestore, tasks: number, requests: number): Promise<Figure[]> {
  const count = countFirestore(db);
  const escrow = (digit: string) => `0x${digit.repeat(40)}`;
  const service = await testService({
    db,
    settings: { RPC_URLS: "http://127.0.0.1:9", ESCROW_HUMAN: escrow("1"), ESCROW_AGENT_FAST: escrow("2") },
  });
  const figures: Figure[] = [];
  try {
    // Half of the tasks close before.
    for (const { what, query, most } of questions(new Date(Date.now() + (OPEN_SECONDS + tasks / 2) * 1_000))) {
      const reads: number[] = [];
      const times: number[] = [];
      let cursor: string | null = null;
      // The first request only connects.
      for (let at = -1; at < requests; at++) {
        const asked = new URLSearchParams({ ...query, limit: String(LIMIT), ...(cursor !== null && { cursor }) });
        count.reset();
        const started = performance.now();
        const response = await fetch(`${service.baseUrl}/mkt/tasks?${asked.toString()}`);
        const page = (await response.json()) as { items: unknown[]; nextCursor: string | null };
        const ms = performance.now() - started;
        if (response.status !== 200 || page.items.length === 0)
          throw new Error(`${what}: a page was answered with ${response.status} and ${page.items?.length} items`);
        if (at < 0) continue;
        times.push(ms);
        reads.push(count.documentsRead);
        // The first page and one after it, in turn.
        cursor = cursor === null ? page.nextCursor : null;
      }
      const among = `/mkt/tasks, ${what}, ${LIMIT} of ${tasks.toLocaleString("en-US")} stored`;
      figures.push(
        figure(`${among}: documents read, most`, Math.max(...reads), "", { most }),
        figure(`${among}: p50`, quantile(times, 0.5), "ms"),
        figure(`${among}: p95`, quantile(times, 0.95), "ms"),
      );
    }
    return figures;
  } finally {
    await service.close();
  }
}

/**
 * Stores tasks that were created, one a second until now, and not started, as the indexer and /mkt/metadata leave them:
 * with labels, words, rewards and ends that differ.
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
      next = Math.min(from + TASKS_PER_WRITE, tasks + 1);
      const batch = db.batch();
      for (let id = from; id < next; id++)
        putTask(db, batch, id, { createdAt: now - tasks + id, closesAt: now + OPEN_SECONDS + id });
      await batch.commit();
    }
  };
  await Promise.all(Array.from({ length: WRITES_IN_FLIGHT }, write));
}

/** Events that can be undone are stored in one field: the emulator indexes each field in memory, so more of them fit. */
function putTask(
  db: Firestore,
  batch: WriteBatch,
  id: number,
  { createdAt, closesAt }: { createdAt: number; closesAt: number },
): void {
  const key: TaskKey = { contract: "human", taskId: BigInt(id) };
  const metadata = metadataOf(id);
  const hash = metadataHash(metadata);
  const created = event(
    "TaskCreated",
    { block: id, key, time: createdAt },
    { openUntil: closesAt, metadataHash: hash, rewardUsdcUnits: 1_000_000n + BigInt(id % 1_000) * 10_000n },
  );
  const projection = reconcile(EMPTY_PROJECTION, { ...ALL, events: [created] });
  const task = currentTask(projection);
  if (!task) throw new Error("a creation makes a task");
  const fields = { ...projectionFields(key, projection, metadata), ...windowOf(task), metadata, metadataHash: hash };
  batch.set(db.collection(TASKS.path).doc(taskName(key)), fields);
  for (const add of wordsWrites(db, null, { task, metadata, isOpen: true })) add(batch);
}

/** One in 60 has the same three labels, one in 50 the same lot. */
function metadataOf(id: number): TaskMetadata {
  const one = (names: readonly string[]) => names[id % names.length] as string;
  return {
    title: "Translate a few pages",
    description: `From Portuguese into English, lot${id % 50}.`,
    category: one(["translation", "writing", "data", "research", "legal"]),
    country: one(["PT", "BR", "AO", "MZ"]),
    industry: one(["retail", "education", "finance"]),
    tags: ["text"],
  };
}
