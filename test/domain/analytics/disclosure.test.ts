import * as fc from "fast-check";
import type { Cell, Counts } from "../../../functions/src/domain/analytics/cells";
import { disclosable, partName, reportOf, tableName, type Part } from "../../../functions/src/domain/analytics/report";
import { forAll, runs } from "../../setup/runs";
import { marked, numbersOf, smallMarket, walletsIn } from "./market";
import { K, isolatedBy } from "./spans";

/** How many random markets; the most thorough attack takes a fifth of them. */
const MARKETS = runs(20, 600);
const RUNS = { numRuns: MARKETS };

/** Cells of one value each, by their category, agent and poster. */
const cell = (
  category: string | null,
  poster: string,
  agent: string | null = null,
  more: Partial<Cell> = {},
): Cell => ({
  category,
  industry: null,
  country: null,
  agent,
  poster,
  ...more,
});
const posters = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `p${from + at}`);
const named = (cells: readonly Cell[]) =>
  [
    ...disclosable(
      cells,
      cells.map(() => 1),
    ).values(),
  ].map(({ selection }) => selection);

describe("happy", () => {
  it("publishes every category where each has enough wallets, though none is left beside them", () => {
    const cells = ["a", "b"].flatMap((category) => posters(5).map((poster) => cell(category, poster)));
    expect(named(cells)).toEqual([{}, { category: "a" }, { category: "b" }]);
  });

  it("counts posters and workers as the wallets of a row, and posters alone where the row names the worker", () => {
    const cells = posters(4).map((poster) => cell("a", poster, "w"));
    expect(named(cells)).toEqual([{}, { category: "a" }]);
    expect(
      named([...cells, cell("a", "p4", "w"), ...posters(5, 10).map((poster) => cell("a", poster))]),
    ).toContainEqual({ agent: "w" });
  });
});

describe("security", () => {
  it("P26: leaves out a second row where the total would otherwise give away the one that is too small", () => {
    const cells = [
      ...posters(9).map((poster) => cell("large", poster)),
      ...posters(6, 20).map((poster) => cell("middle", poster)),
      ...posters(4, 40).map((poster) => cell("small", poster)),
    ];
    expect(named(cells)).toEqual([{}, { category: "large" }]);
  });

  it("P26: no number is about fewer than five wallets", () => {
    forAll([smallMarket], RUNS, (tasks) => {
      for (const { tasks: set, agent } of numbers(tasks))
        expect(walletsIn(set, tasks, agent).size).toBeGreaterThanOrEqual(K);
    });
  });

  it("P26: no number less another, whatever filters and aggregates they come from, is about fewer than five wallets", () => {
    forAll([smallMarket], RUNS, (tasks) => {
      const all = numbers(tasks);
      for (const { tasks: a } of all) {
        for (const { tasks: b } of all) {
          if (a === b || (a & b) !== b) continue;
          expect(walletsIn(a & ~b, tasks).size).toBeGreaterThanOrEqual(K);
        }
      }
    });
  });

  it("P26: totals less any choice of their rows are not about fewer than five wallets", () => {
    forAll([smallMarket], RUNS, (tasks) => {
      for (const { totals, rows } of reportOf(marked(tasks))?.tables ?? []) {
        for (let choice = 0; choice < 2 ** Math.min(rows.length, 8); choice++) {
          const chosen = rows
            .filter((_, at) => (choice >> at) & 1)
            .reduce((sum, { counts }) => sum + counts.rewardUsdcUnits, 0n);
          const rest = totals.rewardUsdcUnits - chosen;
          if (rest !== 0n) expect(walletsIn(rest, tasks).size).toBeGreaterThanOrEqual(K);
        }
      }
    });
  });

  it("P26: nothing that sums and differences of all the numbers can make is about fewer than five wallets", () => {
    forAll([smallMarket], { ...RUNS, numRuns: Math.ceil(MARKETS / 5) }, (tasks) => {
      expect(
        isolatedBy(
          numbers(tasks).map(({ tasks: set }) => set),
          tasks,
        ),
      ).toBeNull();
    });
  });

  it("P26: the same attack finds wallets where rows are left out only for being small themselves", () => {
    const found = fc.sample(smallMarket, { numRuns: 10, seed: 26 }).filter((tasks) => {
      const parts = eachLargeEnough(tasks);
      return (
        isolatedBy(
          parts.map(({ cells }) => cells.reduce((set, at) => set | (1n << BigInt(at)), 0n)),
          tasks,
        ) !== null
      );
    });
    expect(found.length).toBeGreaterThan(3);
  });

  it("P26: and these markets leave much to publish", () => {
    const published = fc.sample(smallMarket, { numRuns: 40, seed: 26 }).map((tasks) => numbers(tasks).length);
    expect(published.filter((count) => count >= 5).length).toBeGreaterThan(20);
  });

  it("P26: the order of the tasks and of their days does not change what is published", () => {
    forAll([smallMarket], RUNS, (tasks) => {
      const names = (cells: readonly Cell[]) =>
        [
          ...disclosable(
            cells,
            cells.map(() => 1),
          ).keys(),
        ].sort();
      expect(names([...tasks].reverse())).toEqual(names(tasks));
    });
  });
});

