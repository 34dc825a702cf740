import { MIN_GROUP_SIZE } from "../dataset/record";
import { clearness, standardErrors } from "./chance";
import type { Dataset } from "./dataset";
import type { Of } from "./headline";
import { claim } from "./named";
import type { Line } from "./lines";
import { escapeMarkdown, listed, number, recordsCalled, share, told, TOO_FEW } from "./wording";

/** Each of several alternatives in each group. */
export function splitLines(dataset: Dataset, { of, by, count, range, columns, silent }: Of<"split">): string[] {
  const { many } = recordsCalled(dataset.kind);
  const shown = columns.filter(({ lines }) => lines.some((line) => line.count !== null));
  const unsaid = columns.filter((column) => !shown.includes(column));
  const hasGaps = silent.length > 0 || shown.some(({ lines }) => lines.some((line) => line.count === null));
  const figure =
    count !== null
      ? `${number(count)} of ${number(dataset.size)} ${many} (${share(count, dataset.size)})`
      : range && range.low >= MIN_GROUP_SIZE && range.high < dataset.size
        ? `Between ${number(range.low)} and ${number(range.high)} of ${number(dataset.size)} ${many}`
        : null;
  const all = figure === null ? "" : `**${figure}** ${claim(of)}. `;
  return [
    `${all}${shown.length > 1 ? "Each by itself" : `${shown[0]!.label} by itself`}, with the share of all ${many} there:`,
    "",
    `| ${by === null ? "" : escapeMarkdown(by)} | ${shown.map(({ label }) => label).join(" | ")} |`,
    `|---|${shown.map(() => "---:|").join("")}`,
    ...shown[0]!.lines.map(
      ({ label }, at) => `| ${escapeMarkdown(label)} | ${shown.map(({ lines }) => told(lines[at]!)).join(" | ")} |`,
    ),
    "",
    ...(silent.length > 0 ? [] : shown.flatMap(highestLine)),
    `In all: ${listed(columns.map((column) => `${column.label} ${told(column)}`))}.`,
    ...(unsaid.length > 0
      ? [`${listed(unsaid.map(({ label }) => label))} can't be told by ${by === null ? "group" : escapeMarkdown(by)}.`]
      : []),
    ...(silent.length > 0 ? [`Withheld for all of them: ${listed(silent.map(escapeMarkdown))}.`] : []),
    ...(hasGaps || unsaid.length > 0 ? [TOO_FEW] : []),
  ];
}

/** Where the share of one alternative is the highest, where every group may be told. */
function highestLine({ label, lines }: Of<"split">["columns"][number]): string[] {
  const shareOf = ({ count, of }: Line): number => count! / of!;
  if (lines.length < 2 || lines.some(({ count, of }) => count === null || of === null)) return [];
  const [first, next] = [...lines].sort((a, b) => shareOf(b) - shareOf(a)) as [Line, Line];
  const isClear = standardErrors(first.count!, first.of!, next.count!, next.of!) >= clearness(lines.length);
  const near = isClear ? "" : `, though ${escapeMarkdown(next.label)} is too near to tell apart`;
  return [`${label} has its highest share in **${escapeMarkdown(first.label)}**${near}.`];
}
