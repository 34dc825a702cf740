import type { Records } from "../disclosure/people";
import { averageWith, noiseOf, roundedTo, stepOf } from "../disclosure/averages";
import { shareOf } from "../disclosure/shares";
import { IS_MARK } from "../columnKinds";
import { boundsOf, type StepOf } from "../plan";
import { columnNamed, type OpenColumn } from "./columns";
import type { Dataset } from "./dataset";
import type { Average, AverageResult, Bounds, Figure } from "./results";
import { both, recordsOf, setOf } from "./sets";

/** Of more values, neighbours are counted together. */
const MAX_BANDS = 24;
/** Of fewer records in bands, no average is told: the noise would be a good part of it. */
const MIN_BANDED = 15;
/** So much of the records must be in bands that are told: the others are not like them. */
const MIN_TOLD = 0.9;
/** An average is given where the widths of bands leave it open by at most this part of itself. */
const MAX_OPEN = 0.1;

/** Neighbouring values of a column of numbers, with the number that stands for them. */
export interface Band {
  bounds: Bounds;
  at: number;
  /** How far its records may be from `at`, on average: 0 where their numbers are known. */
  open: number;
}

const known = new WeakMap<Dataset, Map<string, readonly Band[]>>();

/** A column of numbers as bands that hold about as many records each, from told figures alone. */
function bandsOf(dataset: Dataset, column: OpenColumn, most = MAX_BANDS): readonly Band[] {
  const bands = known.get(dataset) ?? new Map<string, readonly Band[]>();
  known.set(dataset, bands);
  const key = `${column.name} ${most}`;
  const found = bands.get(key) ?? made(dataset, column, most);
  bands.set(key, found);
  return found;
}

function made(dataset: Dataset, { name, values, ranges }: OpenColumn, most: number): readonly Band[] {
  const sorted = values
    .flatMap((value, i) => {
      const range = ranges?.[i];
      return range ? [{ range, told: recordsOf(dataset, { where: { [name]: value } }).records.figure.told ?? 0 }] : [];
    })
    .sort((a, b) => a.range.low - b.range.low || a.range.high - b.range.high);
  const total = sorted.reduce((sum, { told }) => sum + told, 0);
  const bands: { low: number; high: number; told: number; sum: number; open: number }[] = [];
  for (const { range, told } of sorted) {
    const last = bands.at(-1);
    const middle = Number.isFinite(range.high) ? (range.low + range.high) / 2 : range.low;
    const open = (range.high - range.low) / 2;
    const isFull = sorted.length <= most || !last || last.told >= total / most;
    if (isFull) bands.push({ low: range.low, high: range.high, told, sum: told * middle, open: told * open });
    else {
      last.high = Math.max(last.high, range.high);
      last.told += told;
      last.sum += told * middle;
      last.open += told * open;
    }
  }
  return bands.map(({ low, high, told, sum, open }) => ({
    bounds: { from: low, ...(Number.isFinite(high) && { to: high }) },
    at: told === 0 ? low : sum / told,
    open: told === 0 ? 0 : open / told,
  }));
}

/** An average, and how many records it is of. */
export interface Averaged {
  average: Average;
  of: Figure;
}

/** The average of a column of numbers; null where too few records have one. */
export function averageOf(dataset: Dataset, column: OpenColumn, records: Records): Averaged | null {
  if (!column.ranges) return null;
  const { numbers } = column;
  return numbers ? dataset.people.averageOf(records, column.name, numbers) : ofBands(dataset, column, records);
}

/**
 * The average of a column that has bands, from told figures; null where too few records have one that is told, or where the
 * bands are so wide that it could be another.
 */
function ofBands(dataset: Dataset, column: OpenColumn, records: Records): Averaged | null {
  const base = records.isFew ? null : records.figure.told;
  if (base === null || base < MIN_BANDED) return null;
  const most = Math.min(MAX_BANDS, Math.max(4, Math.floor(base / 10)));
  const parts = bandsOf(dataset, column, most).map(({ bounds, at, open }) => {
    const part = recordsOf(dataset, { where: { [column.name]: bounds } }).records.and(records);
    return { at, open, told: part.isFew ? null : part.figure.told };
  });
  const told = parts.reduce((sum, one) => sum + (one.told ?? 0), 0);
  if (told < base * MIN_TOLD) return null;
  const few = parts.filter((one) => one.told === null).length;
  // What the told parts leave is spread over those of fewer than five.
  const each = few === 0 ? 0 : Math.min(2, Math.max(0, base - told) / few);
  const sum = parts.reduce((all, one) => all + (one.told ?? each) * one.at, 0);
  // A band of fewer than five may hold one, however far away.
  const open = parts.reduce((all, one) => (one.told === 0 ? all : all + (one.told ?? Math.max(each, 1)) * one.open), 0);
  if (open > Math.abs(sum) * MAX_OPEN) return null;
  const total = told + few * each;
  const mean = sum / total;
  const noise = parts.reduce((all, one) => all + 3 * Math.abs(one.at - mean), 0);
  return {
    average: averageWith(mean, (open + noise) / total),
    of: { told: Math.round(total), low: Math.round(total), high: Math.round(total) },
  };
}

