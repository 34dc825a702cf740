import type { IncomingMessage } from "node:http";
import type { ListToolsResult, McpHttpHandler } from "@modelcontextprotocol/server";
import { operationsOf, type Endpoints } from "../catalogue/operations";
import { DOCUMENTS } from "../catalogue/documents";
import { toolListOf } from "../catalogue/toolList";
import { TOOLSETS, type Toolset } from "../catalogue/toolsets";
import { aboutOn, INTERFACE_VERSION, NAME } from "../catalogue/version";
import { chainOf, type ChainFacts } from "../domain/chains";
import type { RouteParts } from "../http/route";
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "./mcpSdk";
import { toolCaller, UNTRUSTED_NOTE } from "./toolCalls";

/** One exchange with a client: the HTTP request, and its id in problems and logs. */
interface Exchange {
  request: IncomingMessage;
  requestId: string;
  /** The group of tools to list; all without one. */
  toolset: Toolset | undefined;
}

/** Returns the handler of one exchange. */
export type McpAnswerer = (exchange: Exchange) => Pick<McpHttpHandler, "fetch">;

/** Maximum characters of an unknown tool's name that are echoed. */
const MAX_NAME = 100;

/** The catalogue changes only with a deployment. */
const CATALOGUE_TTL_MS = 300_000;

const instructionsOn = (chain: ChainFacts, ofTools: string) =>
  [
    `${aboutOn(chain)} Each tool is one call of the service's HTTP interface. A result with isError is a problem document: its code says what happened, ` +
      "its detail what to do, and retryAfterSeconds, if present, when the same call can succeed. Wherever a result has _nextAction, call the tool whose description ends with that method and endpoint, with that body. Keys never leave " +
      `the wallet: results contain texts (messageToSign), typed data (EIP-712) and transactions for it to sign, on ${chain.name} (chain ${chain.id}).`,
    "A price with answerable no means that the data cannot answer the question: do not pay for it, unless your user wants the reply that says so.",
    "If a tool that prepares says session_required, the wallet is under its owner's mandate: send agentSessionToken of a session with the scope act. mandate_refused and mandate_exceeded are final for you: tell the owner.",
    "A wallet without ETH takes a prepared step by a signature: have it sign gasless.typedData and call mktRelay with contract, and kind and request of gasless (typedData.message where it has no request), instead of sending transactions. Only an account that delegates to code (EIP-7702) which rejects plain signatures needs ETH, to bring money in.",
    UNTRUSTED_NOTE,
    ofTools,
    `?toolset= on this server's URL lists only some tools: ${Object.entries(TOOLSETS)
      .map(([name, about]) => `${name} (${about})`)
      .join(", ")}. All can be called. Full schemas of inputs and results: ${DOCUMENTS.tools.path}.`,
  ].join("\n\n");

/**
 * Handles each exchange with a new server: no state is kept between requests, so any instance can handle any of them.
 * Serves the 2026-07-28 revision and, with the same tools, those of 2025.
 */
export function mcpServer(endpoints: Endpoints, parts: RouteParts): McpAnswerer {
  const list = toolListOf(endpoints);
  const instructions = instructionsOn(chainOf(parts.services.settings.chainId), list.instructions);
  const call = toolCaller(operationsOf(endpoints), parts);

  return ({ request, requestId, toolset }) => {
    const factory = () => {
      const server = new Server(
        { name: NAME, version: INTERFACE_VERSION },
        {
          capabilities: { tools: {} },
          instructions,
          cacheHints: {
            "tools/list": { ttlMs: CATALOGUE_TTL_MS, cacheScope: "public" },
            "server/discover": { ttlMs: CATALOGUE_TTL_MS, cacheScope: "public" },
          },
        },
      );
      server.setRequestHandler("tools/list", () => ({
        tools: JSON.parse(JSON.stringify(list.tools(toolset))) as ListToolsResult["tools"],
      }));
      server.setRequestHandler("tools/call", ({ params }) => {
        const result = call(params.name, {
          arguments: params.arguments ?? {},
          meta: params._meta ?? {},
          request,
          requestId,
        });
        if (!result)
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `There is no tool ${JSON.stringify(params.name.slice(0, MAX_NAME))}; tools/list has them all.`,
          );
        return result;
      });
      return server;
    };
    // Nothing here changes, so there is nothing to subscribe to.
    const handler = createMcpHandler(factory, { maxSubscriptions: 0 });
    return {
      fetch: async (exchange) =>
        isListen(exchange) ? withoutListen(await handler.fetch(exchange)) : handler.fetch(exchange),
    };
  };
}

/** The SDK has checked that this header is the message's method. */
function isListen({ headers }: Request): boolean {
  return headers.get("mcp-method") === "subscriptions/listen";
}

/** The SDK has no way to declare a server without subscriptions and answers an internal error: this corrects it. */
async function withoutListen(response: Response): Promise<Response> {
  const answer = (await response.json()) as { id: unknown; error?: { code: number } };
  if (answer.error?.code !== ProtocolErrorCode.InternalError) return Response.json(answer, response);
  const error = { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" };
  return Response.json({ jsonrpc: "2.0", id: answer.id, error }, { status: 404 });
}
