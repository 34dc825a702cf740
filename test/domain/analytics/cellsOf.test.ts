import {
  cellNamed,
  cellsOf,
  addCounts,
  countFields,
  countsIn,
  NO_COUNTS,
  monthOf,
  type Cell,
  type Counts,
} from "../../../functions/src/domain/analytics/cells";
import { reportOf } from "../../../functions/src/domain/analytics/report";
import { difference, sum, type TaskFacts } from "../../../functions/src/domain/contribution";
import { applyAll } from "../../../functions/src/domain/task/applyEvent";
import type { State } from "../../../functions/src/domain/workflow/states";
import { factsOf, marketYear } from "../../../dev/local/marketYear";
import { event, history, POSTER, WORKER } from "../../setup/tasks/histories";
import { taskIn, WAY } from "../task/lives";
import { countEvents, nameOf } from "./reference";

const METADATA = { title: "T", description: "D", category: "Legal. ~Advice", industry: "Law/Tax", country: "PT" };
const facts = (changes: Partial<TaskFacts> & Pick<TaskFacts, "task">): TaskFacts => ({
  metadata: METADATA,
  interestCount: 0,
  ...changes,
});

/** The days' cells and counts that increments stand for. */
function days(task: TaskFacts): { day: string; cell: Cell; counts: Counts }[] {
  return [...cellsOf(task)].map(([path, fields]) => {
    const cell = cellNamed([...fields.keys()][0]?.split(".")[0] ?? "");
    return { day: path.slice("analytics/".length, -3), cell, counts: countsIn(byCounter(fields)) };
  });
}

function byCounter(fields: Iterable<readonly [string, number]>): Record<string, number> {
  return Object.fromEntries(
    [...fields].map(([field, amount]): [string, number] => [field.split(".")[1] ?? "", amount]),
  );
}

const COUNTED: Partial<Record<State, Partial<Counts>>> = {
  APPROVED: { started: 1, submitted: 1, approved: 1 },
  RESOLVED: { started: 1, submitted: 1, rejected: 1 },
  REFUNDED: { started: 1, submitted: 1, rejected: 1 },
  CANCELLED: { cancelled: 1 },
  EXPIRED: {},
};

describe("happy", () => {
  it.each(Object.keys(WAY) as State[])(
    "counts a task that is %s once its outcome is known, and not before",
    (state) => {
      const task = taskIn(state);
      const counted = COUNTED[state];
      if (!counted) return expect(cellsOf(facts({ task })).size).toBe(0);
      const counts = {
        ...NO_COUNTS,
        posted: 1,
        rewardUsdcUnits: task.rewardUsdcUnits,
        interested: counted.started ?? 0,
        ...counted,
      };
      const cell = {
        category: "legal. ~advice",
        industry: "law/tax",
        country: "PT",
        agent: counted.started ? WORKER : null,
        poster: POSTER,
      };
      return expect(days(facts({ task }))).toEqual([{ day: "2027-01-15", cell, counts }]);
    },
  );

  it("takes the day of the approval, whenever the stake is claimed", () => {
    const claimed = [
      ...history(...WAY.APPROVED),
      event("StakeClaimed", { block: 100, time: 1_800_000_000 + 40 * 86_400 }),
    ];
    const task = applyAll(null, claimed);
    if (!task) throw new Error("a task");
    expect(days(facts({ task }))).toEqual(days(facts({ task: taskIn("APPROVED") })));
  });

  it("counts an interest in what no one started", () => {
    const [day] = days(facts({ task: taskIn("CANCELLED"), interestCount: 3 }));
    expect(day?.counts).toMatchObject({ posted: 1, interested: 1, started: 0 });
  });

  it("moves a task from the unknown to its category when its metadata comes late", () => {
    const task = taskIn("APPROVED");
    const [late] = [...difference(cellsOf(facts({ task, metadata: null })), cellsOf(facts({ task }))).values()];
    const posted = [...(late ?? [])].filter(([field]) => field.endsWith(".posted"));
    expect(posted.map(([field, amount]) => [cellNamed(field.split(".")[0] ?? "").category, amount])).toEqual([
      ["legal. ~advice", 1],
      [null, -1],
    ]);
  });

  it("adds up rewards exactly, beyond what a double holds", () => {
    const rewardUsdcUnits = 2n ** 53n + 1n;
    const total = sum(
      Array.from({ length: 3 }, () => cellsOf(facts({ task: taskIn("APPROVED", { rewardUsdcUnits }) }))),
    );
    const fields = [...total.values()].flatMap((all) => [...all]);
    expect(fields.every(([, amount]) => Number.isSafeInteger(amount))).toBe(true);
    expect(countsIn(byCounter(fields)).rewardUsdcUnits).toBe(3n * rewardUsdcUnits);
    expect(countsIn(Object.fromEntries(countFields({ ...NO_COUNTS, rewardUsdcUnits: 5n }))).rewardUsdcUnits).toBe(5n);
  });
});

