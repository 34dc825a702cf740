import { largest, outside, recordsIn, type Condition, type InColumn, type Mask } from "./sets";

type Codes = Mask | Uint16Array;

/** Conditions over groups of records: those that no condition tells apart are one group, with their number as its weight. */
export interface Grouped {
  /** How many differ. */
  length: number;
  /** How many records there are, and for how many of them each counts. */
  size: number;
  weights: Uint32Array;
  conditions: Condition[];
}

interface Grouping {
  size: number;
  arrays: readonly Codes[];
  weights: Uint32Array;
  /** The first record of each. */
  first: Uint32Array;
  short: Map<Codes, Codes>;
}

/** A table asks the same of each of its lines, and what is told of one value may depend on all others. */
const MAX_KNOWN = 4;
const known: Grouping[] = [];
/** More cells than these are looked up by a hash. */
const MAX_PLACES = 1 << 20;

/**
 * The conditions over as few records as tell the same: what may be told of them is looked up in many passes, which at
 * 100,000 records and for a table of hundreds of cells would take seconds.
 */
export function grouped(size: number, conditions: readonly Condition[]): Grouped {
  const arrays = [...new Set(conditions.flatMap(arraysOf))];
  let found = known.find((one) => one.size === size && areSame(one.arrays, arrays));
  if (!found) {
    found = groupingOf(size, arrays);
    known.unshift(found);
    known.length = Math.min(known.length, MAX_KNOWN);
  }
  const { weights, first, short } = found;
  const shorten = <T extends Codes>(array: T): T => {
    let shorter = short.get(array) as T | undefined;
    if (!shorter) {
      shorter = array.slice(0, first.length) as T;
      for (let i = 0; i < first.length; i++) shorter[i] = array[first[i]!]!;
      short.set(array, shorter);
    }
    return shorter;
  };
  return { length: first.length, size, weights, conditions: conditions.map((one) => shortened(one, shorten)) };
}

const areSame = (some: readonly Codes[], others: readonly Codes[]): boolean =>
  some.length === others.length && some.every((array, i) => array === others[i]);

function arraysOf(condition: Condition): Codes[] {
  if ("codes" in condition) return [condition.codes, ...(condition.around ?? [])];
  const { mask, parts = [], beside = [], inGroups = [], larger, of = [] } = condition;
  return [mask, ...parts, ...beside, ...inGroups, ...(larger?.() ?? []), ...of.flat().flatMap(arraysOf)];
}

function shortened(condition: Condition, shorten: <T extends Codes>(array: T) => T): Condition {
  const column = ({ codes, code, around = [] }: InColumn): InColumn => ({
    codes: shorten(codes),
    code,
    around: around.map(shorten),
  });
  if ("codes" in condition) return column(condition);
  const { mask, parts, beside, inGroups, larger, of } = condition;
  const around = larger?.().map(shorten);
  return {
    ...condition,
    mask: shorten(mask),
    ...(parts && { parts: parts.map(shorten) }),
    ...(beside && { beside: beside.map(shorten) }),
    ...(inGroups && { inGroups: inGroups.map(shorten) }),
    ...(around && { larger: () => around }),
    ...(of && { of: of.map((joined) => joined.map((one) => shortened(one, shorten))) }),
  };
}

/** In which cell each record is, by numbers from 0 on. */
interface Cells {
  cells: Uint32Array;
  count: number;
}

/** The same cells, divided by a column or a set. */
function divided({ cells, count: before }: Cells, codes: Codes): Cells {
  const width = largest(codes) + 1;
  const places = before * width <= MAX_PLACES ? new Int32Array(before * width).fill(-1) : null;
  const hashed = new Map<number, number>();
  const finer = new Uint32Array(cells.length);
  let count = 0;
  for (let i = 0; i < cells.length; i++) {
    const place = width * cells[i]! + codes[i]!;
    let cell = places ? places[place]! : (hashed.get(place) ?? -1);
    if (cell === -1) {
      cell = count++;
      if (places) places[place] = cell;
      else hashed.set(place, cell);
    }
    finer[i] = cell;
  }
  return { cells: finer, count };
}

/** The cells of some columns and sets, and the records cell by cell: those of cell c are at `starts[c]..starts[c + 1]`. */
interface KnownCells extends Cells {
  arrays: readonly Codes[];
  starts: Uint32Array;
  records: Uint32Array;
  /** The cells again, for a division that is undone. */
  divided: Uint32Array;
}

/** The last cells: a reply asks for one set after another among the same columns and sets. */
const lastCells: KnownCells[] = [];

