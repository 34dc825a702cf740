import type { AccountingRow } from "../domain/accounting/row";
import type { Settlement } from "../domain/statement/settlement";
import type { Statement } from "../domain/statement/statement";

/** A statement with the settlements that it is made of, each in a file of its own. */
export interface Parcel extends Statement {
  readonly settlements: readonly Settlement[];
  /** Where the next part begins; null at the end. */
  readonly nextCursor: string | null;
}

/** A file, made as its pieces are taken. */
export interface Written {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Bytes; null where the file is not made before it is sent, as is the digest. */
  readonly length: number | null;
  /** SHA-256, hex. */
  readonly sha256: string | null;
}

/** Writes statements into files. What is given twice gives the same bytes twice. */
export interface Statements {
  csv(rows: readonly AccountingRow[]): Promise<Written>;
  pdf(statement: Statement): Promise<Written>;
  /** A file for each settlement, the rows as CSV, and a manifest with the size and SHA-256 of each. */
  zip(parcel: Parcel): Promise<Written>;
}
