import { DOCUMENTS, LIVE, MCP_PATH, MCP_VERSIONS } from "../catalogue/documents";
import { operationsOf, type Endpoints } from "../catalogue/operations";
import { aboutOn, NAME, INTERFACE_VERSION } from "../catalogue/version";
import { chainOf, noticeOn } from "../domain/chains";
import { ICON_PATH } from "../domain/version";
import type { RouteParts } from "../http/route";
import type { Settings } from "../settings";

/** What this host offers AI clients (the AI Catalog specification, 1.0): its MCP server and its skill. */
export function aiCatalog({ baseUrl, chainId }: Settings): object {
  const { hostname } = new URL(baseUrl);
  return {
    specVersion: "1.0",
    host: { displayName: NAME, identifier: hostname, documentationUrl: `${baseUrl}${DOCUMENTS.guide.path}` },
    entries: [
      {
        identifier: `urn:air:${hostname}:mcp:${NAME}`,
        type: "application/mcp-server-card+json",
        url: `${baseUrl}${LIVE.serverCard.path}`,
      },
      {
        identifier: `urn:air:${hostname}:skill:${NAME}`,
        type: "application/agent-skills+md",
        displayName: NAME,
        description: aboutOn(chainOf(chainId)),
        url: `${baseUrl}${DOCUMENTS.skill.path}`,
      },
    ],
  };
}

interface Link {
  href: string;
  type?: string;
}

/**
 * The host's API catalog as a link set (RFC 9727, RFC 9264): the API, its two descriptions, its documentation and its
 * health.
 */
export function apiCatalog({ baseUrl, agent, receipts }: Pick<Settings, "baseUrl" | "agent" | "receipts">): object {
  const to = ({ path, type }: { path: string; type: string }): Link => ({ href: `${baseUrl}${path}`, type });
  return {
    linkset: [
      {
        anchor: `${baseUrl}${LIVE.apiCatalog.path}`,
        item: [{ href: `${baseUrl}/` }, { href: `${baseUrl}${MCP_PATH}` }],
      },
      {
        anchor: `${baseUrl}/`,
        "service-desc": [to(DOCUMENTS.openapiRoot), to(DOCUMENTS.tools)],
        "service-doc": [to(DOCUMENTS.guide), to(DOCUMENTS.errors), to(DOCUMENTS.llms)],
        "service-meta": [
          to(DOCUMENTS.manifest),
          to(LIVE.x402),
          { href: `${baseUrl}/datasets`, type: "application/json" },
          to(LIVE.aiCatalog),
          ...(agent ? [to(LIVE.agentRegistration)] : []),
          ...(receipts ? [to(LIVE.did)] : []),
        ],
        status: [{ href: `${baseUrl}/mkt/health`, type: "application/json" }],
      },
      { anchor: `${baseUrl}${MCP_PATH}`, "service-desc": [to(LIVE.serverCard)], "service-doc": [to(DOCUMENTS.guide)] },
    ],
  };
}

