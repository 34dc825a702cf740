import type { Address } from "../../domain/address";
import type { Content } from "../../domain/content";
import type { BareCallName, EscrowCall } from "../../domain/task/call";
import type { EventName } from "../../domain/task/events";
import type { NextAction } from "../../domain/task/nextAction";
import type { ProveWallet } from "../proof";
import type { Services } from "../services";
import { confirm } from "./confirm";
import { forwarded } from "./gasless";
import { prepare, thenConfirm } from "./prepare";
import { requestedKey } from "./requestedTask";
import type { TaskRecord } from "./task";

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
export interface SentStep {
  contract?: string;
  taskId: string | number;
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
