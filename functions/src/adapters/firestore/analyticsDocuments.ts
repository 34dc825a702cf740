import { countFields, countsIn, type Counts } from "../../domain/analytics/counts";
import type { Table } from "../../domain/analytics/report";
import type { Catalogue } from "../../ports/analytics";
import { Documents, plain } from "./documents";

/** Which reports are published, in `analytics/catalogue`; the values are JSON text, continued on more pages. */
export const CATALOGUE = new Documents<
  Omit<Catalogue, "values"> & { readonly values: string; readonly pages?: number }
>("analytics", plain("reports", "values", "pages", "publishedAt"));

/** Up to when there is nothing to report, in `analytics/quiet`. */
export const QUIET = new Documents<{ readonly upTo: string }>("analytics", plain("upTo"));

/** More of the catalogue's values, in `analyticsReports/{report}/values/{number}`. */
export const VALUES = new Documents<{ readonly values: string }>("values", plain("values"));

/** The tables of a report, in `analyticsReports/{report}/tables/{table}`. */
export const TABLES = new Documents<{ readonly table: Table }>("tables", {
  table: { encode: tableText, decode: (text) => tableIn(text as string) },
});

type StoredCounts = Readonly<Record<string, number>>;

/** A table as one text, because it is not queried and takes less space. */
export function tableText({ totals, rows, suppressedRows }: Table): string {
  const packed = (counts: Counts) => Object.fromEntries(countFields(counts));
  return JSON.stringify({
    totals: packed(totals),
    rows: rows.map(({ key, counts }) => ({ key, counts: packed(counts) })),
    suppressedRows,
  });
}

function tableIn(text: string): Table {
  const { totals, rows, suppressedRows } = JSON.parse(text) as {
    totals: StoredCounts;
    rows: { key: string; counts: StoredCounts }[];
    suppressedRows: number;
  };
  return {
    totals: countsIn(totals),
    rows: rows.map(({ key, counts }) => ({ key, counts: countsIn(counts) })),
    suppressedRows,
  };
}
