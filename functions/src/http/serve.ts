import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "../domain/errors";
import { ENVELOPE_FIELDS } from "../domain/messages/signedRequest";
import { readBody } from "./body";
import type { Endpoint } from "./endpoint";
import { requestIdOf } from "./request";
import { sendPieces, problem, send, sendHead, sendPreflight, type Answer } from "./respond";
import { Route, type RouteParts } from "./route";

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const NO_BODY = new Uint8Array();

/** The HTTP handler of the endpoints that share one path. */
export function serve(endpoints: readonly Endpoint[], parts: RouteParts): Handler {
  const routes = new Map(endpoints.map((endpoint) => [endpoint.method as string, new Route(endpoint, parts)]));
  const allow = [...routes.keys(), "OPTIONS"].join(", ");
  const { baseUrl } = parts.settings;

  return (request, response) => {
    const requestId = requestIdOf(request, () => parts.randomBytes(12).toString("hex"));
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    if (method === "OPTIONS") return sendPreflight(response, allow);
    const route = routes.get(method);
    const answering = route
      ? answerBy(route, request, requestId)
      : problem(wrongMethod(endpoints, allow), baseUrl, requestId, { Allow: allow });
    const sent = (answer: Answer) => sendAnswer(request, response, answer, requestId, route);
    return answering instanceof Promise ? answering.then(sent) : sent(answering);
  };
}

/** Says how the path is asked, with an example. */
function wrongMethod(endpoints: readonly Endpoint[], allow: string): Refusal {
  const [endpoint] = endpoints;
  if (!endpoint) throw new TypeError("a path has an endpoint");
  const { method, path, auth, example } = endpoint;
  const again = { actor: "client", action: "call", endpoint: path, method };
  if (method === "GET") {
    const nextAction = { ...again, reason: "Send GET, with the fields as query parameters." };
    return new Refusal("method_not_allowed", `Use ${allow}.`, { nextAction });
  }
  const reason =
    auth.kind === "paid"
      ? "Send this body by POST, as JSON and without a payment: the answer is 402 with the price, and costs nothing."
      : "Send a body such as this one by POST, as JSON.";
  const add = auth.kind === "signed" ? { add: ENVELOPE_FIELDS } : {};
  return new Refusal("method_not_allowed", `Use ${allow}. _nextAction has a body to begin with.`, {
    nextAction: { ...again, reason, body: example, ...add },
  });
}

/** Sends an answer; a promise where it is a file, which goes out in pieces. */
function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  requestId: string,
  route: Route | undefined,
): void | Promise<void> {
  if (request.destroyed && !request.complete) return;
  if (!answer.pieces) return send(response, answer, requestId, request.method === "HEAD");
  sendHead(response, answer, requestId);
  return sendPieces(response, answer.pieces).then((broken) => route?.failures.brokenOff(broken, requestId));
}

/**
 * The route's answer, or its refusal. What has to wait for nothing, as most quotes, is answered without a promise: the
 * framework keeps track of each, which costs as much as the rest of a quote.
 */
function answerBy(route: Route, request: IncomingMessage, requestId: string): Answer | Promise<Answer> {
  const refused = (error: unknown) => route.failures.answer(error, requestId);
  try {
    const body = request.method === "POST" ? readBody(request) : NO_BODY;
    const answer =
      body instanceof Promise ? body.then((bytes) => route.answer(request, bytes)) : route.answer(request, body);
    return answer instanceof Promise ? answer.catch(refused) : answer;
  } catch (error) {
    return refused(error);
  }
}