/** The MCP server's card: what a client reads before connecting (SEP-2127, Server Cards). */
export function serverCard({ baseUrl, chainId }: Settings): object {
  const { hostname } = new URL(baseUrl);
  const chain = chainOf(chainId);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
    name: `${hostname.split(".").reverse().join(".")}/${NAME}`,
    title: NAME,
    version: INTERFACE_VERSION,
    description: `${noticeOn(chain)}Buy answers one at a time in USDC, and post or do escrowed work, on ${chain.name}.`,
    websiteUrl: `${baseUrl}${DOCUMENTS.guide.path}`,
    remotes: [
      {
        type: "streamable-http",
        url: `${baseUrl}${MCP_PATH}`,
        supportedProtocolVersions: MCP_VERSIONS,
        headers: [
          {
            name: "Authorization",
            description: "Bearer and a session's token, for the few tools that take a session; a tool opens one.",
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

/**
 * This service's agent registration file (ERC-8004). The registry's entry links here and this file links back, which
 * proves that both have the same owner. Null if no agent id is configured.
 */
export function agentRegistration(settings: Settings): object | null {
  const { agent, baseUrl, chainId, receipts } = settings;
  if (!agent) return null;
  return {
    type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
    name: NAME,
    description: aboutOn(chainOf(chainId)),
    image: `${baseUrl}${ICON_PATH}`,
    services: [
      { name: "web", endpoint: `${baseUrl}/` },
      { name: "MCP", endpoint: `${baseUrl}${MCP_PATH}`, version: MCP_VERSIONS[0] },
      { name: "OpenAPI", endpoint: `${baseUrl}${DOCUMENTS.openapiRoot.path}`, version: "3.1" },
      { name: "x402", endpoint: `${baseUrl}${LIVE.x402.path}`, version: "2" },
      ...(receipts ? [{ name: "DID", endpoint: didOf(settings), version: "v1" }] : []),
    ],
    x402Support: true,
    active: true,
    registrations: [{ agentId: agent.id, agentRegistry: `eip155:${chainId}:${agent.registry}` }],
    supportedTrust: ["reputation", "crypto-economic"],
  };
}

/** The DID of a site by its host (did:web). */
function didOf({ baseUrl }: Pick<Settings, "baseUrl">): string {
  return `did:web:${encodeURIComponent(new URL(baseUrl).host)}`;
}

/**
 * The DID document (did:web) that names the signer of offers and receipts: a valid signature alone does not show that its
 * key is the service's. Null where nothing is signed.
 */
export function didDocument(settings: Settings): object | null {
  const { receipts, chainId } = settings;
  if (!receipts) return null;
  const id = didOf(settings);
  const key = `${id}#receipts`;
  return {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/secp256k1recovery-2020/v2"],
    id,
    verificationMethod: [
      {
        id: key,
        type: "EcdsaSecp256k1RecoveryMethod2020",
        controller: id,
        blockchainAccountId: `${chainOf(chainId).caip2}:${receipts.address}`,
      },
    ],
    assertionMethod: [key],
  };
}

/**
 * What is for sale, for x402 crawlers: `resources` lists the URLs, `items` the current offer of each as in its quote,
 * in the format of x402 discovery lists.
 */
export function x402Resources(endpoints: Endpoints, parts: RouteParts): object {
  const { baseUrl, chainId } = parts.settings;
  const items = operationsOf(endpoints).flatMap(({ endpoint }) => {
    const { path, method, auth } = endpoint;
    if (auth.kind !== "paid") return [];
    const { headers } = parts.openSale(endpoint, auth.label, () => undefined).quote(null);
    const { x402Version, accepts, resource, extensions } = decode(headers["PAYMENT-REQUIRED"]);
    const { url, description, serviceName, tags, iconUrl } = resource;
    // Signed offers and sign-in challenges are of one quote.
    const { "offer-receipt": _offers, "sign-in-with-x": _challenge, ...lasting } = extensions ?? {};
    return [
      {
        resource: url,
        type: "http",
        method,
        path,
        x402Version,
        description,
        serviceName,
        tags,
        iconUrl,
        accepts: accepts.map(known),
        ...(extensions && { extensions: lasting }),
      },
    ];
  });
  return {
    version: 1,
    x402Version: 2,
    resources: items.map(({ resource }) => resource),
    items,
    instructions: `${noticeOn(chainOf(chainId))}Everything else is documented in ${baseUrl}${DOCUMENTS.openapiRoot.path} and ${baseUrl}${DOCUMENTS.guide.path}.`,
  };
}

interface PaymentRequired {
  x402Version: number;
  accepts: { extra: Record<string, unknown> }[];
  resource: { url: string; description: string; serviceName: string; tags: string[]; iconUrl: string };
  extensions?: Record<string, unknown>;
}

/** An offer without the secret of a quote. */
function known({ extra: { quote: _secret, ...extra }, ...offer }: PaymentRequired["accepts"][number]): object {
  return { ...offer, extra };
}

function decode(header = ""): PaymentRequired {
  return JSON.parse(Buffer.from(header, "base64").toString()) as PaymentRequired;
}
