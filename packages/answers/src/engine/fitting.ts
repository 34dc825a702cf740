import { topOf } from "../dataset/ranking";
import { partsOf } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Evidence } from "./evidence";
import { variedQuotes, type Quotes } from "./quotes";
import { relevance } from "./retrieve";
import { askedStems } from "./topSubjects";

/** So many records are looked at for each quote. */
const LOOKED_AT = 16;

/** Quotes of the records that fit best what is asked about: those that are near the middle of all, where it is no topic. */
export function quotesOf(dataset: Dataset, found: Evidence, most: number, taken?: Quotes): string[] {
  const text = partsOf(found.predicate, ["topic", "mentions"])
    .map((part) => part.text)
    .join(" ");
  const fits = text === "" ? new Float32Array(dataset.size).fill(1) : relevance(dataset, text);
  const scores = fits.map((score, i) => (found.mask[i] && dataset.quotable[i] ? score + 0.001 : 0));
  const scored = (text === "" ? spread(scores, most * LOOKED_AT) : topOf(scores, most * LOOKED_AT)).map((record) => ({
    record,
    score: scores[record]!,
  }));
  return variedQuotes(dataset, scored, { count: most, about: askedStems(found), ...(taken && { taken }) });
}

/** So many records with a score, evenly spread over all that have one. */
function spread(scores: Float32Array, most: number): number[] {
  const all = Array.from(scores, (score, i) => (score > 0 ? i : -1)).filter((i) => i >= 0);
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]!);
}
