import type { DocumentData, DocumentSnapshot } from "@google-cloud/firestore";
import type { TaskFacts } from "../../domain/contribution/facts";
import { taskName, type TaskKey } from "../../domain/task/events";
import type { TaskMetadata } from "../../domain/task/metadata";
import { currentTask, EMPTY_PROJECTION, type Projection } from "../../domain/task/projection";
import { deadlineOf, type Task } from "../../domain/task/task";
import { owedUsdcUnits } from "../../domain/task/owed";
import type { VariantName } from "../../domain/workflow/variants";
import type { TaskRecord } from "../../ports/tasks";

/**
 * Tasks in `tasks/{contract}-{taskId}`.
 *
 * Every write that changes a task's ledger facts (`readFacts`) sets `unbooked: true` until they are posted.
 */
export const TASKS = "tasks";

/**
 * The fields of a projection: `base` and `tail` are the projection itself, everything else is there to be found by.
 *
 * Other fields of the document (`metadata`, `metadataHash`, `interestCount`, `recount`, `unbooked`) are not written by
 * the projection.
 */
export function projectionFields(key: TaskKey, projection: Projection): DocumentData {
  const task = currentTask(projection);
  return {
    contract: key.contract,
    state: task?.state ?? null,
    settled: task?.settled ?? null,
    // A number, so that the database can add it up; far below what a double holds exactly.
    owed: task ? Number(owedUsdcUnits(task)) : 0,
    poster: task?.poster ?? null,
    worker: task?.worker ?? null,
    parties: task ? [task.poster, ...(task.worker ? [task.worker] : [])] : [],
    sortKey: task ? sortKey(task) : null,
    deadline: task ? deadlineOf(task) : 0,
    tailFrom: blockOf(projection, 0),
    tailTo: blockOf(projection, -1),
    base: pack(projection.base),
    tail: pack(projection.tail),
  };
}

/** The projection that a document holds; the empty one where there is none. */
export function readProjection(doc: DocumentSnapshot): Projection {
  if (doc.get("tail") === undefined) return EMPTY_PROJECTION;
  return { base: unpack(doc.get("base")), tail: unpack(doc.get("tail")) } as Projection;
}

/** The task that a document holds, or null if the chain has none of that name. */
export function readTask(doc: DocumentSnapshot): TaskRecord | null {
  return recordOf(currentTask(readProjection(doc)), doc);
}

/** A task's facts for the ledger, or null if nothing of it is final. */
export function readFacts(doc: DocumentSnapshot): TaskFacts | null {
  return recordOf(readProjection(doc).base, doc);
}

function recordOf(task: Task | null, doc: DocumentSnapshot): TaskRecord | null {
  if (!task) return null;
  // After a reorg the id may be another task's, whose metadata has another hash.
  const fits = doc.get("metadataHash") === task.metadataHash;
  return {
    task,
    metadata: fits ? (doc.get("metadata") as TaskMetadata) : null,
    interestCount: Number(doc.get("interestCount") ?? 0),
  };
}

/** The key in a document's name. */
export function keyOf(contract: VariantName, doc: DocumentSnapshot): TaskKey {
  return { contract, taskId: BigInt(doc.id.slice(contract.length + 1)) };
}

/** The order of lists, as a text of fixed length, different for every task: it is the cursor as well. */
function sortKey(task: Task): string {
  const { contract, taskId } = task;
  return `${String(task.createdAt).padStart(12, "0")}-${taskName({ contract, taskId }).padStart(32, "0")}`;
}

function blockOf(projection: Projection, at: number): number | null {
  const event = projection.tail.at(at);
  return event ? Number(event.at.blockNumber) : null;
}

/** Integers that may be beyond a double are kept as decimal text. */
function pack(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(pack);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, pack(member)]));
}

function unpack(value: unknown, name = ""): unknown {
  if (typeof value === "string") return isInteger(name) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((member) => unpack(member));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, member]) => [inner, unpack(member, inner)]));
}

/** The domain's names say which texts are integers. */
function isInteger(name: string): boolean {
  return name.endsWith("UsdcUnits") || name === "blockNumber" || name === "taskId";
}
