import type { Frame } from "../read/frame";

export type Claim = NonNullable<Frame["claim"]>;

/** What a reply is worded with beside the results. */
export interface Told {
  /** What the records are called: "goals". */
  many: string;
  /** What the question claims of how many, or of which is more. */
  claim: Claim | null;
}
