import type { Extent } from "./extent";
import type { Predicate, Step } from "../plan/plan";
import type { Gap } from "./evidence";

/** One line of a table of counts. */
export interface Line {
  label: string;
  count: number | null;
  /** What its share is of; null where that may not be said. */
  of: number | null;
}

interface Found {
  /** What was selected, and among whom. */
  of: Predicate | null;
  among: Predicate | null;
  count: number;
  base: number;
  isRounded: boolean;
  leftOut: string[];
}

/** What a step found. Every figure of a reply is in one of these. */
export type Result =
  | (Found & {
      do: "count";
      /** Each alternative or part alone, where the question joins several. */
      parts: Line[];
      /** How many more mean it in other words. */
      more: Extent["more"];
      /** The most telling word of a topic of several, with or without the others. */
      alone: Line | null;
      themes: Line[];
      quotes: string[];
    })
  | (Found & { do: "top"; columns: { name: string; lines: Line[] }[]; themes: (Line & { quote: string | null })[] })
  | (Found & { do: "breakdown"; by: string; lines: Line[]; notShown: number; hasParts: boolean })
  | {
      do: "compare";
      on: Predicate | null;
      sides: (Line & { name: string })[];
      themes: { label: string; lines: Line[] }[];
      words: { name: string; words: string[] }[];
    }
  | { do: "rank"; among: Predicate | null; base: number; lines: Line[]; least: boolean; gaps: Gap[] }
  | (Found & { do: "quotes"; quotes: string[] })
  | (Found & { do: "trend" })
  | (Found & { do: "describe"; reasons: boolean; themes: Line[]; words: string[]; quotes: string[] })
  /** Nothing that may be said: what the step asked, and why not. */
  | { do: "nothing"; asked: Step["do"]; of: Predicate | null; gaps: Gap[]; near: string[]; wider: Line[] };
