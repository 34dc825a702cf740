import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { ALL_DOCUMENTS, DOCUMENTS, EXTRA_FUNCTIONS } from "../../functions/src/catalogue/documents";
import { operationsOf } from "../../functions/src/catalogue/operations";
import { PATHS } from "../../packages/app/src/paths";
import { ALL_PAGES, ASSETS, PAGES } from "../../packages/site/pages/list";
import { changelogOf } from "../../packages/site/changes";
import { changelogPage } from "../../packages/site/pages/changelog";
import { markdownHtml } from "../../packages/site/pages/html";
import { stepRows } from "../../functions/src/catalogue/workflow";
import { ERRORS } from "../../functions/src/domain/errors";
import { EDGES } from "../../functions/src/domain/workflow/edges";
import { STATES } from "../../functions/src/domain/workflow/states";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { serve } from "../setup/http/server";
import { forFile } from "../setup/forFile";

const CHANGELOG = readFileSync(path.join(__dirname, "../../CHANGELOG.md"), "utf8");
const operations = operationsOf(ENDPOINTS);
const dynamic = new Set([
  ...operations.map(({ endpoint }) => endpoint.path),
  ...Object.values(EXTRA_FUNCTIONS).flat(),
  ...Object.values(PATHS),
]);

const pages = new Map<string, string>();
const server = forFile(() => serve({ mktHealth: (_request: unknown, response: ServerResponse) => response.end("{}") }));
beforeAll(async () => {
  for (const { path: at } of ALL_PAGES) pages.set(at, await (await get(at)).text());
});

