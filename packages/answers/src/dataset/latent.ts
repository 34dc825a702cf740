import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { dot, times, timesTransposed, type SparseRows } from "./sparse";

const ROUNDS = 4;
const SPARE = 12;

/**
 * The directions in which a corpus varies most (latent semantic analysis, Deerwester et al. 1990), by subspace
 * iteration (Halko, Martinsson and Tropp 2011). Gives one vector per term and the strength of each direction,
 * strongest first; a record's vector is the weighted sum of its terms' vectors. A corpus without terms has no directions.
 */
export function latentSpace(
  rows: SparseRows,
  termCount: number,
  dims: number,
  random: () => number,
): { terms: Float64Array[]; strengths: number[] } {
  const width = Math.min(dims + SPARE, termCount, rows.starts.length - 1);
  if (width === 0) return { terms: [], strengths: [] };
  let basis = orthonormal(
    Array.from({ length: width }, () => Float64Array.from({ length: termCount }, () => random() - 0.5)),
  );
  for (let round = 0; round < ROUNDS; round++) {
    basis = orthonormal(basis.map((direction) => timesTransposed(rows, times(rows, direction), termCount)));
  }
  const images = basis.map((direction) => times(rows, direction));
  const gram = new Matrix(width, width);
  for (let i = 0; i < width; i++) {
    for (let j = i; j < width; j++) {
      const product = dot(images[i]!, images[j]!);
      gram.set(i, j, product);
      gram.set(j, i, product);
    }
  }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(gram, { assumeSymmetric: true });
  const order = realEigenvalues
    .map((_, i) => i)
    .sort((a, b) => realEigenvalues[b]! - realEigenvalues[a]!)
    .slice(0, dims);
  const terms = Array.from({ length: termCount }, (_, term) =>
    Float64Array.from(order, (column) =>
      basis.reduce((sum, direction, i) => sum + direction[term]! * eigenvectorMatrix.get(i, column), 0),
    ),
  );
  return { terms, strengths: order.map((column) => Math.sqrt(Math.max(0, realEigenvalues[column]!))) };
}

/** Gram–Schmidt, twice over for precision; a direction that depends on the earlier ones becomes zero. */
function orthonormal(vectors: Float64Array[]): Float64Array[] {
  vectors.forEach((vector, i) => {
    const before = Math.sqrt(dot(vector, vector));
    for (let pass = 0; pass < 2; pass++) {
      for (let j = 0; j < i; j++) {
        const shared = dot(vector, vectors[j]!);
        for (let d = 0; d < vector.length; d++) vector[d]! -= shared * vectors[j]![d]!;
      }
    }
    const length = Math.sqrt(dot(vector, vector));
    const scale = length > before * 1e-10 ? 1 / length : 0;
    for (let d = 0; d < vector.length; d++) vector[d]! *= scale;
  });
  return vectors;
}
