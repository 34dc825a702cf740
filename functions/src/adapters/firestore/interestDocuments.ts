import type { Address } from "../../domain/address";
import { stands, type Interest } from "../../domain/interest";
import { taskName } from "../../domain/task/events";
import type { AddressedInterest } from "../../ports/interests";
import { decimal, Documents, fields, mapOf, plain } from "./documents";

/** An interest, the poster it is addressed to, and the worker's page where it lies: none where it does not stand. */
export interface StoredInterest extends Interest {
  readonly poster: Address;
  readonly page?: number | null;
}

/** Interests in `interests/{task}-{worker}`, with `uncounted: true` until `interestCount` of the task knows them. */
export const INTERESTS = new Documents<StoredInterest>(
  "interests",
  {
    ...plain("contract", "poster", "worker", "message", "status", "voucher", "createdAt", "decidedAt", "page"),
    taskId: decimal,
  },
  { task: taskName, stands, sortKey: (interest) => `${placeOf(interest)}-${interest.worker}` },
);

export type ListedEntry = Omit<AddressedInterest, "worker">;
export const ENTRY = fields<ListedEntry>({ taskId: decimal });

/**
 * A worker's interests once more, in `interestPages/{worker}-{number}`, some hundred to a document, in the order in which
 * they were told: a list of tasks with their interests reads one of these and the tasks.
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
