import type { DatasetKind } from "./dataset/record";
import type { Figure } from "./engine/results";

/** What readers know of a dataset. Every figure in it may be told. */
export interface Guide {
  kind: DatasetKind;
  /** What one record is called: "chat", "goal". */
  record: { one: string; many: string };
  size: Figure;
  columns: readonly GuideColumn[];
  /** The largest first. */
  themes: readonly { name: string; count: Figure }[];
  /** How many records use a stem, or a pair of neighbouring stems joined by `_`, as told; undefined for fewer than five. */
  countOf(stem: string): number | undefined;
  /** Whether a topic is in the data at all, counted as a step would. */
  finds(topic: string): boolean;
}

export interface GuideColumn {
  name: string;
  /** Other names for it, from the thesaurus at import. */
  alsoCalled: readonly string[];
  values: readonly { value: string; count: Figure; alsoCalled: readonly string[] }[];
}
