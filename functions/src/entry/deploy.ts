/** What the functions are deployed with, and the settings that deploying asks for. */
import { defineSecret, defineString } from "firebase-functions/params";
import { SETTINGS } from "../settings/table";

/** Where the functions run; the rewrites in firebase.json are generated with it. */
export const REGION = "us-central1";

/** 512 MiB hold a dataset of 100,000 records, or the fonts of statements, beside the rest; other functions need half. */
export const MEMORY = { answers: "512MiB", files: "512MiB", small: "256MiB" } as const;

/** Requests that one instance serves at a time, and instances at the most. */
export const SCALE = { concurrency: 80, maxInstances: 20 } as const;

/** How long a request may take. */
export const TIMEOUT_SECONDS = 60;

/** Files are made with rows of up to 10 MB in memory, and as long as a slow reader takes them. */
export const FILES_AT_A_TIME = 10;

/** True while the Firebase CLI reads what there is to deploy: no setting has a value then. */
export const discovering = process.env["FUNCTIONS_CONTROL_API"] === "true";

/** The settings that live in Secret Manager. */
export const secrets = Object.entries(SETTINGS)
  .filter(([, row]) => "secret" in row)
  .map(([name]) => defineSecret(name));

for (const [name, row] of Object.entries(SETTINGS)) {
  if ("secret" in row) continue;
  defineString(name, { description: row.rule, ...("default" in row && { default: row.default }) });
}
