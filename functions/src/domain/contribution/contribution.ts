import type { AccountingRow } from "../accounting/row";
import type { Increments } from "./increments";

/** Everything that one task or payment adds to the ledger. */
export interface Contribution {
  readonly rows: readonly AccountingRow[];
  readonly increments: Increments;
  /**
   * What it adds to analytics, in order of preference: the next one counts if a document has no room for the one before
   * it, and none if there is room for none. The rows and the other sums are posted regardless.
   */
  readonly analytics?: readonly Increments[];
}
