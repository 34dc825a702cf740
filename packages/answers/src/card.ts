import type { DatasetKind } from "./dataset/record";

/** What the operator says of a dataset; nothing of it can be read from the records. */
export interface Stated {
  licence: string | null;
  /** Where the records come from. */
  source: string | null;
  /** When they were collected, such as 2026-01/2026-06. */
  period: string | null;
  /** What languages the texts are in; null for English. */
  languages: string[] | null;
}

/** A value of a column, and how many records have it. */
export interface CardValue {
  value: string;
  count: number;
}

/** What a buyer may know of a dataset for free. It is made at import, and stored with the snapshot. */
export interface DatasetCard extends Omit<Stated, "languages"> {
  kind: DatasetKind;
  dataHash: string;
  count: number;
  /** Rows that were joined to records as copies of them; null where these are fewer than five. */
  copies: number | null;
  languages: string[];
  columns: { name: string; values: CardValue[]; notListed: number }[];
  /** Questions that this data answers, each with the reply that it gets. */
  examples: { question: string; reply: string }[];
  quality: CardQuality;
}

export interface CardQuality {
  /** The share of records that are in a theme. */
  inThemes: number;
  /** The share of records that a theme or a named subject holds: what “what is most common” may speak of. */
  named: number;
  /** The share of records that may be quoted, because others say nearly the same. */
  quotable: number;
  /** The model whose meaning is used, or null for the records' words alone. */
  meaningFrom: string | null;
}
