import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Hands every request of this process straight to `handler`, past what the server was made with.
 *
 * The framework puts an Express application with five body parsers before a function. This service uses nothing of
 * it, and all of it costs several times what a quote does. Only for a process that serves nothing but this function:
 * the emulator's has routes of its own.
 */
export function serveDirectly(handler: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>): void {
  const taken = new WeakSet<Server>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    // Every refusal is an answer; what is thrown all the same must not take the other requests of the instance with it.
    Promise.resolve(handler(request, response)).catch(() => response.destroy());
  };
  // Node announces a request before its server's listeners get it, so the first one comes this way too.
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (taken.has(server)) return;
    taken.add(server);
    server.removeAllListeners("request").on("request", listener);
  });
}
