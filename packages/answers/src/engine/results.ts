import type { Bounds, Cue, Order, Predicate } from "../plan";

export type { Bounds };

/**
 * A number of voices as it is published: perturbed by `disclosure`, never the true one. `told` is null for "fewer than 5";
 * the true number is in `low` to `high`.
 */
export interface Figure {
  told: number | null;
  low: number;
  high: number;
}

/** A part of a base in percent, computed from published figures; null where either is fewer than 5. `low` to `high` is what the noise leaves. */
export interface Share {
  percent: number | null;
  low: number;
  high: number;
}

/** An average as it is published: perturbed by `disclosure` and rounded; the true one is in `low` to `high`. */
export interface Average {
  mean: number;
  low: number;
  high: number;
}

/** A text that may be quoted, and how many voices say nearly the same. */
export interface Quote {
  text: string;
  alike: Figure;
}

/** Records that a step was asked about: what the predicate was, in words ("women who mention “job”"), and how many. */
export interface Set {
  predicate: Predicate | null;
  /** A noun phrase in plain English: "records", "women who mention “job”". */
  name: string;
  count: Figure;
}

/** One line of a list: what it is, how many, and its share of the base or of its own group. */
export interface Line {
  name: string;
  /** What to ask for these records by. */
  predicate: Predicate;
  count: Figure;
  /** What `share` is a part of. */
  base: Figure;
  share: Share;
  /** Its share among all other records, where that says more than chance; null otherwise. */
  elsewhere: Share | null;
  quote: Quote | null;
  /** How many speak of it at all, where the line is of those who blame or praise it. */
  spoken?: Figure | null;
  /** The words said most often of it, of what it is blamed or praised for. */
  said?: string[];
  /** The average mark of its records, where a column has marks. */
  mark?: Average | null;
}

/** Whether two shares differ by more than chance, the noise counted in. */
export type Verdict = "more" | "less" | "same" | "unknown";

/** How a set stands in a column: its average there, what it is made up of, or how common it is with each value. */
export interface Across {
  by: string;
  is: "average" | "parts" | "rates" | "span";
  average: Average | null;
  /** The average of the records that the set is a part of; null where it is all of these. */
  overall: Average | null;
  /** Whether the averages are without extremes that would change them. */
  isCut: boolean;
  lines: { name: string; count: Figure; share: Share; overall: Share | null }[];
  /** The clearer, the earlier it is told. */
  clear: number;
}

export interface AverageResult {
  do: "average";
  column: string;
  among: Set;
  average: Average | null;
  /** Null where a sum says nothing: of marks, of ages. */
  total: { sum: number; low: number; high: number } | null;
  /** Whether the extremes were left out, and would change the average. */
  isCut: boolean;
  /** The average of all records; null where these are the ones asked about. */
  overall: Average | null;
  by: string | null;
  /** True where `by` is a column of dates. */
  isDated: boolean;
  order: Order;
  /** A small group stands behind the others: its average is mostly chance and noise. */
  lines: { name: string; predicate: Predicate; count: Figure; average: Average; isSmall: boolean }[];
  /** The other end of all lines, those beyond the limit counted in; null where there is one line. */
  last: { name: string; average: Average } | null;
  notShown: number;
  /** The step's `fewest`, and how many groups have fewer records. */
  fewest: number | null;
  leftOut: number;
  spread: { bounds: Bounds; count: Figure; share: Share }[];
}

export interface CountResult {
  do: "count" | "share";
  of: Set;
  among: Set;
  share: Share;
  /** Other words by which the records were found, most frequent first. */
  alsoBy: string[];
  quotes: Quote[];
  across: Across[];
}

export interface TopResult {
  do: "top";
  of: Set;
  lines: Line[];
}

export interface SplitResult {
  do: "split";
  /** Null where no `of` is given: then `share` of a line is its part of `among`. */
  of: Set | null;
  among: Set;
  by: string;
  /** True where the column is one of dates, which are told in their order. */
  isDated: boolean;
  order: Order;
  lines: Line[];
  /** Values that fewer than 5 have, or that were cut by the limit. */
  notShown: number;
  /** The step's `fewest`, and how many groups have fewer records. */
  fewest: number | null;
  leftOut: number;
  /** Whether the first line's share is above the others' by more than chance. */
  verdict: Verdict;
}

export interface CompareResult {
  do: "compare";
  on: Set | null;
  /** `part` is how many of a side meet `on`, `share` which part of it that is; null without `on`. */
  sides: { set: Set; part: Figure | null; share: Share | null; themes: Line[]; mark: Average | null }[];
  /** Columns of numbers and of yes and no, those first that differ by more than chance: an entry for each side. */
  columns: {
    by: string;
    is: "average" | "yes";
    differs: boolean;
    sides: ({ average: Average } | { share: Share } | null)[];
  }[];
  /** What the sides are made up of by a column of what is said: the shares in the order of `sides`. */
  parts: { by: string; lines: { name: string; shares: Share[] }[] } | null;
  /** The column of marks. */
  marks: string | null;
  /** The first side beside the second by the share of `on`, or by size where there is none. */
  verdict: Verdict;
  /** Themes that differ between the sides by more than chance: the shares in the order of `sides`. */
  differences: { name: string; predicate: Predicate; shares: Share[]; verdict: Verdict }[];
}

export interface RankResult {
  do: "rank";
  among: Set;
  marks: string | null;
  order: Order;
  lines: Line[];
  /** Whether the first is above the second by more than chance. */
  verdict: Verdict;
}

export interface ThemesResult {
  do: "themes";
  of: Set;
  cue: Cue | null;
  /** What the shares are parts of: with a wish or a reason, the records that hold one; else `of`. */
  base: Set;
  lines: Line[];
  /** How much of the base is in no listed theme. */
  rest: Share;
}

export interface QuotesResult {
  do: "quotes";
  of: Set;
  quotes: Quote[];
}

/** What a step found. Every figure in it has gone through `disclosure`. */
export type Result =
  CountResult | AverageResult | TopResult | SplitResult | CompareResult | RankResult | ThemesResult | QuotesResult;

/** A step that can't be run on this data: the pointer into the plan (RFC 6901), and what to do. */
export interface Fault {
  pointer: string;
  detail: string;
}
