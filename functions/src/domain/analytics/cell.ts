import type { TaskFacts } from "../contribution/facts";
import { pathName } from "../contribution/increments";

/** The dimensions by which tasks are counted. */
export const DIMENSIONS = ["agent", "category", "industry", "country"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The dimensions by which a count can be filtered. */
export const FILTERS = ["country", "category", "industry"] as const satisfies readonly Dimension[];
export type FilterName = (typeof FILTERS)[number];

/**
 * All attributes by which analytics may distinguish tasks; an unknown one is null. Agents and posters are EIP-55
 * addresses.
 */
export type Cell = Readonly<Record<Dimension, string | null>> & { readonly poster: string };

/** The cell of a task. Categories and industries are case-folded, so that case variants share a row. */
export function cellOf({ task, metadata }: TaskFacts): Cell {
  return {
    category: metadata?.category.toLowerCase() ?? null,
    industry: metadata?.industry?.toLowerCase() ?? null,
    country: metadata?.country?.toUpperCase() ?? null,
    agent: task.worker,
    poster: task.poster,
  };
}

/** Counts what has no room under its own name. */
const OTHER = "other";

/** The cell for a task whose own cell no longer fits: names chosen by posters become `other`. */
export function overflowOf(cell: Cell): Cell {
  return { ...cell, category: cell.category && OTHER, industry: cell.industry && OTHER };
}

const SEPARATOR = "~";

/** A cell encoded as one path segment. */
export function cellName({ category, industry, country, agent, poster }: Cell): string {
  return [category, industry, country, agent, poster]
    .map((value) => (value === null ? "" : pathName(value)))
    .join(SEPARATOR);
}

/** The cell that a path segment encodes. */
export function cellNamed(name: string): Cell {
  const [category = null, industry = null, country = null, agent = null, poster] = name
    .split(SEPARATOR)
    .map((part) => (part === "" ? null : decodeURIComponent(part)));
  if (!poster) throw new TypeError("a cell's name has no poster");
  return { category, industry, country, agent, poster };
}
