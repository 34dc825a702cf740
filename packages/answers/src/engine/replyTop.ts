import { isEverywhere } from "../dataset/vocabulary";
import { isTopical } from "../dataset/words";
import type { Dataset } from "./dataset";
import { headline, type Of } from "./headline";
import { claim, recordsOf } from "./named";
import { withheldLines } from "./replyTables";
import { leaderLines } from "./verdict";
import { askedLine } from "./replyParts";
import type { Line } from "./lines";
import type { SubjectLine } from "./results";
import { escapeMarkdown, listed, number, ordinal, quoted, recordsCalled, saidLines, share, told } from "./wording";

/** What is most common: by the columns that say what a record is about, and by the words that records use. */
export function topLines(dataset: Dataset, result: Of<"top">): string[] {
  const { one, many } = recordsCalled(dataset.kind);
  const whole = result.of === null && result.among === null;
  const isOfProblems = result.problems === "told";
  const said = isOfProblems ? "What they say is wrong, and with what" : "What they mention most";
  const first = firstLine(many, result, whole);
  // Of what a column tells, how many there are is what is asked.
  const verdict = leaderLines(dataset, result);
  const least = result.asksLeast
    ? [
        `What they mention least can't be told: fewer than 5 of the ${many} say it, and such counts are withheld. What they mention most:`,
        "",
      ]
    : [];
  const lead = result.who.length > 0 || verdict.length > 0 || first === null ? [] : [first];
  const lines = [...least, ...lead];
  lines.push(...verdict);
  // How many those are was said before.
  const isHalf = result.of?.is === "step" && result.among === null;
  if ((!whole && !isHalf) || lines.length === 0) lines.push(headline(dataset, result));
  if (result.who.length > 0) lines.push(...whoLines(many, result.who), ...(first ? ["", first] : []));
  lines.push(...noProblemsLine(result.problems));
  for (const { name, lines: own, withheld } of result.columns)
    lines.push(
      "",
      `The largest by ${escapeMarkdown(name)}:`,
      "",
      ...own.map((line, i) => ranked(line, i, many)),
      ...withheldLines(many, withheld),
    );
  if (result.subjects.length > 0)
    lines.push(
      "",
      `${said}, counted by these words in any form; one ${one} may mention several:`,
      "",
      ...result.subjects.flatMap((line, i) => subjectLines(line, i, many)),
    );
  if (result.general.length > 0)
    lines.push("", `Said of many things, and so not ranked: ${listed(result.general.map(inOneLine))}.`);
  if (isOfProblems) lines.push("", faultLine(many), ...besideLines(many, result.besideProblems));
  else if (whole && result.subjects.length > 0) lines.push(...leftOutLines(dataset));
  if (result.columns.length + result.subjects.length === 0)
    lines.push("", "They are too varied, or too few, to name a subject that at least 5 of them share.");
  if (result.ofAll.length > 0) {
    const all = listed(result.ofAll.map(inOneLine));
    const rest = result.subjects.length > 0 ? "No other count among them may be told. " : "";
    const [{ of }] = result.ofAll as [SubjectLine];
    const those = `all ${number(of ?? dataset.size)} ${recordsOf(many, result.ofAllThat)}`;
    lines.push("", `${rest}Of ${those}, what is mentioned most is ${all}.`);
  }
  return lines;
}

const apartFrom = (general: readonly Line[]): string =>
  general.length === 0 ? "" : `, apart from ${listed(general.map(({ label }) => `“${escapeMarkdown(label)}”`))}`;
const inOneLine = (line: Line): string => `**${escapeMarkdown(line.label)}** ${told(line)}`;

/** "By gender: women 520 (53 %; 49 % of all goals) and men …" */
const whoLines = (many: string, who: Of<"top">["who"]): string[] =>
  who.map(({ name, lines }) => {
    const each = lines.map(
      ({ label, count, of, all }) =>
        `${escapeMarkdown(label)} ${number(count!)} (${share(count!, of!)}; ${share(all.count!, all.of!)} of all ${many})`,
    );
    return `By ${escapeMarkdown(name)}: ${listed(each)}.`;
  });

