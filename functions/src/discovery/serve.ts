import type { IncomingMessage, ServerResponse } from "node:http";
import { LIVE, type LiveDocument } from "../catalogue/documents";
import type { Endpoints } from "../catalogue/operations";
import { Refusal } from "../domain/errors";
import { distance } from "../domain/nearest";
import { requestIdOf } from "../http/request";
import { problem, send, sendPreflight, type Answer } from "../http/respond";
import type { RouteParts } from "../http/route";
import type { Settings } from "../settings";
import { agentRegistration, aiCatalog, apiCatalog, didDocument, serverCard, x402Resources } from "./documents";

const ALLOW = "GET, OPTIONS";
/** Short, because clients must not act on an outdated price for long. */
const CACHE = "public, max-age=300";

type Writer = (settings: Settings, endpoints: Endpoints, parts: RouteParts) => object | null;

const WRITERS: Readonly<Record<keyof typeof LIVE, Writer>> = {
  x402: (_, endpoints, parts) => x402Resources(endpoints, parts),
  apiCatalog: (settings) => apiCatalog(settings),
  aiCatalog: (settings) => aiCatalog(settings),
  serverCard: (settings) => serverCard(settings),
  agentRegistration,
  did: didDocument,
};

/**
 * The HTTP handler of documents that depend on the deployment: these formats need absolute URLs, prices and recipients,
 * which files generated at build time do not know. Unknown API paths also lead here and get a problem document.
 */
export function serveDiscovery(
  endpoints: Endpoints,
  parts: RouteParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { settings } = parts.services;
  return (request, response) => {
    if (request.method === "OPTIONS") return sendPreflight(response, ALLOW);
    const requestId = requestIdOf(request, () => parts.randomBytes(12).toString("hex"));
    send(response, answerTo(request, requestId), requestId, request.method === "HEAD");
  };

  function answerTo({ method = "", url = "" }: IncomingMessage, requestId: string): Answer {
    const refused = (refusal: Refusal, headers = {}) => problem(refusal, settings.baseUrl, requestId, headers);
    const [name, row] = documentAt(url) ?? [];
    if (!name || !row) return refused(unknownPath(url, endpoints));
    if (method !== "GET" && method !== "HEAD")
      return refused(new Refusal("method_not_allowed", `Use ${ALLOW}.`), { Allow: ALLOW });
    const document = WRITERS[name](settings, endpoints, parts);
    if (!document)
      return refused(
        new Refusal(
          "not_found",
          "This deployment does not publish this document. GET /openapi.json describes its interface.",
        ),
      );
    return {
      status: 200,
      headers: { "Content-Type": row.type, "Cache-Control": CACHE },
      body: JSON.stringify(document),
    };
  }
}

/**
 * The document at a URL. Hosting and the function's own URL lead to the same path, which follows the function's name.
 */
function documentAt(url: string): [keyof typeof LIVE, LiveDocument] | undefined {
  const [path] = url.split("?");
  return (Object.entries(LIVE) as [keyof typeof LIVE, LiveDocument][]).find(([, row]) => row.path === path);
}

/** Longer than any path of this service; longer paths are not compared. */
const MAX_COMPARED = 100;

/** The refusal for an unknown path; it names the nearest existing one. */
function unknownPath(url: string, endpoints: Endpoints): Refusal {
  const [path = ""] = url.split("?");
  const asked = path
    .slice(0, MAX_COMPARED)
    .replace(/(?<!\/)\/+$/, "")
    .toLowerCase();
  const known = Object.values(endpoints).flat();
  const [nearest] = known
    .map(({ method, path: other }) => ({ name: `${method} ${other}`, distance: distance(asked, other.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return new Refusal(
    "not_found",
    `There is nothing at this path; the nearest one is ${nearest?.name ?? "/"}. GET /openapi.json lists all of them.`,
  );
}
