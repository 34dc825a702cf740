import { clearness, standardErrors } from "./chance";
import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Dataset } from "./dataset";
import { headline, type Of } from "./headline";
import { recordsOf } from "./named";
import { isNegation } from "./nearness";
import type { Line } from "./lines";
import type { Counted, Withheld } from "./results";
import { isApart, untoldVerdict } from "./untold";
import { claimVerdict } from "./verdict";
import { escapeMarkdown, listed, number, ordinal, recordsCalled, share, told, TOO_FEW } from "./wording";

const PLURAL = /^(?:wo)?men$/;
/** The most withheld values that a reply names. */
const MAX_NAMED = 3;

/** Which values a table leaves out, and how many records they have together. */
export function withheldLines(many: string, { labels, together, withUnknown }: Withheld): string[] {
  if (labels.length === 0) return [];
  const left =
    together === null
      ? ""
      : ` (${number(together)} ${many}${labels.length > 1 ? " together" : ""}${withUnknown ? ", with those that don't say" : ""})`;
  return [
    "",
    `Withheld: ${listed(labels.map(escapeMarkdown), MAX_NAMED)}${left}; ${labels.length > 1 ? "some" : "it"} may be larger than some that are shown. ${TOO_FEW}`,
  ];
}

export function breakdownLines(dataset: Dataset, result: Of<"breakdown">): string[] {
  const { by, lines: rows, hasParts, notShown, withheld, count } = result;
  const { many } = recordsCalled(dataset.kind);
  if (rows.length === 0)
    return [headline(dataset, result), "", `No ${escapeMarkdown(by)} has enough of them to be shown. ${TOO_FEW}`];
  // How many those are was said before.
  const isHalf = result.of?.is === "step" && result.among === null;
  const lines = [answerOf(result), ...(isHalf ? [] : [headline(dataset, result)]), ""];
  // The answer says all of a table of one row.
  if (rows.length === 1 && !hasParts) return [...lines, ...withheldLines(many, withheld)];
  lines.push(
    `| ${escapeMarkdown(by)} | ${many} | share |${hasParts ? ` of all ${many} there |` : ""}`,
    `|---|---:|---:|${hasParts ? "---:|" : ""}`,
  );
  for (const row of rows)
    lines.push(
      `| ${escapeMarkdown(row.label)} | ${number(row.count!)} | ${share(row.count!, count)} |${hasParts ? ` ${row.of === null ? "" : share(row.count!, row.of)} |` : ""}`,
    );
  if (notShown > 0) lines.push("", `${notShown} more values are not shown.`);
  return [...lines, ...withheldLines(many, withheld)];
}

/** The first of a table, and where the share of its own records is the highest. */
function answerOf({ by, lines: rows, count, hasParts, least, withheld, place }: Of<"breakdown">): string {
  const first = rows[0]!;
  const asked = place > 1 ? rows[place - 1] : undefined;
  if (asked) {
    const told = withheld.labels.length > 0 ? `, of those that may be told` : "";
    return `**${escapeMarkdown(asked.label)}** ${PLURAL.test(asked.label) ? "have" : "has"} the ${ordinal(place)} ${least ? "fewest" : "most"} of any ${escapeMarkdown(by)}${told}: ${number(asked.count!)} (${share(asked.count!, count)}), after ${listed(rows.slice(0, place - 1).map(({ label, count: own }) => `${escapeMarkdown(label)} ${number(own!)}`))}.`;
  }
  const is = `${number(first.count!)} (${share(first.count!, count)})`;
  // One that is withheld may have more, or fewer, than any that is told.
  if (withheld.labels.length > 0 && (least || (withheld.together ?? 0) > first.count!)) {
    const hidden =
      withheld.labels.length > MAX_NAMED
        ? `${withheld.labels.length} of them`
        : listed(withheld.labels.map(escapeMarkdown));
    return `Which ${escapeMarkdown(by)} has the ${least ? "fewest" : "most"} can't be told, for ${hidden} ${withheld.labels.length > 1 ? "are" : "is"} withheld. Of the others, **${escapeMarkdown(first.label)}** has the ${least ? "fewest" : "most"}: ${is}.`;
  }
  const most = `**${escapeMarkdown(first.label)}** ${PLURAL.test(first.label) ? "have" : "has"} the ${least ? "fewest" : "most"} of any ${escapeMarkdown(by)}: ${is}`;
  const densest = hasParts
    ? [...rows].filter(({ of }) => of !== null).sort((a, b) => b.count! / b.of! - a.count! / a.of!)
    : [];
  const [highest, next] = densest;
  if (least || !highest || !next) return `${most}.`;
  const isClear = standardErrors(highest.count!, highest.of!, next.count!, next.of!) >= clearness(densest.length);
  const own = `${share(highest.count!, highest.of!)} of all there`;
  const near = isClear
    ? ""
    : `, though ${escapeMarkdown(next.label)} (${share(next.count!, next.of!)}) is too near to tell apart`;
  return highest === first
    ? `${most}, and the highest share of its own (${own})${near}.`
    : `${most}; **${escapeMarkdown(highest.label)}** has the highest share of its own (${own})${near}.`;
}

