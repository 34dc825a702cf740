import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import superstatic from "superstatic";

/** Functions by the names under which a deployment exports them. */
export type Handlers = Record<string, (request: never, response: never) => unknown>;

/** The whole service in one process, at the same URLs as the hosting and functions emulators give it. */
export interface TestServer {
  /** Where hosting answers: static files, then firebase.json's rewrites. */
  baseUrl: string;
  /** Where each function answers under its own name. */
  functionsUrl: string;
  close(): Promise<void>;
}

interface FunctionRewrite {
  function: string | { functionId: string };
}

const ROOT = path.join(__dirname, "../../..");
const FUNCTIONS_PATH = "/demo-mkt/us-central1";
const DIRECT = new RegExp(`^${FUNCTIONS_PATH}/([\\w-]+)(.*)$`);

/**
 * Serves the given functions without the functions framework, behind superstatic, the library that the hosting
 * emulator is made of; `framed` puts the framework before them. As there, a rewritten request keeps its whole path and a direct one loses
 * the function's name.
 */
export async function serve(handlers: Handlers, options: { port?: number } = {}): Promise<TestServer> {
  const functions = new Map(Object.entries(handlers).map(([name, handler]) => [name, listener(handler)]));
  const firebase = JSON.parse(readFileSync(path.join(ROOT, "firebase.json"), "utf8")) as { hosting: object };
  // Its published types require one object that is both request and response.
  const hosting = superstatic({
    config: firebase.hosting,
    cwd: ROOT,
    stack: "strict",
    fallthrough: false,
    ...{ provider: rememberingMisses(filesOf({ cwd: ROOT, ...firebase.hosting })) },
    rewriters: {
      function: async (rewrite: FunctionRewrite) => {
        const name = typeof rewrite.function === "string" ? rewrite.function : rewrite.function.functionId;
        return functions.get(name) ?? notDeployed(name);
      },
    },
  }) as unknown as (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

  // Idle connections stay open: closing one while a client sends its next request would abort that request.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const direct = DIRECT.exec(request.url ?? "");
    if (!direct) return hosting(request, response, () => notFound(response, "Not Found"));
    const [, name = "", rest = ""] = direct;
    request.url = rest.startsWith("/") ? rest : `/${rest}`;
    (functions.get(name) ?? notDeployed(name))(request, response);
  });
  const baseUrl = await addressOf(server, options.port);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closeServer(server));
  open.add(close);
  return { baseUrl, functionsUrl: baseUrl + FUNCTIONS_PATH, close };
}

type FileProvider = (request: IncomingMessage, pathname: string) => Promise<object | null>;
/** Hosting's own look for a file, which its types do not tell of. */
const filesOf = createRequire(__filename)("superstatic/lib/providers/fs") as (options: object) => FileProvider;

/** Looks for each file that is missing once: most requests are for functions, and would ask the disk for three files. */
function rememberingMisses(files: FileProvider): FileProvider {
  const missing = new Set<string>();
  return async (request, pathname) => {
    if (missing.has(pathname)) return null;
    const file = await files(request, pathname);
    if (!file) missing.add(pathname);
    return file;
  };
}

/** The servers of this test file, and the requests that their functions still process, answered or not. */
const open = new Set<() => Promise<void>>();
const working = new Set<Promise<unknown>>();

/** Closes every server of this test file, and waits for the requests in progress, including those of clients that disconnected. */
export async function closeServers(): Promise<void> {
  await Promise.all([...open].map((close) => close()));
  while (working.size > 0) await Promise.allSettled([...working]);
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function listener(handler: Handlers[string]): Listener {
  return (request, response) => {
    const work = (async () => handler(request as never, response as never))().catch(() => response.destroy());
    working.add(work);
    void work.finally(() => working.delete(work));
  };
}

function notDeployed(name: string): Listener {
  return (_request, response) => notFound(response, `no function ${name}`);
}

function notFound(response: ServerResponse, text: string): void {
  response.statusCode = 404;
  response.end(text);
}

/** Starts a server on this machine, on a free port if none is named, and gives its address. */
export async function addressOf(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stops a server at once, open connections included. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
