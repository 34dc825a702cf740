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
