import { pathName } from "../contribution/increments";
import { DIMENSIONS, FILTERS, type Cell, type Dimension, type FilterName } from "./cell";
import { addCounts, NO_COUNTS, type Counts } from "./counts";
import { disclosable, partName, type Part, type Selection } from "./disclosure";

/** The cells of a period and their counts. */
export type Cube = ReadonlyMap<Cell, Counts>;

/** The table that answers a question: its dimension, over all tasks or those with one value. */
export interface TableKey {
  readonly aggregate: Dimension;
  readonly filter: { readonly name: FilterName; readonly value: string } | null;
}

export interface Row {
  readonly key: string;
  readonly counts: Counts;
}

export interface Table {
  readonly totals: Counts;
  /** Most started tasks first. */
  readonly rows: readonly Row[];
  /** How many further rows there are. */
  readonly suppressedRows: number;
}

/** Everything published about a period, decided together once; it never changes. */
export interface Report {
  readonly tables: readonly (TableKey & Table)[];
  /** The available filter values. */
  readonly values: Readonly<Record<FilterName, readonly string[]>>;
}

/** The maximum rows of one table, which keeps an answer far below 1 MiB. */
const MAX_ROWS = 1_000;

/** The report of a period, or null if the whole period has too few wallets. */
export function reportOf(cube: Cube): Report | null {
  const cells = [...cube.keys()];
  const counts = [...cube.values()];
  const parts = disclosable(
    cells,
    counts.map(({ posted }) => posted),
  );
  const find = (selection: Selection) => parts.get(partName(selection));
  const countsOf = remembered((part: Part) =>
    part.cells.reduce((sum, at) => addCounts(sum, counts[at] ?? NO_COUNTS), NO_COUNTS),
  );

  const all = find({});
  if (!all) return null;
  const tables = tablesAmong(all, null);
  const askable = (name: FilterName) => valuesAmong(all.cells, name).filter((value) => find({ [name]: value }));
  const values = { country: askable("country"), category: askable("category"), industry: askable("industry") };
  for (const name of FILTERS) {
    for (const value of values[name]) {
      const population = find({ [name]: value });
      if (population) tables.push(...tablesAmong(population, { name, value }));
    }
  }
  return { tables, values };

  function tablesAmong(population: Part, filter: TableKey["filter"]): (TableKey & Table)[] {
    return DIMENSIONS.map((aggregate) => {
      const keys = valuesAmong(population.cells, aggregate);
      const rows = keys.flatMap((key) => {
        const part = find({ ...population.selection, [aggregate]: key });
        return part ? [{ key, counts: countsOf(part) }] : [];
      });
      return { aggregate, filter, totals: countsOf(population), ...shown(rows, keys.length) };
    });
  }

  function valuesAmong(taken: readonly number[], dimension: Dimension): string[] {
    const values = new Set(taken.map((at) => cells[at]?.[dimension] ?? null).filter((value) => value !== null));
    return [...values].sort();
  }
}

/** Merges several periods' tables of the same question. */
export function sumTables(tables: readonly Table[]): Table {
  const rows = new Map<string, Counts>();
  for (const { key, counts } of tables.flatMap((table) => table.rows))
    rows.set(key, addCounts(rows.get(key) ?? NO_COUNTS, counts));
  const suppressed = tables.reduce((sum, { suppressedRows }) => sum + suppressedRows, 0);
  return {
    totals: tables.map(({ totals }) => totals).reduce(addCounts, NO_COUNTS),
    ...shown(
      [...rows].map(([key, counts]) => ({ key, counts })),
      rows.size + suppressed,
    ),
  };
}

/** The name of a table, the same in every report. */
export function tableName({ aggregate, filter }: TableKey): string {
  return [aggregate, ...(filter ? [filter.name, pathName(filter.value)] : [])].join("~");
}

function shown(rows: readonly Row[], of: number): Pick<Table, "rows" | "suppressedRows"> {
  const first = [...rows].sort(byStarted).slice(0, MAX_ROWS);
  return { rows: first, suppressedRows: of - first.length };
}

function byStarted(a: Row, b: Row): number {
  return b.counts.started - a.counts.started || b.counts.posted - a.counts.posted || (a.key < b.key ? -1 : 1);
}

function remembered<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
