import {
  FieldPath,
  FieldValue,
  type DocumentSnapshot,
  type Firestore,
  type Timestamp,
  type WriteBatch,
} from "@google-cloud/firestore";
import type { AccountingRow } from "../../domain/accounting/row";
import type { Contribution } from "../../domain/contribution/contribution";
import { difference, sum, type Increments } from "../../domain/contribution/increments";
import { LedgerOvertaken, type Posted, type LedgerWriter, type LedgerRun, type Left } from "../../ports/ledgerWriter";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import { isConflict, isImpossible, reaching } from "./faults";
import { readFinalPayment } from "./payments";
import { LEDGER, rowDigest, rowFields, rowName } from "./rowDocument";
import { addSums, clearSums } from "./sumDocument";
import { readFacts, TASKS } from "./taskDocument";

/** Tasks or payments in one write. */
const BATCH = 50;
/** Documents in one write that clears. */
const CLEARED = 300;
const POSTINGS = "bookings";
/** The sources of the ledger. */
const SOURCES = [TASKS, "payments"] as const;

/** What was posted for an entry: its rows by name, with their digests, and what it added to the sums. */
interface Posting {
  readonly rows: Readonly<Record<string, string>>;
  readonly increments: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * The last entry of each source marked as unposted since the ledger must be cleared: an interrupted run continues
 * there.
 */
type Marked = Record<string, string>;

/** An entry, and what is to change. */
interface Change {
  readonly doc: DocumentSnapshot;
  readonly increments: Increments;
  readonly rows: readonly AccountingRow[];
  /** Names of rows that are none any more. */
  readonly gone: readonly string[];
  readonly posting: Posting | null;
  /** The same with less of its analytics, in the order in which to try. */
  readonly instead: readonly Pick<Change, "increments" | "posting">[];
}

/** The value of `unbooked` for an entry that cannot be posted as it is. */
const SET_ASIDE = "set aside";
const NOTHING: Contribution = { rows: [], increments: new Map() };
const UNPOSTED: Posting = { rows: {}, increments: {} };

/**
 * Rows in `ledger`, sums in the field `sums` of the documents in their paths, and what was posted for each entry in
 * `bookings/{entry}`. The stored field `unbooked` marks entries to post.
 *
 * Every write also increments `books/state`, provided it is unchanged since it was read: so there is one writer at a
 * time, and sums can be read, increased and written.
 */
export function firestoreLedgerWriter(db: Firestore): LedgerWriter {
  const stateRef = db.collection("books").doc("state");

  return {
    async begin() {
      const state = await reaching(() => stateRef.get());
      return new Run(db, state);
    },
    requireClearing: () =>
      reaching(async () => {
        await stateRef.set({ mustClear: true, marked: {}, writes: FieldValue.increment(1) }, { merge: true });
      }),
  };
}

class Run implements LedgerRun {
  readonly mustClear: boolean;
  /** Every collection that ever had sums. */
  private collections: readonly string[];
  private stateAt: Timestamp | undefined;

  constructor(
    private readonly db: Firestore,
    private readonly state: DocumentSnapshot,
  ) {
    this.mustClear = state.get("mustClear") === true;
    this.collections = (state.get("collections") as string[] | undefined) ?? [];
    this.stateAt = state.updateTime;
  }

  async clear(): Promise<void> {
    for (const collection of [LEDGER, POSTINGS]) await this.eachOf(collection, (batch, doc) => batch.delete(doc.ref));
    for (const collection of this.collections) await this.eachOf(collection, clearSums);
    const marked = (this.state.get("marked") as Marked | undefined) ?? {};
    for (const source of SOURCES)
      await this.eachOf(source, (batch, doc) => batch.update(doc.ref, { unbooked: true }), marked);
    this.collections = [];
    await this.write([], { mustClear: false, marked: {} });
  }

  postTasks(contributionOf: Parameters<LedgerRun["postTasks"]>[0], after: string | null): Promise<Posted> {
    return this.post(TASKS, after, (doc) => {
      const facts = readFacts(doc);
      return facts ? contributionOf(facts) : NOTHING;
    });
  }

  postPayments(contributionOf: Parameters<LedgerRun["postPayments"]>[0], after: string | null): Promise<Posted> {
    return this.post("payments", after, (doc) => {
      const payment = readFinalPayment(doc);
      return payment ? contributionOf(payment) : NOTHING;
    });
  }

