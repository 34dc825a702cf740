import type { Firestore } from "@google-cloud/firestore";
import { firestoreAnalytics } from "../../functions/src/adapters/firestore/ledger/analytics";
import { cellsOf } from "../../functions/src/domain/analytics/cells";
import { sumTables, type TableKey } from "../../functions/src/domain/analytics/report";
import { statsOf } from "../../functions/src/application/views/analytics";
import { sum, type Increments } from "../../functions/src/domain/contribution";
import { rollups } from "../../functions/src/application/rollups";
import { startFirestore } from "../local/firestore";
import { factsOf, marketYear } from "../local/marketYear";
import { countFirestore } from "../../test/setup/countFirestore";
import { storeSums } from "../../test/setup/days";
import { KeptLog } from "../../test/setup/service";
import { benchFirestore } from "./firestore";
import { quantile, table, type Figure } from "./table";

export interface AnalyticsLoad {
  /** Tasks in the year of each database. */
  years: readonly number[];
  answers: number;
  say: (line: string) => void;
}

const HEAP_MIB = 3_072;
/** The year ends so long ago that all of its months can be reported on. */
const FROM = Date.UTC(2025, 10, 1) / 1000;
const NOW = Date.UTC(2026, 11, 5);
const QUESTIONS: readonly TableKey[] = [
  { aggregate: "agent", filter: null },
  { aggregate: "category", filter: null },
  { aggregate: "country", filter: { name: "category", value: "research" } },
];

/**
 * What analytics costs in years of several sizes: building the ledger's daily counts, reporting on all months, and what
 * an answer reads and takes. The time of an answer is that of its parts, from the catalogue to its JSON.
 */
export async function benchAnalytics({ years, answers, say }: AnalyticsLoad): Promise<Figure[]> {
  const { FIRESTORE_EMULATOR_HOST: _other, ...env } = process.env;
  const firestore = await startFirestore({ heapMib: HEAP_MIB, env });
  const figures: Figure[] = [];
  try {
    for (const tasks of years) {
      const { db, close } = benchFirestore(firestore.host, `demo-bench-analytics-${tasks}`);
      try {
        say(`A year of ${tasks.toLocaleString("en-US")} tasks`);
        figures.push(...(await benchYear(db, tasks, answers)));
      } finally {
        await close();
      }
    }
  } finally {
    await firestore.close();
  }
  return figures;
}

async function benchYear(db: Firestore, tasks: number, answers: number): Promise<Figure[]> {
  const of = `a year of ${tasks.toLocaleString("en-US")} tasks`;
  const before = process.memoryUsage().rss;
  const { days, perSecond } = countDays(tasks);
  await storeSums(db, days);
  const stored = days.size;
  const analytics = firestoreAnalytics(db, Date.now);

  const started = performance.now();
  const { published } = await rollups(
    { analytics, projectedUpTo: async () => NOW, log: new KeptLog(), nowMs: () => NOW },
    Infinity,
  );
  const reporting = (performance.now() - started) / 1_000;
  if (published.length === 0) throw new Error("no month was reported on");

  const count = countFirestore(db);
  const reads: number[] = [];
  const times: number[] = [];
  const bytes: number[] = [];
  // The first answer only connects.
  for (let at = -1; at < answers; at++) {
    const key = QUESTIONS[Math.max(0, at) % QUESTIONS.length] as TableKey;
    count.reset();
    const begun = performance.now();
    const reports = (await analytics.catalogue())?.reports ?? [];
    const stats = statsOf(
      { aggregate: key.aggregate },
      { from: null, to: null },
      sumTables(await analytics.tables(reports, key)),
    );
    const answer = JSON.stringify(stats);
    if (at < 0) continue;
    times.push(performance.now() - begun);
    reads.push(count.documentsRead);
    bytes.push(Buffer.byteLength(answer));
  }
  return [
    { what: `analytics of ${of}: tasks counted into days`, value: perSecond, unit: "tasks/s" },
    {
      what: `analytics of ${of}: ${published.length} monthly reports from ${stored.toLocaleString("en-US")} documents`,
      value: reporting,
      unit: "s",
    },
    {
      what: `analytics of ${of}: documents read for an answer, most`,
      value: Math.max(...reads),
      unit: "",
      goal: { most: 13 },
    },
    { what: `analytics of ${of}: an answer, p50`, value: quantile(times, 0.5), unit: "ms" },
    { what: `analytics of ${of}: an answer, p95`, value: quantile(times, 0.95), unit: "ms" },
    { what: `analytics of ${of}: largest answer`, value: Math.max(...bytes) / 1_024, unit: "KiB", goal: { most: 700 } },
    {
      what: `analytics of ${of}: memory of all this`,
      value: (process.memoryUsage().rss - before) / 2 ** 20,
      unit: "MiB",
    },
  ];
}

/** The days of a year, counted as in the ledger: so many tasks at a time. */
function countDays(tasks: number): { days: Increments; perSecond: number } {
  const chunk: Increments[] = [];
  let days: Increments = new Map();
  let spent = 0;
  for (const task of marketYear({ tasks, seed: 1, from: FROM })) {
    const facts = factsOf(task);
    const begun = performance.now();
    chunk.push(cellsOf(facts));
    spent += performance.now() - begun;
    if (chunk.length < 5_000) continue;
    days = sum([days, ...chunk.splice(0)]);
  }
  const begun = performance.now();
  days = sum([days, ...chunk]);
  spent += performance.now() - begun;
  return { days, perSecond: (tasks / spent) * 1_000 };
}

/** These figures alone; `--quick` takes a smaller year. */
async function main(): Promise<void> {
  const large = process.argv.includes("--quick") ? 5_000 : 100_000;
  console.log(table(await benchAnalytics({ years: [500, large], answers: 60, say: (line) => console.error(line) })));
}

if (require.main === module) void main().then(() => process.exit(0));
