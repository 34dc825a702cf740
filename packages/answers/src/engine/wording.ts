import type { Line, Said } from "./lines";
import type { DatasetKind } from "../dataset/record";

/** What one record of a dataset is called. */
export function recordsCalled(kind: DatasetKind): { one: string; many: string } {
  return kind === "chats" ? { one: "chat", many: "chats" } : { one: "goal", many: "goals" };
}

/** A count as a reader writes it: 10,003. */
export function number(count: number): string {
  return count.toLocaleString("en-US");
}

/** A share in percent, with one decimal where it is small. */
export function share(part: number, whole: number): string {
  return `${rounded((part / whole) * 100)} %`;
}

/** A figure with one decimal where it is small. */
export function rounded(figure: number): string {
  return Math.abs(figure) < 9.95 ? figure.toFixed(1) : Math.round(figure).toString();
}

/** "between 5 and 9", "fewer than 5" */
export const between = ({ low, high }: { low: number; high: number }): string =>
  low === 0 ? `fewer than ${number(high + 1)}` : `between ${number(low)} and ${number(high)}`;

/** A count with its share: "40 (27 %)". */
export function told({ count, of, range }: Pick<Line, "count" | "of" | "range">): string {
  if (count === null) return range ? between(range) : "withheld";
  return `${number(count)}${of === null ? "" : ` (${share(count, of)})`}`;
}

/** Names in a sentence: "a, b and c"; of many, the first and how many more. */
export function listed(names: readonly string[], most = 12): string {
  const said = names.length > most + 1 ? [...names.slice(0, most), `${number(names.length - most)} more`] : names;
  return said.length < 2 ? (said[0] ?? "") : `${said.slice(0, -1).join(", ")} and ${said.at(-1)!}`;
}

/** Why a figure is not told. */
export const TOO_FEW = "Figures that would reveal a group of fewer than 5 are withheld.";

/** A quote as one item of a list. */
export function quoted(text: string): string {
  return `- “${text}”`;
}

/** Lines as one text, with no two empty ones in a row. */
export function joined(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Text that a Markdown reader shows as it stands. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_<>|~]|\](?=\()/g, (sign) => `\\${sign}`);
}

/** No reply is longer; a stored answer stays far below what a document may hold. */
const MAX_REPLY_LENGTH = 16_000;

/** The reply, ended at a whole line where it would be too long. */
export function cut(reply: string): string {
  return reply.length <= MAX_REPLY_LENGTH ? reply : reply.slice(0, reply.lastIndexOf("\n", MAX_REPLY_LENGTH));
}

/** Phrases under a heading, each with how many say it and one of them in full. */
export function saidLines(heading: string, said: readonly Said[]): string[] {
  if (said.length === 0) return [];
  const isUncounted = said.some(({ count }) => count === null);
  return ["", `${heading}${isUncounted ? " (each 5 of them or more)" : ""}:`, ...saidItems(said)];
}

export const saidItems = (said: readonly Said[]): string[] =>
  said.length === 0 ? [] : ["", ...said.flatMap(saidItem)];

const saidItem = ({ text, count, of, quote }: Said): string[] => [
  `- “${escapeMarkdown(text)}”${count === null ? "" : `: ${told({ count, of })}`}`,
  ...(quote === null ? [] : [`  “${quote}”`]),
];

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
/** 2 as "second", up to eighth. */
export const ordinal = (place: number): string => ORDINALS[place - 1] ?? `${place}th`;
