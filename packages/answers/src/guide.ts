import type { DatasetKind } from "./dataset/record";
import type { Figure } from "./engine/results";
import type { Predicate } from "./plan";

/** What readers know of a dataset. Every figure in it may be published. */
export interface Guide {
  kind: DatasetKind;
  /** What one record is called: "chat", "goal". */
  record: { one: string; many: string };
  size: Figure;
  columns: readonly GuideColumn[];
  /** The largest first. */
  themes: readonly { name: string; count: Figure }[];
  /** How many records use a stem, or a pair of neighbouring stems joined by `_`, perturbed; undefined for fewer than five. */
  countOf(stem: string): number | undefined;
  /** How many records meet a predicate, as told and counted as a step would; 0 for fewer than five. */
  told(of: Predicate): number;
  /** Other words that records may use to meet a predicate. */
  alsoBy(of: Predicate): readonly string[];
}

const MAX_OTHER_WORDS = 3;

/** Of the words that records were found by, those that are told beside a predicate's own. */
export function otherWords(of: Predicate, alsoBy: readonly string[]): string[] {
  const said = JSON.stringify(of).toLowerCase();
  return alsoBy.filter((words) => !said.includes(words.toLowerCase())).slice(0, MAX_OTHER_WORDS);
}

export interface GuideColumn {
  name: string;
  /** Other names for it, from the thesaurus at import. */
  alsoCalled: readonly string[];
  /** True where most values are numbers or ranges of them. */
  isNumbers: boolean;
  /** True where most values are days, months, years or decades. */
  isDated: boolean;
  values: readonly { value: string; count: Figure; alsoCalled: readonly string[] }[];
}
