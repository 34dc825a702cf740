import { Firestore } from "@google-cloud/firestore";

/** What the paid endpoints look for before they quote; enough of it for a quote. */
export async function publishStock(firestoreHost: string, projectId: string): Promise<void> {
  // Not by FIRESTORE_EMULATOR_HOST, which would lead later parts of the bench to this emulator.
  const db = new Firestore({
    projectId,
    host: firestoreHost,
    ssl: false,
    customHeaders: { Authorization: "Bearer owner" },
  });
  for (const kind of ["chats", "goals"]) {
    await db.doc(`datasets/${kind}`).set({ kind, dataHash: `sha256:${"ab".repeat(32)}`, count: 1, publishedAt: 1 });
  }
  const reports = [{ id: "bench", from: "2026-01-01", to: "2026-02-01" }];
  await db
    .doc("analytics/catalogue")
    .set({ reports, values: '{"country":{},"category":{},"industry":{}}', publishedAt: 1 });
  await db.terminate();
}
