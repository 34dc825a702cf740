import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "../domain/errors";
import { readBody } from "./body";
import type { Endpoint } from "./endpoint";
import { requestIdOf } from "./request";
import { sendPieces } from "./pieces";
import { problem, send, sendHead, sendPreflight, type Answer } from "./respond";
import { Route, type Parts } from "./route";

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const NO_BODY = new Uint8Array();

/** The HTTP handler of the endpoints that share one path. */
export function serve(endpoints: readonly Endpoint[], parts: Parts): Handler {
  const routes = new Map(endpoints.map((endpoint) => [endpoint.method as string, new Route(endpoint, parts)]));
  const allow = [...routes.keys(), "OPTIONS"].join(", ");
  const { baseUrl } = parts.settings;

  return async (request, response) => {
    const requestId = requestIdOf(request, () => parts.randomBytes(12).toString("hex"));
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    if (method === "OPTIONS") return sendPreflight(response, allow);
    const route = routes.get(method);
    const answer = route
      ? await answerBy(route, request, requestId)
      : problem(new Refusal("method_not_allowed", `Use ${allow}.`), baseUrl, requestId, { Allow: allow });
    if (request.destroyed && !request.complete) return;
    if (!answer.pieces) return send(response, answer, requestId, request.method === "HEAD");
    sendHead(response, answer, requestId);
    route?.brokenOff(await sendPieces(response, answer.pieces), requestId);
  };
}

async function answerBy(route: Route, request: IncomingMessage, requestId: string): Promise<Answer> {
  try {
    return await route.answer(request, request.method === "POST" ? await readBody(request) : NO_BODY);
  } catch (error) {
    return route.refusal(error, requestId);
  }
}
