import path from "node:path";
import { Firestore } from "@google-cloud/firestore";
import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import { importDataset } from "../tools/importDataset";
import { PROJECT } from "./firebase";
import { loadSampleReports } from "./sampleReports";

const SAMPLE = {
  chats: path.join(__dirname, "sample", "chats.jsonl"),
  goals: path.join(__dirname, "sample", "goals.csv"),
};

/** What is stated of the samples. */
export const STATED = {
  licence: null,
  source: "Sample questions, written for this demonstration",
  period: null,
  languages: null,
};

/** An emulator's database, opened as a server, to which security rules do not apply; the emulator has one per project. */
export function emulatorDatabase(host: string, projectId = PROJECT): Firestore {
  // Don't look for cloud credentials.
  process.env["METADATA_SERVER_DETECTION"] ??= "none";
  return new Firestore({ projectId, host, ssl: false, customHeaders: { Authorization: "Bearer owner" } });
}

/** Publishes the sample datasets and reports in an emulator. */
export async function loadSample(host: string, projectId = PROJECT): Promise<void> {
  const db = emulatorDatabase(host, projectId);
  try {
    const snapshots = firestoreSnapshots(db);
    for (const kind of ["chats", "goals"] as const) {
      await importDataset({
        kind,
        file: SAMPLE[kind],
        snapshots,
        now: Date.now,
        progress: () => {},
        stated: STATED,
      });
    }
    await loadSampleReports(db, Date.now());
  } finally {
    await db.terminate();
  }
}
