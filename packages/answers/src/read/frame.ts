import type { Bounds, Order } from "../plan";

export const ASKS = [
  "count",
  "share",
  "split",
  "average",
  "compare",
  "rank",
  "top",
  "themes",
  "problem",
  "reason",
  "wish",
  "praise",
  "quotes",
] as const;
/** What is asked for: a step of a plan, or themes with a cue. */
export type Ask = (typeof ASKS)[number];

/**
 * What a slot is to what is asked: looked for in records (`of`), what limits the records that are asked about (`among`),
 * left out (`not`), one of several set side by side (`side`), split by (`by`), or averaged (`num`).
 */
export type Role = "of" | "among" | "not" | "side" | "by" | "num";

export interface Slot {
  role: Role;
  kind: "topic" | "value" | "column";
  /** In words that texts hold; empty for others. */
  topic: string;
  /** Whether texts must hold these very words. */
  isExact?: boolean;
  column: string;
  values: string[] | Bounds | null;
  /** Topics of one group are alternatives: a record meets each group by any of its topics. */
  group?: number;
}

/** What a question asks, read once; a follow-up is what stays of the last frame with the new one. */
export interface Frame {
  ask: Ask;
  slots: Slot[];
  order: Order;
  limit: number | null;
  /** Groups of fewer records are not listed. */
  fewest: number | null;
  /** What is claimed of how many: answered with yes or no. */
  claim: { is: "over" | "under"; percent: number } | null;
  /** What was asked of before and is no longer: "compare the two" may mean it. */
  older: Slot[];
}

/** Why something is not computed. */
export type RefusalKind =
  "language" | "personalData" | "rawRecords" | "instructions" | "dates" | "outcome" | "outOfScope" | "nothingLeft";
