import type { Address } from "../../../domain/address";
import { citationsOf, citedBy, type Content, type Citation } from "../../../domain/content";
import type { Hex } from "../../../domain/keccak";
import { requireEscrows } from "../../../domain/messages/requestText";
import { actorOf } from "../../../domain/task/applyEvent";
import type { BareCallName, EscrowCall } from "../../../domain/task/call";
import { byPlace, taskName, type EventName, type TaskEvent, type TaskKey } from "../../../domain/task/events";
import type { NextAction } from "../../../domain/task/nextAction";
import type { Task } from "../../../domain/task/task";
import type { ContractName } from "../../../domain/workflow/variants";
import type { ProveWallet } from "../../proof";
import type { Services } from "../../services";
import { taskView } from "../../views/task";
import { forwarded } from "../relay/gasless";
import { prepare, thenConfirm } from "./prepare";
import { requestedKey, refuseUnknownTask, viewerOf, type NamedTask } from "../requestedTask";
import { refuseUnconfirmed, receiptOf, refuseReceipt } from "./sent";
import { syncTask } from "../indexing/sync";
import type { TaskRecord } from "../../../ports/tasks";

/** A wallet's request for a step on the escrow. */
export interface StepRequest<Input = unknown> {
  /** The endpoint, at which the step is confirmed too. */
  readonly path: string;
  readonly input: Input;
  readonly wallet: Address;
  readonly nowMs: number;
  readonly randomBytes: (size: number) => Buffer;
  readonly prove: ProveWallet;
  /** The PAYMENT-SIGNATURE header, where the step can be paid for by x402. */
  readonly payment?: string | null;
  /** Who sends it, as limits count. */
  readonly client: () => string;
  readonly services: Services;
}

/** A step on a task that exists. */
export interface TaskStepRequest<Input = unknown> extends StepRequest<Input> {
  readonly record: TaskRecord;
}

/** The transaction that was sent for a step on a task. */
export interface SentStep extends NamedTask {
  txHash?: string;
  signedTransaction?: string;
}

interface Planned {
  readonly call: EscrowCall;
  /** What it does, in one sentence. */
  readonly description: string;
  /** Who sends the transaction. */
  readonly actor: NextAction["actor"];
  /** The texts whose hashes the call puts on the chain; kept as the wallet's drafts. */
  readonly drafts?: readonly Content[];
}

/** The transaction of a step that would succeed now, and how to confirm it. */
export async function prepareStep(
  { path, wallet, record, prove, services, nowMs }: TaskStepRequest,
  { call, description, actor, drafts = [] }: Planned,
) {
  const transaction = await prepare({ wallet, call, description, record, prove }, services, nowMs);
  const gasless = await forwarded({ wallet, call, record, gas: BigInt(transaction.gas) }, services, nowMs);
  if (drafts.length > 0) await services.contentStore.keepDrafts(wallet, drafts, nowMs);
  const { contract, taskId } = record.task;
  return {
    ok: true as const,
    transactions: [transaction],
    ...gasless,
    _nextAction: thenConfirm(actor, path, { wallet, contract, taskId: String(taskId) }),
  };
}

/** A step whose call names nothing but the task. */
export function bareStep(
  name: BareCallName,
  { actor, does }: { actor: NextAction["actor"]; does: (taskId: bigint) => string },
): (request: TaskStepRequest) => ReturnType<typeof prepareStep> {
  return (request) => {
    const { contract, taskId } = request.record.task;
    return prepareStep(request, { call: { function: name, contract, taskId }, description: does(taskId), actor });
  };
}

/** The task after a sent step, which one of these events shows. */
export function confirmStep({ input, wallet, services, nowMs }: StepRequest<SentStep>, ...names: readonly EventName[]) {
  return confirm({ sent: input, wallet, ...requestedKey(input, services), names }, services, nowMs);
}

type Receipt = Awaited<ReturnType<typeof receiptOf>>;

export interface ToConfirm {
  readonly sent: { txHash?: string; signedTransaction?: string };
  readonly wallet: Address;
  readonly contract: ContractName;
  /** Null if the transaction creates the task. */
  readonly taskId: bigint | null;
  /** The events that identify the step. */
  readonly names: readonly EventName[];
  /** Further conditions on the event. */
  readonly fits?: (event: TaskEvent) => boolean;
  /** Whether the step was already done, so that the transaction had no effect. */
  readonly isDone?: (task: Task) => boolean;
  /** The task as known before; looked up if absent. */
  readonly known?: TaskRecord;
  /** Stores the texts that the step cites; by default, adopts their drafts. */
  readonly bringTexts?: (citations: readonly Citation[]) => Promise<void>;
}

