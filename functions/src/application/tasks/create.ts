import type { Address } from "../../domain/address";
import type { ErrorCode } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { requireEscrow } from "../../domain/messages/requestText";
import { formatUsdc } from "../../domain/money";
import { RELAY_PATH } from "../../domain/task/gasless";
import { termsOf, type GivenTerms } from "../../domain/task/terms";
import { confirm } from "./confirm";
import { prepareFunded } from "./funded";
import { thenConfirm } from "./prepare";
import { requireAddress } from "./requestedTask";
import { required, stepOf } from "./sent";
import type { SentStep, StepRequest } from "./step";

/** The errors of a creation, besides those of a confirmation. */
export const CREATION_ERRORS = [
  "forbidden_role",
  "signature_invalid",
  "invalid_signature_format",
  "idempotency_key_used",
] as const satisfies readonly ErrorCode[];

/** The terms of a task to create. */
export interface Creation extends Partial<GivenTerms> {
  contract?: string;
  permit?: { deadline: number; signature: string };
}

/** The transactions that create a task with these terms, and how to proceed. */
export async function prepareCreation(
  { path, input, wallet, prove, services, nowMs }: StepRequest<Creation>,
  metadataHash: Hex,
  /** Where its metadata is stored here, so that the relay creates it. */
  randomBytes?: (size: number) => Buffer,
) {
  const { name: contract } = requireEscrow(input.contract, services.settings.escrows);
  const terms = termsOf(contract, { ...input, ...required(input, "rewardUsdc", "stakeUsdc") }, metadataHash);
  const funded = await prepareFunded(
    {
      wallet,
      prove,
      record: null,
      ...(randomBytes && { randomBytes }),
      call: { function: "createTask", contract, terms },
      withPermit: (permit) => ({ function: "createTaskWithPermit", contract, terms, permit }),
      amountUsdcUnits: terms.rewardUsdcUnits,
      permit: input.permit,
      description: `Creates a task on the ${contract} contract with ${formatUsdc(terms.rewardUsdcUnits)} USDC in escrow.`,
    },
    services,
    nowMs,
  );
  const confirmation = thenConfirm("poster", path, { wallet, contract, metadataHash });
  const isRelayed = funded.transactions.length === 0;
  const _nextAction = {
    ...confirmation,
    ...(isRelayed && { reason: `Sign gasless.typedData and have ${RELAY_PATH} create the task.` }),
  };
  return { ok: true as const, ...funded, metadataHash, _nextAction };
}

/** The owner of an Idempotency-Key: only a confirmation's answer is stored under it. */
export function keyedConfirmation(asked: Parameters<typeof stepOf>[0] & { wallet?: string }): Address | null {
  return stepOf(asked) === "confirm" ? requireAddress(asked.wallet ?? "") : null;
}

/** The task that a transaction of this wallet created; if a hash is given, the one with this metadata. */
export function confirmCreation({
  input,
  wallet,
  services,
  nowMs,
}: StepRequest<Omit<SentStep, "taskId"> & { metadataHash?: string }>) {
  const { name: contract } = requireEscrow(input.contract, services.settings.escrows);
  const { metadataHash } = input;
  return confirm(
    {
      sent: input,
      wallet,
      contract,
      taskId: null,
      names: ["TaskCreated"],
      fits: (event) =>
        metadataHash === undefined || (event.name === "TaskCreated" && event.metadataHash === metadataHash),
    },
    services,
    nowMs,
  );
}
