import { type Handlers, serve } from "./server";

/** The program that `serveInProcess` starts: serves what the module named on the command line exports. */
async function main(module: string): Promise<void> {
  const loaded = (await import(module)) as { default: Handlers | (() => Handlers | Promise<Handlers>) };
  const exported = loaded.default;
  const handlers = typeof exported === "function" ? await exported() : exported;
  const { baseUrl, functionsUrl } = await serve(handlers);
  process.stdout.write(`serving ${baseUrl} ${functionsUrl}\n`);
}

void main(process.argv[2] ?? "");
