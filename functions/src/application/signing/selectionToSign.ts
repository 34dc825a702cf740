import { requireEscrow } from "../../domain/messages/requestText";
import { selectionTypedData } from "../../domain/messages/typedData";
import type { Services } from "../services";
import { requireAddress, requireTask } from "../tasks/requestedTask";
import type { Asked, ContractSignature } from "./contractSignature";

/**
 * The selection that a poster signs to approve a worker; valid until the task's start deadline, or until the given
 * deadline.
 */
export async function selectionToSign({ body }: Asked, services: Services): Promise<ContractSignature | null> {
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
