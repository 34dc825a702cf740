import { fours, largest, type Condition, type InColumn, type Mask } from "./sets";

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
const PACKED = 8;
/** More cells than these are looked up by a hash. */
const MAX_PLACES = 1 << 20;

/**
 * The conditions over as few records as tell the same: what may be told of them is looked up in many passes, which at
 * 100,000 records and for a table of hundreds of cells would take seconds.
 */
export function grouped(size: number, conditions: readonly Condition[]): Grouped {
  const arrays = [...new Set(conditions.flatMap(arraysOf))];
  let found = known.find(
    (one) =>
      one.size === size && one.arrays.length === arrays.length && one.arrays.every((array, i) => array === arrays[i]),
  );
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

function arraysOf(condition: Condition): Codes[] {
  if ("codes" in condition) return [condition.codes, ...(condition.around ?? [])];
  const { mask, parts = [], beside = [], inGroups = [], larger = [], of = [] } = condition;
  return [mask, ...parts, ...beside, ...inGroups, ...larger, ...of.flat().flatMap(arraysOf)];
}

function shortened(condition: Condition, shorten: <T extends Codes>(array: T) => T): Condition {
  const column = ({ codes, code, around = [] }: InColumn): InColumn => ({
    codes: shorten(codes),
    code,
    around: around.map(shorten),
  });
  if ("codes" in condition) return column(condition);
  const { mask, parts, beside, inGroups, larger, of } = condition;
  return {
    ...condition,
    mask: shorten(mask),
    ...(parts && { parts: parts.map(shorten) }),
    ...(beside && { beside: beside.map(shorten) }),
    ...(inGroups && { inGroups: inGroups.map(shorten) }),
    ...(larger && { larger: larger.map(shorten) }),
    ...(of && { of: of.map((joined) => joined.map((one) => shortened(one, shorten))) }),
  };
}

/** In which cell each record is, by numbers from 0 on. */
interface Cells {
  cells: Uint32Array;
  count: number;
}

/** The same cells, divided by an array of numbers below `width`. */
function divided({ cells, count: before }: Cells, array: Codes | Uint32Array, width: number): Cells {
  const places = before * width <= MAX_PLACES ? new Int32Array(before * width).fill(-1) : null;
  const hashed = new Map<number, number>();
  const finer = new Uint32Array(cells.length);
  let count = 0;
  for (let i = 0; i < cells.length; i++) {
    const place = width * cells[i]! + array[i]!;
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

/** The cells of some columns: how many records each has. */
interface ColumnCells extends Cells {
  columns: readonly Codes[];
  weights: Uint32Array;
}

/** The cells of the last columns: a reply asks for one set after another among the same ones. */
let last: ColumnCells | null = null;

function byColumns(size: number, columns: readonly Uint16Array[]): ColumnCells {
  const isLast = last?.columns.length === columns.length && columns.every((column, i) => column === last!.columns[i]);
  if (isLast && last!.cells.length === size) return last!;
  const all: Cells = { cells: new Uint32Array(size), count: size === 0 ? 0 : 1 };
  const found = columns.reduce<Cells>((cells, column) => divided(cells, column, largest(column) + 1), all);
  const weights = new Uint32Array(found.count);
  for (let i = 0; i < size; i++) weights[found.cells[i]!]! += 1;
  last = { ...found, columns, weights };
  return last;
}

/** Calls for each record of a set, which is mostly small among all records. */
function eachOf(set: Mask, act: (record: number) => void): void {
  const words = fours(set) ?? new Uint32Array(0);
  for (let at = 0; at < words.length; at++)
    if (words[at] !== 0) for (let i = at * 4; i < at * 4 + 4; i++) if (set[i] !== 0) act(i);
  for (let i = words.length * 4; i < set.length; i++) if (set[i] !== 0) act(i);
}

interface InSets {
  /** The records of any of the sets, and for each record whether it is one of them. */
  records: Uint32Array;
  seen: Mask;
  /** For each record which of the sets it is in, eight sets in each number, and how many such numbers there are. */
  packs: { pack: Uint8Array; width: number }[];
}

function inSets(size: number, sets: readonly Mask[]): InSets {
  const seen = new Uint8Array(size);
  const records = new Uint32Array(size);
  let count = 0;
  const packs: InSets["packs"] = [];
  sets.forEach((set, at) => {
    const into = (packs[Math.floor(at / PACKED)] ??= { pack: new Uint8Array(size), width: 1 });
    const bit = into.width;
    into.width *= 2;
    eachOf(set, (i) => {
      into.pack[i]! |= bit;
      if (seen[i]) return;
      seen[i] = 1;
      records[count++] = i;
    });
  });
  return { records: records.subarray(0, count), seen, packs };
}

/**
 * Which records no array tells apart. Those in none of the sets are told apart by the columns alone, whose cells are known;
 * so only the others are looked at.
 */
function groupingOf(size: number, arrays: readonly Codes[]): Grouping {
  const columns = arrays.filter((array): array is Uint16Array => array instanceof Uint16Array);
  const sets = arrays.filter((array): array is Mask => !(array instanceof Uint16Array));
  const outer = byColumns(size, columns);
  const { records, seen, packs } = inSets(size, sets);
  const inner = packs.reduce<Cells>(
    (found, { pack, width }) =>
      divided(
        found,
        records.map((record) => pack[record]!),
        width,
      ),
    { cells: records.map((record) => outer.cells[record]!), count: outer.count },
  );
  const left = outer.weights.slice();
  for (const record of records) left[outer.cells[record]!]! -= 1;
  const first: number[] = [];
  const weights: number[] = [];
  const add = (record: number, weight: number): number => {
    weights.push(weight);
    return first.push(record) - 1;
  };
  for (let i = 0, missing = left.filter((count) => count > 0).length; missing > 0; i++) {
    const cell = outer.cells[i]!;
    if (seen[i] || left[cell] === 0) continue;
    add(i, left[cell]!);
    left[cell] = 0;
    missing--;
  }
  const placeOf = new Int32Array(inner.count).fill(-1);
  records.forEach((record, i) => {
    const place = placeOf[inner.cells[i]!]!;
    if (place === -1) placeOf[inner.cells[i]!] = add(record, 1);
    else weights[place]! += 1;
  });
  return { size, arrays, weights: Uint32Array.from(weights), first: Uint32Array.from(first), short: new Map() };
}
