import type { Output } from "../../domain/acceptance";
import { contentHash } from "../../domain/content";
import type { Link } from "../../domain/link";
import { requireEscrow } from "../../domain/messages/requestText";
import { selectionTypedData, type TypedData } from "../../domain/messages/typedData";
import type { Services } from "../services";
import { judged } from "../tasks/work/acceptance";
import { requireAddress, requireTask } from "../tasks/requestedTask";
import { requireChangeRequest, requireUnanswered, resubmissionRequest } from "../tasks/review/resubmission";
import { taskToCall } from "../tasks/task";
import { privateContent } from "../tasks/work/work";

/** What the contract needs signed beside the request itself, by path. */
export const CONTRACT_SIGNATURES: Readonly<
  Record<string, (asked: Asked, services: Services) => Promise<ContractSignature | null>>
> = {
  "/mkt/interest/resolve": selectionToSign,
  "/mkt/resubmit": resubmissionToSign,
};

/** The request to prepare and its wallet. */
export interface Asked {
  readonly body: Readonly<Record<string, unknown>>;
  readonly wallet: string;
  readonly nowMs: number;
  readonly randomBytes: (size: number) => Buffer;
  /** Who sends it, as limits count. */
  readonly client: () => string;
}

/** What the wallet must sign for the contract before the request itself is complete. */
export interface ContractSignature {
  /** The request, completed with the signed values. */
  readonly body: Record<string, unknown>;
  readonly typedData: TypedData;
  /** The field of the body that takes the signature. */
  readonly field: string;
}

/** The answer to a change request that a worker signs, so that anyone can submit it to the chain. */
async function resubmissionToSign(
  { body, wallet, nowMs, randomBytes, client }: Asked,
  services: Services,
): Promise<ContractSignature | null> {
  // Validated against the endpoint's schema by the caller.
  const given = body as {
    contract?: string;
    taskId: string | number;
    text: string;
    links?: Link[];
    salt?: string;
    output?: Output;
    force?: boolean;
    resubmissionSignature?: string;
  };
  if (given.resubmissionSignature !== undefined) return null;
  const asker = { wallet: requireAddress(wallet), services, nowMs };
  const record = await requireChangeRequest({ record: await taskToCall(given, services), ...asker });
  const work = privateContent("submission", given, randomBytes);
  const submissionHash = contentHash(work);
  await requireUnanswered(submissionHash, { record, ...asker });
  await judged(work, record, { ...asker, force: given.force, caller: client() });
  const { field, deadline, typedData } = resubmissionRequest(record.task, submissionHash, services);
  return { body: { ...body, salt: work.value.salt, resubmissionDeadline: deadline }, typedData, field };
}

/**
 * The selection that a poster signs to approve a worker; valid until the task's start deadline, or until the given
 * deadline.
 */
async function selectionToSign({ body }: Asked, services: Services): Promise<ContractSignature | null> {
  // Validated against the endpoint's schema by the caller.
  const { contract, taskId, worker, decision, voucherDeadline, voucherSignature } = body as {
    contract?: string;
    taskId: string | number;
    worker: string;
    decision: string;
    voucherDeadline?: number;
    voucherSignature?: string;
  };
  if (decision !== "approve" || voucherSignature !== undefined) return null;
  const { task } = await requireTask({ taskId, ...(contract !== undefined && { contract }) }, services);
  const { chainId, escrows } = services.settings;
  const deadline = voucherDeadline ?? task.deadlines.openUntil ?? 0;
  const typedData = selectionTypedData(
    { chainId, escrow: requireEscrow(task.contract, escrows).address },
    { ...task, worker: requireAddress(worker), deadline },
  );
  return { body: { ...body, voucherDeadline: deadline }, typedData, field: "voucherSignature" };
}
