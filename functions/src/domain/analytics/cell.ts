import type { TaskFacts } from "../contribution/facts";
import { pathName } from "../contribution/increments";

/** What tasks can be counted by. */
export const DIMENSIONS = ["agent", "category", "industry", "country"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What a count can be narrowed to. */
export const FILTERS = ["country", "category", "industry"] as const satisfies readonly Dimension[];
export type FilterName = (typeof FILTERS)[number];

/** All that analytics may tell tasks apart by; what is not known of a task is null. Agents and posters are EIP-55 addresses. */
export type Cell = Readonly<Record<Dimension, string | null>> & { readonly poster: string };

/** The cell of a task: categories and industries in one case, so that one spelling is one row. */
export function cellOf({ task, metadata }: TaskFacts): Cell {
  return {
    category: metadata?.category.toLowerCase() ?? null,
    industry: metadata?.industry?.toLowerCase() ?? null,
    country: metadata?.country ?? null,
    agent: task.worker,
    poster: task.poster,
  };
}

/** Counts what has no room under its own name. */
const OTHER = "other";

/** The cell for a task whose own has no room any more: of the names that posters choose, only that there are some. */
export function overflowOf(cell: Cell): Cell {
  return { ...cell, category: cell.category && OTHER, industry: cell.industry && OTHER };
}

const SEPARATOR = "~";

/** A cell as one name of a path. */
export function cellName({ category, industry, country, agent, poster }: Cell): string {
  return [category, industry, country, agent, poster]
    .map((value) => (value === null ? "" : pathName(value)))
    .join(SEPARATOR);
}

/** The cell that a name stands for. */
export function cellNamed(name: string): Cell {
  const [category = null, industry = null, country = null, agent = null, poster] = name
    .split(SEPARATOR)
    .map((part) => (part === "" ? null : decodeURIComponent(part)));
  if (!poster) throw new TypeError("a cell's name has no poster");
  return { category, industry, country, agent, poster };
}
