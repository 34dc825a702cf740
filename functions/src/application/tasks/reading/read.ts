import type { Address } from "../../../domain/address";
import { citationsOf, mayRead, submissionOf, type Citation, type ContentKind } from "../../../domain/content";
import { refuse } from "../../../domain/errors";
import type { InterestSort } from "../../../domain/interest";
import { requireEscrows } from "../../../domain/messages/requestText";
import { roleOf } from "../../../domain/task/task";
import { verdictIn, readable, textsOf } from "../../../domain/task/texts";
import { DEFAULT_LIMIT } from "../../../schema/list";
import type { Services } from "../../services";
import { interestView } from "../work/interest";
import { privateTextView, taskNames, workView, taskView } from "../../views/task";
import {
  resubmissionOf,
  hireAmong,
  interestCountOf,
  posterRecordOf,
  requireTask,
  type NamedTask,
} from "../requestedTask";
import { refuseWith, syncedTask, taskToCall } from "../task";
import type { TaskRecord } from "../../../ports/tasks";

/** How long a reorg may undo a step; Base's blocks are final in half of this time. */
const SETTLING_SECONDS = 3_600;

/**
 * The current task: if a reorg has undone its latest step, and perhaps a worker's stake, it is read from the chain
 * again.
 */
async function standingTask(known: TaskRecord, services: Services, nowMs: number): Promise<TaskRecord> {
  const { at, updatedAt } = known.task;
  if (updatedAt + SETTLING_SECONDS < nowMs / 1000) return known;
  const [isOnChain] = await services.escrow.areOnChain([{ number: at.blockNumber, hash: at.blockHash }]);
  return isOnChain ? known : syncedTask(known.task, services);
}

/**
 * The task as this wallet's right to read depends on it: a worker's on a stake, a judge's on submitted work, an
 * arbiter's on a dispute, each of which may have been undone, or not confirmed yet.
 */
export async function readersTask(
  known: TaskRecord,
  wallet: Address,
  services: Services,
  nowMs: number,
): Promise<TaskRecord> {
  const { worker, judge, arbiter, state } = known.task;
  if (wallet === judge) return syncedTask(known.task, services);
  if (wallet === arbiter && state === "REJECTED") return syncedTask(known.task, services);
  return wallet === worker || wallet === arbiter ? standingTask(known, services, nowMs) : known;
}

/**
 * The task whose contents of a kind this wallet may read, by its role on the chain; refuses `forbidden_role`. Reads the
 * chain before it refuses on an open task: an unconfirmed stake counts.
 */
export async function taskToRead(
  kind: ContentKind,
  named: NamedTask,
  wallet: Address,
  services: Services,
  nowMs: number,
): Promise<TaskRecord> {
  const found = await taskToCall(named, services);
  const known = await readersTask(found, wallet, services, nowMs);
  if (mayRead(kind, known.task, wallet, nowMs)) return known;
  const { task } = known;
  const synced = task.state === "FUNDED" ? await syncedTask(task, services) : known;
  if (mayRead(kind, synced.task, wallet, nowMs)) return synced;
  const detail =
    "Only the task's poster, its worker while staked, its judge while work waits for the verdict, and the arbiter of its dispute may read this.";
  return refuseWith("forbidden_role", detail, { record: synced, wallet, services, nowMs });
}

/** The work and the change requests of a task, oldest first, for a party of it; signed work that is not on the chain last. */
export async function submissionDetails(named: NamedTask, wallet: Address, services: Services, nowMs: number) {
  const { task, metadata } = await taskToRead("submission", named, wallet, services, nowMs);
  const waiting = await resubmissionOf(task, services);
  const citations = citationsOf(task, null).filter(({ kind }) => kind === "submission" || kind === "reason");
  const cited: readonly Citation[] = [...citations, ...(waiting ? submissionOf(task, waiting.submissionHash) : [])];
  const found = cited.length > 0 ? await services.contentStore.find(cited) : [];
  const contentOf = (kind: "submission" | "reason", hash: string | null) =>
    found.find(({ citation }) => citation.kind === kind && citation.hash === hash)?.content;
  const submitted = [
    ...task.submissionHashes.map((hash) => ({ hash, status: "on_chain" as const })),
    ...(waiting ? [{ hash: waiting.submissionHash, status: "awaiting_anchor" as const }] : []),
  ];
  return {
    ...taskNames(task, services),
    submissions: submitted.map(({ hash, status }, at) => ({
      round: at,
      submissionHash: hash,
      status,
      submission: workView(contentOf("submission", hash)),
      verdict: verdictIn(metadata, contentOf("submission", hash)),
    })),
    changeRequests: task.reasonHashes.map((reasonHash, at) => ({
      round: at + 1,
      reasonHash,
      reason: privateTextView(contentOf("reason", reasonHash)),
    })),
  };
}

interface Asked extends NamedTask {
  sort?: InterestSort;
  limit?: number;
  cursor?: string;
}

/** A task with everything that this wallet may read of it; refuses `forbidden_role` without a role in it. */
export async function participantTask(input: Asked, wallet: Address, services: Services, nowMs: number) {
  const { interests, contentStore, settings } = services;
  const { sort = "newest", limit = DEFAULT_LIMIT, cursor = null } = input;
  const known = await requireTask(input, services);
  const record = await readersTask(known, wallet, services, nowMs);
  const { task } = record;
  const part = roleOf(task, wallet);
  const [interest, resubmission, hire] = await Promise.all([
    part === "poster" ? null : interests.find(task, wallet),
    resubmissionOf(task, services),
    hireAmong(record, wallet, nowMs, services),
  ]);
  if (part === "stranger" && !interest)
    refuse("forbidden_role", "This wallet has no role in this task. Use GET /mkt/task for the public view.");
  const citations = readable(record, resubmission, wallet, nowMs);
  const [found, interestCount, posterRecord, page] = await Promise.all([
    contentStore.find(citations),
    interestCountOf(record, services),
    posterRecordOf(record, services),
    part === "poster" ? interests.ofTask(task, sort, limit, cursor) : null,
  ]);
  const escrows = requireEscrows(settings.escrows);
  return {
    ...taskView({ ...record, interestCount }, escrows, { wallet, interest, resubmission, hire, nowMs }),
    posterRecord,
    role: part === "stranger" ? ("interested" as const) : part,
    interest: interest && interestView(interest, task, escrows),
    interests: page && { ...page, items: page.items.map((one) => interestView(one, task, escrows)) },
    ...textsOf(task, record.metadata, citations, found),
  };
}
