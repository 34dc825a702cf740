import type { Holders } from "./snapshot";

const MAX_TIMES = 255;

/** The records that hold each of `stemCount` stems, in order, from the stems of each record. */
export function holdersOf({ starts, ids }: { starts: Uint32Array; ids: Uint32Array }, stemCount: number): Holders {
  const last = new Int32Array(stemCount).fill(-1);
  const counts = new Uint32Array(stemCount + 1);
  const eachHeld = (visit: (stem: number, record: number, isNew: boolean) => void): void => {
    last.fill(-1);
    for (let record = 0; record + 1 < starts.length; record++) {
      for (let at = starts[record]!; at < starts[record + 1]!; at++) {
        const stem = ids[at]!;
        visit(stem, record, last[stem] !== record);
        last[stem] = record;
      }
    }
  };
  eachHeld((stem, _, isNew) => (counts[stem + 1]! += isNew ? 1 : 0));
  for (let stem = 0; stem < stemCount; stem++) counts[stem + 1]! += counts[stem]!;
  const next = counts.slice();
  const held: Holders = {
    starts: counts,
    ids: new Uint32Array(counts[stemCount]!),
    times: new Uint8Array(counts[stemCount]!),
  };
  eachHeld((stem, record, isNew) => {
    if (isNew) held.ids[next[stem]!++] = record;
    const at = next[stem]! - 1;
    held.times[at] = Math.min(MAX_TIMES, held.times[at]! + 1);
  });
  return held;
}
