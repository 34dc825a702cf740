import { isPlanEmpty, type AnswerPlan } from "../plan/plan";
import type { Dataset } from "./dataset";
import { headline, type Of } from "./headline";
import { named } from "./named";
import { countedLines } from "./replyCounted";
import { describeLines } from "./replyDescribe";
import { inARow, elsewhereLines, inTheirWords, items } from "./replyParts";
import { nextLines } from "./next";
import { compareLines } from "./replyCompare";
import { breakdownLines, rankLines } from "./replyTables";
import { splitLines } from "./replySplit";
import { topLines } from "./replyTop";
import { nothingLines, refusalLines } from "./refusing";
import type { Result } from "./results";
import { suggestionLines } from "./suggest";
import { areaLines } from "./areaLines";
import { unionLines } from "./union";
import { testLine } from "./verdict";
import { escapeMarkdown, joined, listed, number, recordsCalled, saidLines, share, told } from "./wording";

/** The Markdown that tells what a plan found, and what was not answered and why. `asked`: the question, for what is near it. */
export function replyOf(dataset: Dataset, plan: AnswerPlan, results: readonly Result[], asked = ""): string {
  const told = results
    .filter((result) => !isOnlySize(result, plan))
    .map((result, i, all) =>
      result.do === "count"
        ? withoutRepeats(result, all)
        : result.do === "describe" && isQuotedNext(result, all[i + 1])
          ? { ...result, quotes: [] }
          : result,
    );
  const said = told.map((result) => {
    const [first = "", ...rest] = linesOf(dataset, result);
    const counted = countedLines(result);
    const byWords = byWordsLines(dataset, result);
    return joined(
      "of" in result && result.do !== "nothing"
        ? [first, ...byWords, ...counted, ...rest]
        : [first, ...rest, ...(result.do === "nothing" ? [] : [""]), ...byWords, ...counted],
    );
  });
  const found = onceEach(said).flatMap((text) => [text, ""]);
  const refused = refusalLines(dataset, plan, told.length > 0, asked);
  const areas = areaLines(dataset, plan);
  const next = isPlanEmpty(plan) ? suggestionLines(dataset, plan, asked) : nextLines(dataset, plan, results);
  // What came of it is in no text: what is counted beside it must not look like the answer.
  if (plan.isInstead || (plan.refusals.some(({ kind }) => kind === "noOutcome") && told.length > 0))
    return joined([...refused, "", "What the data does say:", "", ...found, ...areas, ...next]);
  if (!isBesideThePoint(plan))
    return joined([...unionLines(dataset, plan, asked), ...found, ...areas, ...refused, ...next]);
  // What is most common of all does not answer “which countries?”: the reader is told so first.
  return plan.refusals.some(({ kind }) => NOT_IN_DATA.has(kind))
    ? joined([...refused, "", ...told.flatMap((result) => briefTop(dataset, result)), ...next])
    : joined([...refused, "", "What the data does say:", "", ...found, ...next]);
}

/** Texts without those, and the figures on a line of their own, that were told before. */
function onceEach(texts: readonly string[]): string[] {
  const told = new Set<string>();
  return [...new Set(texts)].map((text) => {
    const lines = text.split("\n").filter((line) => !(FIGURE.test(line) || NOTE.test(line)) || !told.has(line));
    for (const line of lines) told.add(line);
    return joined(lines);
  });
}

const FIGURE = /^\*\*\d[\d,]* of /;
/** How something was counted, or how many are told of: a sentence that says the same wherever it stands. */
const NOTE = /^[^|#>\s-].{24,}\.$|^Of those \*\*\d[\d,]*\*\* [a-z]+:$/;

/** "How many want that, and what do they say?": quotes and themes are told once, with what was asked of those who want it. */
function withoutRepeats(count: Of<"count">, results: readonly Result[]): Result {
  const next = results.find(
    (one) => one.do !== "compare" && one.do !== "rank" && one.do !== "split" && one.of?.is === "step",
  );
  if (!next) return count;
  const isQuoted = next.do === "quotes" || (next.do === "describe" && next.quotes.length > 0);
  const isThemed = next.do === "describe" && next.said.length + next.themes.length > 0;
  const isOfProblems = next.do === "top";
  return {
    ...count,
    quotes: isQuoted || isOfProblems ? [] : count.quotes,
    themes: isThemed || isOfProblems ? [] : count.themes,
  };
}

/** "What do they say? Give me three quotes.": what is quoted next needs no quotes before. */
const isQuotedNext = (one: Of<"describe">, next: Result | undefined): boolean =>
  next?.do === "quotes" && (next.of?.is === "step" || JSON.stringify(next.of) === JSON.stringify(one.of));

/** How many records there are answers nothing where what was asked about is not in them. */
const isOnlySize = (result: Result, { refusals }: AnswerPlan): boolean =>
  result.do === "count" &&
  result.of === null &&
  result.among === null &&
  refusals.some(({ kind }) => kind === "absent");

const isBesideThePoint = ({ steps, refusals }: AnswerPlan): boolean =>
  refusals.length > 0 && steps.length > 0 && steps.every((step) => step.do === "top" && step.of === null);
const NOT_IN_DATA: ReadonlySet<string> = new Set(["absent", "noColumn", "noClass", "noValue"]);
const BRIEF = 3;

/** "What the data does say: **Business** 41 (14 %), …". */
function briefTop(dataset: Dataset, result: Result): string[] {
  if (result.do !== "top") return [];
  const lines = result.columns[0]?.lines ?? result.subjects;
  if (lines.length === 0) return [];
  const { many } = recordsCalled(dataset.kind);
  return [`What the data does say, of all ${number(result.count)} ${many}: ${inARow(lines.slice(0, BRIEF))}.`];
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
    case "split":
      return splitLines(dataset, result);
    case "rank":
      return rankLines(dataset, result);
    case "quotes":
      return quotesLines(dataset, result);
    case "trend":
      return trendLines(dataset, result);
    case "describe":
      return describeLines(dataset, result);
    case "nothing":
      return result.asked === "trend"
        ? [noDates(dataset), "", ...nothingLines(dataset, result)]
        : nothingLines(dataset, result);
  }
}