describe("a marketplace's year", () => {
  const FROM = Date.UTC(2025, 10, 1) / 1000;
  const tasks = Number(process.env["MKT_TASKS"] ?? 2_000);
  const year = () => marketYear({ tasks, seed: 5, from: FROM });

  it("is the same for a seed, and of every kind of end", () => {
    const few = (seed: number) => [...marketYear({ tasks: 400, seed, from: FROM })];
    expect(few(1)).toEqual(few(1));
    expect(few(1)).not.toEqual(few(2));
    const states = new Set(few(1).map((task) => factsOf(task).task.state));
    expect([...states].sort()).toEqual(["APPROVED", "CANCELLED", "EXPIRED", "FUNDED", "REFUNDED", "RESOLVED"]);
  });

  it("is counted like the raw events, month by month, in every row and total of every question", () => {
    const months = new Map<string, Map<string, { cell: Cell; counts: Counts }>>();
    for (const task of year()) {
      for (const { day, cell, counts } of days(factsOf(task))) {
        const month = months.get(monthOf(day)) ?? new Map<string, { cell: Cell; counts: Counts }>();
        months.set(monthOf(day), month);
        const name = JSON.stringify(Object.values(cell));
        month.set(name, { cell, counts: addCounts(month.get(name)?.counts ?? NO_COUNTS, counts) });
      }
    }
    const expected = countEvents(year());
    expect([...months.keys()].sort()).toEqual([...expected.keys()].sort());
    let published = 0;
    for (const [month, cells] of months) {
      const report = reportOf(new Map([...cells.values()].map(({ cell, counts }) => [cell, counts])));
      for (const { aggregate, filter, totals, rows, suppressedRows } of report?.tables ?? []) {
        const table = expected.get(month)?.get(nameOf(aggregate, filter?.name ?? null, filter?.value ?? null));
        expect({ "": totals, ...Object.fromEntries(rows.map(({ key, counts }) => [key, counts])) }).toEqual(
          Object.fromEntries(["", ...rows.map(({ key }) => key)].map((row) => [row, table?.get(row)])),
        );
        expect(rows.length + suppressedRows).toBe((table?.size ?? 0) - 1);
        published += rows.length;
      }
      const whole = [...cells.values()].map(({ counts }) => counts).reduce(addCounts, NO_COUNTS);
      expect(whole).toEqual(
        expected
          .get(month)
          ?.get(nameOf("category", null, null))
          ?.get(""),
      );
    }
    expect(published).toBeGreaterThan(Math.min(tasks / 5, 10_000));
    expect(months.size).toBeGreaterThanOrEqual(12);
  });

  it("loses little by what must not be told: most tasks stand in a row of their category", () => {
    const cells = new Map<Cell, Counts>();
    for (const task of year()) for (const { cell, counts } of days(factsOf(task))) cells.set(cell, counts);
    const [table] =
      reportOf(cells)?.tables.filter(({ aggregate, filter }) => aggregate === "category" && !filter) ?? [];
    const shown = table?.rows.reduce((count, { counts }) => count + counts.posted, 0) ?? 0;
    expect(shown / (table?.totals.posted ?? 1)).toBeGreaterThan(0.9);
  });
});
