import { sumOf } from "../dataset/equivalents";
import type { Snapshot } from "../dataset/snapshot";
import { cosinesTo, dot, rowDot, unit } from "../dataset/sparse";
import { isFrame } from "../dataset/vocabulary";
import { recordsIn, sizeOf, thoseThat, together, without, type Mask } from "./sets";

/** A record is taken where it is at least as near as all but this part of those found so far … */
const LEFT_OUT = 0.1;
/** … and at least this near the middle of these, and of those that say it in the words asked for. */
const MIN_NEAR = { found: 0.6, asked: 0.55 };
/** A cosine in integers, several times faster, is less than this from the exact one. */
const ROUGH = 0.01;
const ROUNDS = 3;
/**
 * Where most records have others that say nearly the same, those near each other mean the same, and few show where they
 * are. In other data a phrase must also stand apart: its middle so far from that of all who hold one of its words.
 */
const ALIKE_PART = 0.6;
const NEEDED = { alike: { found: 5, apart: 0 }, varied: { found: 8, apart: 0.35 } };

/** True where most records have no others that say nearly the same. */
export const isVaried = ({ quotable }: Pick<Snapshot, "quotable">): boolean =>
  sizeOf(quotable) < ALIKE_PART * quotable.length;

/** Of more records, the middle is known well enough from some. */
const MAX_SEEDS = 2_000;

/**
 * The records that lie among those which say a phrase and hold the one of its words that most of the near ones share: "my
 * card hasn't come yet" for "waiting for a card". They must be near, and differ from the others that hold the word as
 * those do which say the phrase; so where the vectors tell nothing of what is asked, none is added.
 */
export function neighboursOf(
  { recordVectors, quotable }: Pick<Snapshot, "recordVectors" | "quotable">,
  said: Mask,
  holdingEach: readonly Mask[],
): Mask {
  const size = said.length;
  const near = new Uint8Array(size);
  const needed = NEEDED[isVaried({ quotable }) ? "varied" : "alike"];
  const found = indexesOf(said).slice(0, MAX_SEEDS);
  const shareable = holdingEach.filter((mask) => !isFrame(sizeOf(mask), size));
  if (found.length < needed.found || shareable.length === 0) return near;
  const sum = sumOf(recordVectors, found);
  const asked = unit(sum.slice());
  const to = (record: number, other: Float32Array): number => rowDot(recordVectors, record, other);
  const roughly = cosinesTo(recordVectors, asked);
  const isNear = (record: number): boolean =>
    roughly(record) >= MIN_NEAR.asked - ROUGH && to(record, asked) >= MIN_NEAR.asked;
  const candidates = Array.from(thoseThat(recordsIn(without(together(shareable), said)), isNear));
  for (let round = 0; round < ROUNDS; round++) {
    const square = dot(sum, sum);
    const middle = unit(sum.slice());
    const toOthers = (record: number): number => {
      const along = to(record, sum);
      return (along - 1) / Math.sqrt(Math.max(1e-9, square - 2 * along + 1));
    };
    const least = Math.max(MIN_NEAR.found, lowEnd(found.map(toOthers)));
    const region = candidates.filter((record) => !near[record] && to(record, middle) >= least);
    const shared = mostHeld(shareable, region);
    const rest = sumIn(recordVectors, shared);
    const apart = sum.map((value, d) => value / found.length - rest[d]! / sizeOf(shared));
    if (round === 0 && Math.sqrt(dot(apart, apart)) < needed.apart) break;
    unit(apart);
    const leastApart = lowEnd(found.map((record) => to(record, apart)));
    const added = region.filter((record) => shared[record] && to(record, apart) >= leastApart);
    if (added.length === 0) break;
    for (const record of added) near[record] = 1;
    found.push(...added);
    sumOf(recordVectors, added, sum);
  }
  return near;
}

const sums = new WeakMap<Mask, Float32Array>();

/** The sum of the vectors of a set's records; sets do not change. */
function sumIn(recordVectors: Snapshot["recordVectors"], mask: Mask): Float32Array {
  const sum = sums.get(mask) ?? sumOf(recordVectors, recordsIn(mask));
  sums.set(mask, sum);
  return sum;
}

/** The places of a set's members. */
export const indexesOf = (mask: Mask): number[] => Array.from(recordsIn(mask));

const lowEnd = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length * LEFT_OUT)]!;

/** The mask that most of a region's records are in; of two alike, the smaller. */
function mostHeld(masks: readonly Mask[], region: readonly number[]): Mask {
  const counted = masks.map((mask) => ({
    mask,
    count: region.reduce((count, record) => count + mask[record]!, 0),
    size: sizeOf(mask),
  }));
  return counted.sort((a, b) => b.count - a.count || a.size - b.size)[0]!.mask;
}
