import { FieldPath, type DocumentReference, type Firestore, type Transaction } from "@google-cloud/firestore";
import {
  cellNamed,
  FILTERS,
  endedAt,
  addCounts,
  countsIn,
  NO_COUNTS,
  countFields,
  type Counts,
} from "../../../domain/analytics/cells";
import { tableName, type Cube, type Table } from "../../../domain/analytics/report";
import { canonicalJson } from "../../../domain/canonical";
import { dayOf } from "../../../domain/time";
import { sha256 } from "../../../domain/sha256";
import { CATEGORY_NAMES } from "../../../domain/task/labels";
import type { Analytics, Catalogue } from "../../../ports/ledger";
import { Documents, plain } from "../documents";
import { reaching } from "../faults";
import { LEDGER_STATE } from "./ledger";
import { allOf, atMoment, chunksOf, getAll } from "../reading";
import { readSums, SUMS, SUMS_IN } from "../sumDocument";
import { factsIn, TASKS } from "../tasks/taskDocument";
import { batchOf } from "../unitOfWork";

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
/** The minimum delay before an unknown value is read again; reports appear monthly. */
const LOOK_AGAIN_MS = 2_000;

/**
 * Reports in `analyticsReports/{period}-{digest}`, their tables in `tables/{table}` below, and in `analytics/catalogue` which
 * of them are published; in `analytics/quiet` up to when there is nothing to report. A report's name is made of its
 * content: two that are made at once never mix.
 */
