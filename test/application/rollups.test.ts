import { FieldPath, FieldValue, type Firestore } from "@google-cloud/firestore";
import { firestoreAnalytics } from "../../functions/src/adapters/firestore/ledger/analytics";
import { firestoreLedgerWriter } from "../../functions/src/adapters/firestore/ledger/ledgerWriter";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import { pathOf, SUMS_IN } from "../../functions/src/adapters/firestore/sumDocument";
import { cellsOf } from "../../functions/src/domain/analytics/cells";
import { sumTables, type TableKey } from "../../functions/src/domain/analytics/report";
import { sum } from "../../functions/src/domain/contribution";
import { taskName } from "../../functions/src/domain/task/events";
import { metadataHash } from "../../functions/src/domain/task/metadata";
import { rollups } from "../../functions/src/application/rollups";
import { factsOf, marketYear, type MarketTask } from "../../dev/local/marketYear";
import { countEvents, nameOf } from "../domain/analytics/reference";
import { countFirestore } from "../setup/database/countFirestore";
import { testFirestore } from "../setup/firestore";
import {
  ABORTED,
  GrpcError,
  hookFirestore,
  PERMISSION_DENIED,
  type FirestoreHooks,
} from "../setup/database/hookFirestore";
import { becomesFinal, postAll, runLedgerJob } from "../setup/bookkeeping";
import { storeDays } from "../setup/paying/days";

/** A database for each test: emptying one takes longer than all else. */
const databases = Array.from({ length: 16 }, testFirestore);
const open = () => {
  const { db, another } = databases.pop() ?? { db: undefined, another: undefined };
  if (!db) throw new Error("a database for each test");
  return { db, another };
};
const log = { info: () => {}, warn: () => {}, error: () => {} };

const FROM = Date.UTC(2025, 10, 1) / 1000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const run = (day: string, of: Firestore, projectedUpTo = day) =>
  rollups(
    {
      analytics: firestoreAnalytics(of, () => at(day)),
      projectedUpTo: async () => at(projectedUpTo),
      log,
      nowMs: () => at(day),
    },
    20,
  );
const analytics = (of: Firestore) => firestoreAnalytics(of, () => 0);
const ALL_CATEGORIES: TableKey = { aggregate: "category", filter: null };
/** Tasks posted in the three months from November on, or in the year. */
const winter = (tasks: number) => [...marketYear({ tasks, seed: 3, from: FROM, days: 90 })];
const year = (tasks: number) => [...marketYear({ tasks, seed: 3, from: FROM })];

async function answer(of: Firestore, key: TableKey) {
  const reports = (await analytics(of).catalogue())?.reports ?? [];
  return { reports, table: sumTables(await analytics(of).tables(reports, key)) };
}

