import { cosinesTo, rowOfVectors, unit } from "./sparse";
import type { Vectors } from "./snapshot";

const ROUNDS = 10;
/** The maximum number of records from which centroids are learnt; all records are then assigned. */
const LEARNT_FROM = 8_000;

export interface Clusters {
  middles: Float32Array[];
  /** The nearest centroid of each record, or -1 for a zero vector. */
  nearest: Int32Array;
  /** The cosine of each record with its centroid. */
  closeness: Float32Array;
}

/** Spherical k-means with far-apart starts (k-means++, Arthur and Vassilvitskii 2007); empty clusters are dropped. */
export function clustersOf(vectors: Vectors, count: number, random: () => number): Clusters {
  const total = vectors.scales.length;
  const every = Math.max(1, Math.ceil(total / LEARNT_FROM));
  const sample: Float32Array[] = [];
  for (let i = 0; i < total; i += every) if (vectors.scales[i]! > 0) sample.push(rowOfVectors(vectors, i));
  let middles = farApart(sample, Math.min(count, sample.length), random);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = middles.map(() => new Float64Array(vectors.dims));
    const sizes = middles.map(() => 0);
    for (const row of sample) {
      const [best] = nearestOf(row, middles);
      const sum = sums[best]!;
      for (let d = 0; d < row.length; d++) sum[d]! += row[d]!;
      sizes[best]! += 1;
    }
    middles = sums.filter((_, i) => sizes[i]! > 0).map((sum) => unit(Float32Array.from(sum)));
  }
  const nearest = new Int32Array(total).fill(-1);
  const closeness = new Float32Array(total);
  middles.forEach((middle, m) => {
    const cosine = cosinesTo(vectors, middle);
    for (let i = 0; i < total; i++) {
      const close = cosine(i);
      if (vectors.scales[i]! > 0 && (nearest[i] === -1 || close > closeness[i]!)) {
        nearest[i] = m;
        closeness[i] = close;
      }
    }
  });
  return { middles, nearest, closeness };
}

/** The most similar of the middles. */
function nearestOf(row: Float32Array, middles: readonly Float32Array[]): [index: number, cosine: number] {
  let [best, closest] = [0, -Infinity];
  for (let m = 0; m < middles.length; m++) {
    const middle = middles[m]!;
    let sum = 0;
    for (let d = 0; d < row.length; d++) sum += row[d]! * middle[d]!;
    if (sum > closest) {
      best = m;
      closest = sum;
    }
  }
  return [best, closest];
}

function farApart(rows: readonly Float32Array[], count: number, random: () => number): Float32Array[] {
  if (rows.length === 0) return [];
  const middles = [rows[Math.floor(random() * rows.length)]!];
  const distances = rows.map(() => 4);
  while (middles.length < count) {
    const last = middles.slice(-1);
    rows.forEach((row, i) => (distances[i] = Math.min(distances[i]!, Math.max(0, 1 - nearestOf(row, last)[1]) ** 2)));
    const sum = distances.reduce((total, distance) => total + distance, 0);
    if (sum === 0) break;
    let left = random() * sum;
    const chosen = distances.findIndex((distance) => (left -= distance) <= 0);
    middles.push(rows[chosen === -1 ? rows.length - 1 : chosen]!);
  }
  return middles;
}
