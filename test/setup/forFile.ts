import { createServer, type RequestListener, type Server } from "node:http";
import { addressOf, closeServer } from "./http/server";

interface Closable {
  close?: () => unknown;
}

const opened: Closable[] = [];

/**
 * Opens something before the first test of the file, or of the `describe` that it stands in, and closes it after the last,
 * what was opened last first. What this returns is used like the opened thing itself, from then on.
 */
export function forFile<T extends object>(open: () => Promise<T> | T): T {
  let one: T | undefined;
  beforeAll(async () => void opened.push((one = await open())));
  afterAll(async () => void (await opened.pop()?.close?.()));
  const it = () => {
    if (!one) throw new Error("It is opened before the first test, and not while the file is read.");
    return one;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const value: unknown = Reflect.get(it(), name, it());
      return typeof value === "function" ? (value.bind(it()) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(it(), name, value),
    has: (_, name) => Reflect.has(it(), name),
  });
}

const servers: Server[] = [];
afterAll(() => Promise.all(servers.map(closeServer)));

/** Serves on a free port until the file's last test is over, and gives the address. */
export function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  return addressOf(server);
}
