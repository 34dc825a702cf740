import { connect, createServer, type Server } from "node:net";

const HOST = "127.0.0.1";
/** Below the ephemeral ports of operating systems. */
const FIRST_SLOT = 27_100;

/**
 * Returns a free port: the preferred one, or the next free one above it that is not in `taken`; without a preference,
 * any.
 */
export async function freePort(preferred = 0, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let port = preferred; port < 65_536; port++) {
    if (taken.has(port)) continue;
    const bound = await tryPort(port);
    if (bound !== undefined) return bound;
  }
  throw new Error(`no port from ${preferred} upwards is free`);
}

/** The place of one stack among those that run on this machine. */
export interface Slot {
  index: number;
  close(): Promise<void>;
}

/**
 * Takes the first slot that no other stack has. Between looking for a free port and using it another stack may look,
 * too; stacks that start at the same time therefore look in different places. A slot is reserved by listening, so it is
 * free again as soon as its process ends.
 */
export async function takeSlot(): Promise<Slot> {
  for (let index = 0; ; index++) {
    const server = await listen(FIRST_SLOT + index);
    if (!server) continue;
    server.unref();
    return { index, close: () => new Promise((resolve) => server.close(() => resolve())) };
  }
}

async function tryPort(port: number): Promise<number | undefined> {
  // macOS would let this address be taken beside a listener on all of them, as its AirPlay is on port 5000.
  if (port !== 0 && (await answers(port))) return undefined;
  const server = await listen(port);
  if (!server) return undefined;
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === "object" ? address.port : undefined;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, HOST, () => resolve(server));
  });
}
