import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Timestamp } from "@google-cloud/firestore";
import { firestoreAnalytics } from "../../../functions/src/adapters/firestore/ledger/analytics";
import { firestoreDeadlines } from "../../../functions/src/adapters/firestore/tasks/deadlines";
import { firestoreEventLog } from "../../../functions/src/adapters/firestore/events/eventLog";
import { firestoreMandates } from "../../../functions/src/adapters/firestore/payments/mandates";
import { firestoreInterests } from "../../../functions/src/adapters/firestore/tasks/interests";
import { firestoreJobRuns } from "../../../functions/src/adapters/firestore/jobRuns";
import { firestoreLedger } from "../../../functions/src/adapters/firestore/ledger/ledger";
import { firestoreLiabilities } from "../../../functions/src/adapters/firestore/credits/liabilities";
import { firestoreProjections } from "../../../functions/src/adapters/firestore/indexing/projections";
import { firestorePayments } from "../../../functions/src/adapters/firestore/payments/payments";
import { firestoreListings } from "../../../functions/src/adapters/firestore/accounts/listings";
import { firestoreRatings } from "../../../functions/src/adapters/firestore/accounts/ratings";
import { chunksOf } from "../../../functions/src/adapters/firestore/reading";
import { recountWallets, relistTasks } from "../../../functions/src/adapters/firestore/indexing/repairs";
import { firestoreResubmissions } from "../../../functions/src/adapters/firestore/tasks/resubmissions";
import { firestoreWalletStore } from "../../../functions/src/adapters/firestore/payments/walletStore";
import { SUBSCRIPTIONS, firestoreWebhooks } from "../../../functions/src/adapters/firestore/events/webhooks";
import { firestoreWithdrawals } from "../../../functions/src/adapters/firestore/credits/withdrawals";
import { TASKS } from "../../../functions/src/adapters/firestore/tasks/taskDocument";
import { firestoreThreads } from "../../../functions/src/adapters/firestore/tasks/threads";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import { EQUAL_FILTERS, LISTED_STATUSES, searchOf, type SearchInput } from "../../../functions/src/domain/task/search";
import { INTEREST_SORTS } from "../../../functions/src/domain/interest";
import { LISTING_FILTERS, listingSearchOf, type ListingQuery } from "../../../functions/src/domain/listing";
import type { RowFilters } from "../../../functions/src/domain/accounting/totals";
import type { NewEvent } from "../../../functions/src/domain/events/event";
import { factsOf, keysOfEvent } from "../../../functions/src/domain/webhooks/subscription";
import { POSTER, WORKER } from "../../setup/tasks/histories";
import { taskIn } from "../../domain/task/lives";
import { postAll } from "../../setup/bookkeeping";
import { testFirestore } from "../../setup/firestore";
import { newSubscription } from "../../setup/webhooks";
import { interceptFirestore } from "../../setup/database/interceptFirestore";

/**
 * The emulator answers every query; Firestore itself refuses one that no index serves. So every query of the stores is
 * compared with firestore.indexes.json here, as Firestore would: https://firebase.google.com/docs/firestore/query-data/index-overview
 */
const ROOT = path.join(__dirname, "../../..");
const ADAPTERS = path.join(ROOT, "functions/src/adapters/firestore");

interface Index {
  readonly collectionGroup: string;
  readonly fields: readonly { readonly fieldPath: string; readonly order?: string; readonly arrayConfig?: string }[];
}
interface Override {
  readonly collectionGroup: string;
  readonly fieldPath: string;
  readonly ttl?: boolean;
}
const file = JSON.parse(readFileSync(path.join(ROOT, "firestore.indexes.json"), "utf8")) as {
  indexes: Index[];
  fieldOverrides: Override[];
};

/** What decides which indexes serve a query. */
interface Asked {
  readonly collection: string;
  /** Fields that must be equal to something, `[]` behind those that must contain it. */
  readonly equal: readonly string[];
  /** Fields that the answers are sorted by, with the direction; without the document's name where it is sorted like the field before it, as in every index. */
  readonly order: readonly string[];
}

