import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "../domain/errors";
import type { Endpoint } from "./endpoint";
import { requestIdOf } from "./request";
import { problem, send, sendPreflight } from "./respond";
import { Route, type Parts } from "./route";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The HTTP handler of the endpoints that share one path. */
export function serve(endpoints: readonly Endpoint[], parts: Parts): Handler {
  const routes = new Map(endpoints.map((endpoint) => [endpoint.method as string, new Route(endpoint, parts)]));
  const allow = [...routes.keys(), "OPTIONS"].join(", ");
  const { baseUrl } = parts.settings;

  return async (request, response) => {
    const requestId = requestIdOf(request, () => parts.randomBytes(12).toString("hex"));
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    if (method === "OPTIONS") return sendPreflight(response, allow);
    const answer =
      (await routes.get(method)?.answer(request, requestId)) ??
      problem(new Refusal("method_not_allowed", `Use ${allow}.`), baseUrl, requestId, { Allow: allow });
    if (request.destroyed && !request.complete) return;
    send(response, answer, requestId, request.method === "HEAD");
  };
}
