import { FieldPath, FieldValue, type DocumentSnapshot, type Firestore, type Timestamp, type WriteBatch } from "@google-cloud/firestore";
import type { AccountingRow } from "../../domain/accounting/row";
import type { Contribution } from "../../domain/books/contribution";
import { difference, sum, type Increments } from "../../domain/books/increments";
import { BooksOvertaken, type Booked, type Books, type BooksRun } from "../../ports/books";
import { StoreUnavailable } from "../../ports/payments";
import { isConflict, reaching } from "./faults";
import { readFinalPayment } from "./payments";
import { LEDGER, rowDigest, rowFields, rowName } from "./rowDocument";
import { addSums, clearSums } from "./sumDocument";
import { readFacts, TASKS } from "./taskDocument";

/** Tasks or payments in one write. */
const BATCH = 50;
/** Documents in one write that clears. */
const CLEARED = 300;
const BOOKINGS = "bookings";
/** What the books are made of. */
const SOURCES = [TASKS, "payments"] as const;

/** What an entry was booked with: its rows by name, with their digests, and what it added to the sums. */
interface Booking {
  readonly rows: Readonly<Record<string, string>>;
  readonly increments: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** An entry, and what is to change. */
interface Change {
  readonly doc: DocumentSnapshot;
  readonly increments: Increments;
  readonly rows: readonly AccountingRow[];
  /** Names of rows that are none any more. */
  readonly gone: readonly string[];
  readonly booking: Booking | null;
}

const NOTHING: Contribution = { rows: [], increments: new Map() };
const UNBOOKED: Booking = { rows: {}, increments: {} };

/**
 * Rows in `ledger`, sums in the field `sums` of whatever documents their paths say, what each entry was booked with in `bookings/{entry}`.
 *
 * Every write also counts up `books/state`, on the condition that nobody has since it was read: so there is one writer
 * at a time, and sums can be read, added to and written.
 */
export function firestoreBooks(db: Firestore): Books {
  const stateRef = db.collection("books").doc("state");

  return {
    async begin() {
      const state = await reaching(() => stateRef.get());
      return new Run(db, state);
    },
    requireClearing: () =>
      reaching(async () => {
        await stateRef.set({ mustClear: true, writes: FieldValue.increment(1) }, { merge: true });
      }),
  };
}

class Run implements BooksRun {
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
    for (const collection of [LEDGER, BOOKINGS]) await this.eachOf(collection, (batch, doc) => batch.delete(doc.ref));
    for (const collection of this.collections) await this.eachOf(collection, clearSums);
    for (const source of SOURCES) await this.eachOf(source, (batch, doc) => batch.update(doc.ref, { unbooked: true }));
    this.collections = [];
    await this.write([], { mustClear: false });
  }

  bookTasks(contributionOf: Parameters<BooksRun["bookTasks"]>[0], after: string | null): Promise<Booked> {
    return this.book(TASKS, after, (doc) => {
      const facts = readFacts(doc);
      return facts ? contributionOf(facts) : NOTHING;
    });
  }

  bookPayments(contributionOf: Parameters<BooksRun["bookPayments"]>[0], after: string | null): Promise<Booked> {
    return this.book("payments", after, (doc) => {
      const payment = readFinalPayment(doc);
      return payment ? contributionOf(payment) : NOTHING;
    });
  }

  private async book(source: string, after: string | null, contributionOf: (doc: DocumentSnapshot) => Contribution): Promise<Booked> {
    const unbooked = this.db.collection(source).where("unbooked", "==", true).orderBy(FieldPath.documentId()).limit(BATCH);
    const { docs } = await reaching(() => (after === null ? unbooked : unbooked.startAfter(after)).get());
    const next = docs.length < BATCH ? null : (docs.at(-1)?.id ?? null);
    const { changes, left } = await this.changesOf(docs, contributionOf);
    if (changes.length === 0) return { booked: 0, left, next };
    if (await this.tryBook(changes)) return { booked: changes.length, left, next };
    // Somebody has changed one of them since: each on its own, then, as it is now.
    let booked = 0;
    for (const { doc } of changes) {
      const again = await this.changesOf([await reaching(() => doc.ref.get())], contributionOf);
      left.push(...again.left);
      if (again.changes.length === 0) continue;
      if (await this.tryBook(again.changes)) booked += 1;
      else left.push({ name: doc.id, reason: "it changes too often" });
    }
    return { booked, left, next };
  }