interface Field {
  fieldPath: string;
}
interface FieldFilter {
  field: Field;
  op: string;
}
interface Filter {
  compositeFilter?: { filters: Filter[] };
  fieldFilter?: FieldFilter;
  unaryFilter?: FieldFilter;
}
interface StructuredQuery {
  from: { collectionId: string }[];
  where?: Filter;
  orderBy?: { field: Field; direction: string }[];
}
interface QueryRequest {
  structuredQuery?: StructuredQuery;
  structuredAggregationQuery?: { structuredQuery: StructuredQuery; aggregations: { sum?: { field: Field } }[] };
}

const { db } = testFirestore();
const asked = new Map<string, Asked>();
interceptFirestore(db, (_method, request, send) => {
  const { structuredQuery, structuredAggregationQuery } = request as QueryRequest;
  const query = structuredQuery ?? structuredAggregationQuery?.structuredQuery;
  const sums =
    structuredAggregationQuery?.aggregations.flatMap(({ sum }) => (sum ? [`${sum.field.fieldPath} ASCENDING`] : [])) ??
    [];
  if (query) note(query, sums);
  return send();
});

function note({ from, where, orderBy = [] }: StructuredQuery, sums: readonly string[]): void {
  const filters = filtersIn(where).filter(({ field }) => field.fieldPath !== "__name__");
  // An IN or ARRAY_CONTAINS_ANY is a union of the others.
  const isEqual = ({ op }: FieldFilter) => ["EQUAL", "IN", "ARRAY_CONTAINS", "ARRAY_CONTAINS_ANY"].includes(op);
  const equal = filters
    .filter(isEqual)
    .map(({ field, op }) => `${field.fieldPath}${op.startsWith("ARRAY") ? "[]" : ""}`);
  const ranges = filters.filter((filter) => !isEqual(filter)).map(({ field }) => field.fieldPath);
  const unsorted = ranges
    .filter((name) => !orderBy.some(({ field }) => field.fieldPath === name))
    .map((name) => `${name} ASCENDING`);
  const order = [
    ...new Set([...unsorted, ...orderBy.map(({ field, direction }) => `${field.fieldPath} ${direction}`), ...sums]),
  ];
  const [name, direction] = order.at(-1)?.split(" ") ?? [];
  const isImplied = name === "__name__" && direction === (order.at(-2)?.split(" ")[1] ?? "ASCENDING");
  const one: Asked = {
    collection: from[0]?.collectionId ?? "",
    equal: [...new Set(equal)].sort(),
    order: isImplied ? order.slice(0, -1) : order,
  };
  asked.set(JSON.stringify(one), one);
}

function filtersIn(filter: Filter | undefined): FieldFilter[] {
  if (filter?.compositeFilter) return filter.compositeFilter.filters.flatMap(filtersIn);
  return [filter?.fieldFilter, filter?.unaryFilter].filter((one) => one !== undefined);
}

/** Whether some indexes together serve the query: each sorted like it behind some of its equal fields, and none of these left out. */
function isServed(query: Asked): boolean {
  const { collection, equal, order } = query;
  if (order.length === 0) return equal.every((field) => hasOwnIndex(collection, field));
  if (equal.length === 0 && order.length === 1) return hasOwnIndex(collection, order[0] ?? "");
  const indexes = serving(query);
  const covered = new Set(indexes.flatMap((fields) => fields.slice(0, -order.length)));
  return indexes.length > 0 && equal.every((field) => covered.has(field));
}

/** Every field has one by itself, but those that are exempt. */
function hasOwnIndex(collection: string, field: string): boolean {
  const name = field.replace(/(\[\]| .*)$/, "");
  return !file.fieldOverrides.some(
    ({ collectionGroup, fieldPath }) => collectionGroup === collection && (fieldPath === "*" || fieldPath === name),
  );
}

