import { onRequest, type HttpsFunction } from "firebase-functions/v2/https";
import { discovering, MEMORY, REGION, SCALE, secrets } from "./deploy";
import type { Endpoint } from "./http/endpoint";
import { guardSyntax } from "./http/malformed";
import { readSettings } from "./settings";
import { handlerOf } from "./wire";

/** The endpoints of one path as a deployable function. It refuses to start where a setting is wrong. */
export function httpFunction(endpoints: readonly Endpoint[]): HttpsFunction {
  const paid = endpoints.some(({ auth }) => auth.kind === "paid");
  const options = {
    region: REGION,
    ...SCALE,
    memory: paid ? MEMORY.answers : MEMORY.small,
    timeoutSeconds: 60,
    secrets,
    // Anybody may call; the service itself decides what they get.
    invoker: "public" as const,
  };
  if (discovering) return onRequest(options, () => undefined);
  const settings = readSettings(process.env);
  guardSyntax(settings.baseUrl);
  return onRequest(options, handlerOf(endpoints, settings));
}
