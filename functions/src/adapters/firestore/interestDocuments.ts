import type { Address } from "../../domain/address";
import { stands, type Interest, type InterestSort } from "../../domain/interest";
import { completedRank, ratingRank, type TrackRecord } from "../../domain/reputation/trackRecord";
import { taskName } from "../../domain/task/events";
import type { AddressedInterest } from "../../ports/interests";
import { decimal, Documents, fields, mapOf, plain } from "./documents";

/** An interest, the poster it is addressed to, and the worker's page where it lies: none where it does not stand. */
export interface StoredInterest extends Interest {
  readonly poster: Address;
  readonly page?: number | null;
}

/** The field of each order of a task's interests: a text of fixed length, and the cursor. */
export const ORDERS = {
  newest: ["sortKey", "desc"],
  rating: ["ratingKey", "desc"],
  completed: ["completedKey", "desc"],
  eta: ["etaKey", "asc"],
} as const satisfies Record<InterestSort, readonly [string, "asc" | "desc"]>;

const UNKNOWN: TrackRecord = { average: null, raters: 0, completed: 0 };
const SECONDS_DIGITS = 9;
/** Workers without an estimate come last. */
const NO_ETA = 10 ** SECONDS_DIGITS - 1;
const sortKey = (interest: StoredInterest) => `${placeOf(interest)}-${interest.worker}`;

/** Interests in `interests/{task}-{worker}`, with `uncounted: true` until `interestCount` of the task knows them. */
export const INTERESTS = new Documents<StoredInterest>(
  "interests",
  {
    ...plain("contract", "poster", "worker", "message", "status", "voucher", "createdAt", "decidedAt", "page"),
    ...plain("etaSeconds", "samples", "record", "workerRecord"),
    taskId: decimal,
  },
  {
    task: taskName,
    stands,
    sortKey,
    ratingKey: (interest) => `${ratingRank(interest.record ?? UNKNOWN)}-${sortKey(interest)}`,
    completedKey: (interest) => `${completedRank(interest.record ?? UNKNOWN)}-${sortKey(interest)}`,
    etaKey: (interest) => `${String(interest.etaSeconds ?? NO_ETA).padStart(SECONDS_DIGITS, "0")}-${sortKey(interest)}`,
  },
);

export type ListedEntry = Omit<AddressedInterest, "worker">;
export const ENTRY = fields<ListedEntry>({ taskId: decimal });

/**
 * A worker's interests once more, in `interestPages/{worker}-{number}`, some hundred to a document, in the order in which
 * they were registered: a list of tasks with their interests reads one of these and the tasks.
 */
export const PAGES = new Documents<{
  readonly worker: Address;
  readonly number: number;
  readonly entries: Readonly<Record<string, ListedEntry>>;
}>("interestPages", { ...plain("worker", "number"), entries: mapOf(ENTRY) });

/** The interest as it is on a worker's page. */
export function entryOf({
  contract,
  taskId,
  poster,
  status,
  voucher,
  createdAt,
  decidedAt,
}: StoredInterest): ListedEntry {
  // Without its signature: the poster chooses how long that is, and could fill the worker's page with it.
  const listed = voucher && { deadline: voucher.deadline };
  return { contract, taskId, poster, status, voucher: listed, createdAt, decidedAt };
}

/** The order of interests, as a text of fixed length. */
export function placeOf(interest: Pick<Interest, "contract" | "taskId" | "createdAt">): string {
  return `${String(interest.createdAt).padStart(15, "0")}-${taskName(interest)}`;
}
