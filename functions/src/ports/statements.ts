import type { AccountingRow } from "../domain/accounting/row";
import type { Settlement } from "../domain/statement/settlement";
import type { Statement } from "../domain/statement/statement";

/** A statement with the settlements that it is made of, each in a file of its own. */
export interface Parcel extends Statement {
  readonly settlements: readonly Settlement[];
  /** Where the next part begins; null at the end. */
  readonly nextCursor: string | null;
}

/** Writes statements into files, in pieces as they are taken. What is given twice gives the same bytes twice. */
export interface Statements {
  csv(rows: readonly AccountingRow[]): AsyncIterable<Uint8Array>;
  pdf(statement: Statement): AsyncIterable<Uint8Array>;
  zip(parcel: Parcel): AsyncIterable<Uint8Array>;
}
