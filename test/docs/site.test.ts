import { ALL_DOCUMENTS, DOCUMENTS } from "../../functions/src/catalogue/documents";
import type { Tool } from "../../functions/src/catalogue/tools";
import { ERRORS } from "../../functions/src/domain/errors";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { serve } from "../setup/http/server";
import { forFile } from "../setup/forFile";

const server = forFile(() => serve({}));

const all = Object.values(ENDPOINTS).flat();
const get = (route: string, init: RequestInit = {}) =>
  fetch(`${server.baseUrl}${route}`, { redirect: "manual", ...init });
const json = async (route: string) => (await (await get(route)).json()) as Record<string, unknown>;

describe("hosting", () => {
  it.each(ALL_DOCUMENTS.map(({ path, type }) => [path, type]))(
    "serves %s as %s, to any origin, and not for long from a cache",
    async (path, type) => {
      const response = await get(path, { headers: { Origin: "https://elsewhere.example" } });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": type,
        "access-control-allow-origin": "*",
        "cache-control": "public, max-age=300",
        "x-content-type-options": "nosniff",
      });
      expect((await response.text()).length).toBeGreaterThan(500);
    },
  );

  it("has the five routes of the requirements", () => {
    expect(ALL_DOCUMENTS.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/.well-known/mkt-earn.json",
        "/.well-known/mkt-openapi.json",
        "/.well-known/mkt-tools.json",
        "/docs/mkt-earn-agent-api.md",
        "/docs/mkt-earn-agent-api.json",
      ]),
    );
  });

  it("answers 404 elsewhere, with the way to the documents", async () => {
    const response = await get("/.well-known/nothing");
    expect(response.status).toBe(404);
    const page = await response.text();
    expect(page).toContain("not_found");
    for (const { path } of [DOCUMENTS.manifest, DOCUMENTS.guide, DOCUMENTS.openapi])
      expect(page).toContain(`href="${path}"`);
  });
});

describe("the manifest", () => {
  it("has the required fields", async () => {
    expect(await json(DOCUMENTS.manifest.path)).toMatchObject({
      name: "mkt",
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      routes: expect.any(Object),
      docs: expect.any(Object),
      growthLoop: { steps: expect.any(Array) },
      api: { baseUrl: "/", chain: { id: 8453 } },
    });
  });

  it("names every endpoint, and only documents that are served", async () => {
    const { routes, docs } = await json(DOCUMENTS.manifest.path);
    for (const { method, path, summary } of all)
      expect(routes).toHaveProperty([path], expect.stringContaining(`${method}: ${summary}`));
    for (const path of Object.values(docs as Record<string, string>))
      expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it("has a growth loop of calls that exist", async () => {
    const { growthLoop, routes } = (await json(DOCUMENTS.manifest.path)) as {
      growthLoop: { steps: { method?: string; path?: string }[] };
      routes: Record<string, string>;
    };
    const calls = growthLoop.steps.filter(({ path }) => path !== undefined);
    expect(calls.length).toBeGreaterThan(1);
    for (const { method, path } of calls)
      expect(routes).toHaveProperty([path ?? ""], expect.stringContaining(`${method}: `));
  });
});

describe("the tool catalogue", () => {
  it("has a tool for every endpoint, in the shape of the Model Context Protocol", async () => {
    const { tools } = (await json(DOCUMENTS.tools.path)) as { tools: Tool[] };
    expect(tools.map(({ http }) => http)).toEqual(all.map(({ method, path }) => ({ method, path })));
    for (const tool of tools) {
      expect(tool).toMatchObject({
        name: expect.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/),
        description: expect.any(String),
        annotations: {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        },
      });
    }
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  });
});

describe("the errors page", () => {
  it("has a section for every code that a problem's type links to, and needs no script", async () => {
    const page = await (await get(DOCUMENTS.errors.path)).text();
    for (const [code, { status, title }] of Object.entries(ERRORS)) {
      expect(page).toContain(`<section id="${code}">`);
      expect(page).toContain(`<small>${status}</small>`);
      expect(page).toContain(title);
    }
    // What every page loads fills in the operator's name and nothing else.
    expect(page.replace('<script src="/operator.js" defer></script>', "")).not.toMatch(/<script|https?:\/\//);
  });
});
