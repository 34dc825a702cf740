import { MIN_GROUP_SIZE } from "../dataset/record";
import { valueIn, type Dataset } from "./dataset";
import { publishableCount } from "./publishable";
import { cellsOf, type Condition, type Mask } from "./sets";
import type { Withheld } from "./results";

/** Records that meet conditions. */
export interface Selection {
  conditions: Condition[];
  mask: Mask;
}

/** One line of a table of counts. */
export interface Cell {
  code: number;
  label: string;
  count: number;
}

/** The largest themes of a selection, at most `most`, without those whose count may not be published. */
export function themeCells(
  dataset: Dataset,
  selection: Selection,
  most: number,
  isWanted: (label: string) => boolean = () => true,
): Cell[] {
  const counts = cellsOf(selection.mask, dataset.themeOf, dataset.themes.length);
  const bySize = dataset.themes
    .map(({ label }, t) => ({ code: t + 1, label, count: counts[t + 1]! }))
    .filter(({ label, count }) => count >= MIN_GROUP_SIZE && isWanted(label))
    .sort((a, b) => b.count - a.count || a.code - b.code);
  const cells: Cell[] = [];
  for (const cell of bySize) {
    if (cells.length === most) break;
    if (mayBeSaid(dataset, selection, cell.code)) cells.push(cell);
  }
  return cells;
}

/** True where the size of a theme within a selection may be said. */
export function mayBeSaid(dataset: Dataset, { conditions }: Pick<Selection, "conditions">, theme: number): boolean {
  return publishableCount(dataset.size, [...conditions, { codes: dataset.themeOf, code: theme }]) !== null;
}

/** A selection split by a column; values for which the count may not be said are left out. */
export function columnCells(
  dataset: Dataset,
  { conditions }: Pick<Selection, "conditions">,
  columnName: string,
): Cell[] {
  const column = dataset.columns.find(({ name }) => name === columnName)!;
  return column.values
    .flatMap((_, v) => {
      const count = publishableCount(dataset.size, [...conditions, valueIn(dataset, column.codes, v + 1)]);
      return count === null ? [] : [{ code: v + 1, label: shownValue(dataset, columnName, v + 1), count }];
    })
    .sort((a, b) => b.count - a.count || a.code - b.code);
}

/** The groups of a column with how many records each has; null where that may not be told. */
export const columnGroups = (
  dataset: Dataset,
  columnName: string,
): { code: number; label: string; count: number | null }[] => {
  const { values } = dataset.columns.find(({ name }) => name === columnName)!;
  const sizes = new Map(columnCells(dataset, { conditions: [] }, columnName).map(({ code, count }) => [code, count]));
  return values.map((_, v) => ({
    code: v + 1,
    label: shownValue(dataset, columnName, v + 1),
    count: sizes.get(v + 1) ?? null,
  }));
};

/** What people are called who have a value, by column and code: to search all names for each of 500 values takes seconds. */
const peopleCalled = new WeakMap<Dataset, ReadonlyMap<string, string>>();

/** A value as a reader would say it: "Texas" for TX, "women" for female. */
function shownValue(dataset: Dataset, column: string, code: number): string {
  const keyOf = (name: string, of: number | null): string => `${of} ${name}`;
  let called = peopleCalled.get(dataset);
  if (!called) {
    // The first name of each counts.
    const names = dataset.aliases.filter(({ ofPeople }) => ofPeople).reverse();
    called = new Map(names.map((one) => [keyOf(one.column, one.code), one.label]));
    peopleCalled.set(dataset, called);
  }
  return called.get(keyOf(column, code)) ?? dataset.columns.find(({ name }) => name === column)!.values[code - 1]!;
}

/** The values of a column that `cells` leave out, and what is left for them of `count` records. */
export function withheldFrom(dataset: Dataset, columnName: string, cells: readonly Cell[], count: number): Withheld {
  const { values, codes } = dataset.columns.find(({ name }) => name === columnName)!;
  const said = new Set(cells.map(({ code }) => code));
  const left = count - cells.reduce((sum, cell) => sum + cell.count, 0);
  return {
    // Where nothing is left, they have none.
    labels:
      left === 0 ? [] : values.flatMap((_, v) => (said.has(v + 1) ? [] : [shownValue(dataset, columnName, v + 1)])),
    together: left >= MIN_GROUP_SIZE ? left : null,
    withUnknown: codes.includes(0),
  };
}
