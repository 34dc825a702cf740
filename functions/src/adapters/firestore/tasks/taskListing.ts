import { FieldPath, type DocumentData, type Firestore, type Query } from "@google-cloud/firestore";
import { partiesOf } from "../../../domain/events/chainEvents";
import { taskName } from "../../../domain/task/events";
import { taskLabels } from "../../../domain/task/labels";
import type { TaskMetadata } from "../../../domain/task/metadata";
import { taskWords, type Sort, type TaskSearch } from "../../../domain/task/search";
import type { Task } from "../../../domain/task/task";
import type { TaskRecord } from "../../../ports/tasks";
import type { Usual } from "../../../domain/reputation/records";
import type { Write } from "../unitOfWork";

/**
 * The words of each task in `taskWords/{name}`, with the fields by which tasks are filtered.
 *
 * Firestore merges the indexes of several words only in the order of the documents' names, so these are named such that
 * the newest task comes first. No composite index is needed: each word is a field of the map `words`.
 */
const TASK_WORDS = "taskWords";

const SECONDS_DIGITS = 12;
const MAX_SECONDS = 10 ** SECONDS_DIGITS - 1;
const REWARD_DIGITS = 20;

const padded = (value: number | bigint, digits: number) => String(value).padStart(digits, "0");
const tieBreak = ({ contract, taskId }: Task) => taskName({ contract, taskId }).padStart(32, "0");

/** The field of each order, a text of fixed length, different for every task: it is the cursor as well. */
const ORDERS = {
  newest: ["sortKey", "desc"],
  reward: ["rewardKey", "desc"],
  closing: ["closingKey", "asc"],
  decision: ["decisionKey", "asc"],
  approved: ["approvedKey", "desc"],
} as const satisfies Record<Sort, readonly [string, "asc" | "desc"]>;

/** The labels and the orders by which a task is found. */
export function listingFields(task: Task | null, metadata: TaskMetadata | null): DocumentData {
  const sortKey = task ? `${padded(task.createdAt, SECONDS_DIGITS)}-${tieBreak(task)}` : null;
  return {
    ...taskLabels(metadata),
    mode: task?.mode ?? null,
    disputants: task?.state === "DISPUTED" ? partiesOf(task) : [],
    ruledBy: task?.ruling ? task.arbiter : null,
    sortKey,
    rewardKey: task && `${padded(task.rewardUsdcUnits, REWARD_DIGITS)}-${sortKey}`,
    closingKey:
      task?.state === "FUNDED" ? `${padded(task.deadlines.openUntil ?? 0, SECONDS_DIGITS)}-${tieBreak(task)}` : null,
  };
}

const NO_DECISION = "9".repeat(SECONDS_DIGITS);
const PERCENT_DIGITS = 3;
/** Sorts below every number. */
const NO_PERCENT = "-".repeat(PERCENT_DIGITS);

/** What the poster of the task with this name usually does, and the keys by which it is found for that. */
export function usualFields(name: string, usual: Usual | null): DocumentData {
  const decision = usual ? padded(usual.decisionSeconds, SECONDS_DIGITS) : NO_DECISION;
  const approved = usual ? padded(usual.approvedPercent, PERCENT_DIGITS) : NO_PERCENT;
  return { usual, decisionKey: `${decision}-${name}`, approvedKey: `${approved}-${name}` };
}

/** A task, and whether a worker may start, as its document says: a missed deadline changes no projection. */
export interface Listed extends Pick<TaskRecord, "task" | "metadata"> {
  readonly isOpen: boolean;
}

/** Writes the words of a task if what they are found with has changed. */
export function wordsWrites(db: Firestore, before: Listed | null, after: Listed | null): Write[] {
  const [old, next] = [wordsDocument(before), wordsDocument(after)];
  if (JSON.stringify(old) === JSON.stringify(next)) return [];
  const words = db.collection(TASK_WORDS);
  return [
    ...(old && old.name !== next?.name ? [((batch) => batch.delete(words.doc(old.name))) satisfies Write] : []),
    ...(next ? [((batch) => batch.set(words.doc(next.name), next.fields)) satisfies Write] : []),
  ];
}

function wordsDocument(listed: Listed | null): { name: string; fields: DocumentData } | null {
  if (!listed?.metadata) return null;
  const { task, metadata, isOpen } = listed;
  const { contract, settled, poster, mode } = task;
  return {
    name: `${padded(MAX_SECONDS - task.createdAt, SECONDS_DIGITS)}-${tieBreak(task)}`,
    fields: {
      ...taskLabels(metadata),
      ...{ contract, settled, poster, mode, isOpen },
      words: Object.fromEntries(taskWords(metadata).map((word) => [word, true])),
    },
  };
}

/** The name of the task behind a document of words. */
export function taskNameIn(wordsName: string): string {
  return wordsName.slice(SECONDS_DIGITS + 1).replace(/^0+/, "");
}

/** Filters alone: any combination is served by merging indexes of one field each. */
export function filtered<T>(all: Query<T>, { status, equal }: Pick<TaskSearch, "status" | "equal">): Query<T> {
  let query = all;
  if (status === "open") query = query.where("isOpen", "==", true);
  if (status === "settled") query = query.where("settled", "==", true);
  for (const [name, value] of Object.entries(equal))
    query = name === "tag" ? query.where("tags", "array-contains", value) : query.where(name, "==", value);
  return query;
}

/** Tasks without regard to their words, sorted, and the field that they are sorted by. */
export function sorted<T>(all: Query<T>, search: TaskSearch): { query: Query<T>; by: string } {
  const { sort } = search;
  const [by, direction] = ORDERS[sort];
  const [from, upTo] = boundsOf(search);
  // Documents without a task have no key, and those that cannot be started none of closing.
  const status = sort === "closing" ? "all" : search.status;
  let query = filtered(all, { ...search, status }).where(by, ">", from ?? "");
  if (upTo !== null) query = query.where(by, "<", upTo);
  return { query: query.orderBy(by, direction), by };
}

/** Above what and below what the key of a search's order has to be. */
function boundsOf(search: TaskSearch): readonly [from: string | null, upTo: string | null] {
  const { minReward, maxReward, closesFrom, closesBefore, decidedWithinSeconds, minApprovedPercent } = search;
  const seconds = (time: number) => padded(Math.min(Math.max(0, time), MAX_SECONDS), SECONDS_DIGITS);
  switch (search.sort) {
    case "closing":
      return [closesFrom === null ? null : seconds(closesFrom), closesBefore === null ? null : seconds(closesBefore)];
    case "decision":
      return [null, decidedWithinSeconds === null ? null : seconds(decidedWithinSeconds + 1)];
    case "approved":
      return [minApprovedPercent === null ? null : padded(minApprovedPercent, PERCENT_DIGITS), null];
    case "newest":
    case "reward":
      return [rewardBound(minReward), rewardBound(maxReward === null ? null : maxReward + 1n)];
  }
}

function rewardBound(units: bigint | null): string | null {
  if (units === null) return null;
  const digits = padded(units, REWARD_DIGITS);
  return digits.length > REWARD_DIGITS ? "9".repeat(REWARD_DIGITS) : digits;
}

/** Documents of words that have them all, the newest task's first. */
export function withWords(db: Firestore, search: TaskSearch): Query {
  let query = filtered<DocumentData>(db.collection(TASK_WORDS), search);
  for (const word of search.words) query = query.where(new FieldPath("words", word), "==", true);
  return query.orderBy(FieldPath.documentId()).select();
}
