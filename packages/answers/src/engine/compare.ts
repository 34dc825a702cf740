import { MIN_GROUP_SIZE } from "../dataset/record";
import { isTopical, terms } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { FRAME_WORDS } from "../plan/lexicon";
import { clearness, standardErrors } from "./chance";
import type { Dataset } from "./dataset";
import { recordsHolding } from "./holding";
import { publishableCount } from "./publishable";
import { cellsOf, countAmong, maskOf, outside, recordsIn, sizeOf, type Mask } from "./sets";
import type { Line } from "./lines";
import type { Difference } from "./results";
import { columnCells, mayBeSaid, type Cell, type Selection } from "./selection";

const MAX_DIFFERENCES = 5;
/** A table of two sides has at least so many rows, where there are as many. */
const MAX_ROWS = 6;

/** A selection with its size. */
export type Sized = Selection & { count: number };

const lineOf = (label: string, count: number | null, of: number): Line => ({ label, count, of });
const gap = ({ sides: [a, b] }: Difference): number => Math.abs((a.count ?? 0) / a.of! - (b.count ?? 0) / b.of!);

/** The values of a column on two sides. */
export function columnDifferences(dataset: Dataset, a: Sized, b: Sized, column: string): Difference[] {
  const [inA, inB] = [a, b].map(
    (side) => new Map(columnCells(dataset, side, column).map((cell) => [cell.code, cell])),
  ) as [Map<number, Cell>, Map<number, Cell>];
  const found = [...new Map([...inA, ...inB]).values()].map(({ code, label }) => ({
    label,
    counts: [inA.get(code)?.count ?? null, inB.get(code)?.count ?? null] as const,
  }));
  return differencesOf(a, b, found);
}

/** Counts on two sides, those first that clearly differ, then the largest; what may not be told is null. */
export function differencesOf(
  a: Sized,
  b: Sized,
  found: readonly { label: string; counts: readonly [number | null, number | null] }[],
): Difference[] {
  const rows = found.map(({ label, counts: [inA, inB] }): Difference => ({
    label,
    sides: [lineOf(label, inA, a.count), lineOf(label, inB, b.count)],
    isClear: inA !== null && inB !== null && standardErrors(inA, a.count, inB, b.count) >= clearness(found.length),
  }));
  const clear = rows.filter(({ isClear }) => isClear).sort((x, y) => gap(y) - gap(x));
  const rest = rows.filter(({ isClear }) => !isClear).sort((x, y) => sizeIn(y) - sizeIn(x));
  return [...clear.slice(0, MAX_DIFFERENCES), ...rest].slice(0, MAX_ROWS);
}

const sizeIn = ({ sides }: Difference): number =>
  sides.reduce((most, { count, of }) => Math.max(most, (count ?? 0) / of!), 0);

/** The themes by which two selections clearly differ, where both counts may be said. */
export function themeDifferences(dataset: Dataset, a: Sized, b: Sized, own: ReadonlySet<string>): Difference[] {
  const [inA, inB] = [a, b].map(({ mask }) => cellsOf(mask, dataset.themeOf, dataset.themes.length)) as [
    number[],
    number[],
  ];
  const least = clearness(dataset.themes.length);
  const differing = dataset.themes
    .map(({ label }, t) => ({
      label,
      code: t + 1,
      apart: Math.abs(inA[t + 1]! / a.count - inB[t + 1]! / b.count),
      clear: standardErrors(inA[t + 1]!, a.count, inB[t + 1]!, b.count),
    }))
    // A theme called as the side itself tells nothing of it.
    .filter(({ label, clear }) => clear >= least && !terms(label).some((stem) => own.has(stem)))
    .sort((x, y) => y.apart - x.apart);
  const shown: Difference[] = [];
  for (const { label, code } of differing) {
    if (shown.length === MAX_DIFFERENCES) break;
    // A difference that is clear from a hidden count would tell how small it is.
    if (![a, b].every((side) => mayBeSaid(dataset, side, code))) continue;
    const sides = [lineOf(label, inA[code]!, a.count), lineOf(label, inB[code]!, b.count)] as const;
    shown.push({ label, sides, isClear: true });
  }
  return shown;
}

/**
 * The words that records of one selection hold clearly more often than those of another, the clearest first. How often the
 * other does may be withheld: then the word is told only where it would be of as many as there may be.
 */
