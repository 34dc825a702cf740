import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "../domain/errors";
import { readBody } from "./body";
import type { Endpoint } from "./endpoint";
import { requestIdOf } from "./request";
import { sendPieces } from "./pieces";
import { problem, send, sendHead, sendPreflight, type Answer } from "./respond";
import { Route, type Parts } from "./route";

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const NO_BODY = Promise.resolve(new Uint8Array());

/** The HTTP handler of the endpoints that share one path. */
export function serve(endpoints: readonly Endpoint[], parts: Parts): Handler {
  const routes = new Map(endpoints.map((endpoint) => [endpoint.method as string, new Route(endpoint, parts)]));
  const allow = [...routes.keys(), "OPTIONS"].join(", ");
  const { baseUrl } = parts.settings;

  // Promises are chained by hand here: under the framework's async hooks each costs as much as parsing
  // a body, and a quote, which waits for its body only, has three of them.
  return (request, response) => {
    const requestId = requestIdOf(request, () => parts.randomBytes(12).toString("hex"));
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    if (method === "OPTIONS") return sendPreflight(response, allow);
    const reply = (answer: Answer) => {
      if (request.destroyed && !request.complete) return;
      send(response, answer, requestId, request.method === "HEAD");
    };
    const route = routes.get(method);
    const begin = (answer: Answer): void | Promise<void> => {
      if (!answer.pieces) return reply(answer);
      sendHead(response, answer, requestId);
      return sendPieces(response, answer.pieces).then((error) => route?.brokenOff(error, requestId));
    };
    if (!route) return reply(problem(new Refusal("method_not_allowed", `Use ${allow}.`), baseUrl, requestId, { Allow: allow }));
    return (method === "POST" ? readBody(request) : NO_BODY)
      .then((body) => route.answer(request, body))
      .then(begin, (error: unknown) => reply(route.refusal(error, requestId)));
  };
}
