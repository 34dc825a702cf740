import path from "node:path";
import { serveInProcess } from "./processes";

const HANDLERS = path.join(__dirname, "echoHandlers.ts");

describe("happy", () => {
  it("serves in another process, with its own settings", async () => {
    const server = await serveInProcess(HANDLERS, { ECHO_SETTING: "two" });
    const answers = await Promise.all(
      [`${server.baseUrl}/demand-insights`, `${server.functionsUrl}/demandInsights`].map(async (url) =>
        (await fetch(url, { method: "POST", body: '{"a":1}', headers: { "content-type": "application/json" } })).json(),
      ),
    );
    for (const answer of answers) expect(answer).toMatchObject({ pid: server.pid, setting: "two", body: { a: 1 } });
    expect(server.pid).not.toBe(process.pid);
    await server.close();
    await expect(fetch(server.baseUrl)).rejects.toThrow("fetch failed");
  });
});

describe("faults", () => {
  it("crashes in the middle of a request", async () => {
    const server = await serveInProcess(HANDLERS);
    const request = fetch(`${server.baseUrl}/x402Feedback`, { method: "POST" });
    const lost = expect(request).rejects.toThrow("fetch failed");
    await server.crash();
    await lost;
  });

  it("shows why a module could not be served", async () => {
    await expect(serveInProcess("/nowhere/handlers.ts")).rejects.toThrow(/Could not resolve/);
  });
});
