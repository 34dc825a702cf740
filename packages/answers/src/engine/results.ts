import type { Claim, Predicate, Step, Test, Measure } from "../plan/plan";
import type { Exactly } from "./exactly";
import type { Gap } from "./gap";
import type { Bound, Elsewhere, Line, Near, Range, Said } from "./lines";
import type { How } from "./wider";

type Asked = Extract<Predicate, { is: "topic" | "mentions" }>;

/** A subject that records speak of, by the words that they use. */
export interface SubjectLine extends Line {
  count: number;
  /** What it is counted as beside its own words. */
  as: string[];
  /** The most used phrases with its words. */
  parts: (Line & { asked: Asked })[];
  /** Words that go with it, where it is one word without phrases. */
  oftenWith: string[];
  /** What it is counted by. */
  asked: Asked | null;
  quote: string | null;
}

interface Found {
  /** What was selected, and among whom. */
  of: Predicate | null;
  among: Predicate | null;
  count: number;
  base: number;
  leftOut: string[];
}

/** What may be told beside it, and what is looked at for the next question. */
interface Splitting {
  /** Where nothing may be told of what those of a group say: what all say who mention the same. */
  elsewhere: Elsewhere | null;
  /** True where a column divides what was found into several groups that may be told. */
  splitsBy: (column: string) => boolean;
}

/** A topic that is counted in other words, too: which, and how many say exactly its own. */
export interface Counted {
  words: string;
  as: string[];
  /** What was asked, where the data has none of its words and these stand for it. */
  insteadOf: string | null;
  exact: number | null;
  /** How many are counted; null where that may not be said. */
  count: number | null;
  /** How those say it who say it in no way that is named, and words that they often use; null where there are none. */
  wider: { how: How; often: string[] } | null;
  /** Wishes ("Happy New Year") that hold the word and are not counted. */
  wishes: string[];
  /** What means the same but is not in the count, and how many say it. */
  beside: { words: string; count: number }[];
  /** Between which figures all of them together are. */
  together: { low: number; high: number; of: number } | null;
}

/** The largest values of a column. */
export interface ByColumn {
  name: string;
  lines: Line[];
  withheld: Withheld;
}

/** What a step found. Every figure of a reply is in one of these. `byWords` is what it is by words, where it is told by a column. */
export type Result = StepResult & {
  counted?: Counted[];
  byWords?: StepResult;
  /** Alternatives that too few say to be counted. */
  few?: string[];
  /** Alternatives whose records are mostly among those that are told in place of all. */
  held?: string[];
};

