import { type Handlers, serve } from "./server";

/** What a module that `serveInProcess` serves exports. */
export interface ServedModule {
  default: Handlers | (() => Handlers | Promise<Handlers>);
}

/** The program that `serveInProcess` starts: serves what a module exports. */
export async function serveModule({ default: exported }: ServedModule): Promise<void> {
  const handlers = typeof exported === "function" ? await exported() : exported;
  const { baseUrl, functionsUrl } = await serve(handlers);
  process.stdout.write(`serving ${baseUrl} ${functionsUrl}\n`);
}
