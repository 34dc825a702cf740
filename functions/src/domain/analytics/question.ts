import { refuse, type FieldError } from "../errors";
import { FILTERS, type Dimension, type FilterName } from "./cell";
import type { TableKey } from "./report";

/** The value that means no filter. */
const ALL = "ALL";

/** The raw filters of a request. */
export interface Filters {
  readonly aggregate: Dimension;
  readonly country?: string;
  readonly category?: string;
  readonly industry?: string;
}

/** The table that a request asks for. Refuses `invalid_filters` if it names two filters. */
export function tableAskedFor(filters: Filters): TableKey {
  const [name, second] = FILTERS.filter((filter) => filters[filter] !== undefined);
  if (second !== undefined) {
    refuseFilters(second, `cannot be combined with ${name}: give at most one of ${FILTERS.join(", ")}`);
  }
  const value = name === undefined ? ALL : (filters[name] ?? ALL);
  if (name === undefined || value === ALL) return { aggregate: filters.aggregate, filter: null };
  return { aggregate: filters.aggregate, filter: { name, value: name === "country" ? value : value.toLowerCase() } };
}

/** Refuses `invalid_filters` for an unavailable value. */
export function refuseUnknown(name: FilterName): never {
  refuseFilters(name, `must be ${ALL} or one of the ${PLURALS[name]} that GET /analytics/filters lists`);
}

const PLURALS = { country: "countries", category: "categories", industry: "industries" } as const satisfies Record<
  FilterName,
  string
>;

function refuseFilters(name: Dimension, message: string): never {
  const errors: FieldError[] = [{ pointer: `/filters/${name}`, message }];
  return refuse("invalid_filters", `filters.${name} ${message}.`, { errors });
}
