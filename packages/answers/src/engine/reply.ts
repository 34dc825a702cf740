import { isPlanEmpty, type AnswerPlan, type Predicate } from "../plan/plan";
import type { Dataset } from "./dataset";
import { claim, recordsOf } from "./named";
import { compareLines } from "./replyCompare";
import { nothingLines, refusalLines } from "./refusing";
import type { Line, Result } from "./results";
import { escapeMarkdown, joined, number, quoted, recordsCalled, share, told } from "./wording";

/** The Markdown that tells what a plan found, and what was not answered and why. */
export function replyOf(dataset: Dataset, plan: AnswerPlan, results: readonly Result[]): string {
  const said = results.map((result) => joined(linesOf(dataset, result)));
  return joined(
    [...new Set(said)].flatMap((text) => [text, ""]).concat(refusalLines(dataset, plan, isPlanEmpty(plan))),
  );
}

function linesOf(dataset: Dataset, result: Result): string[] {
  switch (result.do) {
    case "count":
      return countLines(dataset, result);
    case "top":
      return topLines(dataset, result);
    case "breakdown":
      return breakdownLines(dataset, result);
    case "compare":
      return compareLines(dataset, result);
    case "rank":
      return rankLines(dataset, result);
    case "quotes":
      return [headline(dataset, result), "", ...inTheirWords(result.quotes)];
    case "trend":
      return trendLines(dataset, result);
    case "describe":
      return describeLines(dataset, result);
    case "nothing":
      return nothingLines(dataset, result);
  }
}

type Of<T extends Result["do"]> = Extract<Result, { do: T }>;

/** "**153 of 10,003 chats (1.5 %)** mention “card delivery”." */
function headline(
  dataset: Dataset,
  { of, among, count, base, isRounded, leftOut }: Of<"count" | "top" | "breakdown" | "quotes" | "trend" | "describe">,
): string {
  const { many } = recordsCalled(dataset.kind);
  if (of === null && among === null) return `The data holds **${number(count)}** ${many}.`;
  const whole = of === null ? dataset.size : base;
  const records = recordsOf(many, of === null ? null : among);
  const about = isRounded ? "About " : "";
  const those =
    among?.is === "step" && count !== whole
      ? `${number(count)} of those ${number(whole)} ${many} (${share(count, whole)})`
      : null;
  const figure =
    count === whole
      ? `All ${number(whole)} ${records}`
      : `${about}${number(count)} of ${number(whole)} ${records} (${share(count, whole)})`;
  const without =
    leftOut.length === 0
      ? ""
      : `Fewer than 5 hold all of these words. Without ${leftOut.map((word) => `“${escapeMarkdown(word)}”`).join(" and ")}: `;
  const asked: Predicate | null =
    leftOut.length > 0 && of?.is === "topic"
      ? {
          ...of,
          words: of.text
            .split(" ")
            .filter((word) => !leftOut.includes(word))
            .join(" … "),
        }
      : (of ?? among);
  return `${without}**${those ?? figure}** ${claim(asked)}.`;
}

const inTheirWords = (quotes: readonly string[]): string[] =>
  quotes.length === 0
    ? ["No quote can be given: a text is shown only where at least five others say nearly the same."]
    : ["In their words:", "", ...quotes.map(quoted)];

function countLines(dataset: Dataset, result: Of<"count">): string[] {
  const { count, base, parts, more, alone, themes, quotes, of, isRounded } = result;
  const lines = [headline(dataset, result)];
  if (isRounded) lines.push("The count is to the nearest five, so that no few people can be found by subtraction.");
  if (parts.length > 0) lines.push("", ...parts.map((part) => `- ${part.label}: ${told(part)}`), "");
  if (of?.is === "not" && base > count) lines.push(`The other **${number(base - count)}** do.`);
  if (more) {
    const range = `${number(more.low)} and ${number(more.high)}`;
    lines.push(
      `That counts these words, in any form. ${
        more.about === null
          ? `Between ${range} more likely mean it in other words.`
          : `About ${number(more.about)} more likely mean it in other words (between ${range}).`
      }`,
    );
  } else if (parts.length === 0 && of?.is === "topic") {
    lines.push("That counts these words, in any form; those who say it in other words are not in it.");
  }
  if (alone) lines.push(`“${escapeMarkdown(alone.label)}” alone is in ${told(alone)}.`);
  if (themes.length > 1)
    lines.push("", "Themes among them:", "", ...themes.map((line) => `- ${escapeMarkdown(line.label)}: ${told(line)}`));
  if (quotes.length > 0) lines.push("", ...inTheirWords(quotes));
  return lines;
}

