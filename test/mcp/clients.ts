import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { freshCaller } from "../setup/payments";

/** A result of a tool, as both clients give it. */
export interface Result {
  isError?: boolean;
  /** What the text says, without its delimiters. */
  json: Record<string, unknown>;
  content: { type: string; text?: string; resource?: { uri: string; mimeType: string; blob: string } }[];
  _meta?: Record<string, unknown>;
}

export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  outputSchema?: object;
  inputSchema: {
    properties?: Record<string, { examples?: unknown[]; enum?: unknown[]; description?: string }>;
    required?: string[];
  };
  annotations?: Record<string, boolean>;
  _meta?: Record<string, unknown>;
}

/** What the tests need of an MCP client, whichever it is. */
export interface TestClient {
  tools(): Promise<ListedTool[]>;
  call(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Result>;
  instructions(): string | undefined;
  version(): string | undefined;
  close(): Promise<void>;
}

type Headers = Record<string, string>;
const INFO = { name: "test", version: "1.0.0" };

const plain = <T>(value: unknown) => JSON.parse(JSON.stringify(value)) as T;

function resultOf(given: unknown): Result {
  const result = plain<Omit<Result, "json"> & { structuredContent?: unknown }>(given);
  const [{ text = "" } = { text: "" }] = result.content;
  // The first delimiter opens, and has the id of all others.
  const [opening = ""] = /<untrusted-[0-9a-f]{32}>/.exec(text) ?? [];
  const bare = opening === "" ? text : text.replaceAll(opening, "").replaceAll(opening.replace("<", "</"), "");
  return { ...result, json: JSON.parse(bare) as Result["json"] };
}

/** Every request comes from another address, so that no rate limit interferes with a test, and on a connection of its own: none idles until it breaks. */
const fetchFrom =
  (headers: Headers) =>
  (url: string | URL, init: RequestInit = {}) => {
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries({ connection: "close", ...freshCaller(), ...headers }))
      sent.set(name, value);
    return fetch(url, { ...init, headers: sent });
  };

/** The official client of the current SDK, at the 2026-07-28 revision. */
export async function currentClient(url: string, headers: Headers = {}): Promise<TestClient> {
  const client = new CurrentClient(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new CurrentTransport(new URL(url), { fetch: fetchFrom(headers) }));
  return {
    tools: async () => plain<ListedTool[]>((await client.listTools()).tools),
    call: async (name, args = {}, meta) =>
      resultOf(await client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) })),
    instructions: () => client.getInstructions(),
    version: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
}

/** The official client of the SDK before, at the 2025-11-25 revision. */
export async function legacyClient(url: string, headers: Headers = {}): Promise<TestClient> {
  const client = new LegacyClient(INFO);
  const transport = new LegacyTransport(new URL(url), { fetch: fetchFrom(headers) });
  await client.connect(transport);
  return {
    tools: async () => plain<ListedTool[]>((await client.listTools()).tools),
    call: async (name, args = {}, meta) =>
      resultOf(await client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) })),
    instructions: () => client.getInstructions(),
    version: () => transport.protocolVersion,
    close: () => client.close(),
  };
}
