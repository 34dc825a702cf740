import type { Payout } from "./edges";

/** The inputs of a task's payouts; amounts in USDC base units. */
export interface Stakes {
  readonly rewardUsdcUnits: bigint;
  readonly stakeUsdcUnits: bigint;
  readonly cancelFeeUsdcUnits: bigint;
  readonly platformFeeBps: number;
}

export interface Ruling {
  readonly workerShareBps: number;
  readonly forfeitStake: boolean;
}

/** Who gets what, in USDC base units. */
export interface Payments {
  readonly poster: bigint;
  readonly worker: bigint;
  readonly treasury: bigint;
}

const BPS = 10_000n;

/**
 * The payments of a step. Shares of the worker and the treasury round down; in a split, the poster gets the odd unit.
 */
export function payouts(
  pays: Payout,
  task: Stakes,
  ruling: Ruling = { workerShareBps: 5_000, forfeitStake: false },
): Payments {
  const { rewardUsdcUnits: reward, stakeUsdcUnits: stake, cancelFeeUsdcUnits: cancelFee } = task;
  const fee = (reward * BigInt(task.platformFeeBps)) / BPS;
  const share = (reward * BigInt(ruling.workerShareBps)) / BPS;
  const table: Record<Payout, Payments> = {
    nothing: { poster: 0n, worker: 0n, treasury: 0n },
    rewardLessCancelFee: { poster: reward - cancelFee, worker: 0n, treasury: cancelFee },
    rewardBack: { poster: reward, worker: 0n, treasury: 0n },
    rewardAndStakeToPoster: { poster: reward + stake, worker: 0n, treasury: 0n },
    rewardBackStakeHalved: { poster: reward + stake - stake / 2n, worker: stake / 2n, treasury: 0n },
    rewardBackStakeBack: { poster: reward, worker: stake, treasury: 0n },
    rewardLessPlatformFee: { poster: 0n, worker: reward - fee, treasury: fee },
    rewardLessPlatformFeeAndStake: { poster: 0n, worker: reward - fee + stake, treasury: fee },
    rewardHalvedStakeBack: { poster: reward - reward / 2n, worker: reward / 2n + stake, treasury: 0n },
    asRuled: {
      poster: reward - share + (ruling.forfeitStake ? stake : 0n),
      worker: share + (ruling.forfeitStake ? 0n : stake),
      treasury: 0n,
    },
    stakeBack: { poster: 0n, worker: stake, treasury: 0n },
  };
  return table[pays];
}
