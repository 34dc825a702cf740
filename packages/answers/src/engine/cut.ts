import { MIN_GROUP_SIZE } from "../dataset/record";
import { grouped, type Grouped } from "./grouped";
import { cellsOf, largest, meeting, shownCells, type Condition, type InColumn, type Mask } from "./sets";
import { withheldCells } from "./tables";

const MAX_SETS = 30;

/** The records that something is checked over. */
export type Whole = Omit<Grouped, "conditions">;

/** Some records by a column: all, or those of one group of a larger one. */
interface Axis {
  codes: Uint16Array;
  code: number;
  within: { codes: Uint16Array; code: number } | null;
}

/**
 * By what a value's count may be told. A state is told only where its region is, and where the others of that region leave
 * enough: else the region's count, less what is told of its states, tells of the rest.
 */
function axesOf({ codes, code, around = [] }: InColumn): Axis[] {
  const first = codes.indexOf(code);
  return [
    { codes, code, within: null },
    ...around.flatMap((larger) => {
      const group = { codes: larger, code: larger[first]! };
      return [
        { ...group, within: null },
        { codes, code, within: group },
      ];
    }),
  ];
}

/**
 * True where the count of a value of each of these columns among some records may be told, beside those of all their other
 * values. Of more than two columns, the two with the most values make a table for each value of the others.
 */
export function isTold(whole: Whole, among: Mask, columns: readonly InColumn[]): boolean {
  const [x, y, ...others] = [...columns].sort((a, b) => largest(b.codes) - largest(a.codes));
  if (!x) return true;
  if (!y) return axesOf(x).every((axis) => isShown(whole, among, axis));
  return cellsAt(whole, among, others, [x, y]).every((cell) =>
    axesOf(x).every((one) => axesOf(y).every((other) => isInTable(whole, cell, one, other))),
  );
}

function isShown({ weights }: Whole, among: Mask, { codes, code, within }: Axis): boolean {
  const shownIn = (some: Mask): readonly boolean[] => shownCells(cellsOf(some, codes, largest(codes), weights));
  if (within) return shownIn(among.map((is, i) => (within.codes[i] === within.code ? is : 0)))[code] === true;
  return asBefore(shownKnown, codes, [among], () => shownIn(among))[code] === true;
}

/** What was found for all codes of a column among some sets: what may be told is asked for one code after the other. */
type ByCode = WeakMap<Uint16Array, { sets: readonly Mask[]; found: readonly boolean[] }[]>;
const shownKnown: ByCode = new WeakMap();
const cutKnown: ByCode = new WeakMap();
const MAX_KNOWN = 8;

/** The same again, or else looked for. */
function asBefore(
  known: ByCode,
  codes: Uint16Array,
  sets: readonly Mask[],
  look: () => readonly boolean[],
): readonly boolean[] {
  const last = known.get(codes) ?? [];
  known.set(codes, last);
  const before = last.find((one) => one.sets.length === sets.length && one.sets.every((set, i) => set === sets[i]));
  if (before) return before.found;
  const found = look();
  last.unshift({ sets, found });
  last.length = Math.min(last.length, MAX_KNOWN);
  return found;
}

function isInTable({ length, weights }: Whole, among: Mask, x: Axis, y: Axis): boolean {
  const some = [x, y].reduce(
    (all, { within }) => (within ? all.map((is, i) => (within.codes[i] === within.code ? is : 0)) : all),
    among,
  );
  const width = largest(x.codes) + 1;
  const cells = new Uint32Array(width * (largest(y.codes) + 1));
  for (let i = 0; i < length; i++) if (some[i]) cells[y.codes[i]! * width + x.codes[i]!]! += weights[i]!;
  return withheldCells({ width, cells })[y.code * width + x.code] === 0;
}

