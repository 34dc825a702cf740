import { regionOf } from "./areas";
import type { Dataset } from "./dataset";
import { columnCells } from "./selection";
import type { Line } from "./lines";

/** The region that a state is in, where a column of the data has it: how many records come from there. */
export function regionAround(dataset: Dataset, state: string): Line | null {
  const region = regionOf(state);
  const column = dataset.columns.find(({ values }) => region !== null && values.includes(region));
  const cell = column && columnCells(dataset, { conditions: [] }, column.name).find(({ label }) => label === region);
  return cell ? { label: cell.label, count: cell.count, of: dataset.size } : null;
}
