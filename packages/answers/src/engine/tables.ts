import { MIN_GROUP_SIZE } from "../dataset/record";
import { isFew, shownCells } from "./sets";

/** A larger table would take seconds; none of its cells is told. */
const MAX_CELLS = 50_000;

/** Counts by two columns: `cells` holds one row after the other. */
interface Table {
  width: number;
  cells: Uint32Array;
}

/**
 * Which cells of a table may not be told, where the sums of its rows and columns are told as far as these may be. Beside each
 * cell of fewer than five so many are withheld that no sum or difference leaves one to four: as many as five can change
 * places with the cell, with no sum changed.
 */
export function withheldCells(table: Table): Uint8Array {
  const { width, cells } = table;
  if (cells.length > MAX_CELLS) return new Uint8Array(cells.length).fill(1);
  const [rows, columns] = linesOf(table);
  const [height, breadth] = [rows, columns].map((lines) => Math.max(...lines) + 1) as [number, number];
  const joined = new Uint32Array(height * breadth);
  const placeOf = (at: number): number => rows[Math.floor(at / width)]! * breadth + columns[at % width]!;
  cells.forEach((count, at) => (joined[placeOf(at)]! += count));
  const isWithheld = withheldOf({ width: breadth, cells: joined });
  return Uint8Array.from(cells, (_, at) => isWithheld[placeOf(at)]!);
}

/** The lines of a table by number; those of which no sum may be told are one, for their sum follows from the others. */
function linesOf({ width, cells }: Table): [rows: number[], columns: number[]] {
  const rows = new Array<number>(cells.length / width).fill(0);
  const columns = new Array<number>(width).fill(0);
  cells.forEach((count, at) => {
    rows[Math.floor(at / width)]! += count;
    columns[at % width]! += count;
  });
  const numbered = (sums: readonly number[]): number[] => {
    const isShown = shownCells(sums);
    let next = 1;
    // Place 0 holds those without a value, which can't be asked for.
    return sums.map((_, line) => (line > 0 && isShown[line] ? next++ : 0));
  };
  return [numbered(rows), numbered(columns)];
}

function withheldOf({ width, cells }: Table): Uint8Array {
  const isWithheld = Uint8Array.from(cells, (count) => Number(isFew(count)));
  const few = [...cells.keys()].filter((at) => isWithheld[at]);
  for (const at of few)
    while (!isBlurred({ width, cells }, isWithheld, at)) {
      const corners = cheapestCorners({ width, cells }, isWithheld, at);
      for (const corner of corners ?? [...cells.keys()].filter((other) => isInLine(width, at, other)))
        isWithheld[corner] = 1;
      if (!corners) break;
    }
  return isWithheld;
}

const places = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const isInLine = (width: number, at: number, other: number): boolean =>
  at % width === other % width || Math.floor(at / width) === Math.floor(other / width);

/** True where, with the withheld cells at the corners of rectangles, as many can change places with a cell as must. */
function isBlurred({ width, cells }: Table, isWithheld: Uint8Array, at: number): boolean {
  const [row, column] = [Math.floor(at / width), at % width];
  const left = new Map<number, number>();
  for (const other of places(cells.length / width))
    if (other !== row && isWithheld[other * width + column]) left.set(other, cells[other * width + column]!);
  let changing = cells[at]!;
  for (const next of places(width)) {
    if (next === column || !isWithheld[row * width + next]) continue;
    let most = cells[row * width + next]!;
    for (const [other, count] of left) {
      const corner = other * width + next;
      if (!isWithheld[corner] || cells[corner] === 0) continue;
      const more = Math.min(most, count);
      changing += more;
      most -= more;
      left.set(other, count - more);
      if (changing >= MIN_GROUP_SIZE) return true;
    }
  }
  return changing >= MIN_GROUP_SIZE;
}

/** The other corners of the rectangle around a cell that costs the fewest records which could be told. */
function cheapestCorners({ width, cells }: Table, isWithheld: Uint8Array, at: number): readonly number[] | null {
  const [row, column] = [Math.floor(at / width), at % width];
  let best: readonly number[] | null = null;
  let lowest = Infinity;
  for (const other of places(cells.length / width))
    for (const next of places(width)) {
      const corners = [row * width + next, other * width + column, other * width + next];
      if (other === row || next === column || corners.some((corner) => cells[corner] === 0)) continue;
      const cost = corners.reduce((sum, corner) => sum + (isWithheld[corner] ? 0 : cells[corner]!), 0);
      if (cost > 0 && cost < lowest) [best, lowest] = [corners, cost];
    }
  return best;
}
