import { type HttpFunction } from "@google-cloud/functions-framework";
import { serve, type TestServer } from "./server";

const seen: { path: string; query: unknown; body: unknown; raw: string | undefined }[] = [];
const echo: HttpFunction = (request, response) => {
  const { rawBody } = request as { rawBody?: Buffer };
  const { path, query } = request;
  seen.push({ path, query, body: request.body as unknown, raw: rawBody?.toString() });
  response.json({ ok: true });
};

let server: TestServer;
beforeAll(async () => {
  server = await serve({ demandInsights: echo });
});
afterEach(() => seen.splice(0));
afterAll(() => server.close());

const post = (url: string, body: string, type = "application/json") =>
  fetch(url, { method: "POST", body, headers: { "content-type": type } });

describe("happy", () => {
  it("sends a hosted path to its function, the whole path and query kept", async () => {
    expect((await post(`${server.baseUrl}/demand-insights?a=1`, '{"query":"x"}')).status).toBe(200);
    expect(seen).toEqual([{ path: "/demand-insights", query: { a: "1" }, body: { query: "x" }, raw: '{"query":"x"}' }]);
  });

  it("sends a function's own URL to it, without its name", async () => {
    await post(`${server.functionsUrl}/demandInsights?a=1`, "{}");
    await post(`${server.functionsUrl}/demandInsights/`, "{}");
    await post(`${server.functionsUrl}/demandInsights/deeper`, "{}");
    expect(seen.map(({ path, query }) => [path, query])).toEqual([["/", { a: "1" }], ["/", {}], ["/deeper", {}]]);
  });

  it("parses bodies as the framework does", async () => {
    await post(`${server.baseUrl}/demand-insights`, "a=1&b[c]=2", "application/x-www-form-urlencoded");
    await post(`${server.baseUrl}/demand-insights`, "plain", "text/plain");
    await fetch(`${server.baseUrl}/demand-insights`);
    expect(seen.map(({ body }) => body)).toEqual([{ a: "1", b: { c: "2" } }, "plain", undefined]);
  });
});

describe("refusals", () => {
  it("answers 404 where neither a file nor a function is", async () => {
    expect((await fetch(`${server.baseUrl}/nothing`)).status).toBe(404);
    expect((await fetch(`${server.functionsUrl}/nothing`)).status).toBe(404);
    expect((await post(`${server.baseUrl}/x402Feedback`, "{}")).status).toBe(404);
    expect(seen).toEqual([]);
  });

  it("lets the framework's parser refuse broken JSON before any handler", async () => {
    const response = await post(`${server.baseUrl}/demand-insights`, "{");
    expect([response.status, response.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    expect(seen).toEqual([]);
  });
});