export function firestoreAnalytics(db: Firestore, nowMs: () => number): Analytics {
  const catalogueRef = CATALOGUE.in(db).doc("catalogue");
  const quietRef = QUIET.in(db).doc("quiet");
  const reportRef = (id: string) => db.collection(REPORTS).doc(id);
  const tableRef = (id: string, name: string) => TABLES.in(reportRef(id)).doc(name);
  /** Values are only ever added: those that were read once are good for as long as the process lives. */
  const known = { values: null as Catalogue["values"] | null, readAt: 0 };

  return {
    catalogue: () => reaching(read),

    async isKnown(name, value) {
      const knows = () => known.values !== null && Object.hasOwn(known.values[name], value);
      if (!knows() && nowMs() >= known.readAt + LOOK_AGAIN_MS) await reaching(read);
      return knows();
    },

    async tables(reports, key) {
      const docs = await getAll(reports.map(({ id }) => tableRef(id, tableName(key))));
      return docs.flatMap((doc) => doc.data()?.table ?? []);
    },

    async market() {
      const docs = await getAll(CATEGORY_NAMES.map((name) => db.collection(SUMS_IN.market).doc(name)));
      const times = docs.map((doc) => doc.updateTime?.toMillis() ?? 0);
      const newest = Math.max(...times);
      const sums = new Map(CATEGORY_NAMES.map((name, at) => [name, readSums(docs[at])] as const));
      return { sums, updatedAt: newest === 0 ? null : newest };
    },

    firstDay: () =>
      reaching(async () => {
        const { docs } = await db.collection(SUMS_IN.analytics).orderBy(FieldPath.documentId()).select().limit(1).get();
        return docs[0]?.id.slice(0, "2026-01-31".length) ?? null;
      }),

    cube: (from, to) =>
      reaching(async () => {
        const state = await LEDGER_STATE.in(db).doc("state").get();
        if (state.data()?.mustClear === true) return null;
        return atMoment(db, state, (transaction) => readCube(transaction, from, to));
      }, CUBE_MS),

    quietUpTo: () => reaching(async () => (await quietRef.get()).data()?.upTo ?? null),

    keepQuiet: (upTo) => reaching(async () => void (await quietRef.set({ upTo }))),

    async publish({ tables, values }, { from, to }, publishedAt) {
      const content = tables.map((table) => [tableName(table), tableText(table)] as const);
      const digest = sha256(canonicalJson(content)).slice(0, 16);
      const id = `${from}-${digest}`;
      const putAll = (some: typeof tables) =>
        batchOf(
          db,
          some.map((table) => (batch) => batch.set(tableRef(id, tableName(table)), { table })),
        );
      for (const some of chunksOf(chunksOf(tables, BATCH), PARALLEL))
        await Promise.all(some.map((batch) => reaching(() => putAll(batch).commit())));
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
          const stored = (await transaction.get(catalogueRef)).data()?.reports;
          // Written only if no report was added meanwhile.
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
    const days = db.collection(SUMS_IN.analytics).orderBy(FieldPath.documentId()).startAt(from).endBefore(to);
    for await (const doc of allOf(days, PAGE, transaction)) {
      for (const [name, fields] of Object.entries((doc.get(SUMS) as Record<string, Record<string, number>>) ?? {}))
        cells.set(name, addCounts(cells.get(name) ?? NO_COUNTS, countsIn(fields)));
    }
    return new Map([...cells].map(([name, counts]) => [cellNamed(name), counts]));
  }

  /** Whether the outcome of a task in these days is not posted yet. */
  async function waits(transaction: Transaction, from: string, to: string): Promise<boolean> {
    const unposted = TASKS.in(db).where("unbooked", "==", true).orderBy(FieldPath.documentId());
    for await (const doc of allOf(unposted, UNPOSTED_PAGE, transaction)) {
      const facts = factsIn(doc.data());
      const ended = facts && endedAt(facts.task);
      if (ended !== null && dayOf(ended) >= from && dayOf(ended) < to) return true;
    }
    return false;
  }

  /** More of the values, for good: they are of the report with which they were published. */
  function valuesRef(id: string, at: number): DocumentReference<{ values: string }> {
    return VALUES.in(reportRef(id)).doc(String(at));
  }

  async function readCatalogue(): Promise<Catalogue | null> {
    const stored = (await catalogueRef.get()).data();
    if (!stored) return null;
    const { reports, values, publishedAt, pages = 0 } = stored;
    const more = await getAll(Array.from({ length: pages }, (_, at) => valuesRef(reports.at(-1)?.id ?? "", at)));
    const text = [values, ...more.map((page) => page.data()?.values)].join("");
    return { reports, values: JSON.parse(text) as Catalogue["values"], publishedAt };
  }

  async function read(): Promise<Catalogue | null> {
    const catalogue = await readCatalogue();
    known.readAt = nowMs();
    known.values = catalogue?.values ?? null;
    return catalogue;
  }
}

/** A text in pieces that each fit into a document: one text and no fields, because a value may be any name, which a field may not. */
function piecesOf(json: string): string[] {
  const ascii = json.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return Array.from({ length: Math.ceil(ascii.length / VALUES_PAGE) }, (_, at) =>
    ascii.slice(at * VALUES_PAGE, (at + 1) * VALUES_PAGE),
  );
}

/** Which reports are published, in `analytics/catalogue`; the values are JSON text, continued on more pages. */
const CATALOGUE = new Documents<Omit<Catalogue, "values"> & { readonly values: string; readonly pages?: number }>(
  "analytics",
  plain("reports", "values", "pages", "publishedAt"),
);

/** Up to when there is nothing to report, in `analytics/quiet`. */
const QUIET = new Documents<{ readonly upTo: string }>("analytics", plain("upTo"));

/** More of the catalogue's values, in `analyticsReports/{report}/values/{number}`. */
const VALUES = new Documents<{ readonly values: string }>("values", plain("values"));

/** The tables of a report, in `analyticsReports/{report}/tables/{table}`. */
const TABLES = new Documents<{ readonly table: Table }>("tables", {
  table: { encode: tableText, decode: (text) => tableIn(text as string) },
});

type StoredCounts = Readonly<Record<string, number>>;

/** A table as one text, because it is not queried and takes less space. */
function tableText({ totals, rows, suppressedRows }: Table): string {
  const packed = (counts: Counts) => Object.fromEntries(countFields(counts));
  return JSON.stringify({
    totals: packed(totals),
    rows: rows.map(({ key, counts }) => ({ key, counts: packed(counts) })),
    suppressedRows,
  });
}

function tableIn(text: string): Table {
  const { totals, rows, suppressedRows } = JSON.parse(text) as {
    totals: StoredCounts;
    rows: { key: string; counts: StoredCounts }[];
    suppressedRows: number;
  };
  return {
    totals: countsIn(totals),
    rows: rows.map(({ key, counts }) => ({ key, counts: countsIn(counts) })),
    suppressedRows,
  };
}
