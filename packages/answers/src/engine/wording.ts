import type { DatasetKind } from "../dataset/record";
import type { Group } from "./groups";
import type { Selection } from "./selection";

/** What one record of a dataset is called. */
export function recordsCalled(kind: DatasetKind): { one: string; many: string; verb: string } {
  return kind === "chats"
    ? { one: "chat", many: "chats", verb: "ask about" }
    : { one: "goal", many: "goals", verb: "are about" };
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

/** The groups in words: "women, Texas". */
export function groupsCalled(groups: readonly Group[]): string {
  return groups.map(({ label }) => escapeMarkdown(label)).join(", ");
}

/** Where a group's records are found: "from women, Texas under category “Humor”". */
export function fromGroups(groups: readonly Group[]): string {
  const people = groupsCalled(groups.filter(({ ofPeople }) => ofPeople));
  const others = groups
    .filter(({ ofPeople }) => !ofPeople)
    .map(({ column, label }) => `${escapeMarkdown(column)} “${escapeMarkdown(label)}”`);
  return [people && `from ${people}`, others.length > 0 && `under ${others.join(", ")}`].filter(Boolean).join(" ");
}

/** A quote as one item of a list. */
export function quoted(text: string): string {
  return `- “${text}”`;
}

/** What a selection is called: "about card delivery, among women in Texas". */
export function called({ topic, subject }: Selection): string {
  const about = topic ? ` about “${escapeMarkdown(topic.label)}”` : "";
  return subject.groups.length > 0 ? `${about} (${groupsCalled(subject.groups)})` : about;
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
