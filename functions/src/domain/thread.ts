import type { Address } from "./address";
import { arbiterReadsUntil } from "./content";
import { DAY_MS, DAY_SECONDS } from "./time";
import { refuse } from "./errors";
import type { Interest } from "./interest";
import { brokenLinks, type Link } from "./link";
import type { TaskKey } from "./task/events";
import type { Task } from "./task/task";
import { brokenPublicRule, tidy } from "./text";

/** How long the parties of a settled task may still write. */
export const OPEN_AFTER_SECONDS = 7 * DAY_SECONDS;

/** What the poster of a task and one worker write each other. The poster's thread outlives no reorg of the task. */
export interface ThreadKey extends TaskKey {
  readonly poster: Address;
  readonly worker: Address;
}

/** A worker of a task, and what makes a thread with the poster possible: an interest, or the stake. */
export interface Counterpart {
  readonly worker: Address;
  readonly interest: Pick<Interest, "status"> | null;
}

/**
 * The part of a wallet in the thread of this worker, which lets it read; null for a stranger.
 *
 * Only the thread of the worker who staked is part of a dispute: its arbiter reads all of it as long as the case.
 */
export function threadRole(
  task: Task,
  { worker, interest }: Counterpart,
  wallet: Address,
  nowMs: number,
): ThreadRole | null {
  const isStaked = worker === task.worker;
  if (!isStaked && interest === null) return null;
  if (wallet === task.poster) return "poster";
  if (wallet === worker) return "worker";
  return wallet === task.arbiter && isStaked && nowMs <= arbiterReadsUntil(task) ? "arbiter" : null;
}

/** When the thread closes for writing, in unix seconds; null while the task is not settled. */
export function closesAt({ settled, updatedAt }: Task): number | null {
  return settled ? updatedAt + OPEN_AFTER_SECONDS : null;
}

/** Why a wallet in this part may not write now, as a sentence; null if it may. */
export function closedBecause(
  task: Task,
  { worker, interest }: Counterpart,
  role: ThreadRole,
  nowMs: number,
): string | null {
  if (role === "arbiter") {
    return task.state === "DISPUTED" ? null : "The task is not disputed any more, so its arbiter only reads.";
  }
  if (worker === task.worker) {
    const until = closesAt(task);
    return until === null || nowMs <= until * 1000 ? null : "The task was settled more than seven days ago.";
  }
  if (task.state !== "FUNDED") return `The task is ${task.state} without this worker.`;
  if (interest?.status === "withdrawn")
    return "The worker has withdrawn the interest. Registering it again reopens it.";
  if (interest?.status === "rejected") return "The poster has rejected this worker. An approval reopens it.";
  return null;
}

/** Characters of a message, and its links. */
export const MAX_MESSAGE = 4_000;
/** Messages in the case of a dispute; the thread has the others. */
export const MAX_MESSAGES_OF_CASE = 20;
export const MAX_MESSAGE_LINKS = 10;

export const THREAD_ROLES = ["poster", "worker", "arbiter"] as const;
export type ThreadRole = (typeof THREAD_ROLES)[number];