/** The fields of the composite indexes that help to serve a query, written like its own. */
function serving({ collection, equal, order }: Asked): string[][] {
  const written = file.indexes
    .filter(({ collectionGroup }) => collectionGroup === collection)
    .map(({ fields }) =>
      fields.map(({ fieldPath, arrayConfig, order: way }, at) =>
        at < fields.length - order.length ? `${fieldPath}${arrayConfig ? "[]" : ""}` : `${fieldPath} ${way}`,
      ),
    );
  if (order.length === 0)
    return written.filter((fields) => fields.length === equal.length && fields.every((field) => equal.includes(field)));
  return written.filter(
    (fields) =>
      fields.slice(-order.length).join() === order.join() &&
      fields.slice(0, -order.length).every((field) => equal.includes(field)),
  );
}

const CREATED: NewEvent = {
  id: "e",
  type: "task.created",
  timeMs: 0,
  task: null,
  actor: null,
  recipients: [POSTER],
  data: {},
  block: null,
  supersedes: null,
};

const FILTERS: readonly RowFilters[] = [null, "poster" as const].flatMap((role) =>
  [null, "reward" as const].flatMap((type) =>
    [null, "human" as const].flatMap((contract) =>
      [null, "2026-01-31"].map((day) => ({ role, type, contract, fromDay: day, toDay: day })),
    ),
  ),
);

/** Every combination that /mkt/tasks accepts: each filter given or not, and each status, order, range and number of words. */
const VALUES: SearchInput = {
  contract: "human",
  category: "data",
  country: "PT",
  industry: "retail",
  mode: "instant",
  poster: POSTER,
  tag: "a",
};
const RANGES: readonly SearchInput[] = [
  {},
  { sort: "reward" },
  { sort: "closing" },
  { minRewardUsdc: "1" },
  { maxRewardUsdc: "1" },
  { minRewardUsdc: "1", maxRewardUsdc: "2" },
  { closesBefore: "2026-12-31" },
  { sort: "decision" },
  { decidedWithinHours: 5 },
  { sort: "approved" },
  { minApprovedPercent: 90 },
  { q: "words" },
  { q: "several different words" },
];
const FILTER_SETS = EQUAL_FILTERS.reduce<SearchInput[]>(
  (sets, name) => [...sets, ...sets.map((set) => ({ ...set, [name]: VALUES[name] }))],
  [{}],
);
const OPEN_ONLY = ["closing", "decision", "approved"];
const SEARCHES = LISTED_STATUSES.flatMap((status) =>
  RANGES.filter((range) => status === "open" || !OPEN_ONLY.includes(searchOf(range, 1).sort)).flatMap((range) =>
    FILTER_SETS.map((set) => searchOf({ ...set, ...range, status }, 1)),
  ),
);