/** How it is told that something is a problem. */
const faultLine = (many: string): string =>
  `A problem is what ${many} say in words for a fault, such as “declined” or “not arrived”; a question without such words isn't counted.`;

/** What they say most who ask about it in any words, where few of them name a fault. */
function besideLines(many: string, beside: Of<"top">["besideProblems"]): string[] {
  if (!beside || beside.said.length === 0) return [];
  const { count, askedAs, said, whys } = beside;
  return [
    "",
    `${number(count)} ${many} ask about it in these words or others, naming a fault or not.`,
    ...askedLine(askedAs),
    ...(whys.length > 0 ? ["", "Of those who ask why:", "", ...whys.map(quoted)] : []),
    ...saidLines("What they say most", said),
  ];
}

/** Words in most records do not tell them apart. */
function leftOutLines({ kind, vocabulary: { stems, surfaces, recordCounts }, size }: Dataset): string[] {
  const everywhere = surfaces.filter(
    (word, id) => !stems[id]!.includes("_") && isTopical(word) && isEverywhere(recordCounts[id]!, size),
  );
  if (everywhere.length === 0) return [];
  const words = listed(everywhere.map((word) => `“${escapeMarkdown(word)}”`));
  return ["", `Not listed: ${words}, which more than half of all ${recordsCalled(kind).many} say.`];
}

/** The largest of all, said once: a column says what a record is about better than its words do. */
function firstLine(
  many: string,
  { columns, subjects, general, of, among, count, problems, isLargest, place }: Of<"top">,
  whole: boolean,
): string | null {
  // What a former step found has no claim of its own.
  const claims = claim(of ?? among);
  const these = whole
    ? `the ${number(count)} ${many}`
    : claims === ""
      ? `those ${number(count)} ${many}`
      : `${number(count)} ${many} that ${claims}`;
  const said = (line: Line): string => `${number(line.count!)} of ${these} (${share(line.count!, count)})`;
  const [column] = columns;
  const asked = place > 1 ? (column ? column.lines : subjects)[place - 1] : undefined;
  if (asked) {
    const how = column
      ? `most common ${escapeMarkdown(column.name)}`
      : problems === "told"
        ? "most often said to be wrong"
        : "most mentioned";
    return `**${escapeMarkdown(asked.label)}** is the ${ordinal(place)} ${how}${isLargest || column ? "" : " of what may be told"}${column ? "" : apartFrom(general)}: ${said(asked)}.`;
  }
  if (column)
    return `**${escapeMarkdown(column.lines[0]!.label)}** is the most common ${escapeMarkdown(column.name)}: ${said(column.lines[0]!)}.`;
  const [first] = subjects;
  const most = `${problems === "told" ? "is what they most often say is wrong" : "is mentioned most"}${isLargest ? "" : " of what may be told"}${apartFrom(general)}`;
  return first ? `**${escapeMarkdown(first.label)}** ${most}: in ${said(first)}.` : null;
}

/** "1. **Humor**: 58 (28 %; 20 % of all goals)" */
function ranked({ label, count, of, all }: Line, i: number, many: string): string {
  const beside = all && all.count !== null ? `; ${share(all.count, all.of!)} of all ${many}` : "";
  return `${i + 1}. **${escapeMarkdown(label)}**: ${beside === "" ? told({ count, of }) : `${number(count!)} (${share(count!, of!)}${beside})`}`;
}

function subjectLines(line: SubjectLine, i: number, many: string): string[] {
  const { as, parts, oftenWith, quote } = line;
  const also = as.length === 0 ? "" : `, with ${listed(as.map((words) => `“${escapeMarkdown(words)}”`))}`;
  const among = parts.map(({ label, count }) => `${escapeMarkdown(label)} ${number(count!)}`);
  const often =
    oftenWith.length === 0 ? "" : `; often with ${listed(oftenWith.map((word) => `“${escapeMarkdown(word)}”`))}`;
  return [
    `${ranked(line, i, many)}${also}${often}${among.length === 0 ? "" : `; among them ${listed(among)}`}`,
    ...(quote === null ? [] : [`   “${quote}”`]),
  ];
}

export const noProblemsLine = (problems: Of<"top">["problems"] | undefined): string[] =>
  problems === "none" ? ["Too few of them use words for a problem to rank what is wrong."] : [];
