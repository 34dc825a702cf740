import { noiseOf } from "../disclosure/averages";
import { FEW, type Records } from "../disclosure/people";
import { shareOf, shareVerdict } from "../disclosure/shares";
import { IS_MARK, isOverall, SAYS_WHAT } from "../columnKinds";
import { dateOf } from "../dataset/numbers";
import { withNested, type Predicate } from "../plan";
import type { OpenColumn } from "./columns";
import type { Dataset } from "./dataset";
import { averageOf, type Averaged } from "./numbers";
import type { Across, Average, Figure } from "./results";
import { recordsOf } from "./sets";

/** So many columns are told, and so many values of each. */
const MAX_COLUMNS = 3;
const MAX_VALUES = 5;
/** Columns of more values are lists of names: none of their differences would be the one that matters. */
const MOST_VALUES = 60;
const MOST_DATES = 24;
/** Of fewer records, how many there are on each date is noise. */
const MIN_DATED = 200;
/** An average of amounts is told where it is so far from that of all. */
const APART = 0.1;
/** So few of a group say nothing of it. */
const MIN_RATE = 10;
const MIN_SHARE = 3;
/** A share of fewer is mostly noise. */
export const LEAST_GROUP = 20;

/**
 * How a set differs by column from the records that it is a part of: each column in which some value differs by more
 * than chance, and each average that is told.
 */
export function acrossOf(
  dataset: Dataset,
  of: readonly (Predicate | null | undefined)[],
  records: Records,
  whole: Records,
): Across[] {
  if (records.isFew) return [];
  const named = new Set(
    of.flatMap((one) => (one ? withNested(one).flatMap(({ where = {} }) => Object.keys(where)) : [])),
  );
  const found = dataset.columns
    .filter(({ name, values }) => !named.has(name) && values.length > 1)
    .flatMap((column): Across[] => {
      if (column.ranges) {
        const own = averageOf(dataset, column, records);
        const all = own === null || records === whole ? null : averageOf(dataset, column, whole);
        const isTelling =
          IS_MARK.test(column.name) || all === null || (own !== null && isApart(column, own, all.average));
        return own && isTelling && isSure(column, own.average)
          ? [
              {
                by: column.name,
                is: "average",
                average: own.average,
                overall: all?.average ?? null,
                isCut: column.numbers?.isCut ?? false,
                lines: [],
                clear: isOverall(column.name)
                  ? 8
                  : 6 + Math.min(1, Math.abs(own.average.mean / (all ?? own).average.mean - 1)),
              },
            ]
          : [];
      }
      if (column.isDated && records === whole) return spanOf(dataset, column, records);
      if (column.values.length > MOST_VALUES) return [];
      return SAYS_WHAT.test(column.name)
        ? partsOf(dataset, column, records, whole)
        : ratesOf(dataset, column, records, whole);
    });
  return found.sort((a, b) => b.clear - a.clear).slice(0, MAX_COLUMNS);
}

/** Records without a date that is told may be earlier or later than all others. */
const MIN_TOLD = 0.97;
/** So many standard errors apart, an average of what was not asked for is told. */
const CLEAR = 3;

function isApart({ numbers }: OpenColumn, own: Averaged, all: Average): boolean {
  if (Math.abs(own.average.mean / all.mean - 1) <= APART) return false;
  if (numbers === null) return true;
  const error = Math.sqrt(numbers.deviation ** 2 / (own.of.told ?? 1) + noiseOf(own.average) ** 2);
  return Math.abs(own.average.mean - all.mean) > CLEAR * error;
}

/** Whether the noise is small beside what tells people apart: of what was not asked for, nothing else is told. */
const isSure = ({ numbers }: OpenColumn, average: Average): boolean =>
  numbers === null || noiseOf(average) <= numbers.deviation / 4;

interface Part {
  name: string;
  count: Figure;
  group: Figure;
}

