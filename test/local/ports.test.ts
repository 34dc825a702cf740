import { createServer, type Server } from "node:net";
import { freePort } from "../../local/ports";

const servers: Server[] = [];

function listen(port: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

describe("happy", () => {
  it("gives the preferred port when it is free", async () => {
    const preferred = await freePort();
    expect(await freePort(preferred)).toBe(preferred);
  });

  it("steps over a port in use and over those that were given away already", async () => {
    const used = await listen(0);
    const first = await freePort(used);
    expect(first).toBeGreaterThan(used);
    expect(await freePort(used, new Set([first]))).toBeGreaterThan(first);
  });
});

describe("refusals", () => {
  it("says so when no port is left", async () => {
    await expect(freePort(65_535, new Set([65_535]))).rejects.toThrow("no port from 65535 upwards is free");
  });
});
