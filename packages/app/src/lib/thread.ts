import type { Message } from "../../../client/src/browser";
import type { Task } from "../api";

/** With whom a visitor may write about a task: one worker, those who are interested, or no one. */
export type Counterparts = { worker: string } | "interested" | null;

const OWN_INTEREST = ["interest_pending", "interest_approved", "interest_rejected"];

/** The threads of a task that a wallet has a part in. */
export function counterpartsOf(
  { poster, worker, terms, state, mode, workflowStatus }: Task,
  wallet: string,
): Counterparts {
  const isIt = (address: string | null) => address?.toLowerCase() === wallet.toLowerCase();
  if (isIt(poster)) return worker ? { worker } : mode === "selection" && state === "FUNDED" ? "interested" : null;
  if (isIt(worker)) return { worker: wallet };
  if (isIt(terms.arbiter)) return worker && state === "DISPUTED" ? { worker } : null;
  const isSelected = mode === "selection" && workflowStatus === "ready_to_stake";
  return !worker && (OWN_INTEREST.includes(workflowStatus) || isSelected) ? { worker: wallet } : null;
}

/** Two parts of a thread as one, in its order; each message once. */
export function joined(one: readonly Message[], other: readonly Message[]): Message[] {
  const byNumber = new Map([...one, ...other].map((message) => [message.number, message]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** What a wallet has read and not read of its threads, in this browser. */
export interface Marks {
  /** Where the next look at the wallet's events begins; null for their beginning. */
  cursor: string | null;
  threads: Record<string, { read: number; unread: number[] }>;
}

/** More threads, or more unread messages of one, are forgotten, the oldest first. */
const MAX_THREADS = 200;
const MAX_UNREAD = 99;

/** The name of a thread in `Marks`. */
export function threadName({ contract, taskId }: Pick<Task, "contract" | "taskId">, worker: string): string {
  return `${contract} ${taskId} ${worker.toLowerCase()}`;
}

export function marksIn(text: string | null): Marks {
  try {
    const { cursor, threads } = JSON.parse(text ?? "null") as Marks;
    if (typeof threads === "object" && threads !== null)
      return { cursor: typeof cursor === "string" ? cursor : null, threads };
  } catch {
    // Below.
  }
  return { cursor: null, threads: {} };
}

/** The marks after a thread was read up to a message. */
export function withRead(marks: Marks, thread: string, number: number): Marks {
  const known = marks.threads[thread];
  const read = Math.max(number, known?.read ?? 0);
  return withThread(marks, thread, { read, unread: (known?.unread ?? []).filter((one) => one > read) });
}

/** A message that others wrote, as an event names it. */
export interface Posted {
  thread: string;
  number: number;
}

/** The marks after reading the wallet's events. */
export function withPosted(marks: Marks, posted: readonly Posted[], cursor: string): Marks {
  let next: Marks = { ...marks, cursor };
  for (const { thread, number } of posted) {
    const { read = 0, unread = [] } = next.threads[thread] ?? {};
    if (number <= read || unread.includes(number)) continue;
    next = withThread(next, thread, { read, unread: [...unread, number].slice(-MAX_UNREAD) });
  }
  return next;
}

function withThread({ cursor, threads }: Marks, name: string, thread: Marks["threads"][string]): Marks {
  const others = Object.entries(threads).filter(([other]) => other !== name);
  return { cursor, threads: Object.fromEntries([...others, [name, thread] as const].slice(-MAX_THREADS)) };
}

/** The threads with something unread, the newest first. */
export function unreadOf({ threads }: Marks): { contract: string; taskId: string; worker: string; count: number }[] {
  return Object.entries(threads)
    .filter(([, { unread }]) => unread.length > 0)
    .map(([name, { unread }]) => {
      const [contract = "", taskId = "", worker = ""] = name.split(" ");
      return { contract, taskId, worker, count: unread.length };
    })
    .reverse();
}
