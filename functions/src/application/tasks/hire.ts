import type { Address } from "../../domain/address";
import { refuse } from "../../domain/errors";
import { requireEscrow, requireEscrows } from "../../domain/messages/requestText";
import { selectionTypedData } from "../../domain/messages/typedData";
import { taskView } from "../views/task";
import { confirmCreation } from "./create";
import { selectionIn, selectWorker } from "./interest";
import { hireAmong, requireTask, viewerOf } from "./requestedTask";
import type { SentStep, StepRequest } from "./step";
import type { TaskRecord } from "./task";

type Sent = Omit<SentStep, "taskId"> & {
  metadataHash?: string;
  voucherDeadline?: number;
  voucherSignature?: string;
};

/**
 * The created task. If it is reserved for a worker, the poster's selection of that worker is stored if it was sent, and
 * returned to be signed otherwise: the contract's selection names the task's id, which is not known before.
 */
export async function confirmSimpleCreation(request: StepRequest<Sent>) {
  const { input, wallet, services, nowMs } = request;
  const voucher = selectionIn(input);
  const confirmed = await confirmCreation(request);
  if (confirmed.task.reservedFor === null) {
    return voucher ? refuseVoucher("is for a task that is reserved for a worker") : confirmed;
  }
  const record = await requireTask(confirmed.task, services);
  const hire = await hireAmong(record, wallet, nowMs, services);
  if (!hire) return confirmed;
  if (!voucher)
    return hire.status === "unsigned" ? { ...confirmed, ...toSign(request, record, hire.worker) } : confirmed;
  await selectWorker({ record, worker: hire.worker, voucher, poster: wallet }, services, nowMs);
  const view = taskView(
    record,
    requireEscrows(services.settings.escrows),
    await viewerOf(record, wallet, nowMs, services),
  );
  return { ok: true as const, txHash: confirmed.txHash, task: view, _nextAction: view._nextAction };
}

/** The selection for the poster to sign, and the same confirmation with room for its signature. */
function toSign({ input, services }: StepRequest<Sent>, { task }: TaskRecord, worker: Address) {
  const { chainId, escrows } = services.settings;
  const deadline = input.voucherDeadline ?? task.deadlines.openUntil ?? 0;
  const escrow = requireEscrow(task.contract, escrows).address;
  return {
    signatures: [
      {
        field: "voucherSignature" as const,
        reason:
          "Lets the worker you hired start: sign it, and confirm again with voucherSignature and voucherDeadline.",
        deadline,
        typedData: selectionTypedData({ chainId, escrow }, { ...task, worker, deadline }),
      },
    ],
  };
}

function refuseVoucher(message: string): never {
  return refuse("invalid_request", `voucherSignature ${message}.`, {
    errors: [{ pointer: "/voucherSignature", message }],
  });
}
