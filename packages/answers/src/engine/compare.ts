import { MIN_GROUP_SIZE } from "../dataset/record";
import { FRAME_WORDS } from "../plan/lexicon";
import { isTopical } from "../dataset/words";
import type { Dataset } from "./dataset";
import { cellsOf, sizeOf, type Mask } from "./publishable";
import { mayBeSaid, type Selection } from "./selection";

const MAX_THEMES = 5;
const MAX_WORDS = 6;
/** A word or share must differ by so many standard errors to be called a difference. */
const CLEAR = 2;

/** A selection with its size. */
type Sized = Selection & { count: number };

/** The themes in which two selections differ most; a count that may not be said is null. */
export function themeDifferences(dataset: Dataset, a: Sized, b: Sized): { label: string; counts: (number | null)[] }[] {
  const [inA, inB] = [a, b].map(({ mask }) => cellsOf(mask, dataset.themeOf, dataset.themes.length));
  const differing = dataset.themes
    .map(({ label }, t) => ({ label, code: t + 1, clear: apart(inA![t + 1]!, a.count, inB![t + 1]!, b.count) }))
    .filter(({ clear }) => clear >= CLEAR)
    .sort((x, y) => y.clear - x.clear);
  const shown: { label: string; counts: (number | null)[] }[] = [];
  for (const { label, code } of differing) {
    if (shown.length === MAX_THEMES) break;
    const counts = [a, b].map((side, i) => (mayBeSaid(dataset, side, code) ? (i === 0 ? inA : inB)![code]! : null));
    if (counts.every((count) => count === null)) continue;
    shown.push({ label, counts });
  }
  return shown;
}

/** How many standard errors two shares are apart (two-proportion z). */
function apart(inA: number, a: number, inB: number, b: number): number {
  const pooled = (inA + inB) / (a + b);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a + 1 / b));
  return error === 0 ? 0 : Math.abs(inA / a - inB / b) / error;
}

/** The words that records of one set hold clearly more often than those of another. */
export function tellingWords(dataset: Dataset, mine: Mask, theirs: Mask, without: ReadonlySet<string>): string[] {
  const [inMine, inTheirs] = [recordsWithStem(dataset, mine), recordsWithStem(dataset, theirs)];
  const [a, b] = [sizeOf(mine), sizeOf(theirs)];
  return dataset.vocabulary.surfaces
    .map((surface, id) => ({
      id,
      surface,
      count: inMine[id]!,
      more: inMine[id]! / a > inTheirs[id]! / b,
      clear: apart(inMine[id]!, a, inTheirs[id]!, b),
    }))
    .filter(
      ({ id, surface, count, more, clear }) =>
        more &&
        clear >= CLEAR &&
        count >= MIN_GROUP_SIZE &&
        surface.length > 2 &&
        isTopical(surface) &&
        !FRAME_WORDS.has(surface) &&
        !/[\d_]/.test(surface) &&
        !without.has(dataset.vocabulary.stems[id]!),
    )
    .sort((x, y) => y.clear - x.clear)
    .slice(0, MAX_WORDS)
    .map(({ surface }) => surface);
}

function recordsWithStem({ recordTerms: { starts, ids }, vocabulary }: Dataset, mask: Mask): Uint32Array {
  const counts = new Uint32Array(vocabulary.stems.length);
  const lastSeen = new Uint32Array(vocabulary.stems.length);
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      const id = ids[at]!;
      if (lastSeen[id] === i + 1) continue;
      lastSeen[id] = i + 1;
      counts[id]! += 1;
    }
  }
  return counts;
}
