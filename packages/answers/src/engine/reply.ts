import { MIN_GROUP_SIZE } from "../dataset/record";
import { topOf } from "../dataset/ranking";
import { isTopical, words } from "../dataset/words";
import type { Dataset } from "./dataset";
import { compareReply } from "./compare";
import type { Group } from "./groups";
import type { Question } from "./question";
import { meeting, sizeOf, type Condition } from "./publishable";
import { quotesFrom } from "./quotes";
import { columnCells, select, themeCells, type Cell, type Selection } from "./selection";
import type { Topic } from "./topic";
import { escapeMarkdown, joined, number, quoted, recordsCalled, share, fromGroups } from "./wording";

const MAX_THEMES = 8;
/** Names of columns in which people wrote what a record is about, which says it better than any theme that is found. */
const SAYS_WHAT = /^(?:categor(?:y|ies)|topics?|themes?|subjects?|tags?|intents?)$/i;
const MAX_VALUES = 12;
const QUOTES = 3;
const QUOTES_ASKED_FOR = 8;

/** The Markdown that answers a question; every figure in it is counted in the dataset. */
export function replyTo(dataset: Dataset, question: Question): string {
  if (question.intent === "compare" && question.sides) {
    const [a, b] = question.sides.map((side) => select(dataset, side)) as [Selection, Selection];
    return compareReply(dataset, a, b);
  }
  const selection = select(dataset, question);
  if (selection.count === null) return nothingReply(dataset, selection);
  if (question.by !== null) return breakdownReply(dataset, selection, selection.count, question.by, question.values);
  if (question.intent === "count") return countReply(dataset, selection, selection.count, question);
  if (question.intent === "most" || selection.topic === null) return maxReply(dataset, selection, selection.count);
  return sayReply(dataset, selection, selection.count, question);
}

/** "153 of 10,003 chats (1.5 %)", of the people of a group where there is one. */
function counted(dataset: Dataset, selection: Selection, count: number): string {
  const { many } = recordsCalled(dataset.kind);
  const around = groupsAround(selection);
  const whole =
    (around.length > 0 ? select(dataset, { topic: "", literal: false, groups: around }).count : null) ?? dataset.size;
  const among = around.length > 0 && whole < dataset.size ? ` ${fromGroups(around)}` : "";
  return count === whole
    ? `all ${number(whole)} ${many}${among}`
    : `${number(count)} of ${number(whole)} ${many}${among} (${share(count, whole)})`;
}

/** The groups that a share is of: those that the topic is asked in, else the people of whom another column is asked. */
function groupsAround({ topic, subject: { groups } }: Selection): Group[] {
  const people = groups.filter(({ ofPeople }) => ofPeople);
  return topic ? groups : people.length < groups.length ? people : [];
}

function aboutWhat(selection: Selection): string {
  if (selection.topic)
    return ` ${selection.subject.literal ? "mention" : "are about"} “${escapeMarkdown(selection.topic.label)}”`;
  const around = groupsAround(selection);
  const told = selection.subject.groups.filter((group) => !around.includes(group));
  return told.length > 0 ? ` come ${fromGroups(told)}` : "";
}

function headline(dataset: Dataset, selection: Selection, count: number): string {
  if (selection.conditions.length === 0)
    return `The data holds **${number(count)}** ${recordsCalled(dataset.kind).many}.`;
  const said = counted(dataset, selection, count);
  return `**${said[0]!.toUpperCase()}${said.slice(1)}**${aboutWhat(selection)}.`;
}

/** How many hold the words themselves, and that some words asked about are too rare. */
function mentionLine(dataset: Dataset, { mentions, subject, topic, conditions, count }: Selection): string[] {
  if (!topic) return [];
  const lines: string[] = [];
  const { many } = recordsCalled(dataset.kind);
  const several = topic.label.includes(" ");
  if (mentions !== null && !subject.literal && mentions !== count) {
    lines.push(
      `The ${several ? "words themselves stand" : "word itself stands"} in ${number(mentions)} of them; the others say it in other words, by likeness.`,
    );
  } else if (isHeldByFew(dataset, topic, conditions)) {
    lines.push(
      `Fewer than 5 of them hold ${several ? "all of these words" : "this word"}: they were found by likeness, and may be about something near it.`,
    );
  }
  if (topic.partly)
    lines.push(`Fewer than 5 ${many} hold the other words that you asked about, so they were left aside.`);
  return lines;
}

/** True where so few of a topic's records hold its words that they may be about something near it. */
function isHeldByFew({ size }: Dataset, { mentions }: Topic, conditions: readonly Condition[]): boolean {
  return sizeOf(meeting(size, [...conditions, { mask: mentions }])) < MIN_GROUP_SIZE;
}

/** How sure a count by likeness is; in steps of five, from which no small group can be worked out. */
function likelyLine(dataset: Dataset, { topic, subject, conditions, mentions }: Selection, count: number): string[] {
  if (!topic?.likely || subject.literal || subject.groups.length > 0 || isHeldByFew(dataset, topic, conditions))
    return [];
  const from =
    Math.floor(Math.min(count, Math.max(topic.likely[0], mentions ?? MIN_GROUP_SIZE)) / MIN_GROUP_SIZE) *
    MIN_GROUP_SIZE;
  const to = Math.ceil(Math.max(count, topic.likely[1]) / MIN_GROUP_SIZE) * MIN_GROUP_SIZE;
  return [`Likeness is not exact: the true count is likely between ${number(from)} and ${number(to)}.`];
}

