import { FieldPath, type Firestore } from "@google-cloud/firestore";
import { firestoreLedgerWriter } from "../../functions/src/adapters/firestore/ledger/ledgerWriter";
import { firestoreContentStore } from "../../functions/src/adapters/firestore/tasks/contentStore";
import { firestoreProjections } from "../../functions/src/adapters/firestore/indexing/projections";
import { recountWallets, relistTasks } from "../../functions/src/adapters/firestore/indexing/repairs";
import { projectionFields, TASKS } from "../../functions/src/adapters/firestore/tasks/taskDocument";
import { firestoreWithdrawals } from "../../functions/src/adapters/firestore/credits/withdrawals";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import type { TaskKey } from "../../functions/src/domain/task/events";
import { EMPTY_PROJECTION } from "../../functions/src/domain/task/projection";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import { postLedger, type LedgerReport } from "../../functions/src/application/ledger";
import { indexer } from "../../functions/src/application/tasks/indexing/indexer";
import type { Escrow } from "../../functions/src/ports/escrow";
import type { Log } from "../../functions/src/ports/log";
import { restorePayments, type ChainParts } from "./inbound";

export interface RebuildParts {
  readonly db: Firestore;
  /** Null if tasks and payments match the chain and only the ledger is rebuilt. */
  readonly chain: ChainParts | null;
  readonly say: (line: string) => void;
}

const PAGE = 300;

/** Rebuilds the ledger and the counters from the tasks, which are first rebuilt from the chain if it is given. */
export async function rebuildLedger({ db, chain, say }: RebuildParts): Promise<Omit<LedgerReport, "complete">> {
  const log: Log = {
    info: () => {},
    warn: (event, fields) => say(`${event} ${JSON.stringify(fields)}`),
    error: (event, fields) => say(`${event} ${JSON.stringify(fields)}`),
  };
  if (chain) {
    await readAgain(db, chain.escrow, log, say);
    say(`${await restorePayments(db, chain)} payments restored`);
  }
  say(`${await relistTasks(db)} tasks listed`);
  say(`${await recountWallets(db)} wallets counted`);
  const store = firestoreLedgerWriter(db);
  await store.requireClearing();
  const all = { tasks: 0, payments: 0, left: 0 };
  for (;;) {
    const report = await postLedger({ ledgerWriter: store, log });
    all.tasks += report.tasks;
    all.payments += report.payments;
    all.left = report.left;
    if (report.complete) return all;
    say(`${all.tasks} tasks, ${all.payments} payments`);
  }
}

/** Every task is what the chain's events say, read from the first one on. */
async function readAgain(db: Firestore, escrow: Escrow, log: Log, say: (line: string) => void): Promise<void> {
  const pages = db.collection(TASKS.path).orderBy(FieldPath.documentId()).select().limit(PAGE);
  for (let query = pages; ;) {
    const { docs } = await query.get();
    const last = docs.at(-1);
    if (!last) break;
    const batch = db.batch();
    for (const { ref } of docs) batch.update(ref, projectionFields(keyIn(ref.id), EMPTY_PROJECTION));
    await batch.commit();
    query = pages.startAfter(last.id);
  }
  for (const contract of Object.keys(escrow.addresses) as ContractName[])
    await db.collection("indexer").doc(contract).delete();
  const parts = {
    projections: firestoreProjections(db),
    contentStore: firestoreContentStore(db, () => firestoreTasks(db)),
    tasks: firestoreTasks(db),
    withdrawals: firestoreWithdrawals(db),
    escrow,
    log,
  };
  for (;;) {
    const reports = await indexer(parts);
    for (const { contract, lastBlock, finalized: settled, broken } of reports)
      say(`${contract}: up to block ${lastBlock}, ${settled} final events, ${broken} broken`);
    if (reports.every(({ complete }) => complete)) return;
  }
}

function keyIn(name: string): TaskKey {
  const cut = name.lastIndexOf("-");
  return { contract: name.slice(0, cut) as ContractName, taskId: BigInt(name.slice(cut + 1)) };
}