/** A message, which is never changed or deleted. */
export interface Message {
  /** 1, 2, 3, … in its thread. */
  readonly number: number;
  readonly author: Address;
  readonly role: ThreadRole;
  readonly text: string;
  readonly links: readonly Link[];
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/**
 * Refuses `invalid_request` for a text with invisible characters, in which a stranger could hide orders to an agent, and
 * for links as with other private texts.
 */
export function requireGoodMessage({ text, links = [] }: { text: string; links?: readonly Link[] }): void {
  const message = brokenPublicRule(tidy(text, "lines"), "lines", MAX_MESSAGE);
  const errors = [...(message === null ? [] : [{ pointer: "/text", message }]), ...brokenLinks(links, "/links")];
  const [first] = errors;
  if (first) refuse("invalid_request", `${first.pointer.slice(1)} ${first.message}.`, { errors });
}

/** Of one author in one thread; each has an allowance, so that neither side can silence the other. */
export const MAX_MESSAGES_IN_HOUR = 30;
export const MAX_MESSAGES_IN_THREAD = 500;
/** @internal */
export const MAX_BYTES_IN_THREAD = 1_000_000;
/** Of a worker whom the poster has neither approved nor answered. */
export const MAX_UNANSWERED = 5;
/** Of one wallet in all its threads. */
export const MAX_MESSAGES_IN_DAY = 300;
/** @internal */
export const MAX_BYTES_IN_DAY = 1_000_000;

const HOUR_MS = 3_600_000;

/** What an author has written in a thread. */
export interface Written {
  readonly messages: number;
  readonly bytes: number;
  /** The hour of the latest message, counted from 1970, and the messages in it. */
  readonly hour: number;
  readonly inHour: number;
}

/** What a thread's budgets know. */
export interface ThreadCounts {
  /** The number of the newest message. */
  readonly messages: number;
  /** The worker's messages since the poster's latest. */
  readonly unanswered: number;
  readonly by: Readonly<Partial<Record<ThreadRole, Written>>>;
}

/** What a wallet has written in all threads on its latest day, counted from 1970. */
export interface AuthorDay {
  readonly day: number;
  readonly messages: number;
  readonly bytes: number;
}

export const NO_MESSAGES: ThreadCounts = { messages: 0, unanswered: 0, by: {} };

interface Next {
  readonly role: ThreadRole;
  /** Whether the poster has chosen this worker, or the chain knows the stake. */
  readonly isChosen: boolean;
  readonly bytes: number;
  readonly nowMs: number;
}

/** The counts after one more message; refuses one that exceeds a budget. */
export function countMessage(
  thread: ThreadCounts,
  author: AuthorDay | null,
  { role, isChosen, bytes, nowMs }: Next,
): { thread: ThreadCounts; author: AuthorDay } {
  const hour = Math.floor(nowMs / HOUR_MS);
  const day = Math.floor(nowMs / DAY_MS);
  const own = thread.by[role] ?? { messages: 0, bytes: 0, hour, inHour: 0 };
  const inHour = own.hour === hour ? own.inHour : 0;
  const today = author?.day === day ? author : { day, messages: 0, bytes: 0 };

  if (role === "worker" && !isChosen && thread.unanswered >= MAX_UNANSWERED) {
    const detail = `The poster has not answered the last ${MAX_UNANSWERED} messages. Wait for an answer or the approval.`;
    refuse("message_limit_reached", detail);
  }
  if (own.messages >= MAX_MESSAGES_IN_THREAD || own.bytes + bytes > MAX_BYTES_IN_THREAD) {
    const most = `${MAX_MESSAGES_IN_THREAD} messages and ${MAX_BYTES_IN_THREAD} bytes`;
    refuse(
      "message_limit_reached",
      `An author can write at most ${most} in one thread. You have reached that limit here; you can still read it.`,
    );
  }
  if (inHour >= MAX_MESSAGES_IN_HOUR)
    refuseUntil((hour + 1) * HOUR_MS, nowMs, `${MAX_MESSAGES_IN_HOUR} messages an hour in one thread`);
  if (today.messages >= MAX_MESSAGES_IN_DAY || today.bytes + bytes > MAX_BYTES_IN_DAY) {
    const most = `${MAX_MESSAGES_IN_DAY} messages and ${MAX_BYTES_IN_DAY} bytes a day in all threads`;
    refuseUntil((day + 1) * DAY_MS, nowMs, most);
  }
  const written = { messages: own.messages + 1, bytes: own.bytes + bytes, hour, inHour: inHour + 1 };
  return {
    thread: {
      messages: thread.messages + 1,
      unanswered: role === "worker" ? thread.unanswered + 1 : role === "poster" ? 0 : thread.unanswered,
      by: { ...thread.by, [role]: written },
    },
    author: { day, messages: today.messages + 1, bytes: today.bytes + bytes },
  };
}

function refuseUntil(ms: number, nowMs: number, most: string): never {
  const retryAfter = Math.ceil((ms - nowMs) / 1000);
  return refuse("rate_limited", `A wallet can write at most ${most}. Retry in ${retryAfter} s.`, { retryAfter });
}
