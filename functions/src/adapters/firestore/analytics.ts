import { createHash } from "node:crypto";
import {
  FieldPath,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type Transaction,
  type WriteBatch,
} from "@google-cloud/firestore";
import { canonicalJson } from "../../domain/canonical";
import { cellNamed, FILTERS } from "../../domain/analytics/cell";
import { dayOf, DAYS, endedAt } from "../../domain/analytics/cellsOf";
import { addCounts, countFields, countsIn, NO_COUNTS, type Counts } from "../../domain/analytics/counts";
import { tableName, type Cube, type Table } from "../../domain/analytics/report";
import type { Analytics, Catalogue, ReportRef } from "../../ports/analytics";
import { reaching } from "./faults";
import { atMoment } from "./moment";
import { SUMS } from "./sumDocument";
import { readFacts, TASKS } from "./taskDocument";

const REPORTS = "analyticsReports";
/** Answers are about the newest reports, so many at most. */
const IN_ANSWERS = 12;
/** Documents in one page of days, which at the most are of 1 MiB each and must fit into a job's memory. */
const PAGE = 64;
/** Unposted tasks per page. */
const UNPOSTED_PAGE = 300;
/** Documents in one write of tables: with a table's most rows, it stays below 10 MiB. */
const BATCH = 50;
/** Batches under way at once. */
const PARALLEL = 4;
/** Bytes of values in one document; the rest is in further documents. */
const VALUES_PAGE = 700_000;
/** A month's days, as large as they may be, well within the time that a job has. */
const CUBE_MS = 180_000;
/** The minimum delay before an unknown value is looked for again; reports appear monthly. */
const LOOK_AGAIN_MS = 2_000;

/**
 * Reports in `analyticsReports/{period}-{digest}`, their tables in `tables/{table}` below, and in `analytics/catalogue` which
 * of them are published; in `analytics/quiet` up to when there is nothing to report. A report's name is made of its
 * content: two that are made at once never mix.
 */
export function firestoreAnalytics(db: Firestore, nowMs: () => number): Analytics {
  const catalogueRef = db.collection("analytics").doc("catalogue");
  const quietRef = db.collection("analytics").doc("quiet");
  const reportRef = (id: string) => db.collection(REPORTS).doc(id);
  /** Values are only ever added: those that were read once are good for as long as the process lives. */
  const known = { values: null as Catalogue["values"] | null, readAt: 0 };

  return {
    catalogue: () => reaching(read),

    async isKnown(name, value) {
      const knows = () => known.values !== null && Object.hasOwn(known.values[name], value);
      if (!knows() && nowMs() >= known.readAt + LOOK_AGAIN_MS) await reaching(read);
      return knows();
    },

    tables: (reports, key) =>
      reaching(async () => {
        if (reports.length === 0) return [];
        const docs = await db.getAll(
          ...reports.map(({ id }) => reportRef(id).collection("tables").doc(tableName(key))),
        );
        return docs.filter(({ exists }) => exists).map(tableIn);
      }),

    firstDay: () =>
      reaching(async () => {
        const { docs } = await db.collection(DAYS).orderBy(FieldPath.documentId()).select().limit(1).get();
        return docs[0]?.id.slice(0, "2026-01-31".length) ?? null;
      }),

    cube: (from, to) =>
      reaching(async () => {
        const state = await db.collection("books").doc("state").get();
        if (state.get("mustClear") === true) return null;
        return atMoment(db, state, (transaction) => readCube(transaction, from, to));
      }, CUBE_MS),

    quietUpTo: () => reaching(async () => ((await quietRef.get()).get("upTo") as string | undefined) ?? null),

    keepQuiet: (upTo) =>
      reaching(async () => {
        await quietRef.set({ upTo });
      }),

    async publish({ tables, values }, { from, to }, publishedAt) {
      const content = tables.map((table) => [tableName(table), tableText(table)] as const);
      const digest = createHash("sha256").update(canonicalJson(content)).digest("hex").slice(0, 16);
      const id = `${from}-${digest}`;
      const tablesRef = reportRef(id).collection("tables");
      await eachBatch(content, (batch, [name, text]) => batch.set(tablesRef.doc(name), { table: text }));
      const before = await reaching(readCatalogue);
      const last = before?.reports.at(-1);
      if (last && last.to !== from) return false;
      const named = FILTERS.map((name) => [
        name,
        { ...before?.values[name], ...Object.fromEntries(values[name].map((value) => [value, to])) },
      ]);
      const [inline = "", ...pages] = piecesOf(JSON.stringify(Object.fromEntries(named)));
      for (const [at, page] of pages.entries()) await reaching(() => valuesRef(id, at).set({ values: page }));
      const reports = [...(before?.reports ?? []), { id, from, to }].slice(-IN_ANSWERS);
      return reaching(() =>
        db.runTransaction(async (transaction) => {
          const stored = (await transaction.get(catalogueRef)).get("reports") as ReportRef[] | undefined;
          // What was added to is still the newest.
          if (stored?.at(-1)?.id !== last?.id) return false;
          transaction.set(catalogueRef, { reports, values: inline, pages: pages.length, publishedAt });
          return true;
        }),
      );
    },
  };

  async function readCube(transaction: Transaction, from: string, to: string): Promise<Cube | null> {
    if (await waits(transaction, from, to)) return null;
    const cells = new Map<string, Counts>();
    const days = db.collection(DAYS).orderBy(FieldPath.documentId()).startAt(from).endBefore(to);
    for await (const doc of pagesOf(transaction, days, PAGE)) addDay(cells, doc);
    return new Map([...cells].map(([name, counts]) => [cellNamed(name), counts]));
  }

  /** Whether the outcome of a task in these days is not posted yet. */
  async function waits(transaction: Transaction, from: string, to: string): Promise<boolean> {
    const unposted = db.collection(TASKS).where("unbooked", "==", true).orderBy(FieldPath.documentId());
    for await (const doc of pagesOf(transaction, unposted, UNPOSTED_PAGE)) {
      const facts = readFacts(doc);
      const ended = facts && endedAt(facts.task);
      if (ended !== null && dayOf(ended) >= from && dayOf(ended) < to) return true;
    }
    return false;
  }

  /** Writes so many at a time. */
  async function eachBatch<T>(items: readonly T[], write: (batch: WriteBatch, item: T) => void): Promise<void> {
    const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) =>
      items.slice(at * BATCH, (at + 1) * BATCH),
    );
    for (let at = 0; at < batches.length; at += PARALLEL) {
      await Promise.all(
        batches.slice(at, at + PARALLEL).map((some) => {
          const batch = db.batch();
          for (const item of some) write(batch, item);
          return reaching(() => batch.commit());
        }),
      );
    }
  }

  /** More of the values, for good: they are of the report with which they were published. */
  function valuesRef(id: string, at: number): DocumentReference {
    return reportRef(id).collection("values").doc(String(at));
  }

  async function readCatalogue(): Promise<Catalogue | null> {
    const doc = await catalogueRef.get();
    if (!doc.exists) return null;
    const reports = doc.get("reports") as ReportRef[];
    const more = Array.from({ length: Number(doc.get("pages") ?? 0) }, (_, at) =>
      valuesRef(reports.at(-1)?.id ?? "", at),
    );
    const pages = more.length > 0 ? await db.getAll(...more) : [];
    const text = [doc, ...pages].map((page) => page.get("values") as string).join("");
    return { reports, values: JSON.parse(text) as Catalogue["values"], publishedAt: doc.get("publishedAt") as number };
  }

  async function read(): Promise<Catalogue | null> {
    const catalogue = await readCatalogue();
    known.readAt = nowMs();
    known.values = catalogue?.values ?? null;
    return catalogue;
  }
}