beforeAll(async () => {
  const { contract, taskId } = taskIn("FUNDED");
  const key = { contract, taskId };
  const tasks = firestoreTasks(db);
  for (const cursor of [null, "0"]) {
    for (const kind of ["posted", "started", "completed"] as const)
      await tasks.page({ kind, wallet: POSTER }, 5, cursor);
    for (const sort of INTEREST_SORTS) await firestoreInterests(db).ofTask(taskIn("FUNDED"), sort, 5, cursor);
    for (const side of ["received", "given"] as const) await firestoreRatings(db).page(side, POSTER, 5, cursor);
    for (const filters of FILTERS) await firestoreLedger(db).page(POSTER, filters, 5, cursor);
    for (const filters of FILTERS)
      for await (const row of firestoreLedger(db).stream(POSTER, filters, cursor)) expect(row).toBeUndefined();
  }
  for (const some of chunksOf(SEARCHES, 64)) await Promise.all(some.map((search) => tasks.search(search, 5, null)));
  for (const status of LISTED_STATUSES) await tasks.count({ status, equal: { category: "data" } }, 5);
  await firestoreInterests(db).count(taskIn("FUNDED"));
  await firestoreInterests(db).countChanged(5);
  for (const cursor of [null, "7."]) await firestoreInterests(db).ofWorker(WORKER, 5, cursor);
  for (const filters of FILTERS) await firestoreLedger(db).ofTask(POSTER, key, filters);
  for (const after of [undefined, taskIn("FUNDED")]) await tasks.overdue(1, 5, after);
  await firestoreProjections(db).moveCursor(contract, null, { finalBlock: 0n, checkpoints: [], behind: [] });
  await firestoreLiabilities(db).owed(contract);
  // More than a page of strays, so that the cursor behind it is asked for as well.
  const strays = db.batch();
  for (let at = 0; at < 301; at++)
    strays.set(db.collection(TASKS.path).doc(`human-${at}`), { contract, tailFrom: 1, tailTo: 1, unbooked: true });
  await strays.commit();
  await firestoreProjections(db).tailsFrom(contract, 1n);
  await firestoreProjections(db).tailsUpTo(contract, 1n);
  await firestorePayments(db).pendingFinality(5);
  await firestorePayments(db).bought(POSTER, "/demand-insights", "0x12", 1);
  const claimedLast = { value: { claimedAt: 1, intentKey: "i" }, version: "1.0" } as never;
  await firestorePayments(db).unfinished("settling", { fromMs: 0, toMs: 2 }, 1, claimedLast);
  const orphaned = {
    key: "orphaned",
    finality: "orphaned",
    claimedAt: Timestamp.fromMillis(1),
    amountUsdcUnits: "1",
    blockNumber: "1",
  };
  await db.collection("payments").doc("orphaned").set(orphaned);
  await firestorePayments(db).toLookFor(0, 1);
  await firestoreJobRuns(db).waiting(0, 5);
  await firestoreResubmissions(db).waiting(5);
  await firestoreResubmissions(db).postponed(1, 5);
  for (const purpose of ["settlement", "relay", "keeper"] as const) {
    await firestoreWalletStore(db, purpose, POSTER).waiting();
    await firestoreWalletStore(db, purpose, POSTER).fromNonce(1);
  }
  await firestoreAnalytics(db, () => 0).firstDay();
  await firestoreAnalytics(db, () => 0).cube("2026-01-01", "2026-02-01");
  const thread = { ...key, poster: POSTER, worker: WORKER };
  for (const wanted of [{ before: null }, { before: 5 }, { after: 0 }])
    await firestoreThreads(db).list(thread, wanted, 5);
  for (const cursor of [null, "1-human-1"]) await tasks.waiting(POSTER, 5, cursor);
  for (const cursor of [null, "1-human-1"]) await tasks.disputed(POSTER, 5, cursor);
  for (const cursor of [null, "1-human-1"]) await tasks.page({ kind: "ruled", wallet: POSTER }, 5, cursor);
  const log = firestoreEventLog(db);
  await firestoreDeadlines(db, log).giveNotice(0, 5);
  await firestoreWithdrawals(db, log).pending("human");
  const feed = { wallet: POSTER, contract: null, taskId: null };
  for (const topics of [null, ["task.created", "task.started"] as const])
    await log.read({ feed, topics, after: 0, limit: 5 });
  await log.read({ feed: null, topics: null, after: 0, limit: 5 });
  await log.count(feed, 0, 5);
  await log.publish();
  await db.doc("boards/" + POSTER).set({ posted: 1 });
  for (const cursor of [null, POSTER]) await firestoreMandates(db).ofOwner(POSTER, 5, cursor);
  const webhooks = firestoreWebhooks(db, { maxOpen: 5, page: 1 });
  const told = { ...CREATED, task: key };
  const facts = factsOf(told, null);
  for (const id of ["wh_1", "wh_2"])
    await db.doc(`webhooks/${id}`).set(SUBSCRIPTIONS.toFirestore(newSubscription({ id, scope: "market" })));
  for await (const { isOwn } of webhooks.matching(keysOfEvent(told, facts), facts, "8", null))
    expect(isOwn).toBe(false);
  for (const cursor of [null, "0"]) await webhooks.deliveries("wh_1", 5, cursor);
  const listings = firestoreListings(db);
  const set = { wallet: POSTER, category: "data", country: "PT", industry: "media", tag: "text" } as const;
  const sets = Array.from({ length: 2 ** LISTING_FILTERS.length }, (_, bits) =>
    Object.fromEntries(LISTING_FILTERS.flatMap((name, at) => (bits & (1 << at) ? [[name, set[name]]] : []))),
  );
  const ranges = [
    {},
    { q: "two words" },
    { sort: "price" },
    { maxPriceUsdc: "1" },
    { sort: "rating" },
    { minRating: 4 },
  ];
  for (const some of sets)
    await Promise.all(
      ranges.flatMap((range) =>
        [null, "0"].map((cursor) =>
          listings.search(listingSearchOf({ ...some, ...(range as ListingQuery) }), 5, cursor),
        ),
      ),
    );
  await db.doc(`profiles/${POSTER}`).set({ relist: true });
  expect(await listings.renewRecords(5)).toBe(1);
  await db.doc(`profiles/${POSTER}`).set({ usualAfter: "" });
  expect(await tasks.renewUsual(5)).toBe(1);
  await recountWallets(db);
  await relistTasks(db);
  await postAll(db);
}, 120_000);

