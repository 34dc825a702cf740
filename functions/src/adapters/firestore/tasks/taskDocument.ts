import type { DocumentData, DocumentSnapshot } from "@google-cloud/firestore";
import type { Acceptance } from "../../../domain/acceptance";
import type { JsonObject } from "../../../domain/outputSchema";
import type { TaskFacts } from "../../../domain/contribution";
import { commentHash } from "../../../domain/messages/signedRequest";
import { answerIn, type StoredAnswer } from "../../../domain/task/texts";
import type { TaskMetadata } from "../../../domain/task/metadata";
import type { TaskEvent, TaskKey } from "../../../domain/task/events";
import { deadlineOf, owedUsdcUnits, type Task } from "../../../domain/task/task";
import { currentTask, EMPTY_PROJECTION, type Projection } from "../../../domain/task/projection";
import type { ContractName } from "../../../domain/workflow/variants";
import type { TaskRecord } from "../../../ports/tasks";
import { asJson, Documents, fields, listOf, plain, type Codec } from "../documents";
import { listingFields, type Listed } from "./taskListing";

/** What a document of a task holds: other stores write what is not the projection, also before there is one. */
interface TaskDocument extends Partial<Projection>, Partial<Omit<TaskRecord, "task" | "rulingReason" | "answer">> {
  readonly metadataHash?: string;
  /** Whether its interests are to be counted again. */
  readonly recount?: boolean;
  /** Of the window that its latest step opened. */
  readonly isOpen?: boolean;
  readonly rulingReason?: string;
  readonly answer?: StoredAnswer;
}

/** The integers of tasks and events, which may exceed what a double holds exactly, are stored as decimal text. */
const INTEGERS = /UsdcUnits$|^(?:taskId|blockNumber)$/;

type Change = (value: unknown, name: string) => unknown;

function withIntegers<T>(): Codec<T> {
  const changed = (value: unknown, change: Change, name = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => changed(item, change));
    if (typeof value !== "object" || value === null) return change(value, name);
    return Object.fromEntries(Object.entries(value).map(([own, member]) => [own, changed(member, change, own)]));
  };
  const encode: Change = (value, name) => {
    if (typeof value !== "bigint") return value;
    if (!INTEGERS.test(name)) throw new TypeError(`${name} is none of the integers that are read back`);
    return String(value);
  };
  const decode: Change = (value, name) => (typeof value === "string" && INTEGERS.test(name) ? BigInt(value) : value);
  return { encode: (value) => changed(value, encode), decode: (stored) => changed(stored, decode) as T };
}

export const METADATA: Codec<TaskMetadata> = fields<TaskMetadata>({
  acceptance: fields<Acceptance>({ outputSchema: asJson<JsonObject>() }),
});

/**
 * Tasks in `tasks/{contract}-{taskId}`.
 *
 * Every write that changes a task's ledger facts (`factsIn`) sets `unbooked: true` until they are posted.
 */
export const TASKS = new Documents<TaskDocument>("tasks", {
  base: withIntegers<Task>(),
  tail: listOf(withIntegers<TaskEvent>()),
  metadata: METADATA,
  ...plain("metadataHash", "interestCount", "recount", "isOpen", "rulingReason", "answer", "usual"),
});

/**
 * The fields of a projection: `base` and `tail` are the projection, all others are for queries.
 *
 * @param metadata what is stored for the document, whichever task it is of
 */
export function projectionFields(key: TaskKey, projection: Projection, metadata?: TaskMetadata | null): DocumentData {
  const task = currentTask(projection);
  return {
    ...listingFields(task, metadata ?? null),
    contract: key.contract,
    state: task?.state ?? null,
    settled: task?.settled ?? null,
    // A number, so that the database can add it up; far below what a double holds exactly.
    owed: task ? Number(owedUsdcUnits(task)) : 0,
    poster: task?.poster ?? null,
    worker: task?.worker ?? null,
    judging: task?.state === "SUBMITTED" ? task.judge : null,
    parties: task ? [task.poster, ...(task.worker ? [task.worker] : [])] : [],
    deadline: task ? deadlineOf(task) : 0,
    tailFrom: blockOf(projection, 0),
    tailTo: blockOf(projection, -1),
    ...TASKS.toFirestore(projection),
  };
}

/** The projection that a document holds; the empty one where there is none. */
export function projectionIn({ base, tail }: TaskDocument = {}): Projection {
  return tail ? { base: base ?? null, tail } : EMPTY_PROJECTION;
}

/** The task in a document, or null if the chain has no task with that id. */
export function taskIn(stored: TaskDocument | undefined): TaskRecord | null {
  return recordOf(currentTask(projectionIn(stored)), stored);
}

/** The task in a document as searches find it. */
export function listedIn(stored: TaskDocument | undefined): Listed | null {
  const record = taskIn(stored);
  return record && { ...record, isOpen: stored?.isOpen === true };
}

/** A task's facts for the ledger, or null if nothing of it is final. */
export function factsIn(stored: TaskDocument | undefined): TaskFacts | null {
  return recordOf(projectionIn(stored).base, stored);
}

function recordOf(task: Task | null, stored: TaskDocument = {}): TaskRecord | null {
  if (!task) return null;
  // After a reorg the id may be another task's, whose metadata has another hash.
  const fits = stored.metadataHash === task.metadataHash;
  return {
    task,
    metadata: (fits && stored.metadata) || null,
    interestCount: stored.interestCount ?? 0,
    rulingReason: reasonIn(stored, task),
    answer: answerIn(stored.answer, task),
    usual: stored.usual ?? null,
  };
}

/** The stored reason if it is of the task's ruling: after a reorg there may be another. */
function reasonIn({ rulingReason }: TaskDocument, { ruling }: Task): string | null {
  const isOfRuling = rulingReason !== undefined && ruling?.rulingHash === commentHash(rulingReason);
  return isOfRuling ? rulingReason : null;
}

/** The key in a document's name. */
export function keyOf(contract: ContractName, doc: DocumentSnapshot<unknown>): TaskKey {
  return { contract, taskId: BigInt(doc.id.slice(contract.length + 1)) };
}

function blockOf(projection: Projection, at: number): number | null {
  const event = projection.tail.at(at);
  return event ? Number(event.at.blockNumber) : null;
}