export function rankLines(dataset: Dataset, result: Of<"rank">): string[] {
  const { among, base, lines, counted = [], gaps, alone, ofAll } = result;
  // A question may name one thing twice.
  const rows = lines.filter((row, i) => lines.findIndex(({ label }) => label === row.label) === i);
  const { many } = recordsCalled(dataset.kind);
  const isMeant = counted.some(({ wider }) => wider !== null);
  const placed = rows.filter(
    (row) => row.count !== null || rows.every((other) => other === row || isApart(row, other)),
  );
  const unplaced = rows.filter((row) => !placed.includes(row));
  // What fewer than five say comes behind all that is told, in whatever order.
  const isLast = ({ range }: Line): boolean => (placed[0]?.count ?? 0) > 0 && !!range && range.high < MIN_GROUP_SIZE;
  const last = result.least ? [] : unplaced.filter(isLast);
  const loose = unplaced.filter((row) => !last.includes(row));
  const how = rows.every(({ label }) => !label.startsWith("“"))
    ? "the column"
    : isMeant
      ? "what they mean"
      : "these words, in any form";
  const isMixed = isMeant && !rows.every((row) => row.count === null || isByMeaning(row, counted));
  const wayOf = (row: Line): string =>
    !isMixed || row.count === null ? "" : isByMeaning(row, counted) ? ", by what they mean" : ", by these words";
  const [only] = placed;
  if (rows.length === 1 && only?.count)
    return [
      `**${only.label}** is the only one that is named by 5 or more: ${told(only)}, in ${number(base)} ${recordsOf(many, among)}. Others may be named by fewer.`,
    ];
  if (rows.length === 1)
    return [
      `**${rows[0]!.label}** is the only one that may be named by 5 or more; by how many is withheld. ${TOO_FEW}`,
    ];
  const verdict = verdictLines(dataset, result, placed, loose.length > 0, rows.length > 2);
  const isExplained = verdict.some((line) => line.includes(FINDS_FEWER));
  const counting = isMixed
    ? `Counted by what they mean where that can be told, else by these words alone, ${FINDS_FEWER}`
    : `Counted by ${how}`;
  return [
    ...verdict,
    ...(rows.length > 2 || !placed[1]?.count
      ? ["", ...placed.map((row, i) => `${i + 1}. **${row.label}**: ${told(row)}${wayOf(row)}`)]
      : []),
    ...(last.length > 0
      ? [
          "",
          `- **${listed(last.map(({ label }) => label))}**: fewer than 5${last.length > 1 ? " each" : ""} say it in these words`,
        ]
      : []),
    ...(loose.length > 0
      ? [...(last.length > 0 ? [] : [""]), ...loose.map((row) => `- **${row.label}**: ${told(row)}, so not ranked`)]
      : []),
    ...(ofAll.length > 0
      ? ["", `Of all ${number(dataset.size)} ${many}: ${listed(ofAll.map((row) => `${row.label} ${told(row)}`))}.`]
      : []),
    "",
    `${isExplained ? "Counted" : `${counting},`} in ${number(base)} ${recordsOf(many, among)}.${rows.some(({ count }) => count === null) ? ` ${TOO_FEW}` : ""}`,
    ...(rows.length === 2 ? alonesLine(gaps, alone) : []),
  ];
}

const FINDS_FEWER = "which finds fewer";