  private async post(
    source: string,
    after: string | null,
    contributionOf: (doc: DocumentSnapshot) => Contribution,
  ): Promise<Posted> {
    const unposted = this.db
      .collection(source)
      .where("unbooked", "==", true)
      .orderBy(FieldPath.documentId())
      .limit(BATCH);
    const { docs } = await reaching(() => (after === null ? unposted : unposted.startAfter(after)).get());
    const next = docs.length < BATCH ? null : (docs.at(-1)?.id ?? null);
    const { changes, left } = await this.changesOf(docs, contributionOf);
    const refused = await this.tryPost(changes);
    let posted = refused === null ? changes.length : 0;
    // One of them has changed since, or cannot be written: post each one separately in its current state.
    for (const { doc } of refused === null ? [] : changes) {
      const again = await this.changesOf([await reaching(() => doc.ref.get())], contributionOf);
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

  /** Books one entry; where its analytics have no room, with what is left of them: the ledger never waits for analytics. */
  private async postOne(change: Change): Promise<Pick<Left, "reason" | "isLasting"> | null> {
    let stays = await this.tryPost([change]);
    for (const instead of stays?.isLasting ? change.instead : []) {
      if (!stays?.isLasting) return stays;
      stays = await this.tryPost([{ ...change, ...instead }]);
    }
    return stays;
  }

  /** What each entry's booking lacks or has too much. */
  private async changesOf(docs: readonly DocumentSnapshot[], contributionOf: (doc: DocumentSnapshot) => Contribution) {
    const changes: Change[] = [];
    const left: (Left & { doc: DocumentSnapshot })[] = [];
    if (docs.length === 0) return { changes, left };
    const postings = await reaching(() =>
      this.db.getAll(...docs.map(({ id }) => this.db.collection(POSTINGS).doc(id))),
    );
    for (const [at, doc] of docs.entries()) {
      try {
        changes.push(changeOf(doc, (postings[at]?.data() as Posting | undefined) ?? UNPOSTED, contributionOf(doc)));
      } catch (error) {
        left.push({ name: doc.id, reason: messageOf(error), isLasting: true, doc });
      }
    }
    return { changes, left };
  }

  /**
   * Null if they were posted; otherwise nothing is written, because one of them has changed since it was read or can
   * never be written.
   */
  private async tryPost(changes: readonly Change[]): Promise<Pick<Left, "reason" | "isLasting"> | null> {
    if (changes.length === 0) return null;
    const increments = sum(changes.map((change) => change.increments));
    const paths = [...increments.keys()];
    const known =
      paths.length === 0 ? [] : await reaching(() => this.db.getAll(...paths.map((path) => this.db.doc(path))));
    const writes = [
      ...known.map((doc) => (batch: WriteBatch) => addSums(batch, doc, increments.get(doc.ref.path) ?? new Map())),
      ...changes.map((change) => (batch: WriteBatch) => this.add(batch, change)),
    ];
    try {
      const isWritten = await this.write(
        writes,
        {},
        paths.map((path) => path.slice(0, path.lastIndexOf("/"))),
      );
      return isWritten ? null : { reason: "it changes too often", isLasting: false };
    } catch (error) {
      if (error instanceof LedgerOvertaken || (error instanceof StoreUnavailable && !isImpossible(error.cause)))
        throw error;
      return { reason: messageOf(error instanceof StoreUnavailable ? error.cause : error), isLasting: true };
    }
  }

  /** Sets the entry aside: it is tried again after a change or a rebuild. */
  private async setAside({ ref, updateTime: lastUpdateTime }: DocumentSnapshot): Promise<void> {
    const batch = this.db.batch().update(ref, { unbooked: SET_ASIDE }, lastUpdateTime ? { lastUpdateTime } : {});
    await reaching(() => batch.commit()).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable && isConflict(error.cause))) throw error;
    });
  }

  private add(batch: WriteBatch, { doc, rows, gone, posting }: Change): void {
    for (const row of rows) batch.set(this.db.collection(LEDGER).doc(rowName(row)), rowFields(row));
    for (const name of gone) batch.delete(this.db.collection(LEDGER).doc(name));
    const postingRef = this.db.collection(POSTINGS).doc(doc.id);
    if (posting) batch.set(postingRef, posting);
    else batch.delete(postingRef);
    const { updateTime: lastUpdateTime } = doc;
    batch.update(doc.ref, { unbooked: FieldValue.delete() }, lastUpdateTime ? { lastUpdateTime } : {});
  }

  /**
   * Commits the writes if no other run has written to the ledger; false if another precondition fails. `state` is what
   * to say in it beside.
   */
  private async write(
    writes: readonly ((batch: WriteBatch) => void)[],
    state: object,
    collections: readonly string[] = [],
  ): Promise<boolean> {
    const batch = this.db.batch();
    const all = [...new Set([...this.collections, ...collections])].sort();
    const fields = { ...state, collections: all, writes: FieldValue.increment(1) };
    if (this.stateAt) batch.update(this.state.ref, fields, { lastUpdateTime: this.stateAt });
    else batch.create(this.state.ref, fields);
    for (const add of writes) add(batch);
    try {
      const [written] = await reaching(() => batch.commit());
      this.stateAt = written?.writeTime;
      this.collections = all;
      return true;
    } catch (error) {
      if (!(error instanceof StoreUnavailable && isConflict(error.cause))) throw error;
    }
    const state_ = await reaching(() => this.state.ref.get());
    const isMine = this.stateAt ? state_.updateTime?.isEqual(this.stateAt) === true : !state_.exists;
    if (!isMine) throw new LedgerOvertaken();
    return false;
  }

  /** Changes every document of a collection; given `marked`, from where it says on, and keeps it up. */
  private async eachOf(
    collection: string,
    change: (batch: WriteBatch, doc: DocumentSnapshot) => void,
    marked: Marked | null = null,
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

function changeOf(doc: DocumentSnapshot, before: Posting, { rows, increments, analytics = [] }: Contribution): Change {
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

function asObject(increments: Increments): Posting["increments"] {
  return Object.fromEntries([...increments].map(([path, fields]) => [path, Object.fromEntries(fields)]));
}

function asIncrements(stored: Posting["increments"]): Increments {
  return new Map(Object.entries(stored).map(([path, fields]) => [path, new Map(Object.entries(fields))]));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
