import type { AccountingRow } from "../accounting/row";
import type { Increments } from "./increments";

/** All that one task or payment adds to the books. */
export interface Contribution {
  readonly rows: readonly AccountingRow[];
  readonly increments: Increments;
  /**
   * What it adds to analytics, in the order of preference: the next one counts where a document cannot hold the one before
   * it, and nothing where it can hold none. The rows and the other sums are booked whatever becomes of these.
   */
  readonly analytics?: readonly Increments[];
}