type StepResult =
  | (Found & {
      do: "count";
      /** Of words in quotation marks: how many hold just these; null where none are, or all do. */
      exactly: Exactly | null;
      /** What the share is compared with. */
      test: Test | null;
      /** Each alternative or part alone, where the question joins several. */
      parts: Line[];
      /** The most telling word of a topic of several, with or without the others. */
      alone: Line | null;
      /**
       * The value that most of them have in a column of what they are about, and how many of all have it; across groups where
       * that may not be told of one.
       */
      under: (Line & { column: string; isAcrossGroups: boolean }) | null;
      themes: Line[];
      quotes: string[];
      /** True where so many rows were joined to these records, as copies, that the reader should know. */
      hasCopies: boolean;
    })
  | (Found & {
      do: "top";
      /** Which of the list is asked for: 2 for the second. */
      place: number;
      /** True where what is said least is asked for. */
      asksLeast: boolean;
      /** What is said to be the most common, and how many it is; null where that may not be told. */
      claimed: { predicate: Predicate; count: number | null; isFew: boolean } | null;
      columns: ByColumn[];
      subjects: SubjectLine[];
      /** Of everything, single words that are said of many things. */
      general: SubjectLine[];
      /** What more records mention most, where too few of these may be told. */
      ofAll: SubjectLine[];
      /** Which records these are; null for all. */
      ofAllThat: Predicate | null;
      /** False where a larger subject may not be told. */
      isLargest: boolean;
      /** Where problems were asked for: whether the subjects are such. */
      problems: "told" | "none" | null;
      /** Where few problems are told of a topic: how many ask about it in any words, how they ask, and what they say most. */
      besideProblems: { count: number; askedAs: Line[]; said: Said[]; whys: string[] } | null;
      /** Of what a column tells: who speaks of it, beside all. */
      who: { name: string; lines: (Line & { all: Line })[] }[];
    })
  | (Found & {
      do: "breakdown";
      by: string;
      /** Which of the table is asked for: 2 for the second. */
      place: number;
      least: boolean;
      lines: Line[];
      notShown: number;
      withheld: Withheld;
      hasParts: boolean;
    })
  | Compared
  | {
      /** Several alternatives, each in the groups of a column or on the sides of a comparison; of `silent` ones nothing is told. */
      do: "split";
      of: Predicate | null;
      by: string | null;
      count: number | null;
      range: Range | null;
      columns: (Line & { lines: Line[] })[];
      silent: string[];
    }
  | {
      do: "rank";
      claim?: Claimed;
      among: Predicate | null;
      base: number;
      lines: Line[];
      least: boolean;
      gaps: Gap[];
      /** A word of a phrase, where clearly more records hold it alone. */
      alone: Line[];
      /** Of all, where nothing may be told of those asked about. */
      ofAll: Line[];
    }
  | (Found &
      Splitting & { do: "quotes"; limit: number; quotes: string[]; templates: string[]; said: Said[]; words: Line[] })
  | (Found & { do: "trend"; themes: Line[] })
  | (Found &
      Splitting & {
        do: "describe";
        reasons: boolean;
        measure?: Measure;
        /** Where problems were asked for, and too few say that something is wrong. */
        problems?: "none";
        /** Where reasons are asked for, or how long or how much: some that are given. */
        why: string[];
        columns: ByColumn[];
        themes: Line[];
        words: Line[];
        said: Said[];
        /** How chats ask about it: how, why, whether ... */
        askedAs: Line[];
        quotes: string[];
        /** What several of them say alike, where none can be quoted. */
        templates: string[];
      })
  /** Nothing that may be said exactly: what the step asked, and why not. */
  | {
      do: "nothing";
      asked: Step["do"];
      test?: Test | null;
      of: Predicate | null;
      gaps: Gap[];
      /** What is near it, where the reply says so: to find it takes a look at all records. */
      near: () => Near;
      wider: Line[];
      /** For what is said by those asked about: what all say who mention the same. */
      elsewhere?: Elsewhere | null;
      bound: Bound | null;
      /** The bound of those who say it in the words of the question alone, where others mean it, too. */
      inWords?: Bound | null;
      /** What the question counts it among, and how many these are. */
      among?: { predicate: Predicate; count: number } | null;
      /** Between which figures the count is, by those of its parts; and these. */
      range: (Range & { base: number; parts: Line[]; quotes: string[] }) | null;
    };

/** What the question says of one of two. */
interface Claimed {
  label: string;
  is: Claim;
}

/** Two or more sides, and where two of them differ. */
export interface Compared {
  do: "compare";
  claim?: Claimed;
  on: Predicate | null;
  /** True where shares are of each side's own records, else of all. */
  isOwn: boolean;
  sides: Line[];
  /** Topics with their counts on both sides: of a column, or what they mention. */
  differences: { by: string | null; rows: Difference[] }[];
  words: { name: string; words: string[] }[];
  /** What each side says most. */
  says: { name: string; said: Said[]; quotes: string[] }[];
  /** Where a side may not be said: the same for all records, and for other groups of its column. */
  instead: { all: Line | null; groups: Line[] };
}

/** One topic in two sides. */
export interface Difference {
  label: string;
  sides: readonly [Line, Line];
  /** True where it is more than chance would make among so many topics. */
  isClear: boolean;
}

/** The values of a column that may not be counted, and how many records they have together; null where that is too few. */
export interface Withheld {
  labels: string[];
  together: number | null;
  /** True where some records have no value in the column. */
  withUnknown: boolean;
}
