import { onRequest, type HttpsFunction } from "firebase-functions/v2/https";
import {
  ANSWERS_AT_A_TIME,
  discovering,
  FILES_AT_A_TIME,
  MEMORY,
  REGION,
  SCALE,
  secrets,
  TIMEOUT_SECONDS,
} from "./deploy";
import type { Endpoint } from "../http/endpoint";
import { mediaTypesOf } from "../schema/download";
import type { Settings } from "../settings";
import { readSettings } from "../settings/read";
import { handlerOf, logWarnings } from "./wire";

type Handler = ReturnType<typeof handlerOf>;

/** The endpoints of one path as a deployable function. */
export function httpFunction(endpoints: readonly Endpoint[]): HttpsFunction {
  const paid = endpoints.some(({ auth }) => auth.kind === "paid");
  const files = endpoints.some(({ output }) => mediaTypesOf(output) !== null);
  return requestFunction(files ? "files" : paid ? "answers" : "small", (settings) => handlerOf(endpoints, settings));
}

/** A request handler as a deployable function. It refuses to start if a setting is invalid. */
export function requestFunction(memory: keyof typeof MEMORY, handler: (settings: Settings) => Handler): HttpsFunction {
  const options = {
    region: REGION,
    ...SCALE,
    ...(memory === "files" && { concurrency: FILES_AT_A_TIME }),
    ...(memory === "answers" && { concurrency: ANSWERS_AT_A_TIME }),
    memory: MEMORY[memory],
    timeoutSeconds: TIMEOUT_SECONDS,
    secrets,
    // Publicly invocable; the service itself authorises requests.
    invoker: "public" as const,
  };
  if (discovering) return onRequest(options, () => undefined);
  const settings = readSettings(process.env);
  logWarnings(settings);
  return onRequest(options, handler(settings));
}
