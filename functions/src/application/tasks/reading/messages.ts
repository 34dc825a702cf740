import type { Address } from "../../../domain/address";
import { refuse, refuseField } from "../../../domain/errors";
import { messageEvent } from "../../../domain/events/serviceEvents";
import { tidyLinks, type Link } from "../../../domain/link";
import type { Task } from "../../../domain/task/task";
import {
  countMessage,
  MAX_MESSAGES_OF_CASE,
  closedBecause,
  closesAt,
  threadRole,
  type Message,
  type ThreadRole,
  type Counterpart,
} from "../../../domain/thread";
import { tidy } from "../../../domain/text";
import { iso } from "../../../domain/time";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import { DEFAULT_LIMIT } from "../../../schema/list";
import type { Services } from "../../services";
import { taskNames } from "../../views/task";
import { readersTask } from "./read";
import { requireAddress, requireTask, type NamedTask } from "../requestedTask";

interface Named extends NamedTask {
  /** The worker of the thread; by default the caller, and for poster and arbiter the worker who staked. */
  worker?: string;
}

interface Thread extends Counterpart {
  readonly task: Task;
  readonly role: ThreadRole;
}

/** Adds the caller's message to a thread. */
export async function postMessage(
  { text: given, links: linked = [], ...named }: Named & { text: string; links?: readonly Link[] },
  { wallet, nowMs, unit, services }: { wallet: Address; nowMs: number; unit: UnitOfWork; services: Services },
) {
  const thread = await requireThread(named, wallet, services, nowMs);
  const { task, worker, role, interest } = thread;
  const closed = closedBecause(task, thread, role, nowMs);
  if (closed !== null) refuse("state_conflict", `This thread is closed. ${closed}`);
  const isChosen = worker === task.worker || interest?.status === "approved";
  const [text, links] = [tidy(given, "lines"), tidyLinks(linked)];
  const bytes = Buffer.byteLength(text) + links.reduce((sum, link) => sum + Buffer.byteLength(JSON.stringify(link)), 0);
  const { number, createdAt } = await services.threads.post(
    { contract: task.contract, taskId: task.taskId, poster: task.poster, worker },
    wallet,
    (counts, day) => {
      const counted = countMessage(counts, day, { role, isChosen, bytes, nowMs });
      const message = { number: counted.thread.messages, author: wallet, role, text, links, createdAt: nowMs };
      return { ...counted, message, event: messageEvent(task, worker, message) };
    },
    unit,
  );
  return { ok: true as const, ...taskNames(task, services), worker, number, createdAt: iso(createdAt) };
}

/** A page of a thread that the caller may read. */
export async function listMessages(
  input: Named & { limit?: number; cursor?: string; after?: number },
  wallet: Address,
  services: Services,
  nowMs: number,
) {
  const thread = await requireThread(input, wallet, services, nowMs);
  const { task, worker, role } = thread;
  const { limit = DEFAULT_LIMIT, cursor, after } = input;
  const wanted = after === undefined ? { before: cursor === undefined ? null : Number(cursor) } : { after };
  const key = { contract: task.contract, taskId: task.taskId, poster: task.poster, worker };
  const { items, nextCursor } = await services.threads.list(key, wanted, limit);
  const until = worker === task.worker ? closesAt(task) : null;
  return {
    ...taskNames(task, services),
    poster: task.poster,
    worker,
    role,
    closed: closedBecause(task, thread, role, nowMs),
    closesAt: until === null ? null : iso(until * 1000),
    items: items.map(messageView),
    nextCursor,
  };
}

/**
 * The thread that a request names, and the caller's part in it. Everyone else gets the same refusal, whether there is
 * such a thread or not, and before anything but the task is read.
 */
async function requireThread(named: Named, wallet: Address, services: Services, nowMs: number): Promise<Thread> {
  const known = await requireTask(named, services);
  const { task } = wallet === known.task.arbiter ? await readersTask(known, wallet, services, nowMs) : known;
  const isOwner = wallet === task.poster || wallet === task.arbiter;
  const worker = named.worker === undefined ? (isOwner ? task.worker : wallet) : requireAddress(named.worker);
  if (worker === null) {
    const message = "is required: the task has no worker yet";
    refuseField("/worker", message);
  }
  const isParty = wallet === task.poster || wallet === worker;
  const interest = isParty && worker !== task.worker ? await services.interests.find(task, worker) : null;
  const role = threadRole(task, { worker, interest }, wallet, nowMs);
  if (role !== null) return { task, worker, interest, role };
  if (wallet === task.poster)
    refuse(
      "not_found",
      "There is no thread with this worker. Write after the worker has registered an interest or staked.",
    );
  return refuse(
    "forbidden_role",
    "This thread is for the poster, this worker and the arbiter of a dispute. To write to the poster, register an interest first.",
  );
}

/** The newest messages of the thread with the task's worker, for a wallet that may read its dispute. */
export async function messagesOfCase(task: Task, worker: Address, { threads }: Pick<Services, "threads">) {
  const { contract, taskId, poster } = task;
  const page = await threads.list({ contract, taskId, poster, worker }, { before: null }, MAX_MESSAGES_OF_CASE);
  return { ...page, items: page.items.map(messageView) };
}

function messageView({ createdAt, links, ...message }: Message) {
  return { ...message, links: tidyLinks(links), createdAt: iso(createdAt) };
}