interface Confirmed {
  readonly txHash: Hex;
  readonly record: TaskRecord;
}

/**
 * The task after a sent step: the projection includes it, and the texts that it cites belong to the task.
 *
 * Refuses `tx_not_confirmed` until the transaction is in a sealed block, and `state_conflict` if it reverted or is not
 * this step of this task by this wallet on this contract. Idempotent.
 */
export async function confirm(toConfirm: ToConfirm, services: Services, nowMs: number) {
  return shownTo(toConfirm.wallet, await confirmedStep(toConfirm, services), services, nowMs);
}

/** A confirmed step as its wallet sees it. */
export async function shownTo(wallet: Address, { txHash, record }: Confirmed, services: Services, nowMs: number) {
  const viewer = await viewerOf(record, wallet, nowMs, services);
  const view = taskView(record, requireEscrows(services.settings.escrows), viewer);
  return { ok: true as const, txHash, task: view, _nextAction: view._nextAction };
}

/** The task after a sent step, as `confirm` checks it. */
export async function confirmedStep(toConfirm: ToConfirm, services: Services): Promise<Confirmed> {
  const { known, bringTexts = (citations) => services.contentStore.adopt(citations) } = toConfirm;
  const receipt = await receiptOf(toConfirm.sent, services);
  const event =
    receipt.events.find((candidate) => isMeant(candidate, toConfirm)) ??
    (await eventBefore(toConfirm, receipt, services));
  const key: TaskKey = { contract: event.contract, taskId: event.taskId };
  const task = await syncTask(services, key);
  // A reorg may have undone it since the receipt was read.
  if (!task || byPlace(task.at, event.at) < 0) refuseUnconfirmed();
  const citations = receipt.events
    .filter((other) => taskName(other) === taskName(key))
    .flatMap((event) => citedBy(event, task.arbiter));
  await bringTexts(citations);
  // A reorg may have given the id to another task.
  const isKnown = known?.task.metadataHash === task.metadataHash;
  const record = isKnown
    ? { ...known, task }
    : ((await services.tasks.get(key)) ?? (await refuseUnknownTask(key, services)));
  const isOthers = ({ kind, hash }: Citation) => kind === "metadata" && hash !== record.task.metadataHash;
  if (citations.some(isOthers)) {
    // The reorg happened after the projection was read, and the other task's data was overwritten just now.
    await services.contentStore.adopt(citationsOf(record.task, null).filter(({ kind }) => kind === "metadata"));
    refuseUnconfirmed();
  }
  return { txHash: receipt.txHash, record };
}

/**
 * The position of the latest event if the step was already taken before the transaction; else refuses `state_conflict`.
 */
async function eventBefore(
  { isDone, ...toConfirm }: ToConfirm,
  receipt: Receipt,
  services: Services,
): Promise<TaskKey & Pick<TaskEvent, "at">> {
  const { contract, taskId } = toConfirm;
  const mayBeCall = isDone && taskId !== null && mayHaveCalled({ contract, taskId }, receipt, services);
  const task = mayBeCall ? await syncTask(services, { contract, taskId }) : null;
  return task && isDone?.(task) ? task : refuseOther(toConfirm, receipt);
}

/**
 * Whether the transaction can have called the contract for this task without an effect. Straight from an account it is that
 * call and no other. A bundler or a Safe is called in its place, and may bring other tasks' calls along.
 */
function mayHaveCalled(key: TaskKey, { to, events }: Receipt, { escrow }: Services): boolean {
  const own: readonly (Address | null)[] = [...Object.values(escrow.addresses), escrow.token];
  if (own.includes(to)) return to === escrow.addresses[key.contract] && events.length === 0;
  return events.every((event) => taskName(event) !== taskName(key));
}

function isMeant(event: TaskEvent, { wallet, contract, taskId, names, fits }: ToConfirm): boolean {
  const actor = actorOf(event);
  return (
    names.includes(event.name) &&
    event.contract === contract &&
    (taskId === null || event.taskId === taskId) &&
    (actor === null || actor === wallet) &&
    (fits?.(event) ?? true)
  );
}

function refuseOther({ wallet, contract, taskId, names }: ToConfirm, receipt: Receipt): never {
  const task = taskId === null ? "" : ` of task ${taskId}`;
  return refuseReceipt(
    receipt,
    `The transaction has no ${names.join(" or ")} event${task} on the ${contract} contract by ${wallet}. Send the hash of the transaction that takes this step.`,
  );
}
