import type { Dataset } from "./dataset";
import { columnCells } from "./selection";
import type { Line } from "./results";

/** The states of each region of the US, as the Census Bureau groups them. */
const REGIONS: Readonly<Record<string, string>> = {
  Northeast:
    "Connecticut, Maine, Massachusetts, New Hampshire, New Jersey, New York, Pennsylvania, Rhode Island, Vermont",
  Midwest:
    "Illinois, Indiana, Iowa, Kansas, Michigan, Minnesota, Missouri, Nebraska, North Dakota, Ohio, South Dakota, Wisconsin",
  South:
    "Alabama, Arkansas, Delaware, Florida, Georgia, Kentucky, Louisiana, Maryland, Mississippi, North Carolina, Oklahoma, South Carolina, Tennessee, Texas, Virginia, West Virginia",
  West: "Alaska, Arizona, California, Colorado, Hawaii, Idaho, Montana, Nevada, New Mexico, Oregon, Utah, Washington, Wyoming",
};

/** The region that a state is in, where a column of the data has it: how many records come from there. */
export function regionAround(dataset: Dataset, state: string): Line | null {
  const [region] = Object.entries(REGIONS).find(([, states]) => states.split(", ").includes(state)) ?? [];
  const column = dataset.columns.find(({ values }) => region !== undefined && values.includes(region));
  const cell = column && columnCells(dataset, { conditions: [] }, column.name).find(({ label }) => label === region);
  return cell ? { label: cell.label, count: cell.count, of: dataset.size } : null;
}
