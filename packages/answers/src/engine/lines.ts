import type { Predicate } from "../plan/plan";

/** Between which figures a count is. */
export interface Range {
  low: number;
  high: number;
}

/** One line of a table of counts. */
export interface Line {
  label: string;
  count: number | null;
  /** What its share is of; null where that may not be said. */
  of: number | null;
  /** Between which figures a count is that may not be said. */
  range?: Range | null;
  /** True for several things that were asked about, said as one phrase. */
  isPhrase?: true;
  /** For what those of a group say: how many of all do. */
  all?: Pick<Line, "count" | "of">;
}

/** A phrase that several records say, how many in any form (null where that may not be told), and one of them. */
export interface Said {
  text: string;
  count: number | null;
  of: number;
  quote: string | null;
}

/** What may be said where a count may not: fewer than five of some records fit, or all of them but fewer than five. */
export interface Bound {
  side: "few" | "nearlyAll";
  /** How many records are asked about, and which; null for all. */
  around: number;
  within: Predicate | null;
  /** What few of them do, or nearly all. */
  claims: Predicate;
}

/** The topics that the data holds nearest to what was asked, and its largest where fewer than three are near. */
export interface Near {
  near: string[];
  largest: string[];
  /** The column whose values the largest are; null for what the texts speak of. */
  by: string | null;
}

/** What is said of a topic by everybody, where too few of a group say it to be told. */
export interface Elsewhere {
  of: Predicate;
  count: number;
  said: Said[];
  quotes: string[];
}
