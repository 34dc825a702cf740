import type { AccountingRow } from "../accounting/row";
import type { Increments } from "./increments";

/** All that one task or payment adds to the books. */
export interface Contribution {
  readonly rows: readonly AccountingRow[];
  readonly increments: Increments;
}
