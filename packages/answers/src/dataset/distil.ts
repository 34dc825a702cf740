import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { dot, times, timesTransposed, unit, type SparseRows } from "./sparse";

/** The vectors that a model gives texts: row i is `values[i * dims .. (i + 1) * dims]`. */
export interface Embeddings {
  /** The model's name. */
  model: string;
  dims: number;
  values: Float32Array;
}

/** The vectors of texts by `embed`, which takes at most `batch` of them at a time. */
export async function embeddingsOf(
  model: string,
  texts: readonly string[],
  batch: number,
  embed: (texts: readonly string[]) => Promise<ArrayLike<number>[]>,
  progress: (done: number) => void,
): Promise<Embeddings> {
  const found: Embeddings = { model, dims: 0, values: new Float32Array(0) };
  for (let from = 0; from < texts.length; from += batch) {
    const vectors = await embed(texts.slice(from, from + batch));
    if (from === 0) {
      found.dims = vectors[0]!.length;
      found.values = new Float32Array(texts.length * found.dims);
    }
    vectors.forEach((vector, i) => found.values.set(vector, (from + i) * found.dims));
    progress(from + vectors.length);
  }
  return found;
}

/** The maximum number of records from which the directions are learnt. */
const LEARNT_FROM = 20_000;
/** How strongly the fit prefers small stem vectors: a stem of few records learns little from them. */
const RIDGE = 1;
const ROUNDS = 12;

/**
 * What a model and the words of a corpus say of its records together: both reduced to the directions in which they vary
 * most (principal components), and the vectors of stems that predict these best (ridge regression, by conjugate
 * gradients). Questions then find records by the model's meaning without the model: the sum of their stems' vectors
 * stands for what the model would say.
 */
export function distilled(
  rows: SparseRows,
  featureCount: number,
  latent: readonly Float64Array[],
  embeddings: Embeddings,
  dims: number,
): { terms: Float64Array[]; records: Float64Array[] } {
  const meant = reduced(embeddings, Math.min(dims, embeddings.dims));
  const width = meant[0]!.length + latent[0]!.length;
  const both = new Float32Array(meant.length * width);
  meant.forEach((row, i) => {
    both.set(row, i * width);
    both.set(latent[i]!, i * width + row.length);
  });
  const records = reduced({ dims: width, values: both }, dims);
  return { terms: fitted(rows, featureCount, records, dims), records };
}

/** Each vector in the coordinates of the principal components, with length 1. */
function reduced({ dims: from, values }: Pick<Embeddings, "dims" | "values">, dims: number): Float64Array[] {
  const total = values.length / from;
  const every = Math.max(1, Math.ceil(total / LEARNT_FROM));
  const mean = new Float64Array(from);
  let sampled = 0;
  for (let i = 0; i < total; i += every, sampled++) for (let d = 0; d < from; d++) mean[d]! += values[i * from + d]!;
  for (let d = 0; d < from; d++) mean[d]! /= sampled;
  const gram = Array.from({ length: from }, () => new Float64Array(from));
  const centred = new Float64Array(from);
  for (let i = 0; i < total; i += every) {
    for (let d = 0; d < from; d++) centred[d] = values[i * from + d]! - mean[d]!;
    for (let a = 0; a < from; a++) {
      const [row, value] = [gram[a]!, centred[a]!];
      for (let b = 0; b <= a; b++) row[b]! += value * centred[b]!;
    }
  }
  for (let a = 0; a < from; a++) for (let b = a + 1; b < from; b++) gram[a]![b] = gram[b]![a]!;
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(new Matrix(gram), {
    assumeSymmetric: true,
  });
  const order = realEigenvalues
    .map((_, i) => i)
    .sort((a, b) => realEigenvalues[b]! - realEigenvalues[a]!)
    .slice(0, dims);
  const axes = order.map((column) => Float64Array.from(eigenvectorMatrix.getColumn(column)));
  return Array.from({ length: total }, (_, i) => {
    for (let d = 0; d < from; d++) centred[d] = values[i * from + d]! - mean[d]!;
    const out = new Float64Array(dims);
    axes.forEach((axis, a) => {
      let sum = 0;
      for (let d = 0; d < from; d++) sum += axis[d]! * centred[d]!;
      out[a] = sum;
    });
    return unit(out);
  });
}

/** The stem vectors B that minimise |rows · B − records|² + RIDGE · |B|², one direction of the records at a time. */
function fitted(
  rows: SparseRows,
  featureCount: number,
  records: readonly Float64Array[],
  dims: number,
): Float64Array[] {
  const terms = Array.from({ length: featureCount }, () => new Float64Array(dims));
  const target = new Float64Array(records.length);
  for (let axis = 0; axis < dims; axis++) {
    for (let i = 0; i < target.length; i++) target[i] = records[i]![axis]!;
    conjugateGradients(rows, target, featureCount).forEach((value, term) => (terms[term]![axis] = value));
  }
  return terms;
}

function conjugateGradients(rows: SparseRows, target: Float64Array, featureCount: number): Float64Array {
  const solution = new Float64Array(featureCount);
  const rest = timesTransposed(rows, target, featureCount);
  const direction = rest.slice();
  let squares = dot(rest, rest);
  const enough = squares * 1e-8;
  for (let round = 0; round < ROUNDS && squares > enough; round++) {
    const image = timesTransposed(rows, times(rows, direction), featureCount);
    for (let d = 0; d < featureCount; d++) image[d]! += RIDGE * direction[d]!;
    const step = squares / dot(direction, image);
    for (let d = 0; d < featureCount; d++) {
      solution[d]! += step * direction[d]!;
      rest[d]! -= step * image[d]!;
    }
    const next = dot(rest, rest);
    for (let d = 0; d < featureCount; d++) direction[d] = rest[d]! + (next / squares) * direction[d]!;
    squares = next;
  }
  return solution;
}
