import { toAddress, type Address } from "../../domain/address";
import { refuse } from "../../domain/errors";
import { requireEscrow } from "../../domain/messages/requestText";
import type { Resubmission } from "../../domain/task/call";
import type { TaskKey } from "../../domain/task/events";
import { hireOf, type Hire } from "../../domain/interest";
import type { TaskMetadata } from "../../domain/task/metadata";
import { creditAction, type NextAction } from "../../domain/task/nextAction";
import type { Viewer } from "../../domain/task/status";
import type { Task } from "../../domain/task/task";
import { ChainUnavailable } from "../../ports/chain";
import type { TaskRecord } from "../../ports/tasks";
import type { Services } from "../services";
import { posterRecordView } from "../views/profile";

/** A task, with its metadata where it is known. */
interface Known {
  readonly task: Task;
  readonly metadata?: TaskMetadata | null;
  readonly answer?: TaskRecord["answer"];
}

/** How a request names a task. */
export interface NamedTask {
  contract?: string;
  taskId: string | number;
}

/** The task that a request names; on the human deployment by default. */
export function requestedKey({ contract, taskId }: NamedTask, { settings }: Pick<Services, "settings">): TaskKey {
  return { contract: requireEscrow(contract, settings.escrows).name, taskId: BigInt(taskId) };
}

/** The task that a request names, with its off-chain data; refuses `task_not_found`. One read. */
export async function requireTask(named: NamedTask, services: Pick<Services, "settings" | "tasks">) {
  const key = requestedKey(named, services);
  return (await services.tasks.get(key)) ?? refuseUnknownTask(key, services);
}

/** Refuses `task_not_found`, and says where else there is a task of this id. One read. */
export async function refuseUnknownTask(
  { contract, taskId }: TaskKey,
  { tasks }: Pick<Services, "tasks">,
): Promise<never> {
  const other = contract === "human" ? "agent-fast" : "human";
  const elsewhere = await tasks.get({ contract: other, taskId });
  const remedy = elsewhere
    ? `There is a task ${taskId} on ${other}: to name that one, send contract "${other}".`
    : "If it was created just now, confirm its creation first.";
  return refuse("task_not_found", `The ${contract} contract has no known task ${taskId}. ${remedy}`);
}

/** An address that the schema has accepted, in EIP-55 form. */
export function requireAddress(text: string): Address {
  const address = toAddress(text);
  if (!address) throw new TypeError("the pattern of an address accepts something else");
  return address;
}

/** The worker's stored answer to the open change request, or null. One read while there is a change request. */
export async function resubmissionOf(
  task: Task,
  { resubmissions }: Pick<Services, "resubmissions">,
): Promise<Resubmission | null> {
  return task.state === "CHANGES_REQUESTED" ? resubmissions.find(task) : null;
}

/** The same for several tasks, in their order. One read for each with a change request, in one round trip. */
export async function resubmissionsOf(
  tasks: readonly Task[],
  { resubmissions }: Pick<Services, "resubmissions">,
): Promise<(Resubmission | null)[]> {
  const asked = tasks.filter(({ state }) => state === "CHANGES_REQUESTED");
  const answers = await resubmissions.findAll(asked);
  return tasks.map((task) => answers[asked.indexOf(task)] ?? null);
}

/** What to expect of a task's poster. One read. */
export async function posterRecordOf({ task }: Known, { profiles }: Pick<Services, "profiles">) {
  return posterRecordView((await profiles.reputation(task.poster)).posterRecord);
}

/**
 * The number of interested workers. While the task is open, one read per 1,000, because it may change at any moment.
 */
export async function interestCountOf(
  { task, interestCount }: { task: Task; interestCount: number },
  { interests }: Pick<Services, "interests">,
): Promise<number> {
  return task.state === "FUNDED" ? interests.count(task) : interestCount;
}

/**
 * Of which of these tasks a refused payment may still be withdrawn. Asks the chain once, and only for a wallet that had one;
 * nodes that fail leave the hint out, not the answer.
 */
export async function creditsOf(
  tasks: readonly Task[],
  wallet: Address,
  { escrow }: Pick<Services, "escrow">,
): Promise<(task: Task) => boolean> {
  const isCredited = ({ settled, credited }: Task) => settled && credited.some(({ account }) => account === wallet);
  const escrows = tasks.some(isCredited) ? await creditedTo(wallet, escrow) : null;
  return (task) => isCredited(task) && escrows !== null && escrows[task.contract].creditUsdcUnits > 0n;
}

/** How a wallet withdraws its credit of any task; null without one. Asks the chain once, with the same exception. */
export async function withdrawalOf(wallet: Address, { escrow }: Pick<Services, "escrow">): Promise<NextAction | null> {
  const escrows = await creditedTo(wallet, escrow);
  return escrows && creditAction(wallet, escrows);
}

async function creditedTo(wallet: Address, escrow: Services["escrow"]) {
  try {
    return (await escrow.balances(wallet)).escrows;
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}

/** The worker that an open task is reserved for; null for others than its poster, who alone can select it. */
function reservedFor({ task, metadata }: Known, wallet: Address | null): Address | null {
  const isAsked = wallet === task.poster && task.state === "FUNDED" && task.mode === "selection";
  return isAsked && metadata?.reservedFor !== undefined ? toAddress(metadata.reservedFor) : null;
}

/** A poster's hire on each of some tasks, in their order. One read for each that is reserved, in one round trip. */
export async function hiresAmong(
  records: readonly Known[],
  wallet: Address | null,
  nowMs: number,
  { interests }: Pick<Services, "interests">,
): Promise<(Hire | null)[]> {
  const asked = records.flatMap((record) => {
    const worker = reservedFor(record, wallet);
    return worker ? [{ record, task: record.task, worker }] : [];
  });
  const found = asked.length === 0 ? [] : await interests.findAll(asked);
  return records.map((record) => {
    const at = asked.findIndex((one) => one.record === record);
    const worker = asked[at]?.worker;
    return worker ? hireOf(worker, found[at] ?? null, nowMs) : null;
  });
}

/** The same for one task. */
export async function hireAmong(
  record: Known,
  wallet: Address | null,
  nowMs: number,
  services: Pick<Services, "interests">,
): Promise<Hire | null> {
  return (await hiresAmong([record], wallet, nowMs, services))[0] ?? null;
}

/** One wallet, and its off-chain data on a task; reads only what the task's state requires. */
export async function viewerOf(
  record: Known,
  wallet: Address | null,
  nowMs: number,
  services: Pick<Services, "interests" | "resubmissions" | "escrow">,
): Promise<Viewer> {
  const { task } = record;
  const [interest, resubmission, hasCredit, hire] = await Promise.all([
    task.state === "FUNDED" && wallet !== null ? services.interests.find(task, wallet) : null,
    resubmissionOf(task, services),
    wallet !== null && creditsOf([task], wallet, services).then((hasCredit) => hasCredit(task)),
    hireAmong(record, wallet, nowMs, services),
  ]);
  return { wallet, interest, resubmission, hasCredit, hire, hasAnswered: Boolean(record.answer), nowMs };
}