export function tellingWords(
  dataset: Dataset,
  mine: Selection,
  theirs: Selection,
  without: ReadonlySet<string>,
  most: number,
): { word: string; count: number }[] {
  const [inMine, inTheirs] = [recordsWithStem(dataset, mine.mask), recordsWithStem(dataset, theirs.mask)];
  const [a, b] = [sizeOf(mine.mask), sizeOf(theirs.mask)];
  if (a === 0 || b === 0) return [];
  const { surfaces, stems } = dataset.vocabulary;
  const least = clearness(inMine.reduce((known, count) => known + (count >= MIN_GROUP_SIZE ? 1 : 0), 0));
  const clearOf = (count: number, others: number): number =>
    count / a > others / b ? standardErrors(count, a, others, b) : 0;
  const isTold = ({ conditions }: Selection, mask: Mask): boolean =>
    publishableCount(dataset.size, [...conditions, { mask }]) !== null;
  const apart = areValuesOfOneColumn(mine, theirs);
  const telling = surfaces
    .flatMap((word, id) => {
      const count = inMine[id]!;
      const isTelling =
        count >= MIN_GROUP_SIZE &&
        word.length > 2 &&
        isTopical(word) &&
        !FRAME_WORDS.has(word) &&
        !/[\d_]/.test(word) &&
        !without.has(stems[id]!);
      return isTelling ? [{ id, word, count, clear: clearOf(count, inTheirs[id]!) }] : [];
    })
    .filter(({ clear }) => clear >= least)
    .sort((x, y) => y.clear - x.clear);
  const said: typeof telling = [];
  for (const one of telling) {
    if (said.length === most) break;
    // In all its forms, as a question for the word counts it: one form's count would leave the few who use another.
    const forms = formsOf(one.word).flatMap((stem) => dataset.stemIds.get(stem) ?? []);
    const holders = recordsHolding(dataset, [forms]);
    const mask = maskOf(dataset.size, holders);
    if (said.some(({ id }) => forms.includes(id)) || !isTold(mine, mask)) continue;
    const [count, others] = [countAmong(holders, mine.mask), countAmong(holders, theirs.mask)];
    const isKnown = theirs.conditions.length === 0 || isTold(theirs, mask);
    const clear = clearOf(count, isKnown ? others : Math.min(b, holders.length - (apart ? count : 0)));
    if (clear >= least) said.push({ ...one, count, clear });
  }
  return said.sort((x, y) => y.clear - x.clear);
}

/** True for two groups of one column, which have no record in common. */
const areValuesOfOneColumn = (a: Selection, b: Selection): boolean =>
  a.conditions.some(
    (one) =>
      "codes" in one &&
      b.conditions.some((other) => "codes" in other && other.codes === one.codes && other.code !== one.code),
  );

/**
 * Of a smaller part of all records, the stems of each record are read; of nearly all, those of the others, which are taken
 * from all; else the holders of each stem.
 */
const SMALL = 0.2;

/** How many records of a set hold each stem. */
function recordsWithStem(dataset: Dataset, mask: Mask): Uint32Array {
  const records = recordsIn(mask);
  const counts = new Uint32Array(dataset.vocabulary.stems.length);
  if (records.length > (1 - SMALL) * dataset.size) {
    const { starts } = dataset.holders;
    const others = recordsWithStem(dataset, outside(mask));
    return counts.map((_, stem) => starts[stem + 1]! - starts[stem]! - others[stem]!);
  }
  if (records.length < SMALL * dataset.size) {
    const { starts, ids } = dataset.recordTerms;
    const lastSeen = new Uint32Array(counts.length);
    for (const record of records)
      for (let at = starts[record]!; at < starts[record + 1]!; at++) {
        const id = ids[at]!;
        if (lastSeen[id] === record + 1) continue;
        lastSeen[id] = record + 1;
        counts[id]! += 1;
      }
    return counts;
  }
  const { starts, ids } = dataset.holders;
  for (let stem = 0; stem < counts.length; stem++) {
    let count = 0;
    for (let at = starts[stem]!; at < starts[stem + 1]!; at++) count += mask[ids[at]!]!;
    counts[stem] = count;
  }
  return counts;
}
