import type { DatasetKind } from "./record";

/** One row of an import file, before scrubbing. */
export interface Row {
  text: string;
  columns: Record<string, string>;
}

/** A row that cannot be read; the message says which and why, without its content. */
export class RowError extends Error {}

const CHAT_COLUMNS = new Set(["text", "messages"]);

/**
 * The row that one CSV record or JSON object describes. A chat's text is `text`, or what the user says in `messages`
 * (a list of `{role, content}`, or its JSON); a goal's is `text`. Other scalar values are free columns.
 * Throws `RowError` where neither is there, or where they have the wrong shape.
 */
export function rowOf(kind: DatasetKind, source: unknown, place: string): Row {
  if (typeof source !== "object" || source === null || Array.isArray(source))
    throw new RowError(`${place}: not an object`);
  const given = source as Record<string, unknown>;
  const text =
    given["text"] ??
    (kind === "chats" && given["messages"] !== undefined ? userWords(given["messages"], place) : undefined);
  if (text === undefined || text === null)
    throw new RowError(`${place}: no ${kind === "chats" ? "text or messages" : "text"}`);
  if (typeof text !== "string") throw new RowError(`${place}: text is not a string`);

  const columns: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (CHAT_COLUMNS.has(name)) continue;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      const shown = String(value).trim();
      if (shown !== "") columns[name.trim()] = shown;
    }
  }
  return { text, columns };
}

function userWords(given: unknown, place: string): string {
  let messages = given;
  if (typeof given === "string") {
    try {
      messages = JSON.parse(given);
    } catch {
      throw new RowError(`${place}: messages is not JSON`);
    }
  }
  if (!Array.isArray(messages)) throw new RowError(`${place}: messages is not a list`);
  return messages
    .map((message: unknown) => {
      const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
      if (typeof role !== "string" || typeof content !== "string")
        throw new RowError(`${place}: a message has no role or no content`);
      return role === "user" ? content.trim() : "";
    })
    .filter((content) => content !== "")
    .join("\n");
}
