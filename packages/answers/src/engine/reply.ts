import { isPlanEmpty, type AnswerPlan } from "../plan/plan";
import type { Dataset } from "./dataset";
import { headline, type Of } from "./headline";
import { compareLines } from "./replyCompare";
import { breakdownLines, rankLines, withheldLines } from "./replyTables";
import { topLines } from "./replyTop";
import { nothingLines, refusalLines } from "./refusing";
import type { Counted, Line, Result } from "./results";
import { suggestionLines } from "./suggest";
import { escapeMarkdown, joined, listed, number, quoted, recordsCalled, share, told } from "./wording";

/** Where so many times as many as estimated may mean it, the estimate tells nothing. */
const MAX_ERROR = 2;

/** The Markdown that tells what a plan found, and what was not answered and why. */
export function replyOf(dataset: Dataset, plan: AnswerPlan, results: readonly Result[]): string {
  const said = results.map((result) => {
    const [first = "", ...rest] = linesOf(dataset, result);
    const counted = countedLines(result);
    return joined("of" in result ? [first, ...counted, ...rest] : [first, ...rest, "", ...counted]);
  });
  return joined(
    [...new Set(said)]
      .flatMap((text) => [text, ""])
      .concat(refusalLines(dataset, plan, isPlanEmpty(plan)))
      .concat(isPlanEmpty(plan) ? suggestionLines(dataset, plan) : []),
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
  counted.flatMap((one) => {
    const { words, as, exact, beside, together, wider } = one;
    if (wider) return [widerLine(one, wider)];
    const also = `${quote(words)} also counts ${as.map(quote).join(", ")}, which mean the same here`;
    const others = listed(beside.map((one) => `${quote(one.words)} (${number(one.count)})`));
    return [
      ...(as.length === 0
        ? []
        : [exact === null ? `${also}.` : `${also}; ${number(exact)} say exactly ${quote(words)}.`]),
      ...(beside.length === 0
        ? []
        : [
            `Not in the count, though they mean the same here: ${others}; a few may say both.${together ? ` All together are between **${number(together.low)} and ${number(together.high)}** (${share(together.low, together.of)} to ${share(together.high, together.of)}).` : ""}`,
          ]),
    ];
  });

/** 25 say exactly “a”. 75 mean the same in other words, often with “arrive” or “receive”. */
function widerLine({ words, as, exact, count }: Counted, { how, often }: NonNullable<Counted["wider"]>): string {
  const own = exact === null ? "Too few to count say exactly" : `${number(exact)} say exactly`;
  const more = exact === null || count === null ? "The others" : number(count - exact);
  const also = [
    ...(as.length === 0 ? [] : [`such as ${alternatives(as.map(quote))}`]),
    ...(often.length === 0 ? [] : [`often with ${alternatives(often.map(quote))}`]),
  ].join(", ");
  const told = also === "" ? "" : `, ${also}`;
  const said = {
    less: `say it in other words for less or none of it${told}.`,
    without: `say ${how.is === "without" ? quote(how.words) : ""} otherwise${told}; a few may mean something else.`,
    near: `mean the same in other words${told}; they were found by what they say, so a few may be about something near it.`,
  };
  return `${own} ${quote(words)}. ${more} ${said[how.is]}`;
}

const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)!}`;

const quote = (text: string): string => `“${escapeMarkdown(text)}”`;

const inTheirWords = (quotes: readonly string[]): string[] =>
  quotes.length === 0
    ? ["No quote can be given: a text is shown only where at least five others say nearly the same."]
    : ["In their words:", "", ...quotes.map(quoted)];

const items = (lines: readonly Line[]): string[] =>
  lines.map((line) => `- ${escapeMarkdown(line.label)}: ${told(line)}`);
const inARow = (lines: readonly Line[]): string =>
  listed(lines.map((line) => `**${escapeMarkdown(line.label)}** ${told(line)}`));

function countLines(dataset: Dataset, result: Of<"count">): string[] {
  const { count, base, parts, more, alone, themes, quotes, of } = result;
  const lines = [headline(dataset, result)];
  if (parts.length > 0) lines.push("", ...parts.map((part) => `- ${part.label}: ${told(part)}`), "");
  if (of?.is === "not" && base > count) lines.push(`The other **${number(base - count)}** do.`);
  if (more?.about && more.high <= MAX_ERROR * (count + more.about)) {
    // An estimate that may be none leads no reply.
    if (more.low > 0) lines[0] = `About ${number(count + more.about)} likely mean it, of which ${lines[0]!}`;
    lines.push(
      `That counts these words, in any form. About ${number(more.about)} more likely mean it in other words (between ${number(more.low)} and ${number(more.high)}).`,
    );
  } else if (parts.length === 0 && of?.is === "topic" && !result.counted?.some(({ wider }) => wider)) {
    lines.push("That counts these words, in any form; those who say it in other words are not in it.");
  }
  if (alone) lines.push(`“${escapeMarkdown(alone.label)}” alone is in ${told(alone)}.`);
  if (themes.length > 1) lines.push("", "Themes among them:", "", ...items(themes));
  if (quotes.length > 0) lines.push("", ...inTheirWords(quotes));
  return lines;
}

function trendLines(dataset: Dataset, result: Of<"trend">): string[] {
  const { many } = recordsCalled(dataset.kind);
  return [
    `The data has no dates, so it can't say what rises or falls, or when: it is one snapshot of ${number(dataset.size)} ${many}.`,
    ...(result.of === null && result.among === null ? [] : [`What it can say: ${headline(dataset, result)}`]),
    ...(result.themes.length > 0 ? [`Mentioned most in it: ${inARow(result.themes)}.`] : []),
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

/** "Why": what those who mention something want by category, and which themes they share; the texts give no reasons. */
function reasonLines(dataset: Dataset, result: Of<"describe">): string[] {
  const { many } = recordsCalled(dataset.kind);
  const { themes, columns, quotes } = result;
  const lines = [
    `The ${many} don't say why; what they have in common is not a reason.`,
    headline(dataset, result),
    ...columns.flatMap(({ name, lines: own, withheld }) => [
      "",
      `By ${escapeMarkdown(name)}:`,
      "",
      ...items(own),
      ...withheldLines(many, withheld),
    ]),
    ...(themes.length > 0 ? ["", "What they also say:", "", ...items(themes)] : []),
  ];
  return [...lines, "", ...inTheirWords(quotes)];
}
