import type { Windows } from "./states";

/** The terms with which one escrow is deployed, and the defaults of its tasks. */
export interface Variant {
  readonly cancelFeeUsdcUnits: bigint;
  readonly platformFeeBps: number;
  readonly minStakeUsdcUnits: bigint;
  readonly minStakeBps: number;
  readonly maxStakeBps: number;
  readonly maxChangeRounds: number;
  readonly minWindows: Windows;
  readonly maxWindows: Windows;
  readonly defaultWindows: Windows;
  readonly defaultChangeRounds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STAKE_AND_FEE = {
  platformFeeBps: 0,
  minStakeUsdcUnits: 100_000n,
  minStakeBps: 100,
  maxStakeBps: 5_000,
  maxChangeRounds: 5,
};

/**
 * The two deployments. The minimum windows give the other side a fair chance to act: a human arbiter always has three
 * days. Every window whose end costs somebody money is at least an hour, longer than Base's sequencer has ever halted
 * (45 minutes on 2023-09-05, 33 on 2025-08-05), because a halt lets a deadline pass without anyone being able to act. An
 * open task that nobody could start costs nothing. For answering a change request the contract itself requires at least
 * ten minutes and a quarter of the review window.
 */
export const VARIANTS = {
  human: {
    ...STAKE_AND_FEE,
    cancelFeeUsdcUnits: 1_000_000n,
    defaultWindows: {
      open: 30 * DAY,
      work: 7 * DAY,
      review: 7 * DAY,
      resubmit: 3 * DAY,
      contest: 3 * DAY,
      rule: 14 * DAY,
      rate: 14 * DAY,
    },
    minWindows: { open: HOUR, work: HOUR, review: DAY, resubmit: 12 * HOUR, contest: DAY, rule: 3 * DAY, rate: DAY },
    maxWindows: {
      open: 180 * DAY,
      work: 180 * DAY,
      review: 30 * DAY,
      resubmit: 30 * DAY,
      contest: 30 * DAY,
      rule: 60 * DAY,
      rate: 60 * DAY,
    },
    defaultChangeRounds: 2,
  },
  "agent-fast": {
    ...STAKE_AND_FEE,
    cancelFeeUsdcUnits: 500_000n,
    defaultWindows: {
      open: DAY,
      work: HOUR,
      review: HOUR,
      resubmit: HOUR,
      contest: 6 * HOUR,
      rule: 2 * DAY,
      rate: DAY,
    },
    minWindows: {
      open: 5 * MINUTE,
      work: HOUR,
      review: HOUR,
      resubmit: HOUR,
      contest: HOUR,
      rule: 12 * HOUR,
      rate: HOUR,
    },
    maxWindows: {
      open: 30 * DAY,
      work: 7 * DAY,
      review: 3 * DAY,
      resubmit: DAY,
      contest: 3 * DAY,
      rule: 7 * DAY,
      rate: 7 * DAY,
    },
    defaultChangeRounds: 1,
  },
} as const satisfies Record<string, Variant>;

export type ContractName = keyof typeof VARIANTS;

/** The names of the deployments; the first is the default. */
export const VARIANT_NAMES = Object.keys(VARIANTS) as readonly ContractName[];
