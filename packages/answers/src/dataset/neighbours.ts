import { topOf } from "./ranking";
import type { Vectors } from "./snapshot";
import { cosineOf, type SparseRows } from "./sparse";

/** How many neighbours each record has. */
export const NEIGHBOURS = 10;
/** How many records with the most shared features are also compared by direction. */
const CANDIDATES = 50;
/** A feature that more records have is not used to find neighbours; in a large corpus, more than this share of it. */
const COMMON = 1_000;
const COMMON_PART = 0.05;

/**
 * The most similar records of each record, by shared features and direction: those of record i start at index i ×
 * NEIGHBOURS. Missing neighbours are filled with the record itself.
 */
export function neighboursOf(rows: SparseRows, featureCount: number, vectors: Vectors): Uint32Array {
  const total = rows.starts.length - 1;
  const holders = transposed(rows, featureCount);
  const most = Math.max(COMMON, total * COMMON_PART);
  const likeness = new Float32Array(total);
  const out = new Uint32Array(total * NEIGHBOURS);
  for (let record = 0; record < total; record++) {
    const sharing: number[] = [];
    for (let at = rows.starts[record]!; at < rows.starts[record + 1]!; at++) {
      const [from, to] = [holders.starts[rows.ids[at]!]!, holders.starts[rows.ids[at]! + 1]!];
      if (to - from > most) continue;
      for (let h = from; h < to; h++) {
        const other = holders.ids[h]!;
        if (likeness[other] === 0 && other !== record) sharing.push(other);
        likeness[other]! += rows.weights[at]! * holders.weights[h]!;
      }
    }
    likeness[record] = 0;
    const candidates = topOf(likeness, CANDIDATES, sharing);
    for (const other of candidates) likeness[other]! += Math.max(0, cosineOf(vectors, record, other));
    const nearest = topOf(likeness, NEIGHBOURS, candidates);
    for (let n = 0; n < NEIGHBOURS; n++) out[record * NEIGHBOURS + n] = nearest[n] ?? record;
    for (const other of sharing) likeness[other] = 0;
  }
  return out;
}

/** For each column, the rows that have it. */
function transposed({ starts, ids, weights }: SparseRows, columns: number): SparseRows {
  const out: SparseRows = {
    starts: new Uint32Array(columns + 1),
    ids: new Uint32Array(ids.length),
    weights: new Float32Array(ids.length),
  };
  const used = starts[starts.length - 1]!;
  for (let at = 0; at < used; at++) out.starts[ids[at]! + 1]! += 1;
  for (let column = 0; column < columns; column++) out.starts[column + 1]! += out.starts[column]!;
  const next = out.starts.slice();
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const place = next[ids[at]!]!++;
      out.ids[place] = row;
      out.weights[place] = weights[at]!;
    }
  }
  return out;
}

/**
 * What each of a record's links passes on, so that well-linked records do not draw everything to themselves: one over the
 * root of their number. A record is linked to its neighbours, and to those whose neighbour it is.
 */
export function linkSharesOf(neighbours: Uint32Array): Float32Array {
  const links = new Float32Array(neighbours.length / NEIGHBOURS).fill(NEIGHBOURS);
  for (const neighbour of neighbours) links[neighbour]! += 1;
  return links.map((count) => 1 / Math.sqrt(count));
}