/** Whether its sum says anything: of marks, stars and ages it does not. */
const isAmount = ({ name, ranges }: OpenColumn): boolean =>
  !/rating|star|score|grade|mark|age|satisf|nps|level|year|rank/i.test(name) &&
  Math.max(...ranges!.map((range) => range?.low ?? 0)) > 10;

/** The column of marks that people give: of stars, of points. */
export const marksIn = ({ columns }: Dataset): OpenColumn | null =>
  columns.find(({ name, ranges }) => ranges !== null && IS_MARK.test(name)) ?? null;

/** The values of a column, or bands of them where they are many numbers. */
export const groupsOf = (dataset: Dataset, column: OpenColumn): { value: string; is: string | Bounds }[] =>
  column.ranges && column.values.length > MAX_NUMBERS
    ? bandsOf(dataset, column, 8).map(({ bounds }) => ({ value: boundsOf(bounds), is: bounds }))
    : column.values.map((value) => ({ value, is: value }));
const MAX_NUMBERS = 15;

/** An average of fewer, or whose noise is a larger part of what tells people apart, stands behind the others. */
const MAX_NOISE = 3;
const MIN_LARGE = 5;
const leastGroup = ({ people }: Dataset): number => Math.max(10, (people.all.figure.told ?? 0) / 500);

/** The average of a column, and of each value of another one. */
export function averaged(dataset: Dataset, step: StepOf<"average">): AverageResult {
  const { column: name, among, by, order = "most", limit = 20, fewest = 0 } = step;
  const column = columnNamed(dataset, name);
  const other = by === undefined ? null : columnNamed(dataset, by);
  const { records } = recordsOf(dataset, among);
  const isOf = (whose: Records): Averaged | null => (column ? averageOf(dataset, column, whose) : null);
  const own = isOf(records);
  const groups = other ? groupsOf(dataset, other) : [];
  const sized = groups.map(({ value, is }) => {
    const where = { where: { [other!.name]: is } };
    const part = recordsOf(dataset, where).records;
    const group = among ? part.and(records) : part;
    return { value, where, group, size: group.isFew ? 0 : (group.figure.told ?? 0) };
  });
  const least = fewest > 0 ? 0 : leastGroup(dataset);
  // Where few groups are large, none stands behind for its size.
  const isOfLarge = sized.filter(({ size }) => size >= least).length >= MIN_LARGE;
  const isSmall = (size: number, average: Average): boolean =>
    (isOfLarge && size < least) ||
    (fewest === 0 && noiseOf(average) > (column?.numbers?.deviation ?? Infinity) / MAX_NOISE);
  const large = sized.filter(({ size }) => size >= fewest);
  const lines = large.flatMap(({ value, where, group, size }) => {
    const found = isOf(group);
    return found === null
      ? []
      : [
          {
            name: value,
            predicate: both(among, where),
            count: group.figure,
            average: found.average,
            isSmall: isSmall(size, found.average),
            size,
          },
        ];
  });
  lines.sort(
    (a, b) =>
      Number(a.isSmall) - Number(b.isSmall) ||
      (order === "most" ? b.average.mean - a.average.mean : a.average.mean - b.average.mean) ||
      b.size - a.size,
  );
  const last = lines.findLast(({ isSmall }) => !isSmall);
  // Dates stand in their own order.
  if (other?.isDated) lines.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    do: "average",
    column: column?.name ?? name,
    among: setOf(dataset, among, records),
    average: own?.average ?? null,
    total: own && column && isAmount(column) ? totalOf(own) : null,
    isCut: column?.numbers?.isCut ?? false,
    overall: among ? (isOf(dataset.people.all)?.average ?? null) : null,
    by: other?.name ?? null,
    isDated: other?.isDated ?? false,
    order,
    lines: lines.slice(0, limit).map(({ size: _, ...line }) => line),
    last: last && lines.length > 1 ? { name: last.name, average: last.average } : null,
    notShown: Math.max(0, large.length - Math.min(limit, lines.length)),
    fewest: fewest || null,
    leftOut: sized.length - large.length,
    spread: column?.ranges ? spreadOf(dataset, column, records) : [],
  };
}

/** The sum, from how many there are and their average. */
function totalOf({ average, of }: Averaged): AverageResult["total"] {
  const ends = [average.low, average.high].flatMap((mean) => [mean * of.low, mean * of.high]);
  const sum = average.mean * of.told!;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const step = stepOf({ mean: sum, low, high });
  return { sum: roundedTo(sum, step), low: roundedTo(low, step), high: roundedTo(high, step) };
}

/** How the records are spread over the values of a column of numbers, or over bands of them. */
function spreadOf(dataset: Dataset, column: OpenColumn, records: Records): AverageResult["spread"] {
  const base: Figure = records.figure;
  return bandsOf(dataset, column, 8).map(({ bounds }) => {
    const part = recordsOf(dataset, { where: { [column.name]: bounds } }).records.and(records);
    const count = part.figure;
    return { bounds, count, share: shareOf(count, base) };
  });
}
