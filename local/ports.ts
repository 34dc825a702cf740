import { createServer } from "node:net";

const HOST = "127.0.0.1";

/**
 * Gives a port that nobody listens on: the preferred one, or the next free one above it that is not in `taken`;
 * without a preference, any.
 */
export async function freePort(preferred = 0, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let port = preferred; port < 65_536; port++) {
    if (taken.has(port)) continue;
    const bound = await tryPort(port);
    if (bound !== undefined) return bound;
  }
  throw new Error(`no port from ${preferred} upwards is free`);
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, HOST, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : undefined));
    });
  });
}
