import { pathName } from "../contribution";
import { refuse, type FieldError } from "../errors";
import {
  DIMENSIONS,
  FILTERS,
  addCounts,
  NO_COUNTS,
  type Cell,
  type Dimension,
  type FilterName,
  type Counts,
} from "./cells";

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

/** The minimum number of wallets behind any published number. */
const K = 5;

/** The cells that have these values; with none, all cells. */
type Selection = Readonly<Partial<Record<Dimension, string>>>;

/** Cells, by their indexes in the list, that are published as one number. */
export interface Part {
  readonly selection: Selection;
  readonly cells: readonly number[];
}

/**
 * The order of decision: coarse before fine, because a published part may make finer ones impossible; the most
 * requested first.
 */
const FAMILIES: readonly (readonly Dimension[])[] = [
  [],
  ["category"],
  ["industry"],
  ["country"],
  ["agent"],
  ["category", "industry"],
  ["category", "country"],
  ["industry", "country"],
  ["category", "agent"],
  ["industry", "agent"],
  ["country", "agent"],
];

/**
 * The parts whose numbers may all be published together, by `partName`.
 *
 * Each part has its own ground: cells about at least K wallets that occur in no part published after it. Any number
 * derived from the published ones by addition and subtraction uses some part first in this order; on that part's ground
 * it depends on nothing else, so it is itself about at least K wallets. This covers differences of filters, totals less
 * their rows, different aggregates of the same tasks, and any chain of these. A part may lose all its ground only if it
 * is exactly the sum of published parts and so adds no information.
 *
 * A row about an agent is about the posters it worked for: the agent, whom the row names, does not count.
 *
 * @internal
 */
export function disclosable(cells: readonly Cell[], weights: readonly number[]): ReadonlyMap<string, Part> {
  const published = new Map<string, Part>();
  const grounds = new Map<Part, Ground>();
  const owners: (Part | null)[] = cells.map(() => null);
  for (const family of FAMILIES) {
    for (const part of partsBy(cells, weights, family)) if (mayFollow(part)) publish(part);
  }
  return published;

  function mayFollow(part: Part): boolean {
    if (walletsOf(part, part.cells, cells).size < K || !isAskedFor(part, published)) return false;
    return [...byOwner(part)].every(([owner, taken]) => {
      const left = grounds.get(owner)?.without(walletsOf(owner, taken, cells));
      return left === undefined || left >= K || (left === 0 && isSumWith(owner, part));
    });
  }

  function publish(part: Part): void {
    for (const [owner, taken] of byOwner(part)) grounds.get(owner)?.remove(walletsOf(owner, taken, cells));
    for (const at of part.cells) owners[at] = part;
    grounds.set(part, new Ground(walletsOf(part, part.cells, cells)));
    published.set(partName(part.selection), part);
  }

  /** The part's cells, by the part whose ground they currently are. */
  function byOwner({ cells: all }: Part): Map<Part, number[]> {
    const taken = new Map<Part, number[]>();
    for (const at of all) {
      const owner = owners[at];
      if (!owner) continue;
      const known = taken.get(owner);
      if (known) known.push(at);
      else taken.set(owner, [at]);
    }
    return taken;
  }

  /** Whether publishing `last` would make some published part the sum of other published parts. */
  function isSumWith({ selection, cells: all }: Part, last: Part): boolean {
    const [dimension, ...more] = DIMENSIONS.filter((name) => last.selection[name] !== selection[name]);
    if (dimension === undefined || more.length > 0) return false;
    const lastName = partName(last.selection);
    return all.every((at) => {
      const value = cells[at]?.[dimension] ?? null;
      if (value === null) return false;
      const name = partName({ ...selection, [dimension]: value });
      return name === lastName || published.has(name);
    });
  }
}

/** The name of a selection's part. @internal */
export function partName(selection: Selection): string {
  return JSON.stringify(DIMENSIONS.map((dimension) => selection[dimension] ?? null));
}

/**
 * Whether some question has this part as a row: a part of two values is a row of a filtered list, which must itself be
 * published.
 */
function isAskedFor({ selection }: Part, published: ReadonlyMap<string, Part>): boolean {
  const given = DIMENSIONS.filter((dimension) => selection[dimension] !== undefined);
  if (given.length < 2) return true;
  return given.some((filter) => filter !== "agent" && published.has(partName({ [filter]: selection[filter] ?? "" })));
}

/** The parts of one family, the largest first. */
function partsBy(cells: readonly Cell[], weights: readonly number[], family: readonly Dimension[]): readonly Part[] {
  const parts = new Map<string, { selection: Selection; cells: number[]; weight: number }>();
  for (const [at, cell] of cells.entries()) {
    if (family.some((dimension) => cell[dimension] === null)) continue;
    const selection = Object.fromEntries(family.map((dimension) => [dimension, cell[dimension]])) as Selection;
    const name = partName(selection);
    const part = parts.get(name) ?? { selection, cells: [], weight: 0 };
    parts.set(name, part);
    part.cells.push(at);
    part.weight += weights[at] ?? 0;
  }
  const named = [...parts].sort(([a, { weight: x }], [b, { weight: y }]) => y - x || (a < b ? -1 : 1));
  return named.map(([, part]) => part);
}

/** The wallets behind a part's cells, with the number of cells each occurs in. */
function walletsOf({ selection }: Part, taken: readonly number[], cells: readonly Cell[]): Map<string, number> {
  const wallets = new Map<string, number>();
  const add = (wallet: string | null | undefined) => wallet && wallets.set(wallet, (wallets.get(wallet) ?? 0) + 1);
  for (const at of taken) {
    add(cells[at]?.poster);
    if (selection.agent === undefined) add(cells[at]?.agent);
  }
  return wallets;
}

/** Wallets with their multiplicities. */
class Ground {
  constructor(private readonly wallets: Map<string, number>) {}

  /** How many distinct wallets would remain. */
  without(taken: ReadonlyMap<string, number>): number {
    let left = this.wallets.size;
    for (const [wallet, times] of taken) if (this.wallets.get(wallet) === times) left -= 1;
    return left;
  }

  remove(taken: ReadonlyMap<string, number>): void {
    for (const [wallet, times] of taken) {
      const left = (this.wallets.get(wallet) ?? 0) - times;
      if (left > 0) this.wallets.set(wallet, left);
      else this.wallets.delete(wallet);
    }
  }
}
