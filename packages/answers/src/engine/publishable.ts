import { MIN_GROUP_SIZE } from "../dataset/record";
import { areCutWell, isBlurred, isTold, type Whole } from "./cut";
import { grouped } from "./grouped";
import {
  cellsOf,
  countAmong,
  isFew,
  isWithin,
  largest,
  meeting,
  recordsInAll,
  weightOf,
  without,
  type Condition,
  type InColumn,
  type Mask,
  type SetOfTexts,
} from "./sets";

/** More checks than this, for each line of a table, would take seconds; the count is withheld instead. */
const MAX_LOOKS = 500_000;
const MAX_LARGER = 60;

/**
 * How many records meet all conditions, or null where saying it would single out fewer than five people: the set
 * itself, what is left of any larger set when this one is subtracted from it, or any cell of the sets together.
 */
export function publishableCount(size: number, asked: readonly Condition[]): number | null {
  const sets = asked.flatMap((one) => ("mask" in one && !one.of ? [one] : []));
  const isOfLarger = sets.some(({ larger }) => larger);
  if (!isOfLarger || sets.length < asked.length) return counted(size, asked);
  // Larger sets can only forbid more: they are looked for where nothing else does, and those count that lie around all.
  const count = counted(
    size,
    sets.map(({ larger: _, ...alone }) => alone),
  );
  if (count === null) return null;
  const all = recordsInAll(sets.map(({ mask }) => mask));
  const around = sets.map((one) => ({
    ...one,
    found: (one.larger?.(all) ?? []).filter((mask) => countAmong(all, mask) === all.length),
  }));
  if (around.every(({ found }) => found.length === 0)) return count;
  return counted(
    size,
    around.map(({ found, ...one }) => ({ ...one, larger: () => found })),
  );
}

function counted(size: number, asked: readonly Condition[]): number | null {
  const whole = grouped(size, asked);
  return countOf(whole, whole.conditions);
}

/** True for the size of a set that may be told: of those that are in it, and of those that aren't. */
export const isTellable = (count: number, size: number): boolean =>
  count >= MIN_GROUP_SIZE && (count === size || size - count >= MIN_GROUP_SIZE);

/** What is known of conditions over the same records: what may be told of several asks again and again for fewer of them. */
const counts = new WeakMap<Whole, { places: Map<Condition, number>; found: Map<string, number | null> }>();

function countOf(whole: Whole, asked: readonly Condition[]): number | null {
  const { places, found } = counts.get(whole) ?? {
    places: new Map<Condition, number>(),
    found: new Map<string, number | null>(),
  };
  counts.set(whole, { places, found });
  const placeOf = (one: Condition): number => {
    const place = places.get(one) ?? places.size;
    places.set(one, place);
    return place;
  };
  const key = asked
    .map(placeOf)
    .sort((a, b) => a - b)
    .join();
  let count = found.get(key);
  if (count === undefined) {
    count = searched(whole, asked);
    found.set(key, count);
  }
  return count;
}

/** How many combinations of what they join or leave out some conditions have. */
const looksOf = (conditions: readonly Condition[]): number =>
  conditions.reduce((product, one) => product * ("mask" in one ? sumOf(one.of ?? []) || 1 : 1), 1);
const sumOf = (of: readonly (readonly Condition[])[]): number => of.reduce((sum, joined) => sum + looksOf(joined), 0);

function searched(whole: Whole, asked: readonly Condition[]): number | null {
  const { length, size, weights } = whole;
  const conditions = asked.map((one) => toldWith(whole, one, asked));
  const count = weightOf(meeting(length, conditions), weights);
  if (!isTellable(count, size) || looksOf(conditions) * length > MAX_LOOKS) return null;
  for (const condition of conditions) {
    const around = meeting(
      length,
      conditions.filter((other) => other !== condition),
    );
    if ("mask" in condition) {
      const left = weightOf(around, weights) - count;
      if (left > 0 && left < MIN_GROUP_SIZE) return null;
      const others = conditions.filter((other) => other !== condition);
      const { of = [] } = condition;
      if (!of.every((joined) => mayBeTold(whole, [...joined, ...others]))) return null;
    }
  }
  const columns = conditions.filter((one) => "codes" in one);
  const sets = conditions.filter((one) => "mask" in one);
  if (!isTold(whole, meeting(length, sets), columns) || !isWithCoarser(whole, asked)) return null;
  return areCutWell(whole, conditions) && isBlurred(whole, conditions) && leavesEnough(whole, conditions)
    ? count
    : null;
}

/**
 * True where the same may be told of fewer columns, and of these without the sets: the count would else be a part of a sum
 * that is withheld.
 */
function isWithCoarser(whole: Whole, asked: readonly Condition[]): boolean {
  const columns = asked.filter((one) => "codes" in one);
  const isMet = (conditions: readonly Condition[]): boolean =>
    conditions.length === 0 || countOf(whole, conditions) !== null;
  if (columns.length === 0 || asked.length === 1) return true;
  if (columns.length < asked.length && !isMet(columns)) return false;
  return columns.every((column) => isMet(asked.filter((other) => other !== column)));
}

/** True for an empty set, and for a count that may be published. */
const mayBeTold = (whole: Whole, conditions: readonly Condition[]): boolean =>
  weightOf(meeting(whole.length, conditions), whole.weights) === 0 || countOf(whole, conditions) !== null;

/**
 * True where the larger sets that can be asked for leave none or at least five: where they lie around each set, in each cell
 * that they cut; else of each of them, with the other sets or without them. In these groups, and in each other one.
 */
