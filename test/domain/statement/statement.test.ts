import { rowKey, type AccountingRow } from "../../../functions/src/domain/accounting/row";
import { firstPart, MAX_ROWS } from "../../../functions/src/domain/statement/part";
import {
  beginsBehind,
  settlementsOf,
  balanceIn,
  dateOf,
  totalsOf,
  amountInWords,
  periodInWords,
  placesOf,
  selectionInWords,
  signedInWords,
} from "../../../functions/src/domain/statement/statement";
import { ALL, answer, movement, movements } from "../../setup/paying/movements";

async function* streamed(rows: readonly AccountingRow[], taken: { count: number }): AsyncGenerator<AccountingRow> {
  for (const row of rows) {
    taken.count += 1;
    yield row;
  }
}

describe("happy", () => {
  it("adds rows up by type and direction, in the order of the types, and to one balance", () => {
    const rows = [...movements(6), answer(6)];
    const totals = totalsOf(rows);
    expect(totals.map(({ type, direction, rows: count }) => [type, direction, count])).toEqual([
      ["reward", "in", 2],
      ["stake", "out", 2],
      ["stake_returned", "in", 2],
      ["paid_answer", "out", 1],
    ]);
    expect(balanceIn(totals)).toBe(
      rows.reduce((sum, row) => sum + (row.direction === "in" ? row.netUsdcUnits : -row.netUsdcUnits), 0n),
    );
    expect(totals[0]).toMatchObject({ grossUsdcUnits: 2_052_500n, feeUsdcUnits: 41_050n, netUsdcUnits: 2_011_450n });
  });

  it("takes its date from the newest time, and without rows from the period", () => {
    expect(dateOf({ times: [1, 3], filters: ALL })).toBe(3);
    expect(dateOf({ times: [], filters: { ...ALL, fromDay: "2026-01-01", toDay: "2026-01-31" } })).toBe(
      Date.UTC(2026, 0, 31) / 1000,
    );
    expect(dateOf({ times: [], filters: ALL })).toBe(0);
  });

  it("makes one settlement of each task and of each paid answer, with all its rows", () => {
    const rows = [movement(0), answer(9), movement(1), movement(3), movement(2), answer(10)];
    const settlements = settlementsOf(rows);
    expect(settlements.map(({ name, rows: own }) => [name.slice(0, 12), own.length])).toEqual([
      ["agent-fast-1", 3],
      ["answer-0x000", 1],
      ["agent-fast-2", 1],
      ["answer-0x000", 1],
    ]);
    expect(new Set(settlements.map(({ name }) => name)).size).toBe(4);
    expect(settlements.flatMap(({ rows: own }) => own)).toHaveLength(rows.length);
  });

  it("states a settlement in the part in which it begins", () => {
    const [settlement] = settlementsOf(movements(3));
    if (!settlement) throw new Error("a settlement");
    expect(beginsBehind(settlement, null)).toBe(true);
    expect(beginsBehind(settlement, rowKey(movement(0, { movedAt: 0 })))).toBe(true);
    expect(beginsBehind(settlement, rowKey(movement(0)))).toBe(false);
  });

  it("says amounts with at least two places, and all that there are", () => {
    expect([0n, 490_000n, 1_234_500_000n, 1_000_001n, 12_345_678_901_230_000n].map(amountInWords)).toEqual([
      "0.00",
      "0.49",
      "1,234.50",
      "1.000001",
      "12,345,678,901.23",
    ]);
    expect([signedInWords("in", 5_000_000n), signedInWords("out", 5_000_000n), signedInWords("out", 0n)]).toEqual([
      "+5.00",
      "−5.00",
      "0.00",
    ]);
    expect([placesOf([]), placesOf([1_000_000n, 1_500n])]).toEqual([2, 4]);
  });

  it("says the period and the selection", () => {
    const period = (fromDay: string | null, toDay: string | null) => periodInWords({ fromDay, toDay });
    expect([
      period(null, null),
      period("2026-01-01", null),
      period(null, "2026-03-31"),
      period("2026-01-01", "2026-03-31"),
      period("2026-02-03", "2026-02-03"),
    ]).toEqual([
      "All time",
      "From 1 January 2026",
      "Until 31 March 2026",
      "1 January 2026 to 31 March 2026",
      "3 February 2026",
    ]);
    const all = { fromDay: null, toDay: null };
    expect([periodInWords(all, [0, 86_400]), periodInWords(all, [0])]).toEqual([
      "All time, 1 January 1970 to 2 January 1970",
      "All time, 1 January 1970",
    ]);
    expect(selectionInWords(ALL)).toBeNull();
    expect(selectionInWords({ role: "worker", type: "stake_returned", contract: "human" })).toBe(
      "Only as worker, type stake returned, tasks for people",
    );
  });
});

describe("security", () => {
  it("M13: a part takes no more rows than it may have, and reads one beyond them", async () => {
    const taken = { count: 0 };
    const part = await firstPart(streamed(movements(50), taken), 20);
    expect(part.rows).toHaveLength(20);
    expect(part.nextCursor).toBe(rowKey(movement(19)));
    expect(taken.count).toBe(21);
    expect((await firstPart(streamed(movements(20), taken), 20)).nextCursor).toBeNull();
    expect(await firstPart(streamed([], taken), 20)).toEqual({ rows: [], nextCursor: null });
    expect(MAX_ROWS).toEqual({
      csv: 10_000,
      koinly: 10_000,
      xero: 1_000,
      datev: 1_000,
      pdf: 1_000,
      settlements: 1_000,
      zip: 150,
    });
  });
});