/** All documents of a query that is sorted by their names, so many at a time. */
async function* pagesOf(transaction: Transaction, query: Query, limit: number): AsyncGenerator<DocumentSnapshot> {
  for (let page = query.limit(limit); ;) {
    const { docs } = await transaction.get(page);
    yield* docs;
    const last = docs.at(-1);
    if (!last || docs.length < limit) return;
    page = query.limit(limit).startAfter(last.id);
  }
}

/** A text in pieces that each fit into a document: one text and no fields, because a value may be any name, which a field may not. */
function piecesOf(json: string): string[] {
  const ascii = json.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return Array.from({ length: Math.ceil(ascii.length / VALUES_PAGE) }, (_, at) =>
    ascii.slice(at * VALUES_PAGE, (at + 1) * VALUES_PAGE),
  );
}

function addDay(cells: Map<string, Counts>, doc: DocumentSnapshot): void {
  for (const [name, fields] of Object.entries((doc.get(SUMS) as object | undefined) ?? {})) {
    const counts = countsIn(fields as Record<string, number>);
    cells.set(name, addCounts(cells.get(name) ?? NO_COUNTS, counts));
  }
}

/** A table as one text, because it is not queried and takes less space. */
function tableText({ totals, rows, suppressedRows }: Table): string {
  const packed = (counts: Counts) => Object.fromEntries(countFields(counts));
  return JSON.stringify({
    totals: packed(totals),
    rows: rows.map(({ key, counts }) => ({ key, counts: packed(counts) })),
    suppressedRows,
  });
}

function tableIn(doc: DocumentSnapshot): Table {
  const { totals, rows, suppressedRows } = JSON.parse(doc.get("table") as string) as {
    totals: Record<string, number>;
    rows: { key: string; counts: Record<string, number> }[];
    suppressedRows: number;
  };
  return {
    totals: countsIn(totals),
    rows: rows.map(({ key, counts }) => ({ key, counts: countsIn(counts) })),
    suppressedRows,
  };
}
