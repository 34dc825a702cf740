import {
  FieldPath,
  FieldValue,
  type CollectionReference,
  type DocumentSnapshot,
  type Firestore,
  type Timestamp,
  type WriteBatch,
  type WriteResult,
  type DocumentData,
} from "@google-cloud/firestore";
import type { AccountingRow } from "../../../domain/accounting/row";
import { sum, difference, type Contribution, type SumName, type Increments } from "../../../domain/contribution";
import { pairsIn, withPairs } from "../../../domain/reputation/reputationOf";
import { LedgerOvertaken, type Posted, type LedgerWriter, type LedgerRun, type Left } from "../../../ports/ledger";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import { isImpossible, reaching, unlessConflict } from "../faults";
import { LEDGER_STATE, POSTINGS, ROWS, rowDigest, rowName, type LedgerState, type Posting } from "./ledger";
import { finalPaymentIn, PAYMENTS } from "../payments/payments";
import { getAll } from "../reading";
import { addSums, clearSums, pathOf, readSums, sumsAt, usualIn } from "../sumDocument";
import { factsIn, TASKS } from "../tasks/taskDocument";
import { usualFields } from "../tasks/taskListing";
import { batchOf, type Write } from "../unitOfWork";

/** Tasks or payments in one write. */
const BATCH = 50;
/** Documents in one write that clears. */
const CLEARED = 300;
/** The value of `unbooked` for an entry that cannot be posted as it is. */
const SET_ASIDE = "set aside";
const NOTHING: Contribution = { rows: [], increments: new Map() };

/**
 * Rows in `ledger`, sums in the field `sums` of the documents in their paths, and what was posted for each entry in
 * `bookings/{entry}`. The stored field `unbooked` marks entries to post.
 *
 * Every write also increments `books/state`, provided it is unchanged since it was read: so there is one writer at a
 * time, and sums can be read, increased and written.
 */
export function firestoreLedgerWriter(db: Firestore): LedgerWriter {
  const stateRef = LEDGER_STATE.in(db).doc("state");

  return {
    async begin() {
      const state = await reaching(() => stateRef.get());
      return new Run(db, state);
    },
    async requireClearing() {
      const fields = { mustClear: true, marked: {}, writes: FieldValue.increment(1) };
      await reaching(() => stateRef.set(fields, { merge: true }));
    },
  };
}

class Run implements LedgerRun {
  readonly mustClear: boolean;
  /** Every collection that ever had sums. */
  private collections: readonly string[];
  private stateAt: Timestamp | undefined;

  constructor(
    private readonly db: Firestore,
    private readonly state: DocumentSnapshot<LedgerState>,
  ) {
    this.mustClear = state.data()?.mustClear === true;
    this.collections = state.data()?.collections ?? [];
    this.stateAt = state.updateTime;
  }

  async clear(): Promise<void> {
    for (const { path } of [ROWS, POSTINGS]) await this.eachOf(path, (batch, doc) => batch.delete(doc.ref));
    for (const collection of this.collections) await this.eachOf(collection, clearSums);
    const marked = { ...this.state.data()?.marked };
    for (const { path } of [TASKS, PAYMENTS])
      await this.eachOf(path, (batch, doc) => batch.update(doc.ref, { unbooked: true }), marked);
    this.collections = [];
    await this.write([], { mustClear: false, marked: {} });
  }

  postTasks(contributionOf: Parameters<LedgerRun["postTasks"]>[0], after: string | null): Promise<Posted> {
    return this.post(TASKS.in(this.db), after, (stored) => {
      const facts = factsIn(stored);
      return facts ? contributionOf(facts) : NOTHING;
    });
  }

  postPayments(contributionOf: Parameters<LedgerRun["postPayments"]>[0], after: string | null): Promise<Posted> {
    return this.post(PAYMENTS.in(this.db), after, (stored) => {
      const payment = finalPaymentIn(stored);
      return payment ? contributionOf(payment) : NOTHING;
    });
  }

