import { MIN_GROUP_SIZE } from "../dataset/record";

/** For each record 1 where it belongs to a set, else 0. */
export type Mask = Uint8Array;

/**
 * One condition that a record can meet: a value of a column (its code, 1 or more), or a set found by its text. `parts` are
 * the sets that it is made of, where others can ask for these, too. `beside` are sets within it that overlap with the
 * parts by one to four: its size is said only where that tells nothing of how many these are. A set that `isMeant` has
 * others, too, which can't be asked for: a part that isn't told in the same groups can't be taken from it there; `inGroups`
 * are more of its parts, which may be told there only. `larger` looks for sets around it, which can be asked for by fewer
 * words: this takes long, and is asked for where nothing else forbids to tell the size; with some records, those may be
 * missing that don't hold all of these.
 * `of` are the conditions that it joins with "or" or leaves out: where the records of one of them may not be told, its size
 * would tell them. `words` are those that it was found by.
 */
export type Condition =
  | InColumn
  | {
      mask: Mask;
      parts?: readonly Mask[];
      beside?: readonly Mask[];
      inGroups?: readonly Mask[];
      larger?: (around?: Uint32Array) => readonly Mask[];
      of?: readonly (readonly Condition[])[];
      isMeant?: boolean;
      words?: string;
    };

export type SetOfTexts = Extract<Condition, { mask: Mask }>;

/** A value of a column; `around` are the columns in each of whose groups all of this column's values lie, or not at all. */
export interface InColumn {
  codes: Uint16Array;
  code: number;
  around?: readonly Uint16Array[];
}

/** The records that meet every condition. */
export function meeting(size: number, conditions: readonly Condition[]): Mask {
  const [only] = conditions;
  if (only && conditions.length === 1 && "mask" in only) return only.mask;
  const first = conditions.find((one) => "mask" in one);
  const met = first ? first.mask.slice(0, size) : new Uint8Array(size).fill(1);
  for (const condition of conditions) {
    if (condition === first) continue;
    if ("mask" in condition) {
      const { mask } = condition;
      const [some, others] = [fours(met), fours(mask)];
      const both = Math.min(some.length, others.length);
      for (let at = 0; at < both; at++) some[at]! &= others[at]!;
      for (let i = both * 4; i < size; i++) met[i]! &= mask[i]!;
    } else {
      const { codes, code } = condition;
      for (let i = 0; i < size; i++) if (codes[i] !== code) met[i] = 0;
    }
  }
  return met;
}

/** Four places of a set in one number; what is left over at its end has a place of its own. */
const fours = ({ buffer, byteOffset, length }: Mask): Uint32Array =>
  byteOffset % 4 === 0 ? new Uint32Array(buffer, byteOffset, length >> 2) : new Uint32Array(0);

const recordsKnown = new WeakMap<Mask, Uint32Array>();

/** The records of a set, in order; sets do not change once they are made. */
export function recordsIn(mask: Mask): Uint32Array {
  let records = recordsKnown.get(mask);
  if (!records) {
    records = foundIn(mask);
    recordsKnown.set(mask, records);
  }
  return records;
}

function foundIn(mask: Mask): Uint32Array {
  let found = new Uint32Array(64);
  let count = 0;
  const add = (record: number): void => {
    if (count === found.length) {
      const longer = new Uint32Array(Math.min(mask.length, 4 * count));
      longer.set(found);
      found = longer;
    }
    found[count++] = record;
  };
  const words = fours(mask);
  for (let at = 0; at < words.length; at++)
    if (words[at] !== 0) for (let i = at * 4; i < at * 4 + 4; i++) if (mask[i] !== 0) add(i);
  for (let i = words.length * 4; i < mask.length; i++) if (mask[i] !== 0) add(i);
  return found.slice(0, count);
}

/** The set of these records, which are in order. */
export function maskOf(size: number, records: Uint32Array): Mask {
  const mask = maskOfAll(size, [records]);
  recordsKnown.set(mask, records);
  return mask;
}

/** The set of the records in any of some lists, each in order. */
export function maskOfAll(size: number, lists: readonly Uint32Array[]): Mask {
  const mask = new Uint8Array(size);
  for (const records of lists) for (let i = 0; i < records.length; i++) mask[records[i]!] = 1;
  return mask;
}

/** Those of some records that are in a set. */
export function amongThose(records: Uint32Array, mask: Mask): Uint32Array {
  const found = new Uint32Array(countAmong(records, mask));
  let count = 0;
  for (let i = 0; i < records.length; i++) if (mask[records[i]!] === 1) found[count++] = records[i]!;
  return found;
}

