import { firestoreLedger, rowName, ROWS } from "../../../../functions/src/adapters/firestore/ledger/ledger";
import type { RowFilters } from "../../../../functions/src/domain/accounting/totals";
import { rowKey, type AccountingRow } from "../../../../functions/src/domain/accounting/row";
import { countFirestore } from "../../../setup/database/countFirestore";
import { account, hash } from "../../../setup/paying/evidence";
import { testFirestore } from "../../../setup/firestore";

const { db } = testFirestore();
const ledger = firestoreLedger(db);
const count = countFirestore(db);
const ALL: RowFilters = { fromDay: null, toDay: null, role: null, type: null, contract: null };
const OWNER = account(1);
/** Unix seconds of 2026-11-01. */
const START = 1_793_491_200;
const COUNT = 620;

const row = (at: number, changes: Partial<AccountingRow> = {}): AccountingRow => ({
  wallet: OWNER,
  movedAt: START + 600 * at,
  settledAt: at % 7 ? START + 600 * at : null,
  settledTxHash: at % 7 ? hash(at % 250) : null,
  contract: at % 2 ? "human" : "agent-fast",
  taskId: BigInt(at % 5),
  title: "=1+1",
  role: at % 3 ? "poster" : "worker",
  type: "reward",
  direction: "in",
  grossUsdcUnits: 2n ** 60n,
  feeUsdcUnits: 1n,
  netUsdcUnits: 2n ** 60n - 1n,
  counterparty: null,
  txHash: hash(at % 250),
  blockNumber: BigInt(1_000 + at),
  logIndex: at % 7,
  ...changes,
});
const rows = Array.from({ length: COUNT }, (_, at) => row(at));

beforeAll(async () => {
  const writer = db.bulkWriter();
  for (const one of [...rows, row(3, { wallet: account(2) })]) void writer.set(ROWS.in(db).doc(rowName(one)), one);
  await writer.close();
});

async function streamed(filters: Partial<RowFilters>, after: string | null = null): Promise<AccountingRow[]> {
  const found: AccountingRow[] = [];
  for await (const one of ledger.stream(OWNER, { ...ALL, ...filters }, after)) found.push(one);
  return found;
}

describe("happy", () => {
  it("gives a row back as it was, to the unit", async () => {
    const [first] = rows;
    if (!first) throw new Error("a row");
    expect((await ROWS.in(db).doc(rowName(first)).get()).data()).toEqual(first);
    const answer = row(1, { contract: null, taskId: null, type: "paid_answer", title: null });
    await ROWS.in(db)
      .doc("answer")
      .set({ ...answer, wallet: account(3) });
    expect((await ledger.page(account(3), ALL, 5, null)).items).toEqual([{ ...answer, wallet: account(3) }]);
  });

  it("streams all rows of one wallet, the oldest first, once each, and only so many at a time as are read", async () => {
    expect(await streamed({})).toEqual(rows);
    count.reset();
    for await (const one of ledger.stream(OWNER, ALL)) if (one) break;
    expect(count.documentsRead).toBe(300);
  });

  it("streams on from any row, under any filter", async () => {
    const [, , third] = rows;
    if (!third) throw new Error("three rows");
    expect(await streamed({}, rowKey(third))).toEqual(rows.slice(3));
    expect(await streamed({ contract: "human", role: "poster", fromDay: "2026-11-02", toDay: "2026-11-03" })).toEqual(
      rows.filter(
        (one) =>
          one.contract === "human" &&
          one.role === "poster" &&
          one.movedAt >= START + 86_400 &&
          one.movedAt < START + 3 * 86_400,
      ),
    );
  });

  it("gives the rows of one task, under the filters", async () => {
    const of = (contract: string) => rows.filter((one) => one.contract === contract && one.taskId === 4n);
    expect(await ledger.ofTask(OWNER, { contract: "human", taskId: 4n }, ALL)).toEqual(of("human"));
    expect(await ledger.ofTask(OWNER, { contract: "human", taskId: 4n }, { ...ALL, contract: "agent-fast" })).toEqual(
      [],
    );
    expect(await ledger.ofTask(OWNER, { contract: "agent-fast", taskId: 4n }, { ...ALL, role: "worker" })).toEqual(
      of("agent-fast").filter(({ role }) => role === "worker"),
    );
  });
});
