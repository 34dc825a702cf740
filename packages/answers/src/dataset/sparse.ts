import type { Vectors } from "./snapshot";

/** Rows of a sparse matrix, one after the other: row i has columns `ids[starts[i]..starts[i + 1]]` with `weights`. */
export interface SparseRows {
  starts: Uint32Array;
  ids: Uint32Array;
  weights: Float32Array;
}

/** Rows as 8-bit numbers; with `toLength1`, the scales bring each row to length 1, else to the length it had. */
export function quantise(rows: readonly Float64Array[], dims: number, toLength1: boolean): Vectors {
  const out: Vectors = { dims, rows: new Int8Array(rows.length * dims), scales: new Float32Array(rows.length) };
  rows.forEach((row, i) => {
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (largest === 0) return;
    let squares = 0;
    for (let d = 0; d < dims; d++) {
      const small = Math.round((row[d]! / largest) * 127);
      out.rows[i * dims + d] = small;
      squares += small * small;
    }
    out.scales[i] = toLength1 ? 1 / Math.sqrt(squares) : largest / 127;
  });
  return out;
}

/** Row `i` as numbers. */
export function rowOfVectors({ dims, rows, scales }: Vectors, i: number): Float32Array {
  const out = new Float32Array(dims);
  for (let d = 0; d < dims; d++) out[d] = rows[i * dims + d]! * scales[i]!;
  return out;
}

/** Quantisation steps of a query: fine enough for ranking, small enough for sums of 3,000 products in 32 bits. */
const QUERY_STEPS = 2047;

/** The cosine of a row with `query`, which has length 1; in integers, four at a time, which is several times faster. */
export function cosinesTo({ dims, rows, scales }: Vectors, query: Float32Array): (row: number) => number {
  const largest = query.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return () => 0;
  const steps = Int32Array.from(query, (value) => Math.round((value / largest) * QUERY_STEPS));
  const unitStep = largest / QUERY_STEPS;
  const fours = dims - (dims % 4);
  return (row) => {
    const from = row * dims;
    let [a, b, c, e] = [0, 0, 0, 0];
    for (let d = 0, at = from; d < fours; d += 4, at += 4) {
      a = (a + Math.imul(rows[at]!, steps[d]!)) | 0;
      b = (b + Math.imul(rows[at + 1]!, steps[d + 1]!)) | 0;
      c = (c + Math.imul(rows[at + 2]!, steps[d + 2]!)) | 0;
      e = (e + Math.imul(rows[at + 3]!, steps[d + 3]!)) | 0;
    }
    for (let d = fours; d < dims; d++) a = (a + Math.imul(rows[from + d]!, steps[d]!)) | 0;
    return Math.fround(((a + b + c + e) | 0) * scales[row]! * unitStep);
  };
}

/** The cosine of two rows of length 1. */
export function cosineOf({ dims, rows, scales }: Vectors, a: number, b: number): number {
  let sum = 0;
  for (let d = 0; d < dims; d++) sum += rows[a * dims + d]! * rows[b * dims + d]!;
  return sum * scales[a]! * scales[b]!;
}

/** The vector normalised to length 1; a vector of zeros stays as it is. */
export function unit<T extends Float32Array | Float64Array>(vector: T): T {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares > 0) {
    const scale = 1 / Math.sqrt(squares);
    for (let d = 0; d < vector.length; d++) vector[d]! *= scale;
  }
  return vector;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The matrix times a column. */
export function times({ starts, ids, weights }: SparseRows, vector: Float64Array): Float64Array {
  const out = new Float64Array(starts.length - 1);
  for (let row = 0; row < out.length; row++) {
    let sum = 0;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) sum += weights[at]! * vector[ids[at]!]!;
    out[row] = sum;
  }
  return out;
}

/** The transposed matrix times a column. */
export function timesTransposed(
  { starts, ids, weights }: SparseRows,
  vector: Float64Array,
  columns: number,
): Float64Array {
  const out = new Float64Array(columns);
  for (let row = 0; row < vector.length; row++) {
    for (let at = starts[row]!; at < starts[row + 1]!; at++) out[ids[at]!]! += weights[at]! * vector[row]!;
  }
  return out;
}
