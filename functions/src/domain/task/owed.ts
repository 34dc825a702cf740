import type { Task } from "./task";

/**
 * What the escrow still holds for a task, in USDC base units; payments that wait for `withdraw` no longer belong to the
 * task.
 */
export function owedUsdcUnits({ settled, worker, rewardUsdcUnits, stakeUsdcUnits, paid }: Task): bigint {
  if (settled) return 0n;
  const taken = rewardUsdcUnits + (worker === null ? 0n : stakeUsdcUnits);
  return taken - paid.posterUsdcUnits - paid.workerUsdcUnits - paid.treasuryUsdcUnits;
}