function topLines(dataset: Dataset, result: Of<"top">): string[] {
  const lines = [headline(dataset, result)];
  const ranked = ({ label, count, of }: Line, i: number): string =>
    `${i + 1}. **${escapeMarkdown(label)}**: ${told({ count, of })}`;
  for (const { name, lines: own } of result.columns)
    lines.push("", `The largest by ${escapeMarkdown(name)}:`, "", ...own.map(ranked));
  if (result.themes.length > 0) {
    lines.push(
      "",
      result.columns.length > 0 ? "The largest themes found in their words:" : "The largest themes among them:",
      "",
    );
    result.themes.forEach((theme, i) => lines.push(ranked(theme, i), ...(theme.quote ? [`   “${theme.quote}”`] : [])));
  }
  if (result.columns.length + result.themes.length === 0)
    lines.push("", "They are too varied, or too few, to name themes that at least 5 of them share.");
  return lines;
}

function breakdownLines(dataset: Dataset, result: Of<"breakdown">): string[] {
  const { by, lines: rows, count, hasParts, notShown } = result;
  const { many } = recordsCalled(dataset.kind);
  const lines = [headline(dataset, result), ""];
  if (rows.length === 0) return [...lines, `No ${escapeMarkdown(by)} has enough of them to be named.`];
  lines.push(
    `| ${escapeMarkdown(by)} | ${many} | share |${hasParts ? ` of all ${many} there |` : ""}`,
    `|---|---:|---:|${hasParts ? "---:|" : ""}`,
  );
  for (const row of rows)
    lines.push(
      `| ${escapeMarkdown(row.label)} | ${number(row.count!)} | ${share(row.count!, count)} |${hasParts ? ` ${row.of === null ? "" : share(row.count!, row.of)} |` : ""}`,
    );
  if (hasParts && rows.length > 1) {
    const densest = [...rows].filter(({ of }) => of !== null).sort((a, b) => b.count! / b.of! - a.count! / a.of!)[0];
    if (densest && densest !== rows[0])
      lines.push(
        "",
        `The highest share of its own ${many} is in ${escapeMarkdown(densest.label)}: ${share(densest.count!, densest.of!)}.`,
      );
  }
  if (notShown > 0) lines.push("", `${notShown} more values are not shown.`);
  lines.push("", "Groups of fewer than 5, and those that could be found by subtraction, are left out.");
  return lines;
}

function rankLines(dataset: Dataset, { among, base, lines: rows }: Of<"rank">): string[] {
  const { many } = recordsCalled(dataset.kind);
  return [
    `Counted by these words, in any form, in ${number(base)} ${recordsOf(many, among)}:`,
    "",
    ...rows.map((row, i) => `${i + 1}. **${row.label}**: ${row.count === null ? `too few to count` : told(row)}`),
  ];
}

function trendLines(dataset: Dataset, result: Of<"trend">): string[] {
  const { many } = recordsCalled(dataset.kind);
  return [
    `The data has no dates, so it can't say what rises or falls, or when: it is one snapshot of ${number(dataset.size)} ${many}.`,
    ...(result.of === null && result.among === null ? [] : [`What it can say: ${headline(dataset, result)}`]),
  ];
}

function describeLines(dataset: Dataset, result: Of<"describe">): string[] {
  const lines = [headline(dataset, result)];
  if (result.reasons)
    lines.push(
      `The ${recordsCalled(dataset.kind).many} are not labelled with reasons. What those who mention it also speak of comes nearest:`,
    );
  if (result.themes.length > 0)
    lines.push(
      "",
      "Themes among them:",
      "",
      ...result.themes.map((line) => `- ${escapeMarkdown(line.label)}: ${told(line)}`),
    );
  if (result.words.length > 0)
    lines.push("", `Words that they use more than the others: ${result.words.map(escapeMarkdown).join(", ")}.`);
  lines.push("", ...inTheirWords(result.quotes));
  return lines;
}
