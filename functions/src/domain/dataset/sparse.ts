import type { Vectors } from "./snapshot";

/** Rows of a sparse matrix, one after the other: row i has columns `ids[starts[i]..starts[i + 1]]` with `weights`. */
export interface SparseRows {
  starts: Uint32Array;
  ids: Uint32Array;
  weights: Float32Array;
}

/** Rows as 8-bit numbers, each brought to length 1 by its scale. */
export function quantise(rows: readonly Float64Array[], dims: number): Vectors {
  const out: Vectors = { dims, rows: new Int8Array(rows.length * dims), scales: new Float32Array(rows.length) };
  rows.forEach((row, i) => {
    let largest = 0;
    for (const value of row) largest = Math.max(largest, Math.abs(value));
    if (largest === 0) return;
    let squares = 0;
    for (let d = 0; d < dims; d++) {
      const small = Math.round((row[d]! / largest) * 127);
      out.rows[i * dims + d] = small;
      squares += small * small;
    }
    out.scales[i] = 1 / Math.sqrt(squares);
  });
  return out;
}

/** Row `i` as numbers of length 1 (or all 0). */
export function rowOfVectors({ dims, rows, scales }: Vectors, i: number): Float32Array {
  const out = new Float32Array(dims);
  for (let d = 0; d < dims; d++) out[d] = rows[i * dims + d]! * scales[i]!;
  return out;
}

/** The cosine of each row with `query`, which has length 1. */
export function cosines({ dims, rows, scales }: Vectors, query: Float32Array): Float32Array {
  const out = new Float32Array(scales.length);
  for (let i = 0, at = 0; i < out.length; i++, at += dims) {
    let sum = 0;
    for (let d = 0; d < dims; d++) sum += rows[at + d]! * query[d]!;
    out[i] = sum * scales[i]!;
  }
  return out;
}

/** The vector brought to length 1; a vector of zeros stays as it is. */
export function unit<T extends Float32Array | Float64Array>(vector: T): T {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares > 0) {
    const scale = 1 / Math.sqrt(squares);
    for (let d = 0; d < vector.length; d++) vector[d]! *= scale;
  }
  return vector;
}
