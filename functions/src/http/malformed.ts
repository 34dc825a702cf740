import { subscribe } from "node:diagnostics_channel";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { Refusal } from "../domain/errors";
import { PROBLEM_TYPE, problemDocument } from "./problem";

const guarded = new WeakSet<Server>();
let gateway = false;

/**
 * Takes over what Node and the framework would answer by themselves, before any handler, with an
 * empty body or a page of HTML: requests that are not HTTP, that expect what nobody knows, or whose
 * path cannot be decoded. No route is read from a path here, so such a path is as good as any.
 *
 * @param baseUrl for the link in the problem document
 */
export function guardSyntax(baseUrl: string): void {
  if (gateway) return;
  gateway = true;
  subscribe("net.server.socket", (message) => {
    const { server } = (message as { socket: Socket & { server?: Server } }).socket;
    if (!server || guarded.has(server)) return;
    guarded.add(server);
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => answer(error, socket as Socket, baseUrl));
  });
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const { headers, url } = request;
    // Not `delete`, which makes every later look at the headers slow.
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue") headers.expect = undefined;
    if (url?.includes("%")) request.url = decodable(url);
  });
}

function answer(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string): void {
  // Where an answer is under way already, nothing may stand between its bytes.
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

/** The same address, its percent signs escaped where they stand for no character. */
function decodable(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll("%", "%25");
  }
}