describe("happy", () => {
  it("reports on each month once, three days after its end, and answers with the last twelve", async () => {
    const { db } = open();
    const tasks = year(1_100);
    await storeDays(db, tasks);
    expect(await run("2025-12-03", db)).toEqual({ published: [], waits: false, hasMore: false });
    expect(await run("2025-12-04", db)).toEqual({ published: ["2025-11-01/2025-12-01"], waits: false, hasMore: false });
    expect(await run("2025-12-04", db)).toEqual({ published: [], waits: false, hasMore: false });
    expect((await run("2026-12-05", db)).published).toHaveLength(12);

    const { reports, table } = await answer(db, ALL_CATEGORIES);
    expect([reports.length, reports[0]?.from, reports.at(-1)?.to]).toEqual([12, "2025-12-01", "2026-12-01"]);
    const months = [...countEvents(tasks)].filter(([month]) => month >= "2025-12-01" && month < "2026-12-01");
    const posted = months.map(([, tables]) => tables.get(nameOf("category", null, null))?.get("")?.posted ?? 0);
    expect(table.totals.posted).toBe(posted.reduce((sum_, next) => sum_ + next, 0));
    expect(table.rows.map(({ counts }) => counts.started)).toEqual(
      table.rows.map(({ counts }) => counts.started).sort((a, b) => b - a),
    );
  });

  it("reports on a month with too few wallets together with the next", async () => {
    const { db } = open();
    const tasks = year(400);
    const early = tasks.filter(({ events }) => (events.at(-1)?.at.time ?? 0) < at("2025-12-01") / 1000).slice(0, 1);
    const later = tasks.filter(({ events }) => (events[0]?.at.time ?? 0) >= at("2026-02-01") / 1000);
    await storeDays(db, [...early, ...later]);
    expect((await run("2026-03-10", db)).published).toEqual(["2025-11-01/2026-03-01"]);
  });

  it("reads a month with too few wallets once, and not again each hour", async () => {
    const { db } = open();
    await storeDays(db, winter(400).slice(0, 1));
    await run("2026-06-10", db);
    const count = countFirestore(db);
    expect(await run("2026-06-10", db)).toEqual({ published: [], waits: false, hasMore: false });
    expect(count.documentsRead).toBe(3);
  });

  it("reads as many documents for an answer about many tasks as for one about a hundred", async () => {
    const reads: number[] = [];
    for (const tasks of [100, 500]) {
      const { db } = open();
      await storeDays(db, winter(tasks));
      await run("2026-02-05", db);
      const count = countFirestore(db);
      const { reports } = await answer(db, ALL_CATEGORIES);
      expect(reports).toHaveLength(3);
      reads.push(count.documentsRead);
      expect(count.roundTrips).toBe(2);
    }
    expect(reads).toEqual([4, 4]);
  });

  it("knows a value as long as it lives, and looks a new one up at once", async () => {
    const { db } = open();
    await storeDays(db, winter(400));
    await run("2026-02-05", db);
    let now = 10_000;
    const known = firestoreAnalytics(db, () => now);
    const count = countFirestore(db);
    expect(await known.isKnown("category", "research")).toBe(true);
    expect(await known.isKnown("category", "translation")).toBe(true);
    expect(await known.isKnown("category", "constructor")).toBe(false);
    expect(count.documentsRead).toBe(1);
    now += 2_000;
    expect(await known.isKnown("country", "XX")).toBe(false);
    expect(await known.isKnown("category", "research")).toBe(true);
    expect(count.documentsRead).toBe(2);
  });
});

describe("security", () => {
  it("P26: a report never changes, whatever the days say later", async () => {
    const { db } = open();
    const tasks = winter(300);
    await storeDays(db, tasks);
    await run("2026-01-10", db);
    const { reports, table } = await answer(db, ALL_CATEGORIES);
    const [late] = tasks.filter(({ metadata }) => metadata === null);
    await storeDays(
      db,
      tasks.map((task) =>
        task === late ? { ...task, metadata: { title: "t", description: "d", category: "research" } } : task,
      ),
    );
    await run("2026-01-11", db);
    expect(await answer(db, ALL_CATEGORIES)).toEqual({ reports, table });
    await run("2026-02-05", db);
    const next = await answer(db, ALL_CATEGORIES);
    expect(next.reports.slice(0, reports.length)).toEqual(reports);
  });
});

