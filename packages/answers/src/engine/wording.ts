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
  const percent = (part / whole) * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** A count with its share: "40 (27 %)". */
export function told({ count, of }: { count: number | null; of: number | null }): string {
  return count === null
    ? "fewer than 5, or too few others to say"
    : `${number(count)}${of === null ? "" : ` (${share(count, of)})`}`;
}

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
