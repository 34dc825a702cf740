import { createServer, type Server } from "node:net";
import { freePort, takeSlot } from "../../../dev/local/ports";

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

describe("faults", () => {
  it("keeps stacks that start at the same time apart, and gives a slot again when its stack is gone", async () => {
    const [first, second] = await Promise.all([takeSlot(), takeSlot()]);
    expect(first.index).not.toBe(second.index);
    const least = Math.min(first.index, second.index);
    await Promise.all([first.close(), second.close()]);
    const again = await takeSlot();
    expect(again.index).toBeLessThanOrEqual(least);
    await again.close();
  });
});

describe("refusals", () => {
  it("says so when no port is left", async () => {
    await expect(freePort(65_535, new Set([65_535]))).rejects.toThrow("no port from 65535 upwards is free");
  });
});