describe("over time", () => {
  it("P26: answers at different times, whose periods overlap, tell nothing together about fewer than five wallets", () => {
    forAll([smallMarket, smallMarket, smallMarket], { numRuns: Math.ceil(MARKETS / 20) }, (...months) => {
      const tasks = months.flat();
      const published = months.map((month, at) => {
        const before = months.slice(0, at).flat().length;
        return new Map(
          (reportOf(marked(month))?.tables ?? []).flatMap((table) => {
            const moved = (counts: Counts) => counts.rewardUsdcUnits << BigInt(before);
            const name = tableName(table);
            return [
              [name, moved(table.totals)] as const,
              ...table.rows.map(({ key, counts }) => [`${name} ${key}`, moved(counts)] as const),
            ];
          }),
        );
      });
      // Answers after the first, the second and the third month, each about the last two.
      const answers = [[0], [0, 1], [1, 2]].flatMap((shown) => {
        const names = new Set(shown.flatMap((at) => [...(published[at]?.keys() ?? [])]));
        return [...names].map((name) => shown.reduce((sum, at) => sum | (published[at]?.get(name) ?? 0n), 0n));
      });
      // And the totals of each month, which /mkt/market shows.
      const totals = tableName({ aggregate: "category", filter: null });
      const free = published.flatMap((month) => month.get(totals) ?? []);
      expect(isolatedBy([...new Set([...answers, ...free])], tasks)).toBeNull();
    });
  });
});

function numbers(tasks: readonly Cell[]) {
  const report = reportOf(marked(tasks));
  return report ? numbersOf(report) : [];
}

/** All parts of one or two values that have five wallets: what a service publishes that looks at each row alone. */
function eachLargeEnough(tasks: readonly Cell[]): Part[] {
  const names = ["category", "industry", "country", "agent"] as const;
  const parts = new Map<string, Part & { cells: number[] }>();
  for (const [at, task] of tasks.entries()) {
    const single = names.filter((name) => task[name] !== null);
    const pairs = single.flatMap((a, index) => single.slice(index + 1).map((b) => [a, b]));
    for (const family of [[], ...single.map((name) => [name]), ...pairs]) {
      const selection = Object.fromEntries(family.map((name) => [name, task[name] ?? ""]));
      const part = parts.get(partName(selection)) ?? { selection, cells: [] as number[] };
      part.cells.push(at);
      parts.set(partName(selection), part);
    }
  }
  return [...parts.values()].filter(({ cells }) => {
    const set = cells.reduce((sum, at) => sum | (1n << BigInt(at)), 0n);
    return walletsIn(set, tasks).size >= K;
  });
}
