import { MIN_GROUP_SIZE } from "../dataset/record";
import { isFew, shownCells } from "./sets";

/** A larger table would take seconds; none of its cells is told. */
const MAX_CELLS = 50_000;

/** Counts by two columns: `cells` holds one row after the other. */
interface Table {
  width: number;
  cells: Uint32Array;
}

/** The last tables by their counts: each line of a reply's table asks for the same, whichever records it is counted over. */
const known = new Map<string, Uint8Array>();
const MAX_KNOWN = 64;

/**
 * Which cells of a table may not be told, where the sums of its rows and columns are told as far as these may be. Beside each
 * cell of fewer than five so many are withheld that no sum or difference leaves one to four: as many as five can change
 * places with the cell, with no sum changed.
 */
export function withheldCells(table: Table): Uint8Array {
  const { width, cells } = table;
  if (cells.length > MAX_CELLS) return new Uint8Array(cells.length).fill(1);
  const key = `${width} ${Buffer.from(cells.buffer).toString("latin1")}`;
  const withheld = known.get(key) ?? searched(table);
  known.delete(key);
  known.set(key, withheld);
  if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
  return withheld;
}

function searched(table: Table): Uint8Array {
  const { width, cells } = table;
  const [rows, columns] = linesOf(table);
  const [height, breadth] = [rows, columns].map((lines) => Math.max(...lines) + 1) as [number, number];
  const joined = new Uint32Array(height * breadth);
  const placeOf = (at: number): number => rows[Math.floor(at / width)]! * breadth + columns[at % width]!;
  for (let at = 0; at < cells.length; at++) joined[placeOf(at)]! += cells[at]!;
  const isWithheld = withheldOf({ width: breadth, cells: joined });
  const withheld = new Uint8Array(cells.length);
  for (let at = 0; at < cells.length; at++) withheld[at] = isWithheld[placeOf(at)]!;
  return withheld;
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

const isInLine = (width: number, at: number, other: number): boolean =>
  at % width === other % width || Math.floor(at / width) === Math.floor(other / width);

/** True where, with the withheld cells at the corners of rectangles, as many can change places with a cell as must. */
function isBlurred({ width, cells }: Table, isWithheld: Uint8Array, at: number): boolean {
  const [row, column] = [at - (at % width), at % width];
  // What is left of each other cell of the column that is withheld.
  const others: number[] = [];
  const left: number[] = [];
  for (let other = 0; other < cells.length; other += width)
    if (other !== row && isWithheld[other + column] && cells[other + column] !== 0) {
      others.push(other);
      left.push(cells[other + column]!);
    }
  let changing = cells[at]!;
  for (let next = 0; next < width; next++) {
    if (next === column || !isWithheld[row + next]) continue;
    let most = cells[row + next]!;
    for (let o = 0; o < others.length && most > 0; o++) {
      const corner = others[o]! + next;
      if (!isWithheld[corner] || cells[corner] === 0) continue;
      const more = Math.min(most, left[o]!);
      changing += more;
      most -= more;
      left[o]! -= more;
      if (changing >= MIN_GROUP_SIZE) return true;
    }
  }
  return changing >= MIN_GROUP_SIZE;
}

/** The other corners of the rectangle around a cell that costs the fewest records which could be told. */
function cheapestCorners({ width, cells }: Table, isWithheld: Uint8Array, at: number): readonly number[] | null {
  const [row, column] = [at - (at % width), at % width];
  const costOf = (corner: number): number => (isWithheld[corner] ? 0 : cells[corner]!);
  let best: readonly number[] | null = null;
  let lowest = Infinity;
  for (let other = 0; other < cells.length; other += width) {
    if (other === row || cells[other + column] === 0) continue;
    const cost = costOf(other + column);
    if (cost >= lowest) continue;
    for (let next = 0; next < width; next++) {
      if (next === column || cells[row + next] === 0 || cells[other + next] === 0) continue;
      const all = cost + costOf(row + next) + costOf(other + next);
      if (all > 0 && all < lowest) [best, lowest] = [[row + next, other + column, other + next], all];
    }
  }
  return best;
}
