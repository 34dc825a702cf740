import { MIN_GROUP_SIZE } from "../dataset/record";
import { grouped, type Grouped } from "./grouped";
import {
  type Condition,
  type InColumn,
  type Mask,
  type SetOfTexts,
  cellsOf,
  isFew,
  largest,
  meeting,
  shownCells,
  weightOf,
} from "./sets";

const MAX_SETS = 30;
/** To look at so many values among so many records that differ, for each line of a table, takes seconds; then none is told. */
const MAX_LOOKS = 500_000;

/** The records that something is checked over. */
type Whole = Omit<Grouped, "conditions">;

/**
 * True where a value's count among some records may be told. A state is told only where its region is, and where the
 * others of that region leave enough: else the region's count, less what is told of its states, tells of the rest.
 */
function isShown({ weights }: Whole, among: Mask, { codes, code, around = [] }: InColumn): boolean {
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

function areCutWell(whole: Whole, conditions: readonly Condition[]): boolean {
  const { length, weights } = whole;
  const sets = [...new Set(conditions.flatMap((one) => ("mask" in one ? (one.parts ?? [one.mask]) : [])))];
  if (sets.length < 2) return true;
  if (sets.length > MAX_SETS) return false;
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

/**
 * How many records meet all conditions, or null where saying it would single out fewer than five people: the set
 * itself, what is left of any larger set when this one is subtracted from it, or any cell of the sets together.
 */
export function publishableCount(size: number, asked: readonly Condition[]): number | null {
  const whole = grouped(size, asked);
  return countOf(whole, whole.conditions);
}

function countOf(whole: Whole, asked: readonly Condition[]): number | null {
  const { length, size, weights } = whole;
  const conditions = asked.map((one) => toldWith(whole, one, asked));
  const count = weightOf(meeting(length, conditions), weights);
  if (count < MIN_GROUP_SIZE || (count < size && size - count < MIN_GROUP_SIZE)) return null;
  for (const condition of conditions) {
    const around = meeting(
      length,
      conditions.filter((other) => other !== condition),
    );
    if ("mask" in condition) {
      const left = weightOf(around, weights) - count;
      if (left > 0 && left < MIN_GROUP_SIZE) return null;
      const others = conditions.filter((other) => other !== condition);
      const isTold = (value: InColumn): boolean =>
        weightOf(meeting(length, [value, ...others]), weights) === 0 || countOf(whole, [value, ...others]) !== null;
      const values = condition.values ?? [];
      if (values.length * length > MAX_LOOKS || !values.every(isTold)) return null;
    } else {
      if (!isShown(whole, around, condition)) return null;
    }
  }
  return areCutWell(whole, conditions) && isBlurred(whole, conditions) && leavesEnough(whole, conditions)
    ? count
    : null;
}

/** True where what is left of the larger sets that can be asked for is none or at least five, in these groups and in each other one. */
function leavesEnough(whole: Whole, conditions: readonly Condition[]): boolean {
  const { length, weights } = whole;
  return conditions.every((condition) => {
    if (!("mask" in condition) || !condition.left) return true;
    const others = conditions.filter((other) => other !== condition);
    const columns = others.flatMap((one) => ("codes" in one ? [one] : []));
    return condition.left.every((mask) => {
      if (columns.length === 0) return !isFew(weightOf(meeting(length, [{ mask }, ...others]), weights));
      return columns.every((column) => {
        const around = meeting(length, [{ mask }, ...others.filter((other) => other !== column)]);
        return around.every((is, i) => !is || column.codes[i] !== column.code) || isShown(whole, around, column);
      });
    });
  });
}

/** A set that is meant with those of its parts that are told in the same groups of columns, too. */
function toldWith(whole: Whole, condition: Condition, all: readonly Condition[]): Condition {
  if (!("mask" in condition) || !condition.isMeant) return condition;
  const groups = all.filter((other) => other !== condition);
  const [column] = groups;
  if (groups.length !== 1 || !column || !("codes" in column)) return condition;
  if (!toldCodes(whole, condition, column)[column.code]) return { ...condition, mask: new Uint8Array(whole.length) };
  const isTold = (mask: Mask): boolean => countOf(whole, [{ mask }, ...groups]) !== null;
  return within(condition, isTold);
}

function within(condition: SetOfTexts, isTold: (mask: Mask) => boolean): Condition {
  const { mask, parts = [], beside = [], left = [] } = condition;
  return { mask, parts: parts.filter((one) => one === mask || isTold(one)), beside: beside.filter(isTold), left };
}

const known = new WeakMap<Mask, WeakMap<Uint16Array, boolean[]>>();

/**
 * For which codes of a column the size of a set that is meant may be told. Those that aren't told are together what the
 * others leave of the whole: where a part's sizes there, taken from that, leave one to four, the smallest is hidden with them.
 */
function toldCodes(whole: Whole, condition: SetOfTexts, column: InColumn): readonly boolean[] {
  const { length, weights } = whole;
  const { codes } = column;
  const { mask } = condition;
  const byColumn = known.get(mask) ?? new WeakMap<Uint16Array, boolean[]>();
  known.set(mask, byColumn);
  const found = byColumn.get(codes);
  if (found) return found;
  const all = largest(codes);
  const isTold = (one: Condition, code: number): boolean => countOf(whole, [one, { ...column, code }]) !== null;
  const parts = [...(condition.parts ?? []), ...(condition.beside ?? [])].filter((one) => one !== mask);
  const partsTold = parts.map((part) => ({
    cells: cellsOf(part, codes, all, weights),
    told: Array.from({ length: all + 1 }, (_, code) => code > 0 && isTold({ mask: part }, code)),
  }));
  const cells = cellsOf(mask, codes, all, weights);
  const told = cells.map(
    (_, code) =>
      code > 0 &&
      isTold(
        within(condition, (part) => partsTold[parts.indexOf(part)]!.told[code]!),
        code,
      ),
  );
  const groups = cellsOf(new Uint8Array(length).fill(1), codes, all, weights).flatMap((count, code) =>
    count === 0 ? [] : [code],
  );
  // What is told of all, less what is told of each: of the set, of a part, and of both.
  const leavesFew = partsTold.map((part) => (): boolean => {
    const others = (of: readonly number[]): number =>
      of.reduce((sum, code) => sum + cells[code]! - part.cells[code]!, 0);
    const hidden = groups.filter((code) => !told[code]);
    const unsaid = groups.filter((code) => !part.told[code]);
    const either = groups.filter((code) => !told[code] || !part.told[code]);
    const isShared = either.length < hidden.length + unsaid.length;
    return isFew(others(either)) || (!isShared && (isFew(others(hidden)) || isFew(others(unsaid))));
  });
  while (told.includes(true) && leavesFew.some((isLeft) => isLeft())) {
    const smallest = Math.min(...cells.filter((_, code) => told[code]));
    told[told.findIndex((is, code) => is && cells[code] === smallest)] = false;
  }
  byColumn.set(codes, told);
  return told;
}

/**
 * True where the size of a set tells nothing of a small overlap of those within it: at least five more belong to it, and
 * how many they are isn't said anywhere.
 */
function isBlurred({ length, weights }: Whole, conditions: readonly Condition[]): boolean {
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
