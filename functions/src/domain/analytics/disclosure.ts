import { DIMENSIONS, type Cell, type Dimension } from "./cell";

/** The minimum number of wallets behind any published number. */
const K = 5;

/** The cells that have these values; with none, all cells. */
export type Selection = Readonly<Partial<Record<Dimension, string>>>;

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

/** The name of a selection's part. */
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
