import fc from "fast-check";
import {
  daysOf,
  monthsOf,
  partialMonths,
  periodsIn,
  sumsOf,
  totalsIn,
  type RowFilters,
  type Period,
} from "../../../functions/src/domain/accounting/totals";
import { balanceOf, type AccountingRow } from "../../../functions/src/domain/accounting/row";
import { accountingRows } from "../../../functions/src/domain/accounting/rows";
import { drawnLife, lifeOf, taskAfter } from "../../setup/tasks/randomLife";
import { forAll } from "../../setup/runs";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 25);
const day = fc.nat(120).map((days) => new Date(START + days * DAY_MS).toISOString().slice(0, 10));

const monthOfRow = ({ movedAt }: AccountingRow) => new Date(movedAt * 1000).toISOString().slice(0, 7);

/** The totals' documents as they are stored: nested by the names of the paths. */
function stored(rows: readonly AccountingRow[]): ReadonlyMap<string, Record<string, Period>> {
  const documents = new Map<string, Record<string, Period>>();
  for (const [path, fields] of totalsIn(rows)) {
    const document: Record<string, unknown> = {};
    for (const [field, amount] of fields) {
      const names = field.split(".");
      const last = names.pop() ?? "";
      const inner = names.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, document);
      inner[last] = amount;
    }
    documents.set(path, document as Record<string, Period>);
  }
  return documents;
}

describe("happy", () => {
  it.each([
    [null, null, []],
    ["2026-03-01", "2026-04-30", []],
    ["2026-03-02", null, ["2026-03"]],
    [null, "2026-02-27", ["2026-02"]],
    ["2028-02-01", "2028-02-28", ["2028-02"]],
    ["2028-02-01", "2028-02-29", []],
    ["2026-03-05", "2026-03-20", ["2026-03"]],
    ["2026-01-15", "2027-06-15", ["2026-01", "2027-06"]],
  ])("from %s to %s reads the days of %j", (fromDay, toDay, months) => {
    expect(partialMonths({ fromDay, toDay })).toEqual(months);
  });
});

describe("security", () => {
  it("holds exactly what borrowed money comes to that goes in and out a thousand times", () => {
    const [drawn] = fc.sample(drawnLife, { numRuns: 1, seed: 3 });
    if (!drawn) throw new Error("a life");
    const rewardUsdcUnits = 123_456_789_012_345_679n;
    const rows = Array.from({ length: 1_000 }, (_, at) => lifeOf({ ...drawn, rewardUsdcUnits, picks: [] }, at)).flatMap(
      (life) => accountingRows({ task: taskAfter(life), metadata: null, interestCount: 0 }),
    );
    const [{ wallet } = { wallet: undefined }] = rows;
    if (!wallet) throw new Error("a wallet");
    const all = { fromDay: null, toDay: null, role: null, type: null, contract: null };
    const { totals } = sumsOf(periodsIn(all, stored(rows).get(monthsOf(wallet)) ?? {}, {}), all);
    expect(totals[0]).toMatchObject({
      type: "reward",
      direction: "out",
      rows: 1_000,
      netUsdcUnits: 1_000n * rewardUsdcUnits,
    });
    for (const fields of totalsIn(rows).values())
      for (const amount of fields.values()) expect(Number.isSafeInteger(amount)).toBe(true);
  });
});

describe("invariants", () => {
  it("whatever the days and filters, the totals are what the rows come to one by one", () => {
    forAll(
      [
        fc.array(drawnLife, { minLength: 1, maxLength: 4 }),
        fc.option(day),
        fc.option(day),
        fc.record({
          role: fc.option(fc.constantFrom("poster", "worker")),
          type: fc.option(fc.constantFrom("reward", "refund", "stake")),
          contract: fc.option(fc.constantFrom("human", "agent-fast")),
        }),
      ],
      { numRuns: 150 },
      (drawn, fromDay, toDay, given) => {
        const rows = drawn
          .map(lifeOf)
          .flatMap((life) => accountingRows({ task: taskAfter(life), metadata: null, interestCount: 0 }));
        const filters = { ...given, fromDay, toDay } as RowFilters;
        const documents = stored(rows);
        for (const wallet of new Set(rows.map((row) => row.wallet))) {
          const days = Object.assign(
            {},
            ...partialMonths(filters).map((month) => documents.get(daysOf(wallet, month)) ?? {}),
          ) as Record<string, Period>;
          const periods = periodsIn(filters, documents.get(monthsOf(wallet)) ?? {}, days);
          const { totals, months } = sumsOf(periods, filters);
          const meant = rows.filter((row) => {
            const on = new Date(row.movedAt * 1000).toISOString().slice(0, 10);
            return (
              row.wallet === wallet &&
              on >= (fromDay ?? "") &&
              on <= (toDay ?? "9") &&
              [filters.role ?? row.role, filters.type ?? row.type, filters.contract ?? row.contract].join() ===
                [row.role, row.type, row.contract].join()
            );
          });
          expect(totals.reduce((sum, { rows: some }) => sum + some, 0)).toBe(meant.length);
          const netOf = (some: readonly Pick<AccountingRow, "direction" | "netUsdcUnits">[]) =>
            some.reduce((sum, row) => sum + balanceOf(row), 0n);
          const inMonths = [...new Set(meant.map(monthOfRow))].sort();
          expect(months.map(({ month, totals: own }) => [month, netOf(own)])).toEqual(
            inMonths.map((month) => [month, netOf(meant.filter((row) => monthOfRow(row) === month))]),
          );
          for (const { type, direction, grossUsdcUnits, feeUsdcUnits, netUsdcUnits } of totals) {
            const of = meant.filter((row) => row.type === type && row.direction === direction);
            const added = (name: "grossUsdcUnits" | "feeUsdcUnits" | "netUsdcUnits") =>
              of.reduce((sum, row) => sum + row[name], 0n);
            expect([grossUsdcUnits, feeUsdcUnits, netUsdcUnits]).toEqual([
              added("grossUsdcUnits"),
              added("feeUsdcUnits"),
              added("netUsdcUnits"),
            ]);
          }
        }
      },
    );
  });
});
