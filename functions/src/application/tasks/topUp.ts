import { formatUsdc, parseUsdc } from "../../domain/money";
import { prepareFunded } from "./funded";
import { thenConfirm } from "./prepare";
import type { TaskStepRequest } from "./step";

interface TopUp {
  rewardUsdc?: string;
  openUntil?: number;
  permit?: { deadline: number; signature: string };
}

/** The poster's new totals for an open task: the reward, the deadline to start, or both. */
export async function prepareTopUp({ path, input, wallet, record, prove, services, nowMs }: TaskStepRequest<TopUp>) {
  const { contract, taskId, rewardUsdcUnits: current, deadlines } = record.task;
  const rewardUsdcUnits = parseUsdc(input.rewardUsdc ?? formatUsdc(current)) ?? current;
  const totals = { contract, taskId, rewardUsdcUnits, openUntil: input.openUntil ?? deadlines.openUntil ?? 0 };
  const funded = await prepareFunded(
    {
      wallet,
      record,
      prove,
      call: { function: "fundMore", ...totals },
      withPermit: (permit) => ({ function: "fundMoreWithPermit", ...totals, permit }),
      amountUsdcUnits: rewardUsdcUnits > current ? rewardUsdcUnits - current : 0n,
      permit: input.permit,
      description: `Funds task ${taskId} with ${formatUsdc(rewardUsdcUnits)} USDC in total.`,
    },
    services,
    nowMs,
  );
  const _nextAction = thenConfirm("poster", path, { wallet, contract, taskId: String(taskId) });
  return { ok: true as const, ...funded, _nextAction };
}