  private async post<T>(
    source: CollectionReference<T>,
    after: string | null,
    contributionOf: (stored: T | undefined) => Contribution,
  ): Promise<Posted> {
    const unposted = source.where("unbooked", "==", true).orderBy(FieldPath.documentId()).limit(BATCH);
    const { docs } = await reaching(() => (after === null ? unposted : unposted.startAfter(after)).get());
    const next = docs.length < BATCH ? null : (docs.at(-1)?.id ?? null);
    const { changes, left } = await this.changesOf(docs, contributionOf);
    const refused = await this.tryPost(changes);
    let posted = refused === null ? changes.length : 0;
    // One of them has changed since, or cannot be written: post each one separately in its current state.
    for (const { doc } of refused === null ? [] : changes) {
      const again = await this.changesOf([await reaching(() => source.doc(doc.id).get())], contributionOf);
      left.push(...again.left);
      const [change] = again.changes;
      if (!change) continue;
      const stays = await this.postOne(change);
      if (stays === null) posted += 1;
      else left.push({ name: doc.id, ...stays, doc: change.doc });
    }
    for (const { doc } of left.filter(({ isLasting }) => isLasting)) await this.setAside(doc);
    return { posted, left: left.map(({ name, reason, isLasting }) => ({ name, reason, isLasting })), next };
  }

  /** Posts one entry. If its analytics do not fit, it is posted with fewer: the ledger never waits for analytics. */
  private async postOne(change: Change): Promise<Pick<Left, "reason" | "isLasting"> | null> {
    let stays = await this.tryPost([change]);
    for (const instead of stays?.isLasting ? change.instead : []) {
      if (!stays?.isLasting) return stays;
      stays = await this.tryPost([{ ...change, ...instead }]);
    }
    return stays;
  }

  /** The difference between each entry's posting and what was posted before. */
  private async changesOf<T>(
    docs: readonly DocumentSnapshot<T>[],
    contributionOf: (stored: T | undefined) => Contribution,
  ) {
    const changes: Change[] = [];
    const left: (Left & { doc: DocumentSnapshot<unknown> })[] = [];
    const postings = POSTINGS.in(this.db);
    const before = await getAll(docs.map(({ id }) => postings.doc(id)));
    for (const [at, doc] of docs.entries()) {
      try {
        changes.push(changeOf(doc, before[at]?.data(), contributionOf(doc.data())));
      } catch (error) {
        left.push({ name: doc.id, reason: messageOf(error), isLasting: true, doc });
      }
    }
    return { changes, left };
  }

  /**
   * Null if they were posted; otherwise nothing was written, because one of them has changed since it was read or can
   * never be written.
   */
  private async tryPost(changes: readonly Change[]): Promise<Pick<Left, "reason" | "isLasting"> | null> {
    if (changes.length === 0) return null;
    const posted = sum(changes.map((change) => change.increments));
    const increments = withPairs(await this.sumsOf(pairsIn(posted)), posted);
    const paths = [...increments.keys()].map(pathOf);
    const known = await getAll(paths.map((path) => this.db.doc(path)));
    const writes: Write[] = [
      (batch) => {
        const sums = new Map<string, ReadonlyMap<string, number>>();
        for (const doc of known)
          sums.set(doc.ref.path, addSums(batch, doc, increments.get(sumsAt(doc.ref.path)) ?? new Map()));
        for (const change of changes) {
          const poster = sums.get(pathOf(`reputation/${String(change.doc.get("poster"))}`));
          writeChange(this.db, batch, change, poster && usualFields(change.doc.id, usualIn(poster)));
        }
      },
    ];
    const collections = paths.map((path) => path.slice(0, path.lastIndexOf("/")));
    try {
      const isWritten = await this.write(writes, {}, collections);
      return isWritten ? null : { reason: "it changes too often", isLasting: false };
    } catch (error) {
      if (error instanceof LedgerOvertaken || (error instanceof StoreUnavailable && !isImpossible(error.cause)))
        throw error;
      return { reason: messageOf(error instanceof StoreUnavailable ? error.cause : error), isLasting: true };
    }
  }

  private async sumsOf(names: readonly SumName[]) {
    const docs = await getAll(names.map((name) => this.db.doc(pathOf(name))));
    return new Map(docs.map((doc) => [sumsAt(doc.ref.path), readSums(doc)]));
  }

  /** Sets the entry aside: it is tried again after a change or a rebuild. */
  private async setAside({ ref, updateTime: lastUpdateTime }: DocumentSnapshot<unknown>): Promise<void> {
    const unchanged = lastUpdateTime ? { lastUpdateTime } : {};
    await unlessConflict(() => this.db.batch().update(ref, { unbooked: SET_ASIDE }, unchanged).commit());
  }