const get = (at: string, init: RequestInit = {}) => fetch(server.baseUrl + at, { redirect: "manual", ...init });
const page = (at: string) => pages.get(at) ?? "";
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("happy", () => {
  it("leads every link to a page, an anchor, a document or a call that is there", async () => {
    const missing: string[] = [];
    for (const [from, text] of [...pages, ["404", await (await get("/nothing")).text()] as const]) {
      const links = all(text, /href="([^"]+)"/g);
      expect(links.length).toBeGreaterThan(10);
      for (const link of links) {
        const { pathname, hash, host } = new URL(link, `${server.baseUrl}${from.startsWith("/") ? from : "/"}`);
        const local = server.baseUrl.endsWith(host);
        const found = local && (dynamic.has(pathname) || (await get(pathname)).status === 200);
        const anchored =
          hash === "" || (pages.get(pathname) ?? text).includes(`id="${decodeURIComponent(hash.slice(1))}"`);
        if (!found || !anchored) missing.push(`${from}: ${link}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("gives each page one heading of the first level, a title and a description of its own, and marks it in the bar", () => {
    for (const { path: at, title } of ALL_PAGES) {
      const text = page(at);
      expect([at, all(text, /(<h1)/g).length, text.includes(`<title>${title}</title>`)]).toEqual([at, 1, true]);
      expect([at, all(text, /href="([^"]+)"[^>]* aria-current="page"/g)]).toEqual([
        at,
        at === PAGES.protection.path || at === PAGES.filters.path ? [] : at === PAGES.agents.path ? [at, at] : [at],
      ]);
    }
    for (const own of [/<title>(.*?)</g, /name="description" content="(.*?)"/g]) {
      expect(new Set([...pages.values()].flatMap((text) => all(text, own))).size).toBe(ALL_PAGES.length);
    }
  });

  it("explains every code that a problem's type links to, at exactly that anchor", () => {
    expect(all(page(PAGES.errors.path), /<section id="([^"]+)"/g).sort()).toEqual(Object.keys(ERRORS).sort());
  });

  it("lists every call, with an example, who may make it and how it fails", () => {
    const text = page(PAGES.reference.path);
    const calls = text.split('<details class="call" ').slice(1);
    expect(calls.map((call) => /^id="([^"]+)"/.exec(call)?.[1]).sort()).toEqual(operations.map(({ id }) => id).sort());
    for (const call of calls) expect(call).toMatch(/<strong>Who:<\/strong>[^]*<pre/);
    const redeem = calls.find((call) => call.startsWith('id="demandInsights"'));
    expect(redeem).toContain(`${PAGES.errors.path}#tx_already_used`);
  });

  it("draws every state and every step of the table once, and says them in words as well", () => {
    const text = page(PAGES.life.path);
    const drawing = /<svg[^]*<\/svg>/.exec(text)?.[0] ?? "";
    expect(all(drawing, /(<g class="state)/g).length).toBe(Object.keys(STATES).length);
    const numbers = all(drawing, /class="number"[^>]*>([^<]+)</g).flatMap((list) => list.split(", ").map(Number));
    expect(numbers.sort((a, b) => a - b)).toEqual(EDGES.map((_, index) => index + 1));
    const words = /<desc[^>]*>([^<]*)</.exec(drawing)?.[1] ?? "";
    for (const [index] of EDGES.entries()) expect(words).toMatch(new RegExp(`\\b${index + 1}\\b`));
    expect(all(text, /<li id="(\w+)"><strong>/g)).toEqual(stepRows().map(({ action }) => action));
    expect(all(text, /<dt><code>(\w+)<\/code><\/dt>/g)).toEqual(Object.keys(STATES));
  });

  it("has every heading and every program of the guide", async () => {
    const markdown = await (await get(DOCUMENTS.guide.path)).text();
    const text = page(PAGES.guide.path);
    const headings = all(markdown.replace(/^```[^]*?^```$/gm, ""), /^#+ (.+)$/gm);
    expect(all(text, /<h[1-4] id="[^"]+">(.+?)<\/h/g).length).toBe(headings.length);
    expect(all(text, /(<pre)/g).length).toBe(all(markdown, /^(```)\w/gm).length);
  });

  it("tells the changes as Markdown, and each version on the page", async () => {
    expect(await (await get(DOCUMENTS.changes.path)).text()).toBe(CHANGELOG);
    const { releases } = changelogOf(CHANGELOG);
    expect(releases.map(({ date }) => date)).toEqual(
      releases
        .map(({ date }) => date)
        .sort()
        .reverse(),
    );
    for (const { version } of releases) expect(page(PAGES.changes.path)).toContain(`<section id="${version}">`);
  });
});

describe("refusals", () => {
  it.each([
    [
      "a section without a version",
      "# Changelog\n\n## 2026-01-31\n\n### Fixed\n\n- One.\n",
      "must be a version and its day",
    ],
    ["a day that does not exist", "## [1.0.0] - 2026-13-01\n\n### Fixed\n\n- One.\n", "must be a version and its day"],
    [
      "a change of 141 characters",
      `## [1.0.0] - 2026-01-31\n\n### Tasks\n\n- ${"a".repeat(139)}\n`,
      "must be one line",
    ],
    ["a change over two lines", "## [1.0.0] - 2026-01-31\n\n### Fixed\n\n- One\n  and two.\n", "must be one line"],
  ])("makes no page of a changelog with %s", (_name, text, message) => {
    expect(() => changelogPage(text)).toThrow(message);
  });

  it("sends the file of a page to its address", async () => {
    const response = await get("/errors.html");
    expect([response.status, response.headers.get("location")]).toEqual([301, "/errors"]);
  });
});

describe("security", () => {
  it.each(ALL_PAGES.map(({ path: at }) => at))(
    "serves %s with a policy that lets no script in, unframed, and with no word to others of who reads it",
    async (at) => {
      const { headers } = await get(at);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(
        /default-src 'none'.*script-src 'self';.*style-src 'self';.*base-uri 'none'.*frame-ancestors 'none'/,
      );
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
      });
    },
  );

  it("has nothing in its pages that the policy would stop, and the policy itself also where hosting sets no header", async () => {
    for (const text of [...pages.values(), await (await get("/nothing")).text()]) {
      expect(text).toContain('<meta http-equiv="Content-Security-Policy" content="default-src ');
      expect(text).not.toMatch(
        /<script(?![^>]* src="\/)|<style|<[^>]+ (style|on\w+)=|javascript:|(src|href)="(https?:)?\/\//,
      );
    }
  });

  it("takes HTML in Markdown as text, and no link that runs", () => {
    const { html } = markdownHtml(
      "<script>alert(1)</script>\n\n[x](javascript:alert(1))\n\n# <img src=x onerror=alert(1)>",
    );
    expect(html).not.toMatch(/<script|<img|href="javascript/);
    const changelog = "## [1.0.0] - 2026-01-31\n### Fixed\n- <b>x</b>\n";
    expect(changelogOf(changelog).releases[0]?.groups[0]?.changes).toEqual(["<b>x</b>"]);
    expect(changelogPage(changelog)).toContain("&lt;b&gt;");
  });

  it("gives no answer of a function a file's headers, and leaves files open to every origin", async () => {
    const health = await get("/mkt/health");
    expect([
      health.status,
      health.headers.get("cache-control"),
      health.headers.get("access-control-allow-origin"),
    ]).toEqual([200, null, null]);
    for (const at of [...ALL_DOCUMENTS.map((row) => row.path), ...Object.keys(ASSETS)]) {
      expect([at, (await get(at)).headers.get("access-control-allow-origin")]).toEqual([at, "*"]);
    }
  });

  it.each(Object.entries(ASSETS))("serves %s as %s and nothing else", async (at, type) => {
    const { status, headers } = await get(at);
    expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
      200,
      type,
      "nosniff",
    ]);
  });
});