function countReply(dataset: Dataset, selection: Selection, count: number, question: Question): string {
  const others = (selection.topic ? (selection.groupCount ?? 0) : dataset.size) - count;
  const lines = [headline(dataset, selection, count)];
  if (question.negated && selection.conditions.length > 0 && others > 0)
    lines.push(`The other **${number(others)}** ${selection.topic && !selection.subject.literal ? "are" : "do"} not.`);
  lines.push(...mentionLine(dataset, selection), ...likelyLine(dataset, selection, count));
  if (selection.topic)
    lines.push(
      "",
      ...themeLines(dataset, selection, count, 4, "Within them:"),
      "",
      ...quoteLines(dataset, selection, question),
    );
  return joined(lines);
}

function maxReply(dataset: Dataset, selection: Selection, count: number): string {
  const kinds = dataset.columns.filter(
    ({ name }) => SAYS_WHAT.test(name) && !selection.subject.groups.some(({ column }) => column === name),
  );
  const told = kinds.flatMap(({ name }) => {
    const cells = columnCells(dataset, selection, name).slice(0, MAX_THEMES);
    return cells.length === 0
      ? []
      : ["", `The largest by ${escapeMarkdown(name)}:`, "", ...cells.map((cell, i) => ranked(cell, i, count))];
  });
  const themes = themeCells(dataset, selection, MAX_THEMES).flatMap((cell, i) => {
    const [quote] = quotesFrom(dataset, exemplarsIn(dataset, cell.code, selection), 1);
    return [ranked(cell, i, count), ...(quote ? [`   “${quote}”`] : [])];
  });
  if (themes.length > 0)
    told.push(
      "",
      told.length > 0 ? "The largest themes found in their words:" : "The largest themes among them:",
      "",
      ...themes,
    );
  if (told.length === 0)
    told.push("", "They are too varied, or too few, to name themes that at least 5 of them share.");
  return joined([headline(dataset, selection, count), ...told]);
}

function ranked({ label, count: members }: Cell, at: number, count: number): string {
  return `${at + 1}. **${escapeMarkdown(label)}**: ${number(members)} (${share(members, count)})`;
}

function sayReply(dataset: Dataset, selection: Selection, count: number, question: Question): string {
  return joined([
    headline(dataset, selection, count),
    ...mentionLine(dataset, selection),
    "",
    ...themeLines(dataset, selection, count, 5, "What they are about:"),
    "",
    ...quoteLines(dataset, selection, question),
  ]);
}

function breakdownReply(
  dataset: Dataset,
  selection: Selection,
  count: number,
  by: string,
  values: readonly number[] | null,
): string {
  const { many } = recordsCalled(dataset.kind);
  const whole = new Map(columnCells(dataset, { conditions: [] }, by).map((cell) => [cell.code, cell.count]));
  const cells = columnCells(dataset, selection, by)
    .filter(({ code }) => values?.includes(code) ?? true)
    .map((cell) => ({ ...cell, of: whole.get(cell.code) ?? null }));
  const lines = [headline(dataset, selection, count), ""];
  if (cells.length === 0) return joined([...lines, `No ${by} has enough of them to be named.`]);
  const part = selection.conditions.length > 0;
  lines.push(
    `| ${escapeMarkdown(by)} | ${many} | share |${part ? ` of all ${many} there |` : ""}`,
    `|---|---:|---:|${part ? "---:|" : ""}`,
  );
  for (const { label, count: members, of } of cells.slice(0, MAX_VALUES)) {
    lines.push(
      `| ${escapeMarkdown(label)} | ${number(members)} | ${share(members, count)} |${part ? ` ${of === null ? "" : share(members, of)} |` : ""}`,
    );
  }
  if (cells.length > MAX_VALUES) lines.push("", `${cells.length - MAX_VALUES} more values are not shown.`);
  lines.push("", "Groups of fewer than 5, and those that could be found by subtraction, are left out.");
  return joined(lines);
}

function nothingReply(dataset: Dataset, selection: Selection): string {
  const { many } = recordsCalled(dataset.kind);
  const whom = selection.subject.groups.length > 0 ? ` ${fromGroups(selection.subject.groups)}` : "";
  const what = selection.topic
    ? selection.topic.label === ""
      ? " on that"
      : ` about “${escapeMarkdown(selection.topic.label)}”`
    : "";
  const largest = themeCells(dataset, { conditions: [], mask: new Uint8Array(dataset.size).fill(1) }, 5);
  const why =
    selection.topic && !words(selection.subject.topic).some(isTopical)
      ? `words as common as these are not counted`
      : `fewer than 5 of its ${number(dataset.size)} ${many} fit, or all but so few, and so few are never singled out`;
  return joined([
    `The data has nothing to report${what}${whom}: ${why}.`,
    "",
    ...(largest.length > 0
      ? [`What it does hold, largest first: ${largest.map(({ label }) => escapeMarkdown(label)).join("; ")}.`]
      : []),
  ]);
}

function themeLines(dataset: Dataset, selection: Selection, count: number, most: number, title: string): string[] {
  const cells = themeCells(dataset, selection, most);
  if (cells.length === 0) return [];
  return [
    title,
    ...cells.map(
      ({ label, count: members }) => `- ${escapeMarkdown(label)}: ${number(members)} (${share(members, count)})`,
    ),
  ];
}

function quoteLines(dataset: Dataset, { mask, topic }: Selection, { wantsQuotes }: Question): string[] {
  if (!topic) return [];
  const scores = topic.scores.map((score, i) => (mask[i] ? score : 0));
  const quotes = quotesFrom(dataset, topOf(scores, 40), wantsQuotes ? QUOTES_ASKED_FOR : QUOTES);
  return quotes.length === 0 ? [] : ["In their words:", ...quotes.map(quoted)];
}

function* exemplarsIn(dataset: Dataset, code: number, { mask }: Selection): Generator<number> {
  for (const record of dataset.themes[code - 1]!.exemplars) if (mask[record]) yield record;
}
