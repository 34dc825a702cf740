import type { Test } from "../plan/plan";
import { isTopical, stemOf, words } from "../dataset/words";
import type { Dataset } from "./dataset";
import type { Of } from "./headline";
import { named } from "./named";
import type { Line } from "./lines";
import { escapeMarkdown, number, share, told } from "./wording";

const PARTS: Readonly<Record<number, string>> = { 50: "half", 25: "a quarter", 75: "three quarters" };
const partOf = (percent: number): string => PARTS[percent] ?? `${Number(percent.toFixed(1))} %`;

const holds = ({ is, percent }: Test, part: number): boolean =>
  is === "over"
    ? part > percent
    : is === "atLeast"
      ? part >= percent
      : is === "under"
        ? part < percent
        : part <= percent;

/** "**No**: 13 % is less than half." */
export function testLine(test: Test | null, count: number, base: number): string[] {
  if (test === null || base === 0) return [];
  const part = (count / base) * 100;
  const side = part > test.percent ? "more than" : part < test.percent ? "less than" : "exactly";
  return [`**${holds(test, part) ? "Yes" : "No"}**: ${share(count, base)} is ${side} ${partOf(test.percent)}.`];
}

/** The same where fewer than five are all that is told. */
export function fewTestLine(test: Test | null, base: number): string[] {
  if (test === null || (test.percent / 100) * base < 5) return [];
  const isUnder = test.is === "under" || test.is === "atMost";
  return [`**${isUnder ? "Yes" : "No"}**: fewer than 5 of ${number(base)} is less than ${partOf(test.percent)}.`, ""];
}

/** Whether what is said to be the most common is. */
export function leaderLines(dataset: Dataset, result: Of<"top">): string[] {
  const { claimed, columns, subjects, problems, isLargest } = result;
  if (!claimed) return [];
  const inColumn = claimed.predicate.is === "value" && problems === null ? columns.flatMap(({ lines }) => lines) : [];
  const isOfProblems = problems === "told";
  const rivals: readonly Line[] = inColumn.length > 0 ? inColumn : isOfProblems ? withOneThing(subjects) : subjects;
  const [first] = rivals;
  if (!first?.count) return [];
  const lead = `**${escapeMarkdown(first.label)}**${isOfProblems ? ` is what they most often say is wrong${first === subjects[0] ? "" : " with one thing"}` : problems === "none" ? " is mentioned most" : " comes first"}: ${told(first)}`;
  const { name, own } = mentionsOf(dataset, result, claimed);
  // Where no faults are counted, what is mentioned most need not be a problem.
  if (problems === "none") return [unsettled(name, own, lead)];
  const stems = stemsOf("words" in claimed.predicate ? claimed.predicate.words : name);
  const holds = ({ label }: Line): boolean => stems.every((stem) => stemsOf(label).includes(stem));
  const yes = `**Yes${isLargest || inColumn.length > 0 ? "" : ", of what may be told"}**`;
  const isFault = isOfProblems && subjects.some((line) => line.parts.length > 0 && isCalled(line, stems));
  if (holds(first) && !isFault) return [`${yes}: ${lead}.`];
  if (isOfProblems) return [problemLine(result, { name, own, lead, yes, stems })];
  if (own === null) return [`**That can't be told**: how many mention ${name} is withheld. ${lead}.`];
  return claimed.count !== null && claimed.count >= first.count
    ? [`**Yes**: ${name} is in ${own}. Of single subjects, ${lead}.`]
    : [`**No**: ${name} is in ${own}. ${lead}.`];
}

interface Claim {
  name: string;
  /** How many mention it, where that may be told. */
  own: string | null;
}

function mentionsOf({ size }: Dataset, { of, count }: Of<"top">, claimed: NonNullable<Of<"top">["claimed"]>): Claim {
  const base = of === null ? size : count;
  const few = claimed.isFew ? "fewer than 5" : null;
  return {
    name: named(claimed.predicate),
    own: claimed.count === null ? few : told({ count: claimed.count, of: base }),
  };
}

const unsettled = (name: string, own: string | null, lead: string): string =>
  `**These counts don't settle it**: ${own === null ? `how many mention ${name} is withheld` : `${name} is mentioned in ${own}, with or without a fault`}; ${lead}.`;

/**
 * A fault is compared with other faults only: neither the mentions of a thing nor one fault of several counts all that is
 * wrong with it.
 */
function problemLine(
  { claimed, subjects }: Of<"top">,
  { name, own, lead, yes, stems }: Claim & { lead: string; yes: string; stems: readonly string[] },
): string {
  const isSame = (line: Line): boolean => isCalled(line, stems);
  const fault = subjects.find((line) => line.parts.length > 0 && isSame(line));
  const things = withOneThing(subjects);
  const rivals: readonly Line[] = fault ? subjects : things;
  const at = rivals.findIndex(isSame);
  const same = rivals[at];
  const first = rivals[0]!;
  if (fault && at === 0)
    return `${yes}: **${escapeMarkdown(fault.label)}**, whatever it is with, is in ${told(fault)}. ${lead}.`;
  if (same && at > 0) {
    const larger = fault ? `**${escapeMarkdown(first.label)}** is said more often: ${told(first)}` : lead;
    return `**No**: ${larger}. **${escapeMarkdown(same.label)}** is number ${at + 1} with ${told(same)}.`;
  }
  const isLess = claimed!.isFew || (claimed!.count !== null && claimed!.count < things[0]!.count!);
  return isLess && own !== null
    ? `**No**: ${lead}. ${name} is mentioned in ${own}, with or without a fault.`
    : unsettled(name, own, lead);
}

/** Faults with one thing each, the most first: "pending payment" in place of "pending". */
const withOneThing = (subjects: Of<"top">["subjects"]): readonly Line[] =>
  subjects
    .flatMap((line): readonly Line[] => (line.parts.length > 0 ? line.parts : [line]))
    .toSorted((a, b) => b.count! - a.count!);

const isCalled = ({ label }: Line, stems: readonly string[]): boolean => {
  const own = stemsOf(label);
  return own.length === stems.length && own.every((stem) => stems.includes(stem));
};

const stemsOf = (text: string): string[] => [...new Set(words(text).filter(isTopical).map(stemOf))];

/** "Is a more common than b?", answered first: null where the question says nothing of the kind. */
export function claimVerdict(
  claim: { label: string; is: "more" | "less" } | undefined,
  largest: Line,
  isClear: boolean,
): string | null {
  if (!claim) return null;
  if (!isClear) return "**Not clearly**: ";
  return (largest.label === claim.label) === (claim.is === "more") ? "**Yes**: " : "**No**: ";
}