/** The records that are in all of some sets, by a look at those of the smallest. */
export function recordsInAll(masks: readonly Mask[]): Uint32Array {
  const [smallest, ...others] = [...masks].sort((a, b) => sizeOf(a) - sizeOf(b));
  return others.reduce(amongThose, recordsIn(smallest!));
}

/** Those of some records of which something is true; several times faster than an array's own filter. */
export function thoseThat(records: Uint32Array, isTrue: (record: number) => boolean): Uint32Array {
  const found = new Uint32Array(records.length);
  let count = 0;
  for (let i = 0; i < records.length; i++) if (isTrue(records[i]!)) found[count++] = records[i]!;
  return found.slice(0, count);
}

/** How many of some records are in a set. */
export function countAmong(records: Uint32Array, mask: Mask): number {
  let count = 0;
  for (let i = 0; i < records.length; i++) count += mask[records[i]!]!;
  return count;
}

/** How many records a set has. */
export const sizeOf = (mask: Mask): number => recordsIn(mask).length;

/** How many records a set has of those of which each stands for several. */
export function weightOf(mask: Mask, weights: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < mask.length; i++) count += mask[i]! * weights[i]!;
  return count;
}

/** The records in any of some sets. */
export function together(masks: readonly Mask[]): Mask {
  const [first] = masks;
  if (masks.length === 1) return first!;
  const all = first!.slice();
  const words = fours(all);
  for (const mask of masks) {
    const others = fours(mask);
    const both = Math.min(words.length, others.length);
    for (let at = 0; at < both; at++) words[at]! |= others[at]!;
    for (let i = both * 4; i < all.length; i++) all[i]! |= mask[i]!;
  }
  return all;
}

/** The records that are not in a set. */
export function outside(mask: Mask): Mask {
  const others = new Uint8Array(mask.length);
  for (let i = 0; i < mask.length; i++) others[i] = 1 - mask[i]!;
  return others;
}

/** How many records of `mask` have each code; place 0 counts those without a value. */
export function cellsOf(mask: Mask, codes: Uint16Array, values: number, weights?: Uint32Array): number[] {
  const cells = new Array<number>(values + 1).fill(0);
  for (let i = 0; i < mask.length; i++) if (mask[i]) cells[codes[i]!]! += weights ? weights[i]! : 1;
  return cells;
}

/**
 * Which cells of a table may be shown. Cells of fewer than five people are hidden; where those together are fewer than
 * five, a reader could find them by subtraction, so the smallest shown cell is hidden with them.
 */
export function shownCells(cells: readonly number[]): boolean[] {
  const shown = cells.map((count) => count >= MIN_GROUP_SIZE);
  let hidden = cells.reduce((sum, count, i) => sum + (shown[i] ? 0 : count), 0);
  while (hidden > 0 && hidden < MIN_GROUP_SIZE) {
    let smallest = -1;
    cells.forEach((count, i) => {
      if (shown[i] && (smallest === -1 || count < cells[smallest]!)) smallest = i;
    });
    if (smallest === -1) break;
    shown[smallest] = false;
    hidden += cells[smallest]!;
  }
  return shown;
}

/** True for a number of people that may not be told. */
export const isFew = (count: number): boolean => count !== 0 && Math.abs(count) < MIN_GROUP_SIZE;
/** True where each of some records is one of the others. */
export function isWithin(inner: Mask, outer: Mask): boolean {
  const records = recordsIn(inner);
  return countAmong(records, outer) === records.length;
}

/** The records of one set that are not in another. */
export function without(mask: Mask, other: Mask): Mask {
  const left = mask.slice();
  const [words, others] = [fours(left), fours(other)];
  const both = Math.min(words.length, others.length);
  for (let at = 0; at < both; at++) words[at]! &= ~others[at]!;
  for (let i = both * 4; i < left.length; i++) left[i]! &= ~other[i]!;
  return left;
}

const largestKnown = new WeakMap<Mask | Uint16Array | Uint32Array, number>();

/** The largest number of a column, or of cells; they do not change. */
export function largest(codes: Mask | Uint16Array | Uint32Array): number {
  let most = largestKnown.get(codes);
  if (most === undefined) {
    most = 0;
    for (let i = 0; i < codes.length; i++) if (codes[i]! > most) most = codes[i]!;
    largestKnown.set(codes, most);
  }
  return most;
}
