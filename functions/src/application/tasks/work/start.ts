import { selectionOf } from "../../../domain/interest";
import { formatUsdc } from "../../../domain/money";
import type { Voucher } from "../../../domain/task/call";
import { termsHash } from "../../../domain/task/terms";
import { prepareFunded } from "../creation/funded";
import { thenConfirm } from "../step/prepare";
import type { TaskStepRequest } from "../step/step";
import { refuseWith } from "../task";

interface Start {
  termsHash?: string;
  permit?: { deadline: number; signature: string };
}

/** The worker's stake on the terms that it read, with the poster's selection where the task needs one. */
export async function prepareStart(request: TaskStepRequest<Start>) {
  const { path, input, wallet, record, prove, randomBytes, services, nowMs } = request;
  const { contract, taskId, stakeUsdcUnits } = record.task;
  const agreedTerms = termsHash(record.task);
  if (input.termsHash !== undefined && input.termsHash !== agreedTerms) {
    const detail = `The task's termsHash is ${agreedTerms}, not the one you sent. Read its terms again with /mkt/task before you start.`;
    return refuseWith("state_conflict", detail, request);
  }
  const agreed = { agreedTerms, voucher: await voucherFor(request) };
  const funded = await prepareFunded(
    {
      wallet,
      record,
      prove,
      randomBytes,
      call: { function: "stakeAndStart", contract, taskId, ...agreed },
      withPermit: (permit) => ({ function: "stakeAndStartWithPermit", contract, taskId, ...agreed, permit }),
      amountUsdcUnits: stakeUsdcUnits,
      permit: input.permit,
      description:
        stakeUsdcUnits === 0n
          ? `Starts task ${taskId}, which takes no stake.`
          : `Starts task ${taskId} with a stake of ${formatUsdc(stakeUsdcUnits)} USDC.`,
    },
    services,
    nowMs,
  );
  const _nextAction = thenConfirm("worker", path, { wallet, contract, taskId: String(taskId) });
  return { ok: true as const, ...funded, _nextAction };
}

/**
 * The poster's signed selection of this worker; not needed in instant mode, or on a task that no longer accepts
 * workers.
 */
async function voucherFor(request: TaskStepRequest): Promise<Voucher | null> {
  const { wallet, record, services, nowMs } = request;
  const { task } = record;
  if (task.mode === "instant" || task.state !== "FUNDED" || wallet === task.poster) return null;
  const interest = await services.interests.find(task, wallet);
  const voucher = interest && selectionOf(interest, nowMs);
  if (voucher) return voucher;
  return refuseWith(
    "state_conflict",
    "The poster has not selected this wallet, or the selection has expired. Register an interest with /mkt/interest, or ask the poster for a new selection.",
    request,
  );
}
