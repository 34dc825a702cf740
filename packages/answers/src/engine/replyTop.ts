import type { Dataset } from "./dataset";
import { headline, type Of } from "./headline";
import { claim } from "./named";
import { withheldLines } from "./replyTables";
import type { Line, SubjectLine } from "./results";
import { escapeMarkdown, listed, number, recordsCalled, share, told } from "./wording";

/** What is most common: by the columns that say what a record is about, and by the words that records use. */
export function topLines(dataset: Dataset, result: Of<"top">): string[] {
  const { one, many } = recordsCalled(dataset.kind);
  const whole = result.of === null && result.among === null;
  const said = result.problems === "told" ? "What they say is wrong" : "What they mention most";
  const lines = [firstLine(many, result, whole)].flatMap((line) => line ?? []);
  if (!whole || lines.length === 0) lines.push(headline(dataset, result));
  if (result.problems === "none") lines.push("Too few of them use words for a problem to rank what is wrong.");
  for (const { name, lines: own, withheld } of result.columns)
    lines.push("", `The largest by ${escapeMarkdown(name)}:`, "", ...own.map(ranked), ...withheldLines(many, withheld));
  if (result.subjects.length > 0)
    lines.push(
      "",
      `${said}, counted by these words in any form; one ${one} may mention several:`,
      "",
      ...result.subjects.flatMap(subjectLines),
    );
  if (result.columns.length + result.subjects.length === 0)
    lines.push("", "They are too varied, or too few, to name a subject that at least 5 of them share.");
  if (result.ofAll.length > 0) {
    const all = listed(result.ofAll.map((line) => `**${escapeMarkdown(line.label)}** ${told(line)}`));
    const rest = result.subjects.length > 0 ? "No other count among them may be told. " : "";
    lines.push("", `${rest}Of all ${number(dataset.size)} ${many}, what is mentioned most is ${all}.`);
  }
  return lines;
}

/** The largest of all, said once: a column says what a record is about better than its words do. */
function firstLine(
  many: string,
  { columns, subjects, of, among, count, problems }: Of<"top">,
  whole: boolean,
): string | null {
  const among1 = whole ? `the ${number(count)} ${many}` : `${number(count)} ${many} that ${claim(of ?? among)}`;
  const said = (line: Line): string => `${number(line.count!)} of ${among1} (${share(line.count!, count)})`;
  const [column] = columns;
  if (column)
    return `**${escapeMarkdown(column.lines[0]!.label)}** is the most common ${escapeMarkdown(column.name)}: ${said(column.lines[0]!)}.`;
  const [first] = subjects;
  const most = problems === "told" ? "is what they most often say is wrong" : "is mentioned most";
  return first ? `**${escapeMarkdown(first.label)}** ${most}: in ${said(first)}.` : null;
}

const ranked = ({ label, count, of }: Line, i: number): string =>
  `${i + 1}. **${escapeMarkdown(label)}**: ${told({ count, of })}`;

function subjectLines(line: SubjectLine, i: number): string[] {
  const { as, parts, quote } = line;
  const also = as.length === 0 ? "" : `, with ${listed(as.map((words) => `“${escapeMarkdown(words)}”`))}`;
  const among = parts.map(({ label, count }) => `${escapeMarkdown(label)} ${number(count!)}`);
  return [
    `${ranked(line, i)}${also}${among.length === 0 ? "" : `; among them ${listed(among)}`}`,
    ...(quote === null ? [] : [`   “${quote}”`]),
  ];
}
