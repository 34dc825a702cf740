import type { ToolCall } from "./stepOf";
import { TOOLS } from "./tools";

export interface ChatSettings {
  /** The base of an OpenAI-compatible API, such as `https://host/v1`, or its `/chat/completions` address. */
  url: string;
  model: string;
  /** Null where the endpoint needs none. */
  key: string | null;
  fetch: typeof fetch;
  signal: AbortSignal;
}

/** Why the model's words are not used. */
export class Unusable extends Error {}

export type ChatMessage = { role: "system" | "user" | "assistant" | "tool" } & Readonly<Record<string, unknown>>;

interface Reply {
  content: unknown;
  toolCalls: (ToolCall & { id: string })[];
  /** The message to send back before the results of its calls. */
  message: ChatMessage;
}

const MAX_TOKENS = 1_000;
const MAX_REPLY_BYTES = 256 * 1024;
/** Calls of one message that are looked at. */
const MAX_CALLS = 12;

/** One message of a model, which may call tools now, or not any more; null where it has none. Throws `Unusable` where it is not in the protocol's form, or too large. */
export async function chatOf(
  { url, model, key, fetch, signal }: ChatSettings,
  messages: readonly ChatMessage[],
  mayCall: boolean | null,
): Promise<Reply> {
  const address = /\/chat\/completions\/?$/.test(url) ? url : `${url.replace(/(?<!\/)\/+$/, "")}/chat/completions`;
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model,
      temperature: 0,
      max_tokens: MAX_TOKENS,
      messages,
      ...(mayCall !== null && { tools: TOOLS, tool_choice: mayCall ? "auto" : "none" }),
    }),
    signal,
    // The key and the question go to this address alone.
    redirect: "error",
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Unusable(`status ${response.status}`);
  }
  const { choices } = JSON.parse(await textOf(response)) as { choices?: { message?: Record<string, unknown> }[] };
  const { content = null, tool_calls: called } = choices?.[0]?.message ?? {};
  const toolCalls = Array.isArray(called) ? called.slice(0, MAX_CALLS).map(callOf) : [];
  const sent = toolCalls.map(({ id, ...fn }) => ({ id, type: "function", function: fn }));
  return { content, toolCalls, message: { role: "assistant", content: null, tool_calls: sent } };
}

function callOf(call: unknown, place: number): ToolCall & { id: string } {
  const { id, function: fn } = (call ?? {}) as {
    id?: unknown;
    function?: { name?: unknown; arguments?: unknown } | null;
  };
  const text = (value: unknown, most: number): string => (typeof value === "string" ? value.slice(0, most) : "");
  return {
    id: text(id, 100) || `call-${place}`,
    name: text(fn?.name, 100),
    arguments: text(fn?.arguments, 10_000),
  };
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    if ((size += part.length) > MAX_REPLY_BYTES) throw new Unusable("too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
