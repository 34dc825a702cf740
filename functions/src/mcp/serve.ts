import type { IncomingMessage, ServerResponse } from "node:http";
import { MCP_PATH } from "../catalogue/documents";
import type { Endpoints } from "../catalogue/operations";
import { isToolset, TOOLSETS, type Toolset } from "../catalogue/toolsets";
import { ERRORS, Refusal, refuse } from "../domain/errors";
import { parseJson } from "../domain/json";
import { readBody } from "../http/body";
import { problemDocument } from "../http/problem";
import { requestIdOf } from "../http/request";
import { send, sendPreflight, toRefusal, type Answer } from "../http/respond";
import { traceOf } from "../ports/log";
import type { RouteParts } from "../http/route";
import type { McpAnswerer } from "./server";

const ALLOW = "POST, OPTIONS";
const JSON_TYPE = "application/json";
const EVENTS_TYPE = "text/event-stream";
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/**
 * The HTTP handler of the MCP endpoint: Streamable HTTP without sessions (MCP, basic/transports).
 *
 * Faults of the HTTP request itself are answered as the transport specifies: a status, and a JSON-RPC error without an
 * id, with the problem document as its data.
 */
export function serveMcp(
  endpoints: Endpoints,
  parts: RouteParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { baseUrl } = parts.settings;
  const requireOrigin = originGuard(baseUrl);
  let started: Promise<McpAnswerer> | undefined;
  // The SDK is loaded with the first message: requests refused before do not need it.
  const server = () => (started ??= import("./server").then(({ mcpServer }) => mcpServer(endpoints, parts)));

  return async (request, response) => {
    const requestId = requestIdOf(request, () => parts.randomBytes(12).toString("hex"));
    const reply = (answer: Answer) => send(response, answer, requestId, false);
    if (request.method === "OPTIONS") return sendPreflight(response, ALLOW);
    try {
      requireOrigin(request);
      const toolset = toolsetOf(request);
      if (request.method !== "POST")
        throw new Refusal("method_not_allowed", `Use ${ALLOW}. There is no stream to open and no session to end.`);
      const text = oneMessage(await readBody(request));
      const answerer = await server();
      const response = await answerer({ request, requestId, toolset }).fetch(webRequest(request, baseUrl, text));
      reply(acceptable(await answerOf(response), request.headers.accept));
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.code === "internal")
        parts.log.error("request.internal", { path: "/mcp", requestId, ...traceOf(error) });
      reply(rpcError(refusal, baseUrl, requestId));
    }
  };
}

/** The body as unambiguous text with a single message: batches belong to obsolete revisions. */
function oneMessage(bytes: Uint8Array): string {
  if (Array.isArray(parseJson(bytes)))
    throw new Refusal("invalid_request", "Send one message at a time; batches are not supported.");
  return new TextDecoder().decode(bytes);
}

/**
 * The toolset that the URL names, if any. Hosting forwards the whole path, the function's own URL only what follows the
 * function's name.
 */
function toolsetOf({ url = "/" }: IncomingMessage): Toolset | undefined {
  const [path, query] = url.split("?", 2);
  if (path !== "/" && path !== MCP_PATH) throw new Refusal("not_found", `MCP is served at ${MCP_PATH}.`);
  const named = new URLSearchParams(query).get("toolset");
  if (named === null) return undefined;
  if (isToolset(named)) return named;
  throw new Refusal("not_found", `There is no such toolset. Use one of ${Object.keys(TOOLSETS).join(", ")}, or none.`);
}

function webRequest({ headers }: IncomingMessage, baseUrl: string, body: string): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  const accepted = pairs.filter(([name]) => name !== "accept").concat([["accept", `${JSON_TYPE}, ${EVENTS_TYPE}`]]);
  return new Request(new URL(MCP_PATH, baseUrl), { method: "POST", headers: accepted, body });
}

/** The SDK's response; it does not stream, so its body is complete. */
async function answerOf(response: Response): Promise<Answer> {
  const type = response.headers.get("content-type");
  return {
    status: response.status,
    headers: type === null ? {} : { "Content-Type": type },
    body: await response.text(),
  };
}

/**
 * The answer in a type that the client accepts. The SDK insists on clients that accept both of the transport's types;
 * here a client gets what it named: an event stream where it accepts no JSON, JSON where it accepts no event stream, and
 * JSON where it accepts neither (RFC 9110, 12.5.1, lets a server disregard the header). Problems are always JSON.
 */
function acceptable(answer: Answer, accept = "*/*"): Answer {
  const takesJson = accepts(accept, JSON_TYPE);
  const takesEvents = accepts(accept, EVENTS_TYPE);
  const isStream = answer.headers?.["Content-Type"] === EVENTS_TYPE;
  if (isStream && !takesEvents)
    return { ...answer, headers: { "Content-Type": JSON_TYPE }, body: messageIn(answer.body) };
  if (isStream || takesJson || !takesEvents || answer.status !== 200) return answer;
  return { ...answer, headers: { "Content-Type": EVENTS_TYPE }, body: `event: message\ndata: ${answer.body}\n\n` };
}

/** Whether an Accept header (RFC 9110) names a type or a range that it is in; an empty one accepts everything. */
function accepts(accept: string, type: string): boolean {
  const [whole] = type.split("/");
  const ranges = accept
    .toLowerCase()
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "");
  return (
    ranges.length === 0 ||
    ranges.some((range) => {
      const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
      return [type, `${whole}/*`, "*/*"].includes(name) && !parameters.some((each) => /^q=0(\.0{0,3})?$/.test(each));
    })
  );
}

/** The message of an event stream with one; the SDK writes each message as one line. */
function messageIn(stream: string): string {
  const line = stream.split("\n").findLast((each) => each.startsWith("data: {"));
  return line?.slice("data: ".length) ?? "";
}

function rpcError(refusal: Refusal, baseUrl: string, requestId: string): Answer {
  const { status } = ERRORS[refusal.code];
  const error = {
    code: refusal.code === "invalid_request" ? PARSE_ERROR : INVALID_REQUEST,
    message: refusal.detail,
    data: problemDocument(refusal, baseUrl, requestId),
  };
  return {
    status,
    headers: refusal.code === "method_not_allowed" ? { Allow: ALLOW } : {},
    body: JSON.stringify({ jsonrpc: "2.0", id: null, error }),
  };
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Refuses `forbidden_origin` for browser pages that may not call this server (MCP, basic/transports: protection against
 * DNS rebinding).
 *
 * A local service accepts only pages of the same machine under its own name, because a foreign name may also resolve to
 * it. A public service accepts any page, like all its endpoints: requests rely on neither cookies nor network trust,
 * and a token only goes where its owner sends it. Both refuse malformed origins.
 */
function originGuard(baseUrl: string): (request: IncomingMessage) => void {
  const local = LOOPBACK.test(new URL(baseUrl).hostname);
  return ({ headers: { origin, host } }) => {
    if (local && !isLoopback(`http://${host ?? ""}`))
      refuse("forbidden_origin", "This service runs on your machine: call it by its loopback address.");
    if (origin === undefined || (origin === "null" && !local)) return;
    if (!URL.canParse(origin) || (local && !isLoopback(origin)))
      refuse("forbidden_origin", "Pages of this origin may not call this service. Call it from the page's server.");
  };
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}
