import { DOCUMENTS, LIVE, MCP_VERSIONS } from "../../functions/src/catalogue/documents";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { devWallets } from "../../dev/local/wallets";
import { USDC } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { testService } from "../setup/service";
import { currentClient } from "../mcp/clients";

const BASE = "https://mkt.example";
const { db } = testFirestore();
const paid = Object.values(ENDPOINTS)
  .flat()
  .filter(({ auth }) => auth.kind === "paid");

const plain = forFile(() => testService({ db, settings: { BASE_URL: BASE } }));
const registered = forFile(() =>
  testService({
    db,
    settings: { BASE_URL: BASE, AGENT_ID: "8453", PRICE_USDC: "0.75", RECEIPT_KEY: devWallets().stranger.privateKey },
  }),
);

const get = (path: string, service = plain, init: RequestInit = {}) => fetch(`${service.baseUrl}${path}`, init);
const read = async (path: string, service = plain) =>
  (await (await get(path, service)).json()) as Record<string, unknown>;

describe("the documents of a deployment", () => {
  it.each(Object.values(LIVE).map(({ path, type }) => [path, type]))(
    "serve %s as %s to any origin, through hosting and directly",
    async (path, type) => {
      for (const url of [`${registered.baseUrl}${path}`, `${registered.functionsUrl}/discovery${path}`]) {
        const response = await fetch(url, { headers: { origin: "https://elsewhere.example" } });
        expect([url, response.status]).toEqual([url, 200]);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          "content-type": type,
          "access-control-allow-origin": "*",
          "cache-control": "public, max-age=300",
          "x-content-type-options": "nosniff",
        });
      }
    },
  );

  it("answer HEAD without a body, and other methods and paths with a problem", async () => {
    const head = await get(LIVE.apiCatalog.path, plain, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const posted = await get(LIVE.x402.path, plain, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, OPTIONS"]);
    const missing = await fetch(`${plain.functionsUrl}/discovery/.well-known/nothing`);
    expect([missing.status, ((await missing.json()) as { code: string }).code]).toEqual([404, "not_found"]);
  });
});

