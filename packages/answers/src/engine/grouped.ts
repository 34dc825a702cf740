import { largest, type Condition, type InColumn, type Mask } from "./sets";

type Codes = Mask | Uint16Array;

/** Some conditions over records, where those that none of them tells apart are one, which counts as many as there are. */
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

/** Sets in one number for each record, eight at a time, so that a cell is looked up once for these. */
function packed(size: number, sets: readonly Codes[]): [Codes, width: number][] {
  const packs: [Codes, width: number][] = [];
  for (let from = 0; from < sets.length; from += PACKED) {
    const some = sets.slice(from, from + PACKED);
    const pack = new Uint8Array(size);
    some.forEach((set, bit) => {
      for (let i = 0; i < size; i++) pack[i]! |= set[i]! << bit;
    });
    packs.push([pack, 2 ** some.length]);
  }
  return packs;
}

/** In which cell each record is, by numbers from 0 on. */
interface Cells {
  cells: Uint32Array;
  count: number;
}

/** The same cells, divided by an array of numbers below `width`. */
function divided({ cells, count: before }: Cells, array: Codes, width: number): Cells {
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

/** The cells of the last columns: a reply asks for one set after another among the same ones. */
let last: { columns: readonly Codes[]; found: Cells } | null = null;

function byColumns(size: number, columns: readonly Uint16Array[]): Cells {
  const isLast = last?.columns.length === columns.length && columns.every((column, i) => column === last!.columns[i]);
  if (isLast && last!.found.cells.length === size) return last!.found;
  const all: Cells = { cells: new Uint32Array(size), count: 1 };
  const found = columns.reduce<Cells>((cells, column) => divided(cells, column, largest(column) + 1), all);
  last = { columns, found };
  return found;
}

/** Which records no array tells apart. */
function groupingOf(size: number, arrays: readonly Codes[]): Grouping {
  const columns = arrays.filter((array): array is Uint16Array => array instanceof Uint16Array);
  const sets = arrays.filter((array) => !(array instanceof Uint16Array));
  const { cells, count } = packed(size, sets).reduce<Cells>(
    (found, [pack, width]) => divided(found, pack, width),
    byColumns(size, columns),
  );
  const weights = new Uint32Array(size === 0 ? 0 : count);
  const first = new Uint32Array(weights.length);
  for (let i = size - 1; i >= 0; i--) {
    weights[cells[i]!]! += 1;
    first[cells[i]!] = i;
  }
  return { size, arrays, weights, first, short: new Map() };
}
