import type { PosterRecord } from "./records";

/** A poster's usual behaviour, rounded so that one more decision seldom changes it. */
export interface Usual {
  /** The median time to a decision, rounded up: to minutes below an hour, to quarters of an hour below a day, to hours. */
  readonly decisionSeconds: number;
  /** Of a hundred works, those that it approved; rounded down. */
  readonly approvedPercent: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rounded against the poster, so that none is listed within a bound that it exceeds. */
export function usualOf(record: PosterRecord | null): Usual | null {
  if (!record) return null;
  const { median } = record.decisionSeconds;
  const unit = median < HOUR ? MINUTE : median < DAY ? HOUR / 4 : HOUR;
  return {
    decisionSeconds: Math.ceil(median / unit) * unit,
    approvedPercent: Math.floor((100 * record.approved) / record.works),
  };
}
