import type { Frame } from "../read/frame";

export type Claim = NonNullable<Frame["claim"]>;

/** What a reply is worded with beside the results. */
export interface Told {
  /** What the records are called: "goals". */
  many: string;
  /** What the question claims of how many. */
  claim: Claim | null;
  /** Columns that a part of the reply has told of: no other part says it again. */
  columns: Set<string>;
  /** Quotes that are in the reply. */
  quotes: Set<string>;
  /** Most lines of a list; null where that is the list's own matter. */
  most: number | null;
}
