import type { Order, Predicate } from "../plan";

/** What is asked for. `briefing` is for an unclear question: how many, the themes, and the differences by column. */
export type Measure =
  | "count"
  | "share"
  | "top"
  | "themes"
  | "reasons"
  | "problems"
  | "wishes"
  | "split"
  | "compare"
  | "rank"
  | "quotes"
  | "briefing";

/** One group of people or records that a column holds. */
export interface Group {
  column: string;
  values: string[];
  /** The words of the question. */
  said: string;
  /** True for those that have none of the values. */
  isNot?: boolean;
}

/** What a question asks, read once; a follow-up is the last frame with the new one laid over it. */
export interface Frame {
  measure: Measure;
  topics: string[];
  /** How several topics belong together: each by itself, in one record, or either. */
  join: "each" | "and" | "or";
  exclude: string[];
  groups: Group[];
  /** The column to split by. */
  by: string | null;
  limit: number | null;
  order: Order;
  /** "Not", "without": the records that don't mention the topics. */
  polarity: "with" | "without";
  /** What is claimed of how many or of which is more: answered with yes or no. */
  claim: { is: "most" | "over" | "under" | "more" | "less"; percent: number | null } | null;
  /** What of the last result it points to: nothing, all of it, or the line of a list (0 is the first). */
  pointsBack: "no" | "all" | number;
  /** Records of an earlier result that it is about: what is counted is a part of these. */
  within: Predicate[];
  /** Lines of an earlier result that are set beside each other. */
  items: Predicate[];
}

/** Why nothing is computed. */
export type RefusalKind =
  "language" | "personalData" | "rawRecords" | "instructions" | "dates" | "outcome" | "outOfScope" | "nothingLeft";