describe("firestore.indexes.json", () => {
  it("M17: has an index for every query of the stores", () => {
    expect(asked.size).toBeGreaterThan(40);
    expect([...asked.values()].filter((query) => !isServed(query))).toEqual([]);
  });

  it("has no composite index that no query needs", () => {
    const plain = (fields: readonly string[]) => fields.map((field) => field.replace(/ (ASC|DESC)ENDING$/, "")).join();
    const used = new Set(
      [...asked.values()].flatMap((query) => serving(query).map((fields) => `${query.collection} ${plain(fields)}`)),
    );
    const all = file.indexes.map(
      ({ collectionGroup, fields }) =>
        `${collectionGroup} ${fields.map(({ fieldPath, arrayConfig }) => `${fieldPath}${arrayConfig ? "[]" : ""}`).join()}`,
    );
    expect(all.filter((name) => !used.has(name))).toEqual([]);
  });

  it("is compared with every store that queries more than documents by name", () => {
    const stores = storeFiles().filter((name) => readFileSync(path.join(ADAPTERS, name), "utf8").includes(".where("));
    const here = readFileSync(__filename, "utf8");
    const behind: Record<string, readonly string[]> = {
      "ledger/ledgerWriter.ts": ["bookAll"],
      "tasks/interests.ts": ["ofWorker", "countChanged"],
      "tasks/taskListing.ts": ["tasks.search"],
    };
    const asked = (name: string) => behind[name] ?? [`firestore/${name.slice(0, -3)}"`];
    expect(stores.length).toBeGreaterThan(10);
    expect(stores.filter((name) => !asked(name).every((mention) => here.includes(mention)))).toEqual([]);
  });

  it("lets every store that says when its documents expire have them deleted then", () => {
    const timed = storeFiles().filter((name) =>
      /(collection|Documents(<.*>)?)\([^]*expireAt/.test(readFileSync(path.join(ADAPTERS, name), "utf8")),
    );
    const deleted = file.fieldOverrides
      .filter(({ ttl, fieldPath }) => ttl && fieldPath === "expireAt")
      .map(({ collectionGroup }) => `"${collectionGroup}"`);
    expect(
      timed.filter(
        (name) => !deleted.some((collection) => readFileSync(path.join(ADAPTERS, name), "utf8").includes(collection)),
      ),
    ).toEqual([]);
  });
});

function storeFiles(): string[] {
  return readdirSync(ADAPTERS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
}
