import { Firestore } from "@google-cloud/firestore";

/** The project's database, or the emulator that FIRESTORE_EMULATOR_HOST names. */
export function openFirestore(): Firestore {
  const projectId = process.env["GCLOUD_PROJECT"] ?? process.env["GOOGLE_CLOUD_PROJECT"];
  return new Firestore({ ...(projectId && { projectId }), ignoreUndefinedProperties: true });
}
