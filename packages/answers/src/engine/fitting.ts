import { bestOf } from "../dataset/ranking";
import { partsOf } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Evidence } from "./evidence";
import { variedQuotes, type Quotes } from "./quotes";
import { relevance } from "./retrieve";
import { recordsIn } from "./sets";
import { askedStems } from "./topSubjects";

/** So many records are looked at for each quote. */
const LOOKED_AT = 16;
/** What a record scores that doesn't fit at all. */
const LEAST = 0.001;

/** Quotes of the records that fit best what is asked about: those that are near the middle of all, where it is no topic. */
export function quotesOf(dataset: Dataset, found: Evidence, most: number, taken?: Quotes): string[] {
  const text = partsOf(found.predicate, ["topic", "mentions"])
    .map((part) => part.text)
    .join(" ");
  const members = recordsIn(found.mask).filter((record) => dataset.quotable[record] === 1);
  const looked = most * LOOKED_AT;
  const fits = text === "" ? null : relevance(dataset, text);
  const scored = fits
    ? bestOf(members, looked, (record) => fits.of(record) + LEAST)
    : spread(members, looked).map((record) => ({ record, score: 1 }));
  return variedQuotes(dataset, scored, { count: most, about: askedStems(found), ...(taken && { taken }) });
}

/** So many records, evenly spread over all. */
function spread(records: Uint32Array, most: number): number[] {
  const step = Math.max(1, records.length / most);
  return Array.from({ length: Math.min(most, records.length) }, (_, i) => records[Math.floor(i * step)]!);
}
