import { escapeMarkdown, listed, number } from "./wording";

/** Why nothing can be counted for a predicate. */
export type Gap =
  | { why: "noValue"; label: string; column: string }
  /** Enough records hold each word, but too few hold them together. */
  | {
      why: "notTogether";
      words: string;
      alone: { word: string; count: number }[];
      /** True where it may be said that fewer than five hold them. */
      isBelow: boolean;
    };

/** Where enough say a word of several alone. */
export const eachAlone = (alone: readonly { word: string; count: number }[]): string =>
  alone.length === 0
    ? ""
    : ` ${listed(alone.map(({ word, count }) => `“${escapeMarkdown(word)}” alone is in ${number(count)}`))}.`;
