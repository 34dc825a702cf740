import { rowKey, type AccountingRow } from "../accounting/row";

export const FORMATS = ["settlements", "pdf", "zip", "csv", "koinly", "xero", "datev"] as const;
export type Format = (typeof FORMATS)[number];

/** The ending of a format's file. */
export const ENDINGS: Readonly<Record<Format, "csv" | "pdf" | "zip">> = {
  settlements: "csv",
  csv: "csv",
  koinly: "csv",
  xero: "csv",
  datev: "csv",
  pdf: "pdf",
  zip: "zip",
};

/**
 * Maximum rows per response. Cloud Functions stream at most 10 MB: a CSV row takes up to 800 bytes with the longest
 * title, a PDF row up to 8 KB if all its characters are rare, and a settlement's own PDF 60 KB. Xero imports 1,000 lines.
 */
export const MAX_ROWS: Readonly<Record<Format, number>> = {
  csv: 10_000,
  koinly: 10_000,
  xero: 1_000,
  pdf: 1_000,
  settlements: 1_000,
  datev: 1_000,
  zip: 150,
};

export interface Part {
  readonly rows: readonly AccountingRow[];
  /** The key of the last row, after which the next part begins; null for the last part. */
  readonly nextCursor: string | null;
}

/** The first `most` of these rows; reads one more, to see whether there are more. */
export async function firstPart(rows: AsyncIterable<AccountingRow>, most: number): Promise<Part> {
  const taken: AccountingRow[] = [];
  for await (const row of rows) {
    const last = taken.at(-1);
    if (last && taken.length === most) return { rows: taken, nextCursor: rowKey(last) };
    taken.push(row);
  }
  return { rows: taken, nextCursor: null };
}
