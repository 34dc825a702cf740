import { stemOf } from "../dataset/words";
import { isAgeColumn } from "./ages";
/** The version of the plan's form; it changes when an older engine could no longer run a new plan. */
export const PLAN_VERSION = "answer-plan/v1";

/** The records that something is asked about. `words` are those of the question that it came from. */
export type Predicate =
  /** Records on a topic: those that hold its words, in any form. `insteadOf`: words of the question that the data doesn't have. */
  | { is: "topic"; text: string; words: string; insteadOf?: string }
  /** Records that hold these words, in any form; `exact`: these very words, which the question has in quotation marks. */
  | { is: "mentions"; text: string; words: string; exact?: true }
  /**
   * Records with a value in a column; `value` is null where no record has it. `isOfPeople`: it says who or where people
   * are, not what they speak of.
   */
  | { is: "value"; column: string; value: string | null; label: string; isOfPeople: boolean; words: string }
  | { is: "and"; of: Predicate[] }
  /** `label`: the question's name for several values, "Europe", or for the nearest ones that there are, "over 40". */
  | { is: "or"; of: Predicate[]; label?: string }
  | { is: "not"; of: Predicate }
  /** The records that an earlier step of the same plan was about. */
  | { is: "step"; step: number; words: string };

/** What a share is compared with: "more than 10 %". */
export interface Test {
  is: "over" | "atLeast" | "under" | "atMost";
  percent: number;
}

/** "Is a more common than b?" */
export type Claim = "more" | "less";

/** What is to be found out; `of` null is about all records. */
export type Step =
  | { do: "count"; of: Predicate | null; among: Predicate | null; test?: Test }
  | { do: "share"; of: Predicate | null; among: Predicate | null; test?: Test }
  /**
   * `problems`: of what is said to go wrong. `claimed`: what is said to be the most common. `place`: the one that is asked
   * for, 2 for the second most common. `least`: what is said least is asked for, which can't be told.
   */
  | {
      do: "top";
      of: Predicate | null;
      limit: number;
      problems?: true;
      claimed?: Predicate;
      place?: number;
      least?: true;
    }
  /** `each`: of several alternatives, every one by itself. `place`: the one that is asked for, 2 for the second. */
  | { do: "breakdown"; of: Predicate | null; by: string; least: boolean; each?: true; place?: number }
  /** `problems`: by what is said to go wrong. `claim`: what the question says of the first beside the second. */
  | { do: "compare"; sides: Predicate[]; on: Predicate | null; problems?: true; claim?: Claim }
  | { do: "rank"; items: Predicate[]; among: Predicate | null; least: boolean; claim?: Claim }
  | { do: "quotes"; of: Predicate | null; limit: number }
  | { do: "trend"; of: Predicate | null }
  /** `measure`: what is asked how long or how much of, which only texts may name. */
  | { do: "describe"; of: Predicate | null; reasons: boolean; measure?: Measure };

export const MEASURES = ["time", "amount", "number"] as const;
export type Measure = (typeof MEASURES)[number];

export const REFUSALS = [
  "absent",
  "common",
  "noClass",
  "noColumn",
  "noValue",
  "noDates",
  "language",
  "personalData",
  "rawRecords",
  "instructions",
  "noOutcome",
  "outOfScope",
  "tooLong",
  "tooMany",
] as const;
/** Something that is asked and not answered, why, and the words that ask for it. */
export interface Refusal {
  kind: (typeof REFUSALS)[number];
  words: string;
  /** Words that too few records use; the languages that a question may be in; the columns that there are. */
  detail: string[];
  /** True for what was to be left out: little or nothing is left out of the count then. */
  isExcluded?: true;
}

/** What a conversation's last question asks for. Every content word of it is in a step, a refusal or `notUnderstood`. */
export interface AnswerPlan {
  version: typeof PLAN_VERSION;
  steps: Step[];
  refusals: Refusal[];
  notUnderstood: string[];
  /** True where the steps tell of what was spoken of before, because what is asked of it can't be answered. */
  isInstead?: true;
}

/** What planning needs to know of a dataset. */
export interface Known {
  kind: "chats" | "goals";
  /** How many records use a stem, or a pair of neighbouring stems joined by `_`; undefined for fewer than five. */
  countOf(stem: string): number | undefined;
  size: number;
  /** `counts`: how many records have each value, null where that may not be told; absent where no quote is made. */
  columns: readonly { name: string; values: readonly string[]; counts?: readonly (number | null)[] }[];
  /** What a step lists, by name and in its order; absent where only the vocabulary is known. */
  inOrder?: (step: Step) => readonly string[];
}

