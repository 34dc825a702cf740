import type {
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Query,
  QueryDocumentSnapshot,
  Transaction,
} from "@google-cloud/firestore";
import type { Page } from "../../ports/tasks";
import { reaching } from "./faults";

type Snapshots<Refs> = {
  [At in keyof Refs]: Refs[At] extends DocumentReference<infer T> ? DocumentSnapshot<T> : never;
};

/** Some documents in one round trip, in the order of their references; none without a round trip. */
export async function getAll<const Refs extends readonly Pick<DocumentReference, "path">[]>(
  refs: Refs,
): Promise<Snapshots<Refs>> {
  // The client's own types forget the converters, which each reference keeps.
  const untyped = refs as unknown as readonly DocumentReference[];
  const [first] = untyped;
  const docs = first ? await reaching(() => first.firestore.getAll(...untyped)) : [];
  return docs as unknown as Snapshots<Refs>;
}

/** A part of what a query finds, the newest first by `sortKey`, which is the cursor. One read more than the limit. */
export async function pageOf<T>(query: Query<T>, limit: number, cursor: string | null): Promise<Page<T>> {
  const { items, nextCursor } = await pageBy(query.orderBy("sortKey", "desc"), "sortKey", limit, cursor);
  return { items: items.map((doc) => doc.data()), nextCursor };
}

/** A part of what a query finds, sorted by a field or by name, which is the cursor. One read more than the limit. */
export function pageBy<T>(
  sorted: Query<T>,
  by: string | null,
  limit: number,
  cursor: string | null,
): Promise<Page<QueryDocumentSnapshot<T>>> {
  return reaching(async () => {
    const { docs } = await (cursor === null ? sorted : sorted.startAfter(cursor)).limit(limit + 1).get();
    const items = docs.slice(0, limit);
    const last = docs.length > limit ? items.at(-1) : undefined;
    return { items, nextCursor: last ? (by === null ? last.id : (last.get(by) as string)) : null };
  });
}

/** Everything that a sorted query finds, `size` documents at a time. */
export async function* allOf<T>(
  query: Query<T>,
  size: number,
  get: Pick<Transaction, "get"> | null = null,
): AsyncGenerator<QueryDocumentSnapshot<T>> {
  for (let page = query.limit(size); ;) {
    const { docs } = await (get ? get.get(page) : reaching(() => page.get()));
    yield* docs;
    const last = docs.at(-1);
    if (!last || docs.length < size) return;
    page = query.limit(size).startAfter(last);
  }
}

/** The items, so many at a time. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/**
 * Reads as of the moment that a document was read at; nothing is locked.
 *
 * The moment is given because a read-only transaction without one leaves a rejection unhandled where its first read
 * fails, and that ends the process.
 */
export function atMoment<T>(
  db: Firestore,
  { readTime }: DocumentSnapshot,
  read: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return db.runTransaction(read, { readOnly: true, readTime });
}
