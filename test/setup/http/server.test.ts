import path from "node:path";
import type { Echo } from "./echoHandlers";
import { serveInProcess } from "./processes";
import { forFile } from "../forFile";

// In its own process, because the service changes how a process reads bodies.
const server = forFile(() => serveInProcess(path.join(__dirname, "echoHandlers.ts")));

const post = (url: string, body: string, type = "application/json") =>
  fetch(url, { method: "POST", body, headers: { "content-type": type } });
const seen = async (response: Promise<Response>) => (await (await response).json()) as Echo;

describe("happy", () => {
  it("sends a hosted path to its function, the whole path and query kept", async () => {
    expect(await seen(post(`${server.baseUrl}/demand-insights?a=1`, '{"query":"x"}'))).toMatchObject({
      path: "/demand-insights",
      query: { a: "1" },
      body: { query: "x" },
      raw: '{"query":"x"}',
    });
  });

  it("sends a function's own URL to it, without its name", async () => {
    const url = `${server.functionsUrl}/demandInsights`;
    expect(await seen(post(`${url}?a=1`, "{}"))).toMatchObject({ path: "/", query: { a: "1" } });
    expect(await seen(post(`${url}/`, "{}"))).toMatchObject({ path: "/", query: {} });
    expect(await seen(post(`${url}/deeper`, "{}"))).toMatchObject({ path: "/deeper" });
  });

  it("parses bodies as the framework does", async () => {
    const url = `${server.baseUrl}/demand-insights`;
    expect((await seen(post(url, "a=1&b[c]=2", "application/x-www-form-urlencoded"))).body).toEqual({
      a: "1",
      b: { c: "2" },
    });
    expect((await seen(post(url, "plain", "text/plain"))).body).toBe("plain");
    expect((await seen(fetch(url))).body).toBeUndefined();
  });

  it("serves the hosted files", async () => {
    expect((await fetch(`${server.baseUrl}/404.html`)).headers.get("content-type")).toMatch(/^text\/html/);
  });
});

describe("refusals", () => {
  it("answers 404 where neither a file nor a function is", async () => {
    expect((await fetch(`${server.baseUrl}/nothing`)).status).toBe(404);
    expect((await fetch(`${server.functionsUrl}/nothing`)).status).toBe(404);
    expect((await post(`${server.baseUrl}/ai-early-adopters-goals`, "{}")).status).toBe(404);
  });

  it("lets the framework's parser refuse broken JSON before any handler", async () => {
    const response = await post(`${server.baseUrl}/demand-insights`, "{");
    expect([response.status, response.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  });
});
