import type { IncomingMessage } from "node:http";
import { SESSION_FIELD } from "../http/authenticate";
import type { Endpoint } from "../http/endpoint";
import type { Answer } from "../http/respond";
import { Route, type Parts } from "../http/route";
import type { Operation } from "../catalogue/operations";
import { UNTRUSTED } from "../schema/build";
import { plain, type JsonSchema } from "../catalogue/jsonSchema";
import { embedded, type Embedded } from "./file";
import { delimited } from "./untrusted";
import { PAYMENT, PAYMENT_RESPONSE, paidHeaders, paymentRequired, settlement } from "./x402";

/** A tool call as received. */
export interface ToolCall {
  arguments: Record<string, unknown>;
  meta: Record<string, unknown>;
  /** The HTTP request that contained it, with its session and client address. */
  request: IncomingMessage;
  requestId: string;
}

/**
 * The result of a tool call: JSON as text; for a file, its description and its bytes. There is no structuredContent: it
 * would be the same once more, without the delimiters, and clients that prefer it would show a model only that.
 */
export interface ToolResult {
  [member: string]: unknown;
  content: ({ type: "text"; text: string } | Embedded)[];
  isError?: true;
  _meta?: Record<string, unknown>;
}

/**
 * Runs each operation's tool calls through the same pipeline as its HTTP requests: validation, authentication, payment
 * and answer.
 */
export function toolCaller(
  operations: readonly Operation[],
  parts: Parts,
): (name: string, call: ToolCall) => Promise<ToolResult> | null {
  const endpoints = new Map(operations.map(({ id, endpoint }) => [id, endpoint]));
  const outputs = new Map(operations.map(({ id, endpoint }) => [id, plain(endpoint.output)]));
  const routes = new Map<string, Route>();
  return (name, call) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) return null;
    const route = routes.get(name) ?? new Route(endpoint, parts);
    routes.set(name, route);
    const result = (answer: Answer) => resultOf(answer, outputs.get(name) ?? {}, parts.randomBytes(16).toString("hex"));
    // A file can fail after its response has started.
    return answer(route, endpoint, call)
      .then(result)
      .catch((error: unknown) => result(route.failures.answer(error, call.requestId)));
  };
}

async function answer(
  route: Route,
  { method, path, asTool }: Endpoint,
  { arguments: args, meta, request }: ToolCall,
): Promise<Answer> {
  const given = asTool?.inputOf(args) ?? args;
  const isGet = method === "GET";
  const body = isGet ? new Uint8Array() : Buffer.from(JSON.stringify(given));
  // A GET has no body: its session token is a header, never a part of the URL.
  const { [SESSION_FIELD]: token, ...query } = given;
  const session = isGet && typeof token === "string" ? { authorization: `Bearer ${token}` } : {};
  const derived = derive(request, {
    method,
    url: isGet ? `${path}?${queryOf(query)}` : path,
    headers: { ...paidHeaders(request.headers, meta[PAYMENT]), ...session },
  });
  return route.answer(derived, body);
}

/** The equivalent HTTP request of the endpoint, on the same connection. */
function derive(request: IncomingMessage, own: Pick<IncomingMessage, "method" | "url" | "headers">): IncomingMessage {
  const properties = Object.entries(own).map(([name, value]) => [name, { value, enumerable: true }]);
  return Object.create(request, Object.fromEntries(properties) as PropertyDescriptorMap) as IncomingMessage;
}

function queryOf(given: Record<string, unknown>): string {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, text(value)]),
  ).toString();
}

async function resultOf(answer: Answer, output: JsonSchema, delimiterId: string): Promise<ToolResult> {
  if (answer.pieces) {
    const { resource, about } = await embedded(answer.pieces, answer);
    return { content: [{ type: "text", text: JSON.stringify(about) }, resource] };
  }
  const settled = settlement(answer);
  const failed = answer.status !== 200;
  const own = paymentRequired(answer) ?? (JSON.parse(answer.body) as Record<string, unknown>);
  const value = { ...own, ...retryOf(answer) };
  const schema = failed ? (own["code"] === "output_invalid" ? QUOTING : {}) : output;
  return {
    content: [{ type: "text", text: delimited(schema, value, delimiterId) }],
    ...(failed && { isError: true }),
    ...(settled && { _meta: { [PAYMENT_RESPONSE]: settled } }),
  };
}

/** A problem whose errors quote what users wrote. */
const QUOTING: JsonSchema = { properties: { errors: { [UNTRUSTED]: true } } };

/** Tool results have no headers, so a transient failure states its delay here. */
function retryOf({ headers = {} }: Answer): { retryAfterSeconds?: number } {
  const seconds = headers["Retry-After"];
  return seconds === undefined ? {} : { retryAfterSeconds: Number(seconds) };
}
