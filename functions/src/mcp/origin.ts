import type { IncomingMessage } from "node:http";
import { refuse } from "../domain/errors";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Refuses `forbidden_origin` where a page that a browser holds must not speak to this server (MCP,
 * basic/transports, against DNS rebinding).
 *
 * A service on the machine itself answers only pages of that machine, under its own name: a name that
 * somebody else controls may lead to it too. A public service answers any page, as all its endpoints
 * do: no cookie and no network's trust stands behind a request, and a token only goes where its
 * owner sends it. What is no origin at all is refused by both.
 */
export function originGuard(baseUrl: string): (request: IncomingMessage) => void {
  const local = LOOPBACK.test(new URL(baseUrl).hostname);
  return ({ headers: { origin, host } }) => {
    if (local && !isLoopback(`http://${host ?? ""}`))
      refuse("forbidden_origin", "This service runs on your machine: call it by its loopback address.");
    if (origin === undefined || (origin === "null" && !local)) return;
    if (!URL.canParse(origin) || (local && !isLoopback(origin)))
      refuse("forbidden_origin", "A page of this origin may not call this service.");
  };
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}
