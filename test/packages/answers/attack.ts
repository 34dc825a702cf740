/** A count that was told: of which cells of a world it is the sum. */
export type Told = readonly number[];

/** The most cells of which a set of one to four people is looked for. */
const MOST = 3;

/**
 * The sets of one to four that sums and differences of what is told give, each as the numbers of its cells. Who knows which
 * cells are empty leaves these out of the sums.
 */
export function leaksOf(sizes: readonly number[], told: readonly Told[], knowsEmpty = false): number[][] {
  const cells = sizes.flatMap((size, i) => (size > 0 || !knowsEmpty ? [i] : []));
  const rows: { row: Float64Array; pivot: number }[] = [];
  const reduce = (rest: Float64Array): Float64Array => {
    for (const { row, pivot } of rows) {
      const times = rest[pivot]!;
      if (Math.abs(times) > 1e-9) for (let i = 0; i < row.length; i++) rest[i]! -= times * row[i]!;
    }
    return rest;
  };
  const pivotOf = (row: Float64Array): number => row.findIndex((value) => Math.abs(value) > 1e-9);
  for (const count of told) {
    const row = reduce(Float64Array.from(cells, (cell) => count[cell]!));
    const pivot = pivotOf(row);
    if (pivot < 0) continue;
    const by = row[pivot]!;
    rows.push({ row: row.map((value) => value / by), pivot });
  }
  const few = cells.flatMap((cell, place) => (sizes[cell]! < 5 ? [place] : []));
  const isTold = (set: readonly number[]): boolean => {
    const row = new Float64Array(cells.length);
    for (const place of set) row[place] = 1;
    return pivotOf(reduce(row)) < 0;
  };
  const found: number[][] = [];
  const extend = (set: readonly number[], from: number, size: number): void => {
    if (size > 0 && isTold(set)) found.push(set.map((place) => cells[place]!));
    if (set.length === MOST) return;
    few.forEach((place, at) => {
      const more = size + sizes[cells[place]!]!;
      if (at >= from && more < 5) extend([...set, place], at + 1, more);
    });
  };
  extend([], 0, 0);
  return found;
}
