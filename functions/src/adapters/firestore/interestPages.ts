import {
  FieldPath,
  FieldValue,
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
} from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import { stands, type Interest } from "../../domain/interest";
import { taskName } from "../../domain/task/events";
import type { Task } from "../../domain/task/task";
import type { AddressedInterest } from "../../ports/interests";
import type { Page } from "../../ports/tasks";
import { reaching } from "./faults";
import type { Write } from "./unitOfWork";

/**
 * A worker's interests once more, some hundred to a document, in the order in which they were told: a list of tasks
 * with their interests reads one of these and the tasks.
 */
export const PAGES = "interestPages";
const ENTRY_FIELDS = ["contract", "taskId", "poster", "status", "createdAt", "decidedAt"] as const;
/** Interests on one page. Some more do not matter: those that are told at once may come to lie on the same. */
export const ON_A_PAGE = 200;

/** Brings the worker's pages up to its interest: off the page where it was, onto the one where it is now. */
export function rewritePages(
  db: Firestore,
  interest: Interest,
  { poster }: Task,
  was: number | null,
  is: number | null,
): Write[] {
  const { worker } = interest;
  const name = taskName(interest);
  const ref = (number: number) => db.collection(PAGES).doc(`${worker}-${number}`);
  const writes: Write[] = [];
  if (was !== null && was !== is) {
    writes.push((batch) => batch.set(ref(was), { entries: { [name]: FieldValue.delete() } }, { merge: true }));
  }
  if (is !== null) {
    const fields = { worker, number: is, entries: { [name]: entryOf(interest, poster) } };
    writes.push((batch) =>
      batch.set(ref(is), fields, { mergeFields: ["worker", "number", new FieldPath("entries", name)] }),
    );
  }
  return writes;
}

/**
 * The page of an interest: unchanged while it stays active, the latest page if it was registered again, none if it is
 * not active.
 */
export function pageOf(interest: Interest, doc: DocumentSnapshot, newest: number): number | null {
  if (!stands(interest)) return null;
  const was = pageIn(doc);
  return was !== null && doc.get("createdAt") === interest.createdAt ? was : newest;
}

/** Where the interest in a document lies; null where it does not stand, or is not there. */
export function pageIn(doc: DocumentSnapshot): number | null {
  return (doc.get("page") as number | null | undefined) ?? null;
}

/**
 * The pages that a worker's standing interests, as documents, come to, by their numbers: each where it lies, and on the
 * newest page where it lies nowhere.
 */
export function rebuiltPages(standing: readonly DocumentSnapshot[], newest: number): ReadonlyMap<number, DocumentData> {
  const pages = new Map<number, Record<string, DocumentData>>();
  for (const doc of standing) {
    const number = pageIn(doc) ?? newest;
    const entries = pages.get(number) ?? {};
    pages.set(number, entries);
    const voucher = doc.get("voucher") as Interest["voucher"];
    entries[doc.get("task") as string] = {
      ...Object.fromEntries(ENTRY_FIELDS.map((name) => [name, doc.get(name) as unknown])),
      voucher: listed(voucher),
    };
  }
  return new Map(
    [...pages].map(([number, entries]) => [number, { worker: standing[0]?.get("worker") as Address, number, entries }]),
  );
}

/** A part of one page of a worker's interests, the newest first. One read. */
export async function readPage(
  db: Firestore,
  worker: Address,
  limit: number,
  cursor: string | null,
): Promise<Page<AddressedInterest>> {
  const from = /^(\d{1,9})\.(.*)$/.exec(cursor ?? "");
  const pages = db.collection(PAGES).where("worker", "==", worker).orderBy("number", "desc").limit(1);
  const { docs } = await reaching(() => (from ? pages.where("number", "<=", Number(from[1])) : pages).get());
  const doc = docs[0];
  if (!doc) return { items: [], nextCursor: null };
  const number = Number(doc.get("number"));
  const before = from && Number(from[1]) === number ? from[2] : "";
  const entries = Object.values(doc.get("entries") as Record<string, DocumentData>).map((entry) =>
    interestIn(entry, worker),
  );
  const older = entries
    .filter((entry) => !before || keyOf(entry) < before)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
  const items = older.slice(0, limit);
  const last = items.at(-1);
  if (older.length > limit && last) return { items, nextCursor: `${number}.${keyOf(last)}` };
  return { items, nextCursor: number > 0 ? `${number - 1}.` : null };
}

function entryOf({ contract, taskId, status, voucher, createdAt, decidedAt }: Interest, poster: Address): DocumentData {
  return { contract, taskId: String(taskId), poster, status, voucher: listed(voucher), createdAt, decidedAt };
}

/** Without its signature: the poster chooses how long that is, and could fill the worker's page with it. */
function listed(voucher: Interest["voucher"]): AddressedInterest["voucher"] {
  return voucher && { deadline: voucher.deadline };
}

function interestIn(entry: DocumentData, worker: Address): AddressedInterest {
  return { ...(entry as AddressedInterest), taskId: BigInt(entry["taskId"] as string), worker };
}

function keyOf(interest: AddressedInterest): string {
  return `${String(interest.createdAt).padStart(15, "0")}-${taskName(interest)}`;
}
