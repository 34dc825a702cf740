import { defineSecret, defineString } from "firebase-functions/params";
import { onRequest, type HttpsFunction, type HttpsOptions } from "firebase-functions/v2/https";
import { guardBodies } from "./http/body";
import type { Endpoint } from "./http/endpoint";
import { readSettings, SETTINGS } from "./settings";
import { handlerOf } from "./wire";

/** Where the functions run; the rewrites in firebase.json are generated with it. */
export const REGION = "us-central1";

/** What every function is deployed with. */
const COMMON: HttpsOptions = {
  region: REGION,
  // Anybody may call; the service itself decides what they get.
  invoker: "public",
  concurrency: 80,
  maxInstances: 20,
  timeoutSeconds: 60,
};

/** 512 MiB hold a dataset of 100,000 records beside the rest; other functions need half. */
const MEMORY = { answers: "512MiB", small: "256MiB" } as const;

/** Deploying reads the settings' names from here: it asks for those that are missing. */
const secrets = Object.entries(SETTINGS)
  .filter(([, row]) => "secret" in row)
  .map(([name]) => defineSecret(name));
for (const [name, row] of Object.entries(SETTINGS)) {
  if ("secret" in row) continue;
  defineString(name, { description: row.rule, ...("default" in row && { default: row.default }) });
}

/** True while the Firebase CLI reads what there is to deploy: no setting has a value then. */
const discovering = process.env["FUNCTIONS_CONTROL_API"] === "true";

/** The endpoints of one path as a deployable function. It refuses to start where a setting is wrong. */
export function httpFunction(endpoints: readonly Endpoint[]): HttpsFunction {
  const memory = endpoints.some(({ auth }) => auth.kind === "paid") ? MEMORY.answers : MEMORY.small;
  const options: HttpsOptions = { ...COMMON, memory, secrets };
  if (discovering) return onRequest(options, () => undefined);
  guardBodies();
  return onRequest(options, handlerOf(endpoints, readSettings(process.env)));
}