/** Which of them is the largest, and whether that is clear. */
function verdictLines(
  dataset: Dataset,
  result: Of<"rank">,
  placed: Line[],
  isLoose: boolean,
  isOfMany: boolean,
): string[] {
  const { least, claim, counted = [] } = result;
  const [first, second] = placed;
  const [most, more] = least ? ["rarest", "rarer"] : ["most common", "more common"];
  if (!first?.count)
    return untoldVerdict(
      dataset,
      result,
      placed,
      isLoose ? `${most} of those that can be ranked` : isOfMany ? most : more,
    );
  const apart = placed.length === 2 && second?.count ? apartBy(first.count, second.count) : "";
  const against = second?.count ? `, against ${told(second)} for ${second.label}${apart}` : "";
  const rank = isLoose ? `${most} of those that can be ranked` : isOfMany ? most : more;
  if (second?.count === first.count)
    return [
      `${claim ? "**No**: " : ""}**${first.label} and ${second.label} are equally common**: ${told(first)} each.`,
    ];
  const isNear = second?.count && Math.abs(first.count - second.count) / Math.sqrt(first.count + second.count) < 1.96;
  const largest = least ? second : first;
  if (!isNear && second?.count && isUnsure(first, second, counted)) {
    const isSo = largest && claimVerdict(claim, largest, true);
    const lead = isSo ? `**Probably${isSo.startsWith("**No") ? " not" : ""}**: ` : "";
    return [
      `${lead}**${first.label}** is ${isSo ? "" : "probably "}the ${rank}: ${told(first)}${against}. ${
        isByMeaning(first, counted) === isByMeaning(second, counted)
          ? "Counts by meaning may be off by half"
          : `One is counted by what it means, the other by its words alone, ${FINDS_FEWER}`
      }, so the order of these two isn't sure.`,
    ];
  }
  const verdict = placed.length === 2 && largest ? claimVerdict(claim, largest, !isNear) : null;
  return [
    isNear && placed.length === 2
      ? `${verdict ?? "Close: "}**${first.label}** is the ${rank}: ${told(first)}${against}. So small a difference may be chance.`
      : `${verdict ?? ""}**${first.label}** is the ${rank}: ${told(first)}${against}.${isNear ? " So small a difference may be chance." : ""}`,
  ];
}

const TIMES = 1.5;
/** "; 247 more, 3.8 times as many" */
function apartBy(one: number, other: number): string {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  const factor = Number((high / low).toPrecision(2));
  const times = factor < TIMES ? "" : factor === 2 ? ", twice as many" : `, ${factor} times as many`;
  return high === low ? "" : ` (${number(high - low)} ${one > other ? "more" : "fewer"}${times})`;
}

/** Counts by meaning are off by a factor of 1.3 to 1.8 (docs/figures.md): so near to each other they don't tell an order. */
const UNSURE = 2;

/** True where two counts are near each other, and one of them was mostly found by what is meant, not by what is said. */
function isUnsure(one: Line, other: Line, counted: readonly Counted[]): boolean {
  const [low, high] = [one.count!, other.count!].sort((a, b) => a - b) as [number, number];
  const larger = one.count! >= other.count! ? one : other;
  // One counted by meaning is larger than one counted by its words alone, whatever people speak of most.
  if (isByMeaning(one, counted) !== isByMeaning(other, counted))
    return isByMeaning(larger, counted) && exactOf(larger, counted) < Math.min(UNSURE * low, high / UNSURE);
  const isMostlyMeant = ({ count }: Line): boolean =>
    counted.some((topic) => topic.wider !== null && topic.count === count && (topic.exact ?? 0) < topic.count! / 2);
  return high < low * UNSURE && (isMostlyMeant(one) || isMostlyMeant(other));
}

const countedAs = ({ label, count }: Line, counted: readonly Counted[]): Counted | undefined =>
  counted.find(
    ({ wider, count: own, words }) =>
      wider !== null && own === count && words.split(" … ").every((part) => label.includes(escapeMarkdown(part))),
  );
const isByMeaning = (line: Line, counted: readonly Counted[]): boolean => countedAs(line, counted) !== undefined;
const exactOf = (line: Line, counted: readonly Counted[]): number => countedAs(line, counted)?.exact ?? 0;

/** Words that are said far more often than the phrases that were asked about. */
function alonesLine(gaps: Of<"rank">["gaps"], alone: readonly Line[]): string[] {
  const words = [
    ...gaps.flatMap((gap) => (gap.why === "notTogether" ? gap.alone.map(({ word, count }) => [word, count]) : [])),
    ...alone.map(({ label, count }) => [label, count]),
  ] as [string, number][];
  const said = [...new Map(words.filter(([word]) => !isNegation(word)))].map(
    ([word, count]) => `“${escapeMarkdown(word)}” is in ${number(count)}`,
  );
  return said.length === 0 ? [] : [`With or without the other words, ${listed(said)}.`];
}