/** True for a plan that does nothing. */
export const isPlanEmpty = ({ steps }: AnswerPlan): boolean => steps.length === 0;

/** The predicates of a step. */
export function predicatesOf(step: Step): Predicate[] {
  const said = step.do === "compare" ? [...step.sides, step.on] : step.do === "rank" ? step.items : [step.of];
  return [...said, "among" in step ? step.among : null].flatMap((one) => one ?? []);
}

/** All predicates of one kind within a predicate. */
export function partsOf<T extends Predicate["is"]>(
  predicate: Predicate | null,
  kinds: readonly T[],
): Extract<Predicate, { is: T }>[] {
  if (!predicate) return [];
  const own = (kinds as readonly string[]).includes(predicate.is) ? [predicate as Extract<Predicate, { is: T }>] : [];
  const below =
    predicate.is === "and" || predicate.is === "or" ? predicate.of : predicate.is === "not" ? [predicate.of] : [];
  return [...own, ...below.flatMap((part) => partsOf(part, kinds))];
}

/** The topics and values within a predicate. */
export const leavesOf = (predicate: Predicate): Predicate[] => partsOf(predicate, ["topic", "mentions", "value"]);

/** The column that a predicate is about alone: of one value, of several as alternatives, or of all others. */
export function columnOf(predicate: Predicate): string | null {
  if (predicate.is === "value") return predicate.column;
  if (predicate.is === "not") return saysWho(predicate.of) ? columnOf(predicate.of) : null;
  if (predicate.is !== "or") return null;
  const [first = null, ...others] = predicate.of.map(columnOf);
  return others.every((one) => one === first) ? first : null;
}

/** True for a predicate that says who or where people are, how old, or on what. */
export const saysWho = (predicate: Predicate): boolean =>
  predicate.is === "value"
    ? predicate.isOfPeople || isAgeColumn({ name: predicate.column }) || isDeviceColumn(predicate.column)
    : predicate.is === "or"
      ? predicate.of.every(saysWho)
      : predicate.is === "not" && saysWho(predicate.of);

/** Names of columns in which people wrote what a record is about, which says it better than any theme that is found. */
export const SAYS_WHAT = /^(?:categor(?:y|ies)|topics?|themes?|subjects?|tags?|intents?)$/i;

/** True for a predicate that says what people speak of, and not who they are. */
export const saysWhat = (predicate: Predicate): boolean => {
  const column = columnOf(predicate);
  return column === null || SAYS_WHAT.test(column);
};

export const isDeviceColumn = (name: string): boolean => /^devices?$/i.test(name);

/** Predicates that all hold: null for none of them. */
export function both(...predicates: (Predicate | null)[]): Predicate | null {
  const all = predicates.flatMap((one) => (one === null ? [] : one.is === "and" ? one.of : [one]));
  // "Those men", of men: a group is said once.
  const isSame = (one: Predicate, other: Predicate): boolean =>
    one.is === "value" ? isSameValue(one, other) : "text" in one && "text" in other && one.text === other.text;
  const of = all.filter((one, i) => !all.slice(0, i).some((other) => isSame(one, other)));
  const said = of.filter((one) => !of.some((other) => repeats(one, other)));
  return said.length === 0 ? null : said.length === 1 ? said[0]! : { is: "and", of: said };
}

/** "What do they want in their career?", of the category "Career": the topic says nothing more. */
function repeats(topic: Predicate, value: Predicate): boolean {
  if (topic.is !== "topic" || value.is !== "value" || !SAYS_WHAT.test(value.column)) return false;
  const label = value.label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(stemOf);
  return topic.text
    .toLowerCase()
    .split(" ")
    .every((word) => label.includes(stemOf(word)));
}

/** What holds together in a predicate. */
export const conjuncts = (predicate: Predicate | null): Predicate[] =>
  predicate === null ? [] : predicate.is === "and" ? predicate.of : [predicate];

export type Value = Extract<Predicate, { is: "value" }>;
export const isSameValue = (one: Value, other: Predicate): boolean =>
  other.is === "value" && other.column === one.column && other.value === one.value && other.label === one.label;
