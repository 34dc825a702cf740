import { regionOf } from "./areas";
import type { Dataset } from "./dataset";
import { columnCells } from "./selection";
import type { Line } from "./lines";
import { told } from "./wording";

/** The region that a state is in, where a column of the data has it: how many records come from there. */
function regionAround(dataset: Dataset, state: string): Line | null {
  const region = regionOf(state);
  const column = dataset.columns.find(({ values }) => region !== null && values.includes(region));
  const cell = column && columnCells(dataset, { conditions: [] }, column.name).find(({ label }) => label === region);
  return cell ? { label: cell.label, count: cell.count, of: dataset.size } : null;
}

/** A larger group that can be asked about instead. */
export function regionLine(dataset: Dataset, many: string, state: string): string {
  const region = regionAround(dataset, state);
  return region === null
    ? ""
    : ` It is in the ${region.label}, from which ${told(region)} ${many} come; ask about the ${region.label} instead.`;
}