function cellsBy(size: number, arrays: readonly Codes[]): KnownCells {
  const at = lastCells.findIndex((one) => one.cells.length === size && areSame(one.arrays, arrays));
  const found = at === -1 ? newCellsBy(size, arrays) : lastCells.splice(at, 1)[0]!;
  lastCells.unshift(found);
  lastCells.length = Math.min(lastCells.length, MAX_KNOWN);
  return found;
}

function newCellsBy(size: number, arrays: readonly Codes[]): KnownCells {
  const all: Cells = { cells: new Uint32Array(size), count: size === 0 ? 0 : 1 };
  const { cells, count } = arrays.reduce(divided, all);
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < size; i++) starts[cells[i]! + 1]! += 1;
  for (let cell = 0; cell < count; cell++) starts[cell + 1]! += starts[cell]!;
  const next = starts.slice();
  const records = new Uint32Array(size);
  for (let i = 0; i < size; i++) records[next[cells[i]!]!++] = i;
  return { cells, count, arrays, starts, records, divided: cells.slice() };
}

/**
 * Which records no array tells apart. The cells of the columns are known, and those of all arrays but the last where the same
 * were asked for with another; each other set divides those that it cuts, by a look at its own records alone.
 */
function groupingOf(size: number, arrays: readonly Codes[]): Grouping {
  const isSet = (array: Codes): array is Mask => !(array instanceof Uint16Array);
  const [last] = arrays.slice(-1);
  const all = arrays.slice(0, -1);
  const isAsked =
    last !== undefined &&
    isSet(last) &&
    all.some(isSet) &&
    known.some((one) => one.size === size && areSame(one.arrays.slice(0, -1), all));
  const outer = cellsBy(size, isAsked ? all : arrays.filter((array) => !isSet(array)));
  const sets = arrays.flatMap((array) => (isSet(array) && !outer.arrays.includes(array) ? [dividing(array)] : []));
  const cells = outer.divided;
  let count = outer.count;
  for (const set of sets) {
    const into = new Int32Array(count).fill(-1);
    for (let at = 0; at < set.length; at++) {
      const cell = cells[set[at]!]!;
      if (into[cell] === -1) into[cell] = count++;
      cells[set[at]!] = into[cell]!;
    }
  }
  const isMostMoved = sets.reduce((sum, set) => sum + set.length, 0) > size / 2;
  const { sizes, firsts } = isMostMoved ? sizesOfAll(outer, count) : sizesOfMoved(outer, count, sets);
  const kept = new Uint32Array(count).map((_, cell) => cell).filter((cell) => sizes[cell]! > 0);
  return {
    size,
    arrays,
    weights: kept.map((cell) => sizes[cell]!),
    first: kept.map((cell) => firsts[cell]!),
    short: new Map(),
  };
}

const outsideKnown = new WeakMap<Mask, Mask>();

/** The records of a set, or those outside it where these are fewer: both divide in the same way. */
function dividing(mask: Mask): Uint32Array {
  const records = recordsIn(mask);
  if (records.length <= mask.length / 2) return records;
  const others = outsideKnown.get(mask) ?? outside(mask);
  outsideKnown.set(mask, others);
  return recordsIn(others);
}

/** How many records are in each cell after a division, and one of them. The division is undone. */
interface Sizes {
  sizes: Uint32Array;
  firsts: Uint32Array;
}

function sizesOfAll({ cells: outer, divided: cells }: KnownCells, count: number): Sizes {
  const [sizes, firsts] = [new Uint32Array(count), new Uint32Array(count)];
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    sizes[cell]! += 1;
    firsts[cell] = i;
  }
  cells.set(outer);
  return { sizes, firsts };
}

/** The same by a look at the records alone that the sets have moved. */
function sizesOfMoved(
  { cells: outer, divided: cells, starts, records, count: before }: KnownCells,
  count: number,
  sets: readonly Uint32Array[],
): Sizes {
  const [sizes, firsts] = [new Uint32Array(count), new Uint32Array(count)];
  for (let cell = 0; cell < before; cell++) {
    const end = starts[cell + 1]!;
    let at = starts[cell]!;
    sizes[cell] = end - at;
    while (at < end && cells[records[at]!] !== cell) at++;
    if (at < end) firsts[cell] = records[at]!;
  }
  for (const set of sets) {
    for (let at = 0; at < set.length; at++) {
      const record = set[at]!;
      const [cell, from] = [cells[record]!, outer[record]!];
      // A record of several sets was moved once for each of them.
      if (cell === from) continue;
      sizes[from]! -= 1;
      sizes[cell]! += 1;
      firsts[cell] = record;
      cells[record] = from;
    }
  }
  return { sizes, firsts };
}
