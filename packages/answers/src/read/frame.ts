import type { Bounds, Order, Predicate } from "../plan";

/** What is asked for. `briefing` is for an unclear question: how many, where they differ, the themes. */
export type Measure =
  | "count"
  | "share"
  | "themes"
  | "reasons"
  | "problems"
  | "likes"
  | "wishes"
  | "split"
  | "average"
  | "compare"
  | "rank"
  | "quotes"
  | "briefing";

/** One group of people or records that a column holds. */
export interface Group {
  column: string;
  values: string[] | Bounds;
  /** The words of the question. */
  said: string;
  /** True for those that have none of the values. */
  isNot?: boolean;
  /** True where it is what is asked of records, as in "how many would recommend it?" */
  says?: boolean;
}

export type Feeling = "positive" | "negative";

/** What a question asks, read once; a follow-up is the last frame with the new one laid over it. */
export interface Frame {
  measure: Measure;
  topics: string[];
  /** Values of a column that are called by a topic: "Lost Luggage" for "luggage". */
  labels: { topic: string; column: string; values: string[] }[];
  /** How several topics belong together: each by itself, in one record, or either. */
  join: "each" | "and" | "or";
  exclude: string[];
  groups: Group[];
  /** What is praised or complained of; it picks records where a column says how they are meant. */
  feeling: Feeling | null;
  /** The column to split by. */
  by: string | null;
  /** The column of numbers that is averaged. */
  numbers: string | null;
  /** Other columns of numbers that are averaged beside it. */
  also: string[];
  limit: number | null;
  /** Groups of fewer records are not listed. */
  fewest: number | null;
  /** Whether groups are listed by how many they have, where a share of each could be meant. */
  byNumber: boolean;
  /** Whether groups that are named together are counted as one: "Delta or American customers". */
  either: boolean;
  /** Whether the first of what is listed is asked for: "which airline …?" */
  isTop: boolean;
  order: Order;
  /** What is claimed of how many: answered with yes or no. */
  claim: { is: "over" | "under"; percent: number } | null;
  /** Records of an earlier result that it is about. */
  within: Predicate[];
  /** Lines of an earlier result that are set beside each other. */
  items: Predicate[];
}

/** Why something is not computed. */
export type RefusalKind =
  "language" | "personalData" | "rawRecords" | "instructions" | "dates" | "outcome" | "outOfScope" | "nothingLeft";