describe("paths of the API that do not exist", () => {
  it("D20: are answered by a problem document that names the nearest one, by any method", async () => {
    const near: [string, string, string][] = [
      ["GET", "/mkt/taks", "GET /mkt/tasks"],
      ["POST", "/mkt/intrest", "POST /mkt/interest"],
      ["GET", "/mkt", "/mkt/"],
      ["GET", "/mkt/a/b/c/d", "/mkt/"],
      ["POST", "/agentCreateTaskSimpel", "POST /agentCreateTaskSimple"],
      ["DELETE", "/agentDecid", "POST /agentDecide"],
      ["POST", "/mktAgentSesion", "POST /mktAgentSession"],
      ["GET", "/analytics/filter?x=1", "GET /analytics/filters"],
      ["POST", "/demand-insights/ask", "POST /demand-insights"],
      ["POST", "/x402feedback", "POST /x402Feedback"],
      ["GET", `/mkt/${"a".repeat(3_000)}`, "nearest"],
    ];
    for (const [method, path, nearest] of near) {
      const body = method === "POST" ? { body: "{}", headers: { "content-type": "application/json" } } : {};
      const response = await get(path, plain, { method, ...body });
      expect([
        path,
        response.status,
        response.headers.get("content-type"),
        response.headers.get("cache-control"),
      ]).toEqual([path, 404, "application/problem+json", "no-store"]);
      const problem = (await response.json()) as { code: string; detail: string };
      expect([path, problem.code, problem.detail]).toEqual([path, "not_found", expect.stringContaining(nearest)]);
    }
  });

  it("D20: leave the paths that exist, and the site's own page for all others", async () => {
    expect((await get("/mkt/tasks?limit=0", plain)).status).toBe(400);
    expect((await get("/agentCreateTask", plain)).status).toBe(405);
    expect((await get("/nothing", plain)).headers.get("content-type")).toContain("text/html");
    const preflight = await get("/mkt/nothing", plain, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
  });
});

describe("/.well-known/x402", () => {
  it("lists every paid address with what it costs here, to whom, in what", async () => {
    const { resources, items } = (await read(LIVE.x402.path, registered)) as {
      resources: string[];
      items: { accepts: { amount: string }[] }[];
    };
    expect(resources).toEqual(paid.map(({ path }) => `${BASE}${path}`));
    for (const { accepts } of items) {
      for (const offer of accepts) {
        expect(offer).toMatchObject({
          scheme: "exact",
          network: "eip155:8453",
          amount: "750000",
          asset: USDC,
          payTo: devWallets().recipient.address,
        });
      }
    }
  });

  it("names the service as catalogues list it: a name, at most five tags of 32 printable characters, an icon", async () => {
    const { items } = (await read(LIVE.x402.path)) as {
      items: { serviceName: string; tags: string[]; iconUrl: string }[];
    };
    expect(items).toHaveLength(paid.length);
    for (const { serviceName, tags, iconUrl } of items) {
      expect([serviceName, iconUrl]).toEqual(["mkt", `${BASE}/icon.svg`]);
      expect(tags.length > 0 && tags.length <= 5 && tags.every((tag) => /^[\x20-\x7e]{1,32}$/.test(tag))).toBe(true);
    }
  });

  it("offers what the quote offers", async () => {
    const { items } = (await read(LIVE.x402.path)) as { items: { resource: string; accepts: unknown }[] };
    for (const { resource, accepts } of items) {
      const quote = await get(new URL(resource).pathname, plain, { method: "POST" });
      const offer = JSON.parse(Buffer.from(quote.headers.get("payment-required") ?? "", "base64").toString()) as {
        accepts: { extra: Record<string, unknown> }[];
      };
      // What a quote tells its payer alone is no part of it.
      for (const { extra } of offer.accepts) delete extra["quote"];
      expect(accepts).toEqual(offer.accepts);
    }
  });
});

describe("the catalogues", () => {
  it("link to nothing that is not served", async () => {
    const { linkset } = (await read(LIVE.apiCatalog.path)) as { linkset: Record<string, { href: string }[]>[] };
    const links = linkset.flatMap(({ anchor: _anchor, ...relations }) => Object.values(relations).flat());
    const { entries } = (await read(LIVE.aiCatalog.path)) as { entries: { url: string; type: string }[] };
    const hrefs = [...links.map(({ href }) => href), ...entries.map(({ url }) => url)];
    expect(hrefs.length).toBeGreaterThan(8);
    for (const href of hrefs.filter((each) => !/\/(mcp)?$/.test(each))) {
      expect(href.startsWith(`${BASE}/`)).toBe(true);
      const { status } = await get(href.slice(BASE.length));
      // Health depends on a chain that this test has not.
      expect([href, status]).toEqual([href, href.endsWith("/mkt/health") ? expect.any(Number) : 200]);
    }
  });

  it("name GET /datasets, which is free: so do llms.txt, the guide, the OpenAPI document and the page for agents", async () => {
    const { linkset } = (await read(LIVE.apiCatalog.path)) as { linkset: Record<string, { href: string }[]>[] };
    expect(linkset.flatMap((each) => each["service-meta"] ?? [])).toContainEqual({
      href: `${BASE}/datasets`,
      type: "application/json",
    });
    const text = async (path: string) => (await get(path)).text();
    expect(await text(DOCUMENTS.llms.path)).toMatch(/^- GET \/datasets: /m);
    expect(await text(DOCUMENTS.guide.path)).toContain("`GET /datasets`");
    expect((await read(DOCUMENTS.openapiRoot.path))["paths"]).toHaveProperty(["/datasets", "get"]);
    expect(await text("/agents")).toContain('<a href="/datasets"><code>/datasets</code></a> shows, for free,');
  });

  it("lead to the MCP server by a card that says what the server says", async () => {
    const { entries } = (await read(LIVE.aiCatalog.path)) as { entries: { url: string; type: string }[] };
    const entry = entries.find(({ type }) => type === "application/mcp-server-card+json");
    const card = (await read(entry?.url.slice(BASE.length) ?? "")) as {
      $schema: string;
      name: string;
      version: string;
      description: string;
      remotes: { type: string; url: string; supportedProtocolVersions: string[] }[];
    };
    expect(card).toMatchObject({
      name: "example.mkt/mkt",
      remotes: [{ type: "streamable-http", url: `${BASE}/mcp`, supportedProtocolVersions: MCP_VERSIONS }],
    });
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(card.description.length).toBeLessThanOrEqual(100);
    const client = await currentClient(`${plain.baseUrl}/mcp`);
    expect(MCP_VERSIONS[0]).toBe(client.version());
    await client.close();
  });

  it("name revisions that the server agrees to", async () => {
    for (const protocolVersion of MCP_VERSIONS.slice(1)) {
      const response = await fetch(`${plain.baseUrl}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } },
        }),
      });
      expect(await response.text()).toContain(`"protocolVersion":"${protocolVersion}"`);
    }
  });
});

describe("/.well-known/agent-registration.json", () => {
  it("ties the registry's entry to this host where an agent id is configured", async () => {
    expect(await read(LIVE.agentRegistration.path, registered)).toMatchObject({
      type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
      name: "mkt",
      image: `${BASE}/icon.svg`,
      x402Support: true,
      active: true,
      supportedTrust: ["reputation", "crypto-economic"],
      services: expect.arrayContaining([{ name: "MCP", endpoint: `${BASE}/mcp`, version: "2026-07-28" }]),
      registrations: [{ agentId: 8453, agentRegistry: "eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432" }],
    });
  });

  it("E6: is not there without one, and the API catalogue lists it only where it is", async () => {
    expect((await get(LIVE.agentRegistration.path)).status).toBe(404);
    expect(JSON.stringify(await read(LIVE.apiCatalog.path))).not.toContain(LIVE.agentRegistration.path);
    expect(JSON.stringify(await read(LIVE.apiCatalog.path, registered))).toContain(
      `${BASE}${LIVE.agentRegistration.path}`,
    );
  });
});