  /** What each entry's booking lacks or has too much. */
  private async changesOf(docs: readonly DocumentSnapshot[], contributionOf: (doc: DocumentSnapshot) => Contribution) {
    const changes: Change[] = [];
    const left: { name: string; reason: string }[] = [];
    if (docs.length === 0) return { changes, left };
    const bookings = await reaching(() => this.db.getAll(...docs.map(({ id }) => this.db.collection(BOOKINGS).doc(id))));
    for (const [at, doc] of docs.entries()) {
      try {
        changes.push(changeOf(doc, (bookings[at]?.data() as Booking | undefined) ?? UNBOOKED, contributionOf(doc)));
      } catch (error) {
        left.push({ name: doc.id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return { changes, left };
  }

  /** False, and nothing is written, where one of the entries has changed since it was read. */
  private async tryBook(changes: readonly Change[]): Promise<boolean> {
    const increments = sum(changes.map((change) => change.increments));
    const paths = [...increments.keys()];
    const known = paths.length === 0 ? [] : await reaching(() => this.db.getAll(...paths.map((path) => this.db.doc(path))));
    return this.write(
      [
        ...known.map((doc) => (batch: WriteBatch) => addSums(batch, doc, increments.get(doc.ref.path) ?? new Map())),
        ...changes.map((change) => (batch: WriteBatch) => this.add(batch, change)),
      ],
      {},
      paths.map((path) => path.slice(0, path.lastIndexOf("/"))),
    );
  }

  private add(batch: WriteBatch, { doc, rows, gone, booking }: Change): void {
    for (const row of rows) batch.set(this.db.collection(LEDGER).doc(rowName(row)), rowFields(row));
    for (const name of gone) batch.delete(this.db.collection(LEDGER).doc(name));
    const bookingRef = this.db.collection(BOOKINGS).doc(doc.id);
    if (booking) batch.set(bookingRef, booking);
    else batch.delete(bookingRef);
    const { updateTime: lastUpdateTime } = doc;
    batch.update(doc.ref, { unbooked: FieldValue.delete() }, lastUpdateTime ? { lastUpdateTime } : {});
  }

  /**
   * Makes the writes, if nobody else has written to the books; false where another of their conditions does not hold.
   * `state` is what to say in it beside.
   */
  private async write(writes: readonly ((batch: WriteBatch) => void)[], state: object, collections: readonly string[] = []): Promise<boolean> {
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
    if (!isMine) throw new BooksOvertaken();
    return false;
  }

  private async eachOf(collection: string, change: (batch: WriteBatch, doc: DocumentSnapshot) => void): Promise<void> {
    const all = this.db.collection(collection).orderBy(FieldPath.documentId()).limit(CLEARED);
    for (let query = all; ; ) {
      const { docs } = await reaching(() => query.get());
      const last = docs.at(-1);
      if (!last) return;
      // Where one of them has changed meanwhile, they are read again.
      if (await this.write(docs.map((doc) => (batch) => change(batch, doc)), {})) query = all.startAfter(last.id);
    }
  }
}

function changeOf(doc: DocumentSnapshot, before: Booking, { rows, increments }: Contribution): Change {
  const digests = Object.fromEntries(rows.map((row) => [rowName(row), rowDigest(row)]));
  const isNothing = rows.length === 0 && increments.size === 0;
  return {
    doc,
    increments: difference(asIncrements(before.increments), increments),
    rows: rows.filter((row) => before.rows[rowName(row)] !== digests[rowName(row)]),
    gone: Object.keys(before.rows).filter((name) => !(name in digests)),
    booking: isNothing ? null : { rows: digests, increments: asObject(increments) },
  };
}

function asObject(increments: Increments): Booking["increments"] {
  return Object.fromEntries([...increments].map(([path, fields]) => [path, Object.fromEntries(fields)]));
}

function asIncrements(stored: Booking["increments"]): Increments {
  return new Map(Object.entries(stored).map(([path, fields]) => [path, new Map(Object.entries(fields))]));
}
