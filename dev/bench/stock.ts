import { benchFirestore } from "./firestore";

/** What the paid endpoints look for before they quote; enough of it for a quote. */
export async function publishStock(firestoreHost: string, projectId: string): Promise<void> {
  const { db, close } = benchFirestore(firestoreHost, projectId);
  for (const kind of ["chats", "goals"]) {
    await db.doc(`datasets/${kind}`).set({ kind, dataHash: `sha256:${"ab".repeat(32)}`, count: 1, publishedAt: 1 });
  }
  const reports = [{ id: "bench", from: "2026-01-01", to: "2026-02-01" }];
  await db
    .doc("analytics/catalogue")
    .set({ reports, values: '{"country":{},"category":{},"industry":{}}', publishedAt: 1 });
  await close();
}
