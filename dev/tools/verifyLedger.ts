import {
  FieldPath,
  type CollectionReference,
  type Firestore,
  type QueryDocumentSnapshot,
} from "@google-cloud/firestore";
import { rowName, ROWS } from "../../functions/src/adapters/firestore/ledger/ledger";
import { finalPaymentIn, PAYMENTS, firestorePayments } from "../../functions/src/adapters/firestore/payments/payments";
import { allOf } from "../../functions/src/adapters/firestore/reading";
import { pathOf, readSums, SUMS_IN, sumsAt } from "../../functions/src/adapters/firestore/sumDocument";
import { firestoreProjections } from "../../functions/src/adapters/firestore/indexing/projections";
import { TASKS } from "../../functions/src/adapters/firestore/tasks/taskDocument";
import type { AccountingRow } from "../../functions/src/domain/accounting/row";
import { accountingRows, paymentRows } from "../../functions/src/domain/accounting/rows";
import { totalsIn } from "../../functions/src/domain/accounting/totals";
import { Adding, difference, sum, type Increments } from "../../functions/src/domain/contribution";
import { addPromise, promiseOf } from "../../functions/src/domain/market";
import type { Task } from "../../functions/src/domain/task/task";
import { taskName, type TaskEvent } from "../../functions/src/domain/task/events";
import { metadataHash, type TaskMetadata } from "../../functions/src/domain/task/metadata";
import { applyAll } from "../../functions/src/domain/task/applyEvent";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import { chainMoney, type ChainMoney } from "./chainMoney";
import { inboundTransfers, unpostedFaults, type ChainParts } from "./inbound";
import { disagreements, type Compared } from "./moneyCheck";
import { paymentFaults } from "./paymentCheck";

export interface VerifyParts extends ChainParts {
  readonly db: Firestore;
}

export interface Verification {
  /** What was compared, in sentences. */
  readonly compared: readonly string[];
  /** Every row, sum or balance that is not as the chain has it; none where all is well. */
  readonly faults: readonly string[];
}

const PAGE = 500;
/** Under which the promise of all tasks is added up; stored by category. */
const PROMISE = "market/all";
const PROMISE_FIELDS = ["decided", "decidedInTime", "bySilenceHigh", "bySilenceLow"];

/**
 * Compares the ledger with the chain, read again (invariant X4): every row with the final event that it is derived
 * from, and each such event with its rows; their sums with what the token says it moved, and with the deployments'
 * balances; the totals with the rows; the market's promise with the tasks, which have to keep it; paid answers with their transfers, and each transfer to a recipient with its
 * payment.
 *
 * Tasks and final payments that wait to be posted are left out. Nothing is written.
 */
export async function verifyLedger(parts: VerifyParts): Promise<Verification> {
  const { db, escrow, nodes } = parts;
  const compared: string[] = [];
  const faults: string[] = [];
  const stored = new Map((await everything(ROWS.in(db))).map((doc) => [doc.id, doc.data()]));
  const { titles, waiting } = await beside(db);
  const expected = new Map<string, AccountingRow>();
  const promise = new Adding();

  for (const contract of Object.keys(escrow.addresses) as ContractName[]) {
    const cursor = await firestoreProjections(db).cursor(contract);
    if (!cursor) {
      for (const [name, row] of stored) if (row.contract === contract) stored.delete(name);
      compared.push(`${contract}: not compared, because the indexer has not run yet`);
      continue;
    }
    const upTo = cursor.finalBlock;
    const money = await chainMoney(contract, upTo, { escrow, nodes });
    const tasks = tasksOf(money);
    const rows = rowsOf(tasks, titles);
    for (const task of tasks) promiseFaults(task, faults);
    for (const task of tasks) addPromise(promise, PROMISE, task);
    const checked: Compared = { contract, address: escrow.addresses[contract], token: escrow.token, upTo, money, rows };
    faults.push(...(await disagreements(checked, nodes)));
    for (const row of rows) if (!waiting.has(nameOf(row))) expected.set(rowName(row), row);
    for (const [name, row] of stored)
      if (row.contract === contract && (row.blockNumber > upTo || waiting.has(nameOf(row)))) stored.delete(name);
    compared.push(
      `${contract}: blocks ${escrow.fromBlock} to ${upTo}, ${money.events.length} events of ${tasks.length} tasks, ${money.moves.length} movements of the token`,
    );
  }

  const final = (await everything(PAYMENTS.in(db))).filter((doc) => finalPaymentIn(doc.data()) !== null);
  const booked = final.filter((doc) => doc.get("unbooked") !== true);
  const payments = booked.map((doc) => finalPaymentIn(doc.data())).filter((payment) => payment !== null);
  faults.push(...(await paymentFaults(payments, nodes)));
  for (const row of payments.flatMap(paymentRows)) expected.set(rowName(row), row);
  const inbound = await inboundTransfers(parts);
  faults.push(...unpostedFaults(inbound, await firestorePayments(db).stored()));
  compared.push(
    `paid answers: ${payments.length} final payments, ${inbound.transfers.length} transfers to the recipients${leftOut(final.length - booked.length, "payments")}`,
  );

  faults.push(...rowFaults(stored, expected));
  compared.push(
    `ledger: ${expected.size} rows by the chain, ${stored.size} rows stored${leftOut(waiting.size, "tasks")}`,
  );
  if (waiting.size === 0) {
    const totals = await everything(db.collection(SUMS_IN.totals));
    const said = new Map(totals.map((doc) => [sumsAt(doc.ref.path), readSums(doc)]));
    for (const [sums, fields] of difference(sum([said]), totalsIn([...stored.values()]))) {
      for (const [name, amount] of fields) faults.push(`totals: ${pathOf(sums)} ${name} is off by ${-amount}`);
    }
    compared.push(`totals: ${totals.length} documents`);
    const market = (await everything(db.collection(SUMS_IN.market))).map(
      (doc): Increments => new Map([[PROMISE, readSums(doc)]]),
    );
    const off = difference(sum(market), promise.total()).get(PROMISE) ?? new Map<string, number>();
    for (const name of PROMISE_FIELDS) {
      const amount = off.get(name) ?? 0;
      if (amount !== 0) faults.push(`market: ${name} is off by ${-amount}`);
    }
    const decided = promise.total().get(PROMISE)?.get("decided") ?? 0;
    compared.push(`promise: ${decided} decided works`);
  }
  return { compared, faults };
}

