import { subscribe } from "node:diagnostics_channel";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { Refusal } from "../domain/errors";
import { PROBLEM_TYPE, problemDocument } from "./problem";

/** The headers that describe a request's body, as the client sent them. */
export interface BodyHeaders {
  type: string | undefined;
  encoding: string | undefined;
  length: number | null;
  present: boolean;
}

const bodyHeaders = new WeakMap<IncomingMessage, BodyHeaders>();
const guarded = new WeakSet<Server>();
let isOpen = false;

/**
 * The only code that acts on requests before the functions framework. The framework itself is unchanged; three things
 * must happen before it, because handlers run too late:
 *
 * - Its body parsers would accept 1 GB, inflate compressed bodies and answer a malformed body with an HTML page. The
 *   headers that announce a body are set aside, so that only `readBody` reads it, within our limits.
 * - Node answers a request that is not HTTP with an empty 400. The client gets problem+json.
 * - Express answers an undecodable path, and Node an unknown `Expect`, on their own. Both are neutralised.
 *
 * @param baseUrl returns the base URL for links in problem documents; called when one is written
 */
export function openGateway(baseUrl: () => string): void {
  if (isOpen) return;
  isOpen = true;
  subscribe("net.server.socket", (message) => {
    const { server } = (message as { socket: Socket & { server?: Server } }).socket;
    if (!server || guarded.has(server)) return;
    guarded.add(server);
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => answer(error, socket as Socket, baseUrl()));
  });
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    setBodyAside(request);
    const { headers, url } = request;
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue") headers.expect = undefined;
    if (url?.includes("%")) request.url = decodable(url);
  });
}

/** A request's body headers; undefined if it arrived before the gateway was open. */
export function bodyHeadersOf(request: IncomingMessage): BodyHeaders | undefined {
  return bodyHeaders.get(request);
}

function setBodyAside(request: IncomingMessage): void {
  const { headers } = request;
  const length = headers["content-length"];
  bodyHeaders.set(request, {
    type: headers["content-type"],
    encoding: headers["content-encoding"],
    length: length === undefined ? null : Number(length),
    present: headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0"),
  });
  // Set to undefined, not deleted: a deleted property makes every later read of the headers slow.
  if (length !== undefined) headers["content-length"] = undefined;
  if (headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = undefined;
}

function answer(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string): void {
  // If a response has started, nothing may be inserted into it.
  const { _httpMessage: answering } = socket as { _httpMessage?: { headersSent: boolean } };
  if (error.code === "ECONNRESET" || !socket.writable || answering?.headersSent) {
    socket.destroy(error);
    return;
  }
  const requestId = randomBytes(12).toString("hex");
  const body = JSON.stringify(problemDocument(new Refusal("invalid_request", reasonOf(error)), baseUrl, requestId));
  const head = [
    "HTTP/1.1 400 Bad Request",
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    `X-Request-Id: ${requestId}`,
    "Access-Control-Allow-Origin: *",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function reasonOf({ code }: NodeJS.ErrnoException): string {
  if (code === "HPE_HEADER_OVERFLOW") return "The request's headers are longer than 16 KiB.";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "The request did not arrive in time.";
  return "The request is not well-formed HTTP/1.1.";
}

/** The same URL, with percent signs escaped that do not encode a character. */
function decodable(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll("%", "%25");
  }
}
