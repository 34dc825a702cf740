import { MIN_GROUP_SIZE } from "../dataset/record";

/** For each record 1 where it belongs to a set, else 0. */
export type Mask = Uint8Array;

/**
 * One condition that a record can meet: a value of a column (its code, 1 or more), or a set found by its text. `parts` are
 * the sets that it is made of, where others can ask for these, too.
 */
export type Condition = { codes: Uint16Array; code: number } | { mask: Mask; parts?: readonly Mask[] };

/** The records that meet every condition. */
export function meeting(size: number, conditions: readonly Condition[]): Mask {
  const mask = new Uint8Array(size).fill(1);
  for (const condition of conditions) {
    if ("mask" in condition) for (let i = 0; i < size; i++) mask[i]! &= condition.mask[i]!;
    else for (let i = 0; i < size; i++) if (condition.codes[i] !== condition.code) mask[i] = 0;
  }
  return mask;
}

/** How many records a set has. */
export function sizeOf(mask: Mask): number {
  let count = 0;
  for (const member of mask) count += member;
  return count;
}

/** How many records of `mask` have each code; place 0 counts those without a value. */
export function cellsOf(mask: Mask, codes: Uint16Array, values: number): number[] {
  const cells = new Array<number>(values + 1).fill(0);
  for (let i = 0; i < mask.length; i++) if (mask[i]) cells[codes[i]!]! += 1;
  return cells;
}

/**
 * Which cells of a table may be shown. Cells of fewer than five people are hidden; where those together are fewer than
 * five, a reader could find them by subtraction, so the smallest shown cell is hidden with them.
 *
 * @internal
 */
export function shownCells(cells: readonly number[]): boolean[] {
  const shown = cells.map((count) => count >= MIN_GROUP_SIZE);
  let hidden = cells.reduce((sum, count, i) => sum + (shown[i] ? 0 : count), 0);
  while (hidden > 0 && hidden < MIN_GROUP_SIZE) {
    let smallest = -1;
    cells.forEach((count, i) => {
      if (shown[i] && (smallest === -1 || count < cells[smallest]!)) smallest = i;
    });
    if (smallest === -1) break;
    shown[smallest] = false;
    hidden += cells[smallest]!;
  }
  return shown;
}

const MAX_SETS = 30;

/**
 * True where all sets of some conditions together cut the records into cells of none or at least five. Else sums and
 * differences of what can be asked of these sets (with "and", "or", "not") would tell of one to four people.
 */
export function areApart(size: number, conditions: readonly Condition[]): boolean {
  const sets = [...new Set(conditions.flatMap((one) => ("mask" in one ? (one.parts ?? [one.mask]) : [])))];
  if (sets.length < 2) return true;
  if (sets.length > MAX_SETS) return false;
  const columns = conditions.flatMap((one) => ("codes" in one ? [one] : []));
  const split = columns.length === 0 ? [{ codes: new Uint16Array(size), code: 0 }] : columns;
  return split.every((column) => {
    const others = columns.filter((other) => other !== column);
    const values = column.codes.reduce((most, code) => Math.max(most, code), 0);
    const table = new Map<number, number[]>();
    for (let i = 0; i < size; i++) {
      if (others.some(({ codes, code }) => codes[i] !== code)) continue;
      let cell = 0;
      for (let s = 0; s < sets.length; s++) cell |= sets[s]![i]! << s;
      let row = table.get(cell);
      if (!row) table.set(cell, (row = new Array<number>(values + 1).fill(0)));
      row[column.codes[i]!]! += 1;
    }
    return [...table.values()].every((row) => row[column.code] === 0 || shownCells(row)[column.code]);
  });
}

/**
 * How many records meet all conditions, or null where saying it would single out fewer than five people: the set
 * itself, what is left of any larger set when this one is subtracted from it, or any cell of the sets together.
 */
export function publishableCount(size: number, conditions: readonly Condition[]): number | null {
  const count = sizeOf(meeting(size, conditions));
  if (count < MIN_GROUP_SIZE || (count < size && size - count < MIN_GROUP_SIZE)) return null;
  for (const condition of conditions) {
    const around = meeting(
      size,
      conditions.filter((other) => other !== condition),
    );
    if ("mask" in condition) {
      const left = sizeOf(around) - count;
      if (left > 0 && left < MIN_GROUP_SIZE) return null;
    } else {
      const values = condition.codes.reduce((most, code) => Math.max(most, code), 0);
      if (!shownCells(cellsOf(around, condition.codes, values))[condition.code]) return null;
    }
  }
  return areApart(size, conditions) ? count : null;
}
