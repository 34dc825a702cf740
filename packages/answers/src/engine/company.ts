import { NEIGHBOURS } from "../dataset/neighbours";
import type { Dataset } from "./dataset";
import type { Scores } from "./retrieve";

/** How much of a record's closeness comes from its neighbours (PageRank's damping, Page et al. 1999). */
const FROM_NEIGHBOURS = 0.85;
const STEPS = 10;

/**
 * How closely each record keeps company with the first finds: by a random walk from neighbour to neighbour that
 * starts at the finds (label spreading, Zhou et al. 2003). Finds what is said in words that the finds do not use.
 */
export function companyOf({ size, neighbours, linkShares }: Dataset, finds: readonly number[], scores: Scores): Scores {
  const own = new Float32Array(size);
  for (const find of finds) own[find] = scores[find]! * (1 - FROM_NEIGHBOURS);
  let near = own;
  for (let step = 0; step < STEPS; step++) {
    const sent = new Float32Array(size);
    for (let i = 0; i < size; i++) sent[i] = near[i]! * linkShares[i]!;
    const received = new Float32Array(size);
    for (let from = 0, at = 0; from < size; from++) {
      let sum = 0;
      for (const end = at + NEIGHBOURS; at < end; at++) {
        const to = neighbours[at]!;
        received[to]! += sent[from]!;
        sum += sent[to]!;
      }
      received[from]! += sum;
    }
    for (let i = 0; i < size; i++) received[i] = own[i]! + FROM_NEIGHBOURS * received[i]! * linkShares[i]!;
    near = received;
  }
  return near;
}
