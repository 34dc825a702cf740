import { FieldPath, FieldValue, type Firestore } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import { stands, type Interest } from "../../domain/interest";
import { taskName } from "../../domain/task/events";
import type { AddressedInterest } from "../../ports/interests";
import type { Page } from "../../ports/tasks";
import { reaching } from "./faults";
import { ENTRY, entryOf, PAGES, placeOf, type ListedEntry, type StoredInterest } from "./interestDocuments";
import type { Write } from "./unitOfWork";

/** Interests on one page. Concurrent registrations may put a few more on it, which is harmless. */
export const ON_A_PAGE = 200;

/** Moves the interest from the worker's page that had it to the page where it belongs now. */
export function rewritePages(db: Firestore, interest: StoredInterest, was: number | null): Write[] {
  const { worker, page = null } = interest;
  const name = taskName(interest);
  const ref = (number: number) => db.collection(PAGES.path).doc(`${worker}-${number}`);
  const writes: Write[] = [];
  if (was !== null && was !== page) {
    writes.push((batch) => batch.set(ref(was), { entries: { [name]: FieldValue.delete() } }, { merge: true }));
  }
  if (page !== null) {
    const fields = { worker, number: page, entries: { [name]: ENTRY.encode(entryOf(interest)) } };
    const mergeFields = ["worker", "number", new FieldPath("entries", name)];
    writes.push((batch) => batch.set(ref(page), fields, { mergeFields }));
  }
  return writes;
}

/**
 * The page of an interest: unchanged while it stays active, the latest page if it was registered again, none if it is
 * not active.
 */
export function pageOf(interest: Interest, stored: StoredInterest | undefined, newest: number): number | null {
  if (!stands(interest)) return null;
  return stored?.createdAt === interest.createdAt ? (stored.page ?? newest) : newest;
}

/**
 * The entries of a worker's pages, by page number, rebuilt from the active interests: each on its stored page, or on the
 * newest page if it has none.
 */
export function rebuiltPages(
  standing: readonly StoredInterest[],
  newest: number,
): ReadonlyMap<number, Record<string, ListedEntry>> {
  const pages = new Map<number, Record<string, ListedEntry>>();
  for (const interest of standing) {
    const number = interest.page ?? newest;
    const entries = pages.get(number) ?? {};
    entries[taskName(interest)] = entryOf(interest);
    pages.set(number, entries);
  }
  return pages;
}

/** A part of one page of a worker's interests, the newest first. One read. */
export async function readPage(
  db: Firestore,
  worker: Address,
  limit: number,
  cursor: string | null,
): Promise<Page<AddressedInterest>> {
  const from = /^(\d{1,9})\.(.*)$/.exec(cursor ?? "");
  const pages = PAGES.in(db).where("worker", "==", worker).orderBy("number", "desc").limit(1);
  const { docs } = await reaching(() => (from ? pages.where("number", "<=", Number(from[1])) : pages).get());
  const page = docs[0]?.data();
  if (!page) return { items: [], nextCursor: null };
  const { number, entries } = page;
  const before = from && Number(from[1]) === number ? from[2] : "";
  const older = Object.values(entries)
    .filter((entry) => !before || placeOf(entry) < before)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  const items = older.slice(0, limit).map((entry) => ({ ...entry, worker }));
  const last = items.at(-1);
  if (older.length > limit && last) return { items, nextCursor: `${number}.${placeOf(last)}` };
  return { items, nextCursor: number > 0 ? `${number - 1}.` : null };
}