function countsBy(dataset: Dataset, { name, values }: OpenColumn, records: Records, whole: Records): Part[] {
  return values.map((value) => {
    const own = recordsOf(dataset, { where: { [name]: value } }).records.and(whole);
    const part = own.and(records);
    return { name: value, count: part.isFew ? FEW : part.figure, group: own.isFew ? FEW : own.figure };
  });
}

/** What the set is made up of. */
function partsOf(dataset: Dataset, column: OpenColumn, records: Records, whole: Records): Across[] {
  const base = records.figure;
  const lines = countsBy(dataset, column, records, whole)
    .filter(({ count }) => count.told !== null)
    .sort((a, b) => b.count.told! - a.count.told!)
    .map(({ name, count, group }) => ({
      name,
      count,
      share: shareOf(count, base),
      overall: records === whole ? null : shareOf(group, whole.figure),
    }));
  if (lines.length === 0) return [];
  const gap = Math.max(...lines.map(({ share, overall }) => Math.abs((share.percent ?? 0) - (overall?.percent ?? 0))));
  return [
    {
      by: column.name,
      is: "parts",
      average: null,
      overall: null,
      isCut: false,
      lines: lines.slice(0, MAX_VALUES),
      clear: 5 + gap / 20,
    },
  ];
}

/** From when until when the records are, where nearly all have a date that is told. */
function spanOf(dataset: Dataset, column: OpenColumn, records: Records): Across[] {
  const told = countsBy(dataset, column, records, records)
    .filter(({ name, count }) => count.told !== null && dateOf(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, count }) => ({ name, count, share: shareOf(count, records.figure), overall: null }));
  const dated = told.reduce((sum, { count }) => sum + count.told!, 0);
  if (told.length < 2 || dated < (records.figure.told ?? 0) * MIN_TOLD) return [];
  const lines = [told[0]!, told.at(-1)!];
  return [{ by: column.name, is: "span", average: null, overall: null, isCut: false, lines, clear: 7 }];
}

/** How common the set is with each value, where that differs by more than chance. */
function ratesOf(dataset: Dataset, column: OpenColumn, records: Records, whole: Records): Across[] {
  if (records === whole) {
    const [parts] = partsOf(dataset, column, records, whole);
    return parts ? [{ ...parts, clear: 3 }] : [];
  }
  if (column.isDated && (column.values.length > MOST_DATES || (records.figure.told ?? 0) < MIN_DATED)) return [];
  const parts = countsBy(dataset, column, records, whole).filter(({ group }) => (group.told ?? 0) >= LEAST_GROUP);
  const summed = (figures: readonly Figure[]): Figure => {
    const told = figures.reduce((sum, one) => sum + (one.told ?? 0), 0);
    return told < 5 ? FEW : { told, low: told, high: told };
  };
  const differs = parts.filter(({ count, group }, i) => {
    const others = parts.filter((_, other) => other !== i);
    const verdict = shareVerdict(
      [count, group],
      [summed(others.map((one) => one.count)), summed(others.map((one) => one.group))],
      parts.length,
    );
    return verdict === "more" || verdict === "less";
  });
  if (differs.length === 0) return [];
  const lines = parts
    .map(({ name, count, group }) => ({ name, count, share: shareOf(count, group), overall: null }))
    .filter(
      ({ share, count }) =>
        share.percent !== null && (column.isDated || count.told! >= MIN_RATE || share.percent >= MIN_SHARE),
    );
  const sorted = column.isDated ? lines : lines.sort((a, b) => b.share.percent! - a.share.percent!);
  const most = column.isDated ? 12 : MAX_VALUES + 1;
  const shown =
    sorted.length <= most || column.isDated ? sorted.slice(-most) : [...sorted.slice(0, 4), ...sorted.slice(-2)];
  if (shown.length < 2) return [];
  return [
    {
      by: column.name,
      is: "rates",
      average: null,
      overall: null,
      isCut: false,
      lines: shown,
      clear: 4 + differs.length / parts.length,
    },
  ];
}
