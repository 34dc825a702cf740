import { MIN_GROUP_SIZE } from "../dataset/record";

/** For each record 1 where it belongs to a set, else 0. */
export type Mask = Uint8Array;

/** One condition that a record can meet: a value of a column (its code, 1 or more), or a set found by its text. */
export type Condition = { codes: Uint16Array; code: number } | { mask: Mask };

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

/**
 * How many records meet all conditions, or null where saying it would single out fewer than five people: the set
 * itself, or what is left of any larger set when this one is subtracted from it.
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
  return count;
}
