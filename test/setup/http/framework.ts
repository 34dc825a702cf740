import type { IncomingMessage, ServerResponse } from "node:http";
import { http, type HttpFunction } from "@google-cloud/functions-framework";
import { getTestServer } from "@google-cloud/functions-framework/testing";
import type { Handlers } from "./server";

/** Functions behind the functions framework and its body parsers, as they are deployed. */
export function framed(handlers: Handlers): Handlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => {
      http(name, handler as unknown as HttpFunction);
      const server = getTestServer(name);
      return [
        name,
        (request: IncomingMessage, response: ServerResponse) => void server.emit("request", request, response),
      ];
    }),
  );
}