/** Some records by their values of some columns: those values of which some have the values of `target`, too. */
function cellsAt(whole: Whole, among: Mask, columns: readonly InColumn[], target: readonly InColumn[]): Mask[] {
  if (columns.length === 0) return [among];
  const having = new Map<string, Mask>();
  const keyOf = (i: number): string => columns.map(({ codes }) => codes[i]!).join();
  for (let i = 0; i < whole.length; i++)
    if (among[i] && target.every(({ codes, code }) => codes[i] === code))
      having.set(keyOf(i), new Uint8Array(whole.length));
  for (let i = 0; i < whole.length; i++) if (among[i]) having.get(keyOf(i))?.fill(1, i, i + 1);
  return [...having.values()];
}

/**
 * True where all sets of some conditions together cut the records into cells of none or at least five. Else sums and
 * differences of what can be asked of these sets (with "and", "or", "not") would tell of one to four people.
 */
export function areApart(size: number, conditions: readonly Condition[]): boolean {
  const whole = grouped(size, conditions);
  return areCutWell(whole, whole.conditions);
}

export function areCutWell(whole: Whole, conditions: readonly Condition[], most = MAX_SETS): boolean {
  const { length, weights } = whole;
  const sets = [...new Set(conditions.flatMap((one) => ("mask" in one ? (one.parts ?? [one.mask]) : [])))];
  const columns = conditions.flatMap((one) => ("codes" in one ? [one] : []));
  if (sets.length + columns.length < 2) return true;
  if (sets.length > most) return false;
  const [column] = columns;
  if (!column) return sizesOf(cutInto(length, sets), weights).every((count) => count === 0 || count >= MIN_GROUP_SIZE);
  if (columns.length === 1 && !column.around?.length)
    return asBefore(cutKnown, column.codes, sets, () => areCutByCode(whole, sets, column.codes))[column.code]!;
  const cells = cutInto(length, sets);
  const here = meeting(length, columns);
  const having = new Set<number>();
  for (let i = 0; i < length; i++) if (here[i]) having.add(cells[i]!);
  return [...having].every((cell) =>
    isTold(
      whole,
      here.map((_, i) => (cells[i] === cell ? 1 : 0)),
      columns,
    ),
  );
}

/** For which codes of a column each cell that has records there may be told among the same cell's other codes. */
function areCutByCode({ length, weights }: Whole, sets: readonly Mask[], codes: Uint16Array): boolean[] {
  const cells = cutInto(length, sets);
  const width = largest(codes) + 1;
  const rows = Array.from({ length: largest(cells) + 1 }, () => new Array<number>(width).fill(0));
  for (let i = 0; i < length; i++) rows[cells[i]!]![codes[i]!]! += weights[i]!;
  const shown = rows.map(shownCells);
  return Array.from({ length: width }, (_, code) =>
    rows.every((row, cell) => row[code] === 0 || shown[cell]![code] === true),
  );
}

/** In which cell of some sets each record is, by numbers from 0 on. */
function cutInto(size: number, sets: readonly Mask[]): Uint32Array {
  const cells = new Uint32Array(size);
  let count = 1;
  for (const set of sets) {
    const next = new Int32Array(2 * count).fill(-1);
    count = 0;
    for (let i = 0; i < size; i++) {
      const cell = 2 * cells[i]! + set[i]!;
      if (next[cell] === -1) next[cell] = count++;
      cells[i] = next[cell]!;
    }
  }
  return cells;
}

function sizesOf(cells: Uint32Array, weights: Uint32Array): Uint32Array {
  const sizes = new Uint32Array(largest(cells) + 1);
  for (let i = 0; i < cells.length; i++) sizes[cells[i]!]! += weights[i]!;
  return sizes;
}

/**
 * True where the size of a set tells nothing of a small overlap of those within it: at least five more belong to it, and
 * how many they are isn't said anywhere.
 */
export function isBlurred({ length, weights }: Whole, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) => {
    if (!("mask" in condition) || !condition.beside || condition.beside.length === 0) return true;
    const around = meeting(
      length,
      conditions.filter((other) => other !== condition),
    );
    const within = (mask: Mask): number =>
      mask.reduce((count, member, i) => count + (member & around[i]!) * weights[i]!, 0);
    const [first = condition.mask] = condition.parts ?? [];
    const told = [first, ...condition.beside].reduce((sum, mask) => sum + within(mask), 0);
    return within(condition.mask) - told >= MIN_GROUP_SIZE;
  });
}
