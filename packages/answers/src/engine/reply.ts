import { isPlanEmpty, type AnswerPlan, type Predicate } from "../plan/plan";
import type { Dataset } from "./dataset";
import { claim, recordsOf } from "./named";
import { compareLines } from "./replyCompare";
import { nothingLines, refusalLines } from "./refusing";
import { clearness, standardErrors } from "./chance";
import type { Line, Result, Withheld } from "./results";
import { escapeMarkdown, joined, listed, number, quoted, recordsCalled, share, told, TOO_FEW } from "./wording";

/** The Markdown that tells what a plan found, and what was not answered and why. */
export function replyOf(dataset: Dataset, plan: AnswerPlan, results: readonly Result[]): string {
  const said = results.map((result) => {
    const [first = "", ...rest] = linesOf(dataset, result);
    const counted = countedLines(result);
    return joined("of" in result ? [first, ...counted, ...rest] : [first, ...rest, "", ...counted]);
  });
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

/** “close their account” also counts “delete account”; 28 say exactly “close their account”. */
const countedLines = ({ counted = [] }: Result): string[] =>
  counted.map(({ words, as, exact }) => {
    const also = `${quote(words)} also counts ${as.map(quote).join(", ")}, which mean the same here`;
    return exact === null ? `${also}.` : `${also}; ${number(exact)} say exactly ${quote(words)}.`;
  });

const quote = (text: string): string => `“${escapeMarkdown(text)}”`;

type Of<T extends Result["do"]> = Extract<Result, { do: T }>;

/** "**153 of 10,003 chats (1.5 %)** mention “card delivery”." */
function headline(
  dataset: Dataset,
  { of, among, count, base, isRounded, leftOut }: Of<"count" | "top" | "breakdown" | "quotes" | "trend" | "describe">,
): string {
  const { many } = recordsCalled(dataset.kind);
  if (of === null && among === null) return `The data holds **${number(count)}** ${many}.`;
  if (of?.is === "step" && among === null) return `Of those **${number(count)}** ${many}:`;
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

const items = (lines: readonly Line[]): string[] =>
  lines.map((line) => `- ${escapeMarkdown(line.label)}: ${told(line)}`);
const inARow = (lines: readonly Line[]): string =>
  listed(lines.map((line) => `**${escapeMarkdown(line.label)}** ${told(line)}`));

function countLines(dataset: Dataset, result: Of<"count">): string[] {
  const { count, base, parts, more, alone, themes, quotes, of, isRounded } = result;
  const lines = [headline(dataset, result)];
  if (isRounded) lines.push("The count is to the nearest five, so that no few people can be found by subtraction.");
  if (parts.length > 0) lines.push("", ...parts.map((part) => `- ${part.label}: ${told(part)}`), "");
  if (of?.is === "not" && base > count) lines.push(`The other **${number(base - count)}** do.`);
  if (more) {
    lines.push(
      `That counts these words, in any form. ${
        more.about === null
          ? `Up to about ${number(more.high)} more may mean it in other words.`
          : `About ${number(more.about)} more likely mean it in other words (between ${number(more.low)} and ${number(more.high)}).`
      }`,
    );
  } else if (parts.length === 0 && of?.is === "topic") {
    lines.push("That counts these words, in any form; those who say it in other words are not in it.");
  }
  if (alone) lines.push(`“${escapeMarkdown(alone.label)}” alone is in ${told(alone)}.`);
  if (themes.length > 1) lines.push("", "Themes among them:", "", ...items(themes));
  if (quotes.length > 0) lines.push("", ...inTheirWords(quotes));
  return lines;
}

function topLines(dataset: Dataset, result: Of<"top">): string[] {
  const { many } = recordsCalled(dataset.kind);
  const [first] = [
    ...result.columns.map(({ name, lines }) => ({ name: `${name} `, line: lines[0]! })),
    ...result.themes.map((line) => ({ name: "", line })),
  ];
  const whole = result.of === null && result.among === null;
  const lines = first
    ? [
        `**${escapeMarkdown(first.line.label)}** is the most common ${first.name}${first.name === "" ? "theme" : ""}`.trimEnd() +
          `: ${number(first.line.count!)} of ${whole ? `the ${number(result.count)} ${many}` : `${number(result.count)} ${many} that ${claim(result.of ?? result.among)}`} (${share(first.line.count!, result.count)}).`,
        ...(whole ? [] : [headline(dataset, result)]),
      ]
    : [headline(dataset, result)];
  const ranked = ({ label, count, of }: Line, i: number): string =>
    `${i + 1}. **${escapeMarkdown(label)}**: ${told({ count, of })}`;
  for (const { name, lines: own, withheld } of result.columns)
    lines.push("", `The largest by ${escapeMarkdown(name)}:`, "", ...own.map(ranked), ...withheldLines(many, withheld));
  if (result.themes.length > 0) {
    lines.push("", result.columns.length > 0 ? "The largest themes found in their words:" : "The largest themes:", "");
    result.themes.forEach((theme, i) => lines.push(ranked(theme, i), ...(theme.quote ? [`   “${theme.quote}”`] : [])));
  }
  if (!first) lines.push("", "They are too varied, or too few, to name themes that at least 5 of them share.");
  return lines;
}

/** Which values a table leaves out, and how many records they have together. */
function withheldLines(many: string, { labels, together, withUnknown }: Withheld): string[] {
  if (labels.length === 0) return [];
  const left =
    together === null
      ? ""
      : ` (${number(together)} ${many}${labels.length > 1 ? " together" : ""}${withUnknown ? ", with those that don't say" : ""})`;
  return ["", `Too few to say: ${listed(labels.map(escapeMarkdown))}${left}. ${TOO_FEW}`];
}

function breakdownLines(dataset: Dataset, result: Of<"breakdown">): string[] {
  const { by, lines: rows, hasParts, notShown, withheld, count } = result;
  const { many } = recordsCalled(dataset.kind);
  if (rows.length === 0)
    return [headline(dataset, result), "", `No ${escapeMarkdown(by)} has enough of them to be named. ${TOO_FEW}`];
  const lines = [answerOf(result), headline(dataset, result), ""];
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
function answerOf({ by, lines: rows, count, hasParts, least }: Of<"breakdown">): string {
  const first = rows[0]!;
  const most = `**${escapeMarkdown(first.label)}** has the ${least ? "fewest" : "most"} of any ${escapeMarkdown(by)}: ${number(first.count!)} (${share(first.count!, count)})`;
  const densest = hasParts
    ? [...rows].filter(({ of }) => of !== null).sort((a, b) => b.count! / b.of! - a.count! / a.of!)
    : [];
  const [highest, next] = densest;
  if (least || !highest || !next) return `${most}.`;
  const isClear = standardErrors(highest.count!, highest.of!, next.count!, next.of!) >= clearness(densest.length);
  const own = `${share(highest.count!, highest.of!)} of all there`;
  const among = isClear
    ? ""
    : `, though ${escapeMarkdown(next.label)} (${share(next.count!, next.of!)}) is too near to tell apart`;
  return highest === first
    ? `${most}, and the highest share of its own (${own})${among}.`
    : `${most}; **${escapeMarkdown(highest.label)}** has the highest share of its own (${own})${among}.`;
}

function rankLines(dataset: Dataset, { among, base, lines: rows, least }: Of<"rank">): string[] {
  const { many } = recordsCalled(dataset.kind);
  const [first, second] = rows;
  const isNear =
    first?.count &&
    second?.count &&
    Math.abs(first.count - second.count) / Math.sqrt(first.count + second.count) < 1.96;
  return [
    ...(first?.count
      ? [
          `**${first.label}** is the ${rows.length === 2 ? (least ? "rarer" : "more common") : least ? "rarest" : "most common"}: ${told(first)}${second?.count ? `, against ${told(second)} for ${second.label}` : ""}.${isNear ? " So small a difference may be chance." : ""}`,
        ]
      : []),
    ...(rows.length > 2 || !second?.count
      ? ["", ...rows.map((row, i) => `${i + 1}. **${row.label}**: ${told(row)}`)]
      : []),
    "",
    `Counted by these words, in any form, in ${number(base)} ${recordsOf(many, among)}.${rows.some(({ count }) => count === null) ? ` ${TOO_FEW}` : ""}`,
  ];
}

function trendLines(dataset: Dataset, result: Of<"trend">): string[] {
  const { many } = recordsCalled(dataset.kind);
  return [
    `The data has no dates, so it can't say what rises or falls, or when: it is one snapshot of ${number(dataset.size)} ${many}.`,
    ...(result.of === null && result.among === null ? [] : [`What it can say: ${headline(dataset, result)}`]),
    ...(result.themes.length > 0 ? [`The largest themes in it are ${inARow(result.themes)}.`] : []),
  ];
}

function describeLines(dataset: Dataset, result: Of<"describe">): string[] {
  const { themes, words, reasons, quotes } = result;
  if (reasons) return reasonLines(dataset, result);
  const lines = [headline(dataset, result)];
  if (themes.length > 0) lines.push("", "Themes among them:", "", ...items(themes));
  if (words.length > 0) lines.push("", `They also mention, more than the others: ${inARow(words)}.`);
  lines.push("", ...inTheirWords(quotes));
  return lines;
}

/** "Why": what those who mention something say beside it, the most common first. */
function reasonLines(dataset: Dataset, result: Of<"describe">): string[] {
  const { many } = recordsCalled(dataset.kind);
  const { themes, words, quotes, count } = result;
  const most = [...themes, ...words].slice(0, themes.length > 0 ? themes.length : 3);
  const lines =
    most.length > 0
      ? [
          `**Most often beside it**: ${inARow(most)}. The ${many} don't name their reasons; this is what those who mention it also say.`,
          headline(dataset, result),
        ]
      : [
          `**No reason stands out**: the ${number(count)} ${many} don't say why, and have no theme in common beside it.`,
          headline(dataset, result),
        ];
  const others = words.filter((word) => !most.some(({ label }) => label === word.label));
  if (others.length > 0) lines.push("", `They also mention, more than the others: ${inARow(others)}.`);
  lines.push("", ...inTheirWords(quotes));
  return lines;
}
