/** How figures are perturbed: settings of the import, stored in the snapshot. */
export interface NoiseSettings {
  /** The largest change of a figure. */
  most: number;
  variance: number;
  /** Mixed into every key: another state of the data has other noise throughout. */
  generation: number;
}

export const NOISE: Omit<NoiseSettings, "generation"> = { most: 3, variance: 2 };
/** The smallest number of people that anything is published about. */
export const FEWEST = 5;

/** For each true number from `FEWEST` on, how probable each change up to it is; the last row holds for all larger numbers. */
export type NoiseTable = readonly (readonly { change: number; upTo: number }[])[];

/**
 * The changes of maximum entropy with mean 0 and the given variance (as sdcTools' `ptable` makes them), such that no
 * figure falls below `FEWEST`. The smallest number can only grow: it keeps the mean square instead of the mean.
 */
export function noiseTable({ most, variance }: Pick<NoiseSettings, "most" | "variance">): NoiseTable {
  return Array.from({ length: most + 1 }, (_, above) => {
    const changes = Array.from({ length: most + Math.min(above, most) + 1 }, (_, i) => i - Math.min(above, most));
    const weights = entropic(changes, above === 0 ? null : 0, variance);
    let upTo = 0;
    return changes.map((change, i) => ({ change, upTo: i === changes.length - 1 ? 1 : (upTo += weights[i]!) }));
  });
}

/** Weights exp(−a·d² − b·d) with this mean (`null`: b is 0) and mean square; the nearest where there are none. */
function entropic(changes: readonly number[], mean: number | null, square: number): number[] {
  const weightsAt = (a: number, b: number): number[] => {
    const raw = changes.map((d) => Math.exp(-a * d * d - b * d));
    const sum = raw.reduce((total, weight) => total + weight, 0);
    return raw.map((weight) => weight / sum);
  };
  const moment = (weights: readonly number[], power: number): number =>
    weights.reduce((sum, weight, i) => sum + weight * changes[i]! ** power, 0);
  /** The place in [-40, 40] where a falling function reaches a goal. */
  const solved = (falling: (x: number) => number, goal: number): number => {
    let [low, high] = [-40, 40];
    for (let round = 0; round < 80; round++) {
      const middle = (low + high) / 2;
      if (falling(middle) > goal) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const bAt = (a: number): number => (mean === null ? 0 : solved((b) => moment(weightsAt(a, b), 1), mean));
  const a = solved((x) => moment(weightsAt(x, bAt(x)), 2), square);
  return weightsAt(a, bAt(a));
}

/** The change of a set's figure, by its true number and its key. */
export function changeOf(table: NoiseTable, most: number, size: number, key: number): number {
  const row = table[Math.min(size - FEWEST, most)]!;
  const drawn = keyNow(key, 0) / 4_294_967_296;
  return row.find(({ upTo }) => drawn < upTo)?.change ?? row.at(-1)!.change;
}

/**
 * A key as it is in one state of the data: every bit of both numbers changes half of the bits (murmur3's last step,
 * twice).
 */
export function keyNow(key: number, generation: number): number {
  let hash = key >>> 0;
  for (const salt of [generation >>> 0, 0x9e3779b9]) {
    hash ^= salt;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}
