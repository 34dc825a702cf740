import type { Firestore } from "@google-cloud/firestore";
import { firestoreLedgerWriter } from "../../functions/src/adapters/firestore/ledger/ledgerWriter";
import { firestoreProjections } from "../../functions/src/adapters/firestore/indexing/projections";
import { canonicalJson } from "../../functions/src/domain/canonical";
import { finalize } from "../../functions/src/domain/task/projection";
import { postLedger, type LedgerReport } from "../../functions/src/application/ledger";
import type { Life } from "./tasks/randomLife";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** One run of the job. */
export function runLedgerJob(db: Firestore, maxSteps?: number): Promise<LedgerReport> {
  return postLedger({ ledgerWriter: firestoreLedgerWriter(db), log: SILENT }, maxSteps);
}

/** Runs until everything is posted. */
export async function postAll(db: Firestore): Promise<void> {
  for (let run = 0; run < 50; run++) if ((await runLedgerJob(db)).complete) return;
  throw new Error("the ledger does not come to an end");
}

/** Makes the first events of a life final. */
export async function becomesFinal(db: Firestore, { key, events }: Life, count: number): Promise<void> {
  const final = events.slice(0, count);
  const last = final.at(-1);
  if (!last) return;
  const stretch = { fromBlock: 0n, toBlock: last.at.blockNumber, events: final };
  await firestoreProjections(db).change([key], (projection) => finalize(projection, stretch).projection);
}

/** Every document of the ledger by its path, as canonical JSON. */
export async function ledgerOf(db: Firestore): Promise<Readonly<Record<string, string>>> {
  const state = await db.doc("books/state").get();
  const sums = (state.get("collections") as string[] | undefined) ?? [];
  const written: Record<string, string> = {};
  for (const collection of ["ledger", "bookings", ...sums]) {
    for (const doc of (await db.collection(collection).get()).docs) {
      const data: unknown = sums.includes(collection) ? doc.get("sums") : doc.data();
      if (data !== undefined) written[doc.ref.path] = canonicalJson(data);
    }
  }
  return written;
}