  /**
   * Commits the writes if no other run has written to the ledger; false if another precondition fails. `state` is stored
   * in the same commit.
   */
  private async write(
    writes: readonly Write[],
    state: Partial<LedgerState>,
    collections: readonly string[] = [],
  ): Promise<boolean> {
    const all = [...new Set([...this.collections, ...collections])].sort();
    const fields = { ...state, collections: all, writes: FieldValue.increment(1) };
    const { ref } = this.state;
    const lastUpdateTime = this.stateAt;
    const own: Write = (batch) =>
      lastUpdateTime ? batch.update(ref, fields, { lastUpdateTime }) : batch.create(ref.withConverter(null), fields);
    let written: WriteResult | undefined;
    const batch = batchOf(this.db, [own, ...writes]);
    const commit = async () => void ([written] = await batch.commit());
    if (await unlessConflict(commit)) {
      this.stateAt = written?.writeTime;
      this.collections = all;
      return true;
    }
    const now = await reaching(() => ref.get());
    const isMine = this.stateAt ? now.updateTime?.isEqual(this.stateAt) === true : !now.exists;
    if (!isMine) throw new LedgerOvertaken();
    return false;
  }

  /** Changes every document of a collection. `marked` says where to resume, and is kept up to date. */
  private async eachOf(
    collection: string,
    change: (batch: WriteBatch, doc: DocumentSnapshot) => void,
    marked: Record<string, string> | null = null,
  ): Promise<void> {
    const all = this.db.collection(collection).orderBy(FieldPath.documentId()).limit(CLEARED);
    const begun = marked?.[collection];
    for (let query = begun === undefined ? all : all.startAfter(begun); ;) {
      const { docs } = await reaching(() => query.get());
      const last = docs.at(-1);
      if (!last) return;
      // Where one of them has changed meanwhile, they are read again.
      const upTo = { ...marked, [collection]: last.id };
      if (
        !(await this.write(
          docs.map((doc) => (batch) => change(batch, doc)),
          marked ? { marked: upTo } : {},
        ))
      )
        continue;
      if (marked) marked[collection] = last.id;
      query = all.startAfter(last.id);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An entry, and its change. */
interface Change {
  readonly doc: DocumentSnapshot<unknown>;
  readonly increments: Increments;
  readonly rows: readonly AccountingRow[];
  /** Names of rows that are none any more. */
  readonly gone: readonly string[];
  readonly posting: Posting | null;
  /** The same with less of its analytics, in the order in which to try. */
  readonly instead: readonly Pick<Change, "increments" | "posting">[];
}

/** The difference between an entry's posting and what was posted before. */
function changeOf(
  doc: DocumentSnapshot<unknown>,
  before: Posting = { rows: {}, increments: {} },
  { rows, increments, analytics = [] }: Contribution,
): Change {
  const digests = Object.fromEntries(rows.map((row) => [rowName(row), rowDigest(row)]));
  const [own, ...instead] = [...analytics, new Map()].map((one) => {
    const all = sum([increments, one]);
    const isNothing = rows.length === 0 && all.size === 0;
    return {
      increments: difference(asIncrements(before.increments), all),
      posting: isNothing ? null : { rows: digests, increments: asObject(all) },
    };
  });
  return {
    doc,
    ...(own as Pick<Change, "increments" | "posting">),
    instead,
    rows: rows.filter((row) => before.rows[rowName(row)] !== digests[rowName(row)]),
    gone: Object.keys(before.rows).filter((name) => !(name in digests)),
  };
}

/** Writes an entry's rows and posting, with `besides` in the entry, provided that the entry is unchanged since it was read. */
function writeChange(
  db: Firestore,
  batch: WriteBatch,
  { doc, rows, gone, posting }: Change,
  besides: DocumentData = {},
): void {
  const ledger = ROWS.in(db);
  for (const row of rows) batch.set(ledger.doc(rowName(row)), row);
  for (const name of gone) batch.delete(ledger.doc(name));
  const postingRef = POSTINGS.in(db).doc(doc.id);
  if (posting) batch.set(postingRef, posting);
  else batch.delete(postingRef);
  const { updateTime: lastUpdateTime } = doc;
  batch.update(doc.ref, { ...besides, unbooked: FieldValue.delete() }, lastUpdateTime ? { lastUpdateTime } : {});
}

function asObject(increments: Increments): Posting["increments"] {
  return Object.fromEntries([...increments].map(([name, fields]) => [pathOf(name), Object.fromEntries(fields)]));
}

function asIncrements(stored: Posting["increments"]): Increments {
  return new Map(Object.entries(stored).map(([path, fields]) => [sumsAt(path), new Map(Object.entries(fields))]));
}
