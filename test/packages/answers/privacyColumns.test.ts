import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import { Evidences } from "../../../packages/answers/src/engine/evidence";
import { withheldCells } from "../../../packages/answers/src/engine/tables";
import type { Predicate } from "../../../packages/answers/src/plan/plan";
import { runs } from "../../setup/runs";
import { leaksOf, type Told } from "./attack";

const SIZES = [0, 0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 30];
const WORD = "alpha";
const word: Predicate = { is: "mentions", text: WORD, words: WORD };

/** All ways to choose one of each list. */
const product = (lists: readonly (readonly number[])[]): number[][] =>
  lists.reduce<number[][]>((all, list) => all.flatMap((one) => list.map((next) => [...one, next])), [[]]);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const value = (column: number, code: number): Predicate => ({
  ...{ is: "value", column: `c${column}`, value: `v${code}`, label: "", words: "" },
  isOfPeople: false,
});

/** Records that hold a word or not, with a value in each column. */
function datasetOf(records: readonly (readonly number[])[], widths: readonly number[]): Dataset {
  const holding = records.flatMap(([holds], i) => (holds === 1 ? [i] : []));
  return {
    ...{ size: records.length, around: new Map(), equivalentsOf: new Map(), subjectsBy: new Map() },
    columns: widths.map((width, column) => ({
      ...{ name: `c${column}`, values: upTo(width).map((code) => `v${code}`) },
      codes: Uint16Array.from(records, (record) => record[column + 1]!),
    })),
    stemIds: new Map([[WORD, 0]]),
    holders: { starts: Uint32Array.of(0, holding.length), ids: Uint32Array.from(holding) },
  } as unknown as Dataset;
}

/** How many random worlds tell of one to four people to who asks for the word, or not for it, in all groups of the columns. */
function attacked(widths: readonly number[], asked: readonly (Predicate | null)[], worlds: number) {
  const random = seededRandom(3);
  const cells = product([asked.length > 1 ? [0, 1] : [0], ...widths.map(upTo)]);
  const found = { leaks: [] as string[], told: 0 };
  for (let world = 0; world < worlds; world++) {
    const sizes = cells.map(([holds]) => SIZES[Math.floor(random() * SIZES.length)]! * (holds === 0 ? 2 : 1));
    // A value that fewer than five share is no value after the import.
    const isImported = widths.every((width, column) =>
      upTo(width).every((code) => sumOf(sizes.filter((_, i) => cells[i]![column + 1] === code)) >= 5),
    );
    if (!isImported) continue;
    const dataset = datasetOf(
      cells.flatMap((cell, i) => Array.from({ length: sizes[i]! }, () => cell)),
      widths,
    );
    const evidences = new Evidences(dataset, []);
    const told: Told[] = [cells.map(() => 1)];
    for (const predicate of asked)
      for (const codes of product(widths.map((width) => [0, ...upTo(width)]))) {
        const groups = codes.flatMap((code, column) => (code === 0 ? [] : [value(column, code)]));
        if (predicate === null && groups.length === 0) continue;
        if (evidences.of(predicate, ...groups).count === null) continue;
        const isAsked = (cell: readonly number[]): boolean =>
          (predicate === null || (predicate.is === "not") === (cell[0] === 0)) &&
          codes.every((code, column) => code === 0 || cell[column + 1] === code);
        told.push(cells.map((cell) => Number(isAsked(cell))));
      }
    found.told += told.length - 1;
    const leaks = leaksOf(sizes, told);
    if (leaks.length > 0) found.leaks.push(`${sizes.join()}: ${JSON.stringify(leaks)}`);
  }
  return found;
}

describe("security", () => {
  const without: Predicate = { is: "not", of: word };

  it.each<[number[], (Predicate | null)[], number]>([
    [[2, 2], [null], 100],
    [[2, 5], [null], 200],
    [[4, 6], [null], 500],
    [[2], [null, word], 60],
    [[3], [null, word, without], 150],
  ])("PL11: who asks for all groups of columns with %j values finds no one to four", (widths, asked, least) => {
    const { leaks, told } = attacked(widths, asked, runs(60, 600));
    expect(told).toBeGreaterThan(least);
    expect(leaks).toEqual([]);
  });

  it("PL11: withholds of a table what would give a small cell away, and no more", () => {
    const withheld = (...rows: number[][]): number[] => [
      ...withheldCells({ width: rows[0]!.length, cells: Uint32Array.from(rows.flat()) }),
    ];
    // The first row and column hold those without a value.
    expect(withheld([0, 0, 0], [0, 30, 40], [0, 50, 60])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(withheld([0, 0, 0], [0, 3, 40], [0, 50, 60])).toEqual([0, 0, 0, 0, 1, 1, 0, 1, 1]);
    expect(withheld([0, 0, 0], [0, 3, 40], [0, 50, 60], [0, 20, 10])).toEqual([0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1]);
  });
});
