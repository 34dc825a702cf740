import type { Test } from "../plan/plan";
import { stemOf, words } from "../dataset/words";
import type { Dataset } from "./dataset";
import type { Of } from "./headline";
import { named } from "./named";
import type { Line } from "./results";
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
export function leaderLines(
  { size }: Dataset,
  { claimed, columns, subjects, of, count, problems, isLargest }: Of<"top">,
): string[] {
  if (!claimed) return [];
  const base = of === null ? size : count;
  const name = named(claimed.predicate);
  const inColumn = claimed.predicate.is === "value" ? columns.flatMap(({ lines }) => lines) : [];
  const rivals: readonly Line[] = inColumn.length > 0 ? inColumn : subjects;
  const [first] = rivals;
  if (!first?.count) return [];
  const stems = stemsOf("words" in claimed.predicate ? claimed.predicate.words : name);
  const at = rivals.findIndex(({ label }) => {
    const own = stemsOf(label);
    return stems.every((stem) => own.includes(stem));
  });
  const lead = `**${escapeMarkdown(first.label)}**${problems === "told" ? " is what they most often say is wrong" : " comes first"}: ${told(first)}`;
  if (at === 0) return [`**Yes${isLargest || inColumn.length > 0 ? "" : ", of what may be told"}**: ${lead}.`];
  const own =
    claimed.count === null ? (claimed.isFew ? "fewer than 5" : null) : told({ count: claimed.count, of: base });
  if (problems === "told") {
    const place =
      at > 0 ? `; **${escapeMarkdown(rivals[at]!.label)}** is number ${at + 1} with ${told(rivals[at]!)}` : "";
    return [
      `**No**: ${lead}${place}. ${own === null ? "" : `${name} is mentioned in ${own}, with or without a fault.`}`.trim(),
    ];
  }
  if (own === null) return [`**That can't be told**: how many mention ${name} is withheld. ${lead}.`];
  return claimed.count !== null && claimed.count >= first.count
    ? [`**Yes**: ${name} is in ${own}. Of single subjects, ${lead}.`]
    : [`**No**: ${name} is in ${own}. ${lead}.`];
}

const stemsOf = (text: string): string[] => words(text).map(stemOf);
