import { NO_QUESTION } from "./askedAs";
import type { Elsewhere, Line } from "./lines";
import { claim } from "./named";
import { escapeMarkdown, listed, number, quoted, recordsCalled, saidItems, told } from "./wording";
import type { Dataset } from "./dataset";

export const inTheirWords = (quotes: readonly string[], templates: readonly string[]): string[] => {
  if (quotes.length > 0) return ["In their words:", "", ...quotes.map(quoted)];
  const none = "No text can be quoted: that takes at least five others who say nearly the same.";
  return templates.length === 0
    ? [none]
    : [`${none} What five or more of them say alike:`, "", ...templates.map((text) => `- “${escapeMarkdown(text)}”`)];
};
export const items = (lines: readonly Line[]): string[] =>
  lines.map((line) => `- ${escapeMarkdown(line.label)}: ${told(line)}`);
export const inARow = (lines: readonly Line[]): string =>
  listed(lines.map((line) => `**${escapeMarkdown(line.label)}** ${told(line)}`));

/** What all say of a topic, where nothing may be told of what a group says. */
export function elsewhereLines({ kind }: Dataset, elsewhere: Elsewhere | null): string[] {
  if (!elsewhere) return [];
  const { of, count, said, quotes } = elsewhere;
  return [
    "",
    `Across all groups, ${number(count)} ${recordsCalled(kind).many} ${claim(of)}. They say:`,
    ...saidItems(said),
    ...(quotes.length > 0 ? ["", ...quotes.map(quoted)] : []),
  ];
}

/** "They ask **why**: 30 (23 %), **how**: 41 (32 %); 12 (9 %) ask nothing and say what happened." */
export function askedLine(asked: readonly Line[]): string[] {
  const questions = asked.filter(({ label }) => label !== NO_QUESTION);
  const said = asked.find(({ label }) => label === NO_QUESTION);
  if (questions.length === 0 || asked.length < 2) return [];
  const shares = questions.map((line) => `**${line.label}** ${told(line)}`);
  return [`They ask ${listed(shares)}${said ? `; ${told(said)} ask nothing, but say what happened` : ""}.`];
}
