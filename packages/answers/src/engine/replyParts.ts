import type { Line } from "./results";
import { escapeMarkdown, listed, quoted, told } from "./wording";

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
