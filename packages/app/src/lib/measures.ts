/** What a table's or a list's bars show: the share of each row, 0 to 1; null where the row has no number. */
export type Shares = readonly (number | null)[];

/** Fewer numbers need no bars. */
const MIN_NUMBERS = 2;

/**
 * The shares that a table's rows can be drawn by, and the column that they are of: percentages of the whole, or else
 * numbers of the largest. Null where no column is made of numbers.
 */
export function tableShares(rows: readonly (readonly string[])[]): { column: number; shares: Shares } | null {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const cellsOf = (column: number) => rows.map((row) => row[column] ?? "");
  for (const [isIt, sharesOf] of KINDS) {
    for (let column = 1; column < columns; column++) {
      const numbers = cellsOf(column).map(isIt);
      if (isMeasured(numbers)) return { column, shares: sharesOf(numbers) };
    }
  }
  return null;
}

/** The shares that a ranking's lines can be drawn by, such as "**Pay by card**: 36 (11 %)"; null where it is none. */
export function listShares(lines: readonly string[]): Shares | null {
  const numbers = lines.map(rankedNumber);
  return isMeasured(numbers) ? ofLargest(numbers) : null;
}

function isMeasured(numbers: Shares): boolean {
  const known = numbers.filter((number) => number !== null);
  return known.length >= MIN_NUMBERS && known.length * 2 > numbers.length && known.some((number) => number > 0);
}

function ofLargest(numbers: Shares): Shares {
  const largest = Math.max(...numbers.map((number) => number ?? 0));
  return numbers.map((number) => number && number / largest);
}

const ofHundred = (numbers: Shares): Shares => numbers.map((number) => number && Math.min(number, 100) / 100);

/** The percentage in a cell, with or without what it is a share of. */
function percentIn(cell: string): number | null {
  const found = /^(\d{1,3}(?:\.\d{1,3})?) ?%/.exec(cell.trim());
  return found ? Number(found[1]) : null;
}

/** The number in a cell, with or without its share in brackets. */
function numberIn(cell: string): number | null {
  const found = /^(\d{1,3}(?:,\d{3}){0,4}|\d{1,12})(?:\.\d{1,6})?(?: \(|$)/.exec(cell.trim());
  return found?.[1] === undefined ? null : Number(found[1].replaceAll(",", ""));
}

/** The number after the last colon of a line. */
function rankedNumber(line: string): number | null {
  const [first = ""] = line.split("\n", 1);
  const at = first.lastIndexOf(": ");
  return at < 0 ? null : numberIn(first.slice(at + 2));
}

const KINDS: readonly [(cell: string) => number | null, (numbers: Shares) => Shares][] = [
  [percentIn, ofHundred],
  [numberIn, ofLargest],
];
