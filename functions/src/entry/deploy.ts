/** Deploy options of the functions, and the settings that a deploy prompts for. */
import { defineSecret, defineString } from "firebase-functions/params";
import { SETTINGS } from "../settings/table";

/** Where the functions run; the rewrites in firebase.json are generated with it. */
export const REGION = "us-central1";

/** 512 MiB are enough for a dataset of 100,000 records or the fonts of statements; other functions need half. */
export const MEMORY = { answers: "512MiB", files: "512MiB", small: "256MiB" } as const;

/** Concurrent requests per instance, and the maximum number of instances. */
export const SCALE = { concurrency: 80, maxInstances: 20 } as const;

/**
 * Answers are computed one after another in an instance, and have 7.5 s to wait for their turn. Over 100,000 records half
 * of them take more than 0.03 s of processor time, one in twenty more than 0.17 s, and the longest 0.5 s (247 questions of
 * each of two datasets; docs/figures.md): the last of 20 waits for about 1 s, and for 3.4 s if all are as slow as one in
 * twenty; the last of 80 would wait for about 4 s and for 14 s.
 */
export const ANSWERS_AT_A_TIME = 20;

/** How long a request may take. */
export const TIMEOUT_SECONDS = 60;

/** Building a file keeps up to 10 MB of rows in memory while a slow client reads it. */
export const FILES_AT_A_TIME = 10;

/** True while the Firebase CLI discovers the functions: settings have no values then. */
export const discovering = process.env["FUNCTIONS_CONTROL_API"] === "true";

/** The settings that live in Secret Manager. */
export const secrets = Object.entries(SETTINGS)
  .filter(([, row]) => "secret" in row)
  .map(([name]) => defineSecret(name));

for (const [name, row] of Object.entries(SETTINGS)) {
  if ("secret" in row) continue;
  defineString(name, { description: row.rule, ...("default" in row && { default: row.default }) });
}