function leftOut(count: number, what: string): string {
  return count > 0 ? `; ${count} ${what} that wait to be posted are left out` : "";
}

/** The tasks by the chain's word alone. */
function tasksOf({ events }: ChainMoney): Task[] {
  const byTask = new Map<string, TaskEvent[]>();
  for (const event of events) byTask.set(taskName(event), [...(byTask.get(taskName(event)) ?? []), event]);
  return [...byTask.values()].map((history) => applyAll(null, history)).filter((task) => task !== null);
}

/** The promise that the market makes: work is decided by its deadline, and no party gains by its own silence. */
function promiseFaults(task: Task, faults: string[]): void {
  const { isDecided, isInTime, bySilenceUsdcUnits } = promiseOf(task);
  if (isDecided && !isInTime) faults.push(`${taskName(task)}: submitted work was not decided by its deadline`);
  if (bySilenceUsdcUnits > 0n)
    faults.push(`${taskName(task)}: ${bySilenceUsdcUnits} base units went to a party by its own silence`);
}

/** The rows by the chain's word alone, with the titles that fit. */
function rowsOf(tasks: readonly Task[], titles: ReadonlyMap<string, TaskMetadata>): AccountingRow[] {
  return tasks.flatMap((task) => {
    const metadata = titles.get(taskName(task)) ?? null;
    const fits = metadata !== null && metadataHash(metadata) === task.metadataHash;
    return accountingRows({ task, metadata: fits ? metadata : null, interestCount: 0 });
  });
}

/** What only the database knows, not the chain: metadata, and which tasks wait to be posted. */
async function beside(db: Firestore) {
  const titles = new Map<string, TaskMetadata>();
  const waiting = new Set<string>();
  for (const doc of await everything(TASKS.in(db))) {
    const { metadata } = doc.data();
    if (metadata) titles.set(doc.id, metadata);
    if (doc.get("unbooked") === true) waiting.add(doc.id);
  }
  return { titles, waiting };
}

function nameOf({ contract, taskId }: AccountingRow): string {
  return contract === null || taskId === null ? "" : taskName({ contract, taskId });
}

function rowFaults(stored: ReadonlyMap<string, AccountingRow>, expected: ReadonlyMap<string, AccountingRow>): string[] {
  const faults: string[] = [];
  for (const [name, row] of expected) {
    const found = stored.get(name);
    if (!found) faults.push(`missing row ${name}: the chain says ${told(row)}`);
    else if (told(found) !== told(row))
      faults.push(`wrong row ${name}: stored ${told(found)}, the chain says ${told(row)}`);
  }
  for (const [name, row] of stored)
    if (!expected.has(name)) faults.push(`row ${name} has no event on the chain: stored ${told(row)}`);
  return faults;
}

function told(row: AccountingRow): string {
  const fields = ROWS.toFirestore(row);
  return JSON.stringify(
    Object.fromEntries(
      Object.keys(fields)
        .sort()
        .map((name) => [name, fields[name] as unknown]),
    ),
  );
}

async function everything<T>(collection: CollectionReference<T>): Promise<QueryDocumentSnapshot<T>[]> {
  const all: QueryDocumentSnapshot<T>[] = [];
  for await (const doc of allOf(collection.orderBy(FieldPath.documentId()), PAGE)) all.push(doc);
  return all;
}