describe("faults", () => {
  it("F: two runs at once publish each month once", async () => {
    const { db, another } = open();
    const rival = another();
    await storeDays(db, winter(300));
    const runs = await Promise.all([run("2026-03-05", db), run("2026-03-05", rival)]);
    const published = runs.flatMap((report) => report.published);
    const { reports } = await answer(db, ALL_CATEGORIES);
    expect(published.sort()).toEqual([...new Set(published)].sort());
    expect(new Set(reports.map(({ from }) => from)).size).toBe(reports.length);
    for (const [index, { from }] of reports.entries()) if (index > 0) expect(reports[index - 1]?.to).toBe(from);
  });

  it("F: a run that is cut off anywhere is gone on with, to the same reports", async () => {
    const [{ db: other }, { db }] = [open(), open()];
    const hooks = hookFirestore(db);
    const tasks = winter(200);
    await Promise.all([storeDays(other, tasks), storeDays(db, tasks)]);
    await run("2026-02-05", other);
    const whole = await answer(other, ALL_CATEGORIES);
    for (let step = 1; step <= 3; step++) {
      let commits = 0;
      const fail = (method: string) => {
        if (method === "commit" && ++commits === step) throw new GrpcError(PERMISSION_DENIED);
      };
      Object.assign(hooks, step % 2 ? { before: fail, after: undefined } : { after: fail, before: undefined });
      await expect(run("2026-02-05", db)).rejects.toThrow();
    }
    Object.assign(hooks, { before: undefined, after: undefined });
    await run("2026-02-05", db);
    expect(await answer(db, ALL_CATEGORIES)).toEqual(whole);
  });

  it("F: publishes a few months in one run, and the next run goes on behind them, to the same reports", async () => {
    const { db } = open();
    await storeDays(db, winter(200));
    const parts = {
      analytics: analytics(db),
      projectedUpTo: async () => at("2026-02-05"),
      log,
      nowMs: () => at("2026-02-05"),
    };
    const runs = [await rollups(parts, 2), await rollups(parts, 2), await rollups(parts, 2)];
    expect(runs.map(({ published, hasMore }) => [published.length, hasMore])).toEqual([
      [2, true],
      [1, false],
      [0, false],
    ]);
    expect((await answer(db, ALL_CATEGORIES)).reports.map(({ from }) => from)).toEqual([
      "2025-11-01",
      "2025-12-01",
      "2026-01-01",
    ]);
  });

  it("waits for an indexer that is behind, and then tells what it brought", async () => {
    const { db } = open();
    const tasks = winter(300);
    const seen = tasks.filter(({ events }) => (events.at(-1)?.at.time ?? 0) < at("2025-11-20") / 1000);
    await storeDays(db, seen);
    expect(await run("2025-12-10", db, "2025-11-20")).toEqual({ published: [], waits: true, hasMore: false });
    expect((await run("2025-12-10", db, "2025-12-03")).waits).toBe(true);
    await storeDays(db, tasks);
    expect((await run("2025-12-10", db, "2025-12-04")).published).toEqual(["2025-11-01/2025-12-01"]);
    const ended = countEvents(tasks)
      .get("2025-11-01")
      ?.get(nameOf("category", null, null))
      ?.get("")?.posted;
    expect((await answer(db, ALL_CATEGORIES)).table.totals.posted).toBe(ended);
    expect(seen.length).toBeLessThan(ended ?? 0);
  });

  it("waits while something final of the month is not in the ledger, and while it is rebuilt", async () => {
    const { db } = open();
    await storeDays(db, winter(300));
    const [late] = winter(300).filter(({ events }) => (events.at(-1)?.at.time ?? 0) < at("2025-12-01") / 1000);
    if (!late) throw new Error("nothing ended in the first month");
    await becomesFinal(db, { ...late, paid: [] }, late.events.length);
    expect(await run("2025-12-05", db)).toEqual({ published: [], waits: true, hasMore: false });
    await db.doc(`tasks/${taskName(late.key)}`).update({ unbooked: FieldValue.delete() });
    await firestoreLedgerWriter(db).requireClearing();
    expect(await run("2025-12-05", db)).toEqual({ published: [], waits: true, hasMore: false });
    await db.doc("books/state").delete();
    expect((await run("2025-12-05", db)).published).toEqual(["2025-11-01/2025-12-01"]);
  });

  it("does not wait for what comes in all the time and is not of the month", async () => {
    const { db } = open();
    const tasks = winter(300);
    await storeDays(db, tasks);
    const later = tasks.filter(({ events }) => (events.at(-1)?.at.time ?? 0) > at("2026-01-02") / 1000).slice(0, 5);
    for (const life of later) await becomesFinal(db, { ...life, paid: [] }, life.events.length);
    const [open_] = tasks.filter(({ events }) => events.length === 1);
    await db.doc("tasks/human-900").set({ interestCount: 1, unbooked: true });
    if (open_) await becomesFinal(db, { ...open_, paid: [] }, 1);
    expect((await run("2026-01-01", db)).published).toEqual(["2025-11-01/2025-12-01"]);
  });

  it("F: tells what the ledger had at one moment, whatever is written meanwhile", async () => {
    const { db, another } = open();
    await storeDays(db, winter(900));
    const [hooks, rival] = [hookFirestore(db), another()];
    const before = await analytics(rival).cube("2025-11-01", "2025-12-01");
    const last = (
      await rival.collection(SUMS_IN.analytics).where(FieldPath.documentId(), "<", "2025-12-01").get()
    ).docs.at(-1);
    let pages = 0;
    hooks.after = async (method) => {
      if (method === "runQuery" && ++pages === 2) await last?.ref.set({ sums: {} });
    };
    expect(await analytics(db).cube("2025-11-01", "2025-12-01")).toEqual(before);
    expect(pages).toBeGreaterThan(2);
    expect(await analytics(rival).cube("2025-11-01", "2025-12-01")).not.toEqual(before);
  });

  it("F: a task counts once in its day, whatever was cut off, repeated, done twice at once or came late", async () => {
    const { db, another } = open();
    const [rival, hooks] = [another(), hookFirestore(db)];
    const tasks = winter(40).map(withItsHash);
    for (const [index, task] of tasks.entries()) {
      await becomesFinal(db, { ...task, paid: [] }, task.events.length);
      if (task.metadata && index % 2) await firestoreTasks(db).setMetadata(task.key, task.metadata);
      if (index % 8 === 7) await disturbed(db, rival, hooks, index);
    }
    for (const { key, metadata, interestCount } of tasks) {
      if (metadata) await firestoreTasks(db).setMetadata(key, metadata);
      await db.collection("tasks").doc(taskName(key)).update({ interestCount, unbooked: true });
    }
    await Promise.all([runLedgerJob(db), runLedgerJob(rival)]);
    await postAll(db);
    expect(await daysOf(db)).toEqual(expectedDays(tasks));
    await firestoreLedgerWriter(db).requireClearing();
    await postAll(db);
    expect(await daysOf(db)).toEqual(expectedDays(tasks));
  });

  /** Runs of the ledger that fail before or after a write, and two at once. */
  async function disturbed(db: Firestore, rival: Firestore, hooks: FirestoreHooks, index: number): Promise<void> {
    const fail = (method: string) => {
      if (method === "commit") throw new GrpcError(index % 3 ? ABORTED : PERMISSION_DENIED);
    };
    Object.assign(hooks, index % 2 ? { after: fail } : { before: fail });
    await runLedgerJob(db).catch(() => {});
    Object.assign(hooks, { before: undefined, after: undefined });
    await Promise.all([runLedgerJob(db), runLedgerJob(rival)]);
  }
});

/** The metadata's hash stands on the chain, as it does outside of a drawn year. */
function withItsHash(task: MarketTask): MarketTask {
  const { metadata, events } = task;
  if (!metadata) return task;
  return {
    ...task,
    events: events.map((event) =>
      event.name === "TaskCreated" ? { ...event, metadataHash: metadataHash(metadata) } : event,
    ),
  };
}

async function daysOf(of: Firestore): Promise<Record<string, unknown>> {
  const { docs } = await of.collection(SUMS_IN.analytics).get();
  return Object.fromEntries(docs.map((doc) => [doc.ref.path, doc.get("sums") as unknown]));
}

function expectedDays(tasks: readonly MarketTask[]): Record<string, unknown> {
  const days = sum(tasks.map((task) => cellsOf(factsOf(task))));
  return Object.fromEntries(
    [...days].map(([name, fields]) => {
      const cells: Record<string, Record<string, number>> = {};
      for (const [field, amount] of fields) {
        const [cell = "", counter = ""] = field.split(".");
        cells[cell] = { ...cells[cell], [counter]: amount };
      }
      return [pathOf(name), cells];
    }),
  );
}