/** What words tell beside a column that leads. */
function byWordsLines({ size }: Dataset, { byWords }: Result): string[] {
  if (!byWords) return [];
  const why = "The column says what each is about; words find only those that say them.";
  switch (byWords.do) {
    case "rank":
    case "compare": {
      const lines = byWords.do === "rank" ? byWords.lines : byWords.sides;
      const words = byWords.do === "compare" && byWords.on ? ` ${named(byWords.on)}` : "";
      return [`By the words${words} instead: ${listed(lines.map((line) => `${line.label} ${told(line)}`))}. ${why}`];
    }
    case "quotes":
    case "describe":
      return [`By its words alone, ${named(byWords.of)} is in ${told({ count: byWords.count, of: size })}.`];
    default:
      return [];
  }
}

const COPIES = "Copies (reposts, templates) count once.";

/** How many use exactly the quoted words, before how many use them in any form. */
function exactLines({ kind, size }: Dataset, { exactly, of }: Result & { do: "count" }): string[] {
  if (!exactly || of?.is !== "mentions") return [];
  const { count, others } = exactly;
  const { many } = recordsCalled(kind);
  const figure =
    count === null
      ? `Fewer than 5 of ${number(size)} ${many}`
      : `About ${number(count)} of ${number(size)} ${many} (${share(count, size)})`;
  const how = count !== null ? ", to the nearest five" : "";
  const names = others.length > 0 ? `, with ${listed(others.map((form) => `“${escapeMarkdown(form)}”`))}` : "";
  return [
    `**${figure}** mention just “${escapeMarkdown(of.words)}”, with endings such as -s or -ed${how}.`,
    `In any form${names}:`,
  ];
}

function countLines(dataset: Dataset, result: Of<"count">): string[] {
  const { count, base, parts, alone, under, themes, quotes, of, hasCopies } = result;
  const lines = [
    ...exactLines(dataset, result),
    [...testLine(result.test, count, base), headline(dataset, result)].join("\n"),
  ];
  if (parts.length > 0) lines.push("", ...parts.map((part) => `- ${part.label}: ${told(part)}`), "");
  if (of?.is === "not" && base > count) lines.push(`The other **${number(base - count)}** do.`);
  if (parts.length === 0 && of?.is === "topic" && !result.counted?.some(({ wider, as }) => wider ?? as.length > 0)) {
    lines.push("That counts these words, in any form; those who say it in other words are not in it.");
  }
  if (hasCopies) lines.push(COPIES);
  if (alone) lines.push(`“${escapeMarkdown(alone.label)}” alone is in ${told(alone)}.`);
  if (under) {
    const value = `${escapeMarkdown(under.column)} “${escapeMarkdown(under.label)}”`;
    lines.push(
      under.isAcrossGroups
        ? `Across all groups, most who say so come under ${value}; of these ${number(under.of!)}, **${told(under)}** do.`
        : `Most of them come under ${value}, to which **${told(under)}** belong in all.`,
    );
  }
  if (themes.length > 1) lines.push("", "Themes among them:", "", ...items(themes));
  if (quotes.length > 0) lines.push("", ...inTheirWords(quotes, []));
  return lines;
}

function quotesLines(dataset: Dataset, result: Of<"quotes">): string[] {
  const { words, quotes, limit, templates, said, of, among } = result;
  const isOfStep = of?.is === "step" && among === null && words.length === 0;
  return [
    ...(isOfStep ? [] : [headline(dataset, result)]),
    ...(words.length > 0 && templates.length === 0
      ? ["", `They mention, more than the others: ${inARow(words)}.`]
      : []),
    "",
    ...inTheirWords(quotes, templates),
    ...fewerLine(quotes.length, limit),
    ...saidLines("What several of them say alike", said),
    ...elsewhereLines(dataset, result.elsewhere),
  ];
}

/** Why there are fewer quotes than were asked for. */
const fewerLine = (given: number, asked: number): string[] =>
  given === 0 || given >= asked
    ? []
    : ["", `No more can be quoted: the others repeat these, or say what fewer than five others say.`];

const noDates = ({ kind, size }: Dataset): string =>
  `The data has no dates, so it can't show change over time: it is one snapshot of ${number(size)} ${recordsCalled(kind).many}.`;

function trendLines(dataset: Dataset, result: Of<"trend">): string[] {
  const level = result.of === null && result.among === null ? "" : `\nWhat it can say: ${headline(dataset, result)}`;
  return [
    `${noDates(dataset)}${level}`,
    ...(result.themes.length > 0 ? [`Mentioned most in it: ${inARow(result.themes)}.`] : []),
  ];
}
