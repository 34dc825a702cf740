import { MIN_GROUP_SIZE } from "../dataset/record";
import { grouped, type Grouped } from "./grouped";
import { cellsOf, largest, meeting, shownCells, type Condition, type InColumn, type Mask } from "./sets";

const MAX_SETS = 30;

/** The records that something is checked over. */
export type Whole = Omit<Grouped, "conditions">;

/**
 * True where a value's count among some records may be told. A state is told only where its region is, and where the
 * others of that region leave enough: else the region's count, less what is told of its states, tells of the rest.
 */
export function isShown({ weights }: Whole, among: Mask, { codes, code, around = [] }: InColumn): boolean {
  const isTold = (mask: Mask, of: Uint16Array, value: number): boolean =>
    shownCells(cellsOf(mask, of, largest(of), weights))[value] === true;
  if (!isTold(among, codes, code)) return false;
  const first = codes.indexOf(code);
  return around.every((larger) => {
    const group = larger[first]!;
    return (
      isTold(among, larger, group) &&
      isTold(
        among.map((is, i) => (larger[i] === group ? is : 0)),
        codes,
        code,
      )
    );
  });
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
  if (sets.length < 2) return true;
  if (sets.length > most) return false;
  const cells = cutInto(length, sets);
  const columns = conditions.flatMap((one) => ("codes" in one ? [one] : []));
  if (columns.length === 0) return sizesOf(cells, weights).every((count) => count === 0 || count >= MIN_GROUP_SIZE);
  return columns.every((column) => {
    const { codes, code } = column;
    const within = meeting(
      length,
      columns.filter((other) => other !== column),
    );
    const having = new Set<number>();
    for (let i = 0; i < length; i++) if (within[i] && codes[i] === code) having.add(cells[i]!);
    if (column.around?.length)
      return [...having].every((cell) =>
        isShown(
          whole,
          within.map((is, i) => (cells[i] === cell ? is : 0)),
          column,
        ),
      );
    const rows = new Map([...having].map((cell) => [cell, new Array<number>(largest(codes) + 1).fill(0)]));
    const rowOf = Array.from({ length: largest(cells) + 1 }, (_, cell) => rows.get(cell));
    for (let i = 0; i < length; i++) if (within[i]) countIn(rowOf[cells[i]!], codes[i]!, weights[i]!);
    return [...rows.values()].every((row) => shownCells(row)[code]);
  });
}

const countIn = (row: number[] | undefined, code: number, count: number): void => {
  if (row) row[code]! += count;
};

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