function leavesEnough(whole: Whole, conditions: readonly Condition[]): boolean {
  const { length, weights } = whole;
  const sets = conditions.flatMap((one) => ("mask" in one ? [one] : []));
  const columns = conditions.flatMap((one) => ("codes" in one ? [one] : []));
  const all = meeting(length, sets);
  const around = sets.flatMap(({ larger }) => larger?.() ?? []).filter((mask) => isWithin(all, mask));
  const shared = around.filter((mask) => sets.every((one) => isWithin(one.mask, mask)));
  const cut = { mask: all, parts: [all, ...sets.map(({ mask }) => mask), ...shared] };
  if (shared.length > 0 && !areCutWell(whole, [cut, ...columns], MAX_LARGER)) return false;
  if (sets.length === 1) return true;
  return sets.every((condition) => {
    const others = sets.filter((other) => other !== condition);
    return around.every((mask) =>
      [others, []].every((rest) => {
        const left = without(meeting(length, [{ mask }, ...rest]), all);
        if (columns.length === 0) return !isFew(weightOf(left, weights));
        return weightOf(meeting(length, [{ mask: left }, ...columns]), weights) === 0 || isTold(whole, left, columns);
      }),
    );
  });
}

/** A set that is meant with those of its parts that are told in the same groups of columns, too. */
function toldWith(whole: Whole, condition: Condition, all: readonly Condition[]): Condition {
  if (!("mask" in condition) || !condition.isMeant) return condition;
  const others = all.filter((other) => other !== condition);
  const columns = others.flatMap((one) => ("codes" in one ? [one] : []));
  // Of fewer conditions the count would be a sum of those with one more.
  if (columns.some((column) => !toldCodes(whole, condition, column)[column.code]))
    return { ...condition, mask: new Uint8Array(whole.length) };
  if (others.length !== 1 || columns.length !== 1) return condition;
  return within(condition, (mask) => countOf(whole, [{ mask }, ...columns]) !== null);
}

function within(condition: SetOfTexts, isTold: (mask: Mask) => boolean): Condition {
  const { mask, parts = [], beside = [], inGroups = [], larger } = condition;
  const told = [...parts, ...inGroups].filter((one) => one === mask || isTold(one));
  return { mask, parts: told, beside: beside.filter(isTold), ...(larger && { larger }) };
}

const known = new WeakMap<Mask, WeakMap<Uint16Array, boolean[]>>();

/**
 * For which codes of a column the size of a set that is meant may be told. Those that aren't told are together what the
 * others leave of the whole: where a part's sizes there, taken from that, leave one to four, the smallest is hidden with them.
 */
function toldCodes(whole: Whole, condition: SetOfTexts, column: InColumn): readonly boolean[] {
  const { length, weights } = whole;
  const { codes } = column;
  const { mask } = condition;
  const byColumn = known.get(mask) ?? new WeakMap<Uint16Array, boolean[]>();
  known.set(mask, byColumn);
  const found = byColumn.get(codes);
  if (found) return found;
  const all = largest(codes);
  const isTold = (one: Condition, code: number): boolean => countOf(whole, [one, { ...column, code }]) !== null;
  const parts = [...(condition.parts ?? []), ...(condition.inGroups ?? []), ...(condition.beside ?? [])].filter(
    (one) => one !== mask,
  );
  const partsTold = parts.map((part) => ({
    cells: cellsOf(part, codes, all, weights),
    told: Array.from({ length: all + 1 }, (_, code) => code > 0 && isTold({ mask: part }, code)),
  }));
  const cells = cellsOf(mask, codes, all, weights);
  const told = cells.map(
    (_, code) =>
      code > 0 &&
      isTold(
        within(condition, (part) => partsTold[parts.indexOf(part)]!.told[code]!),
        code,
      ),
  );
  const groups = cellsOf(new Uint8Array(length).fill(1), codes, all, weights).flatMap((count, code) =>
    count === 0 ? [] : [code],
  );
  // What is told of all, less what is told of each: of the set, of a part, and of both.
  const leavesFew = partsTold.map((part) => (): boolean => {
    const others = (of: readonly number[]): number =>
      of.reduce((sum, code) => sum + cells[code]! - part.cells[code]!, 0);
    const hidden = groups.filter((code) => !told[code]);
    const unsaid = groups.filter((code) => !part.told[code]);
    const either = groups.filter((code) => !told[code] || !part.told[code]);
    const isShared = either.length < hidden.length + unsaid.length;
    return isFew(others(either)) || (!isShared && (isFew(others(hidden)) || isFew(others(unsaid))));
  });
  // In hidden groups, parts of the set may be told: less the largest of each, the set must not have one to four left.
  const leavesFewOf = (some: typeof partsTold): boolean => {
    const hidden = groups.filter((code) => !told[code]);
    const said = hidden.reduce(
      (sum, code) => sum + Math.max(0, ...some.map((part) => (part.told[code] ? part.cells[code]! : 0))),
      0,
    );
    return isFew(hidden.reduce((sum, code) => sum + cells[code]!, 0) - said);
  };
  leavesFew.push(() => leavesFewOf(partsTold), ...partsTold.map((part) => (): boolean => leavesFewOf([part])));
  while (told.includes(true) && leavesFew.some((isLeft) => isLeft())) {
    const smallest = Math.min(...cells.filter((_, code) => told[code]));
    told[told.findIndex((is, code) => is && cells[code] === smallest)] = false;
  }
  byColumn.set(codes, told);
  return told;
}
