import type { IncomingMessage } from "node:http";
import { refuse } from "../domain/errors";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Refuses `forbidden_origin` for browser pages that may not call this server (MCP, basic/transports: protection against
 * DNS rebinding).
 *
 * A local service accepts only pages of the same machine under its own name, because a foreign name may also resolve to
 * it. A public service accepts any page, like all its endpoints: requests rely on neither cookies nor network trust,
 * and a token only goes where its owner sends it. Both refuse malformed origins.
 */
export function originGuard(baseUrl: string): (request: IncomingMessage) => void {
  const local = LOOPBACK.test(new URL(baseUrl).hostname);
  return ({ headers: { origin, host } }) => {
    if (local && !isLoopback(`http://${host ?? ""}`))
      refuse("forbidden_origin", "This service runs on your machine: call it by its loopback address.");
    if (origin === undefined || (origin === "null" && !local)) return;
    if (!URL.canParse(origin) || (local && !isLoopback(origin)))
      refuse("forbidden_origin", "Pages of this origin may not call this service. Call it from the page's server.");
  };
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}
