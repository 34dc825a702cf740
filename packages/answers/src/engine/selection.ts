import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Dataset } from "./dataset";
import { cellsOf, publishableCount, type Condition, type Mask } from "./publishable";

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
export function themeCells(dataset: Dataset, selection: Selection, most: number): Cell[] {
  const counts = cellsOf(selection.mask, dataset.themeOf, dataset.themes.length);
  const bySize = dataset.themes
    .map(({ label }, t) => ({ code: t + 1, label, count: counts[t + 1]! }))
    .filter(({ count }) => count >= MIN_GROUP_SIZE)
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
    .flatMap((label, v) => {
      const count = publishableCount(dataset.size, [...conditions, { codes: column.codes, code: v + 1 }]);
      return count === null ? [] : [{ code: v + 1, label, count }];
    })
    .sort((a, b) => b.count - a.count || a.code - b.code);
}
