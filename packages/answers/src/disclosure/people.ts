import type { Numbers } from "../dataset/numbers";
import type { Average, Figure } from "../engine/results";
import { averageWith, noiseOf } from "./averages";
import { changeOf, FEWEST, keyNow, noiseTable, type NoiseSettings, type NoiseTable } from "./noise";

/** One bit a record. How many are set is known only behind the door. */
export type Mask = Uint32Array;

export const FEW: Figure = Object.freeze({ told: null, low: 0, high: FEWEST - 1 });

/** The records that have a number of a column, and the least and the largest of these. */
interface Numbered {
  records: Records;
  bounds: readonly [low: number, high: number];
}

/** No average is told of fewer, as they are told. */
const FEWEST_AVERAGED = 10;
/** The size from which the noise is as likely up as down. */
const ANY_SIZE = 1_000;

interface Counted {
  /** Voices, at most up to a bound that was asked for. */
  size: number;
  /** The least of the voices' keys. */
  key: number;
}

/**
 * The only door through which a number of people leaves. It is given the record keys and gives sets of records, which
 * tell their number as a `Figure` and in no other way: `max(5, n + d)` of n voices, null below five. The noise d is
 * drawn by the least of the voices' keys, not by their sum: nested sets mostly share it, so that asking for many of them
 * averages nothing out.
 *
 * Two sets that fewer than five voices tell apart are one set, and a set of fewer than five is empty, wherever they occur:
 * so no figure depends on whether one person is left out by a word, a column or their complement.
 */
export class People {
  readonly #keys: Uint32Array;
  readonly #voices: Uint32Array | null;
  readonly #noise: NoiseSettings;
  readonly #table: NoiseTable;
  readonly #seen: Int32Array;
  readonly #having = new Map<Numbers, Numbered>();
  #round = 0;
  readonly all: Records;
  readonly nobody: Records;

  /** `keys`: of each voice; `voices`: the voice of each record, null where each has its own. */
  constructor(
    readonly records: number,
    keys: Uint32Array,
    voices: Uint32Array | null,
    noise: NoiseSettings,
  ) {
    this.#keys = keys.map((key) => keyNow(key, noise.generation));
    this.#voices = voices;
    this.#noise = noise;
    this.#table = noiseTable(noise);
    this.#seen = new Int32Array(voices ? keys.length : 0);
    const all = this.mask();
    for (let i = 0; i < records; i++) all[i >>> 5]! |= 1 << (i & 31);
    this.all = this.of(all);
    this.nobody = this.of(this.mask());
  }

  /** A mask without a record. */
  mask(): Mask {
    return new Uint32Array((this.records + 31) >>> 5);
  }

  /** The records of a mask, which is not changed later. */
  of(mask: Mask): Records {
    return new Records(
      this,
      mask,
      (one, atMost) => this.#count(one, atMost),
      (counted) => this.#told(counted),
    );
  }

  /** The figure of some records, in ascending order without repeats, those outside `within` left out. */
  figureOf(ids: Uint32Array, within: Records | null = null): Figure {
    const mask = within?.mask;
    const kept = mask ? ids.filter((i) => (mask[i >>> 5]! >>> (i & 31)) & 1) : ids;
    return this.#told(this.#countIds(kept));
  }

  /** A number of rows that are not voices, perturbed by the same rule. */
  rowsTold(rows: number): number | null {
    return rows === 0 ? 0 : this.#told({ size: rows, key: keyNow(rows, this.#noise.generation) }).told;
  }

  /**
   * The average of a column's numbers over some records, each voice with its own average, and of how many; null where
   * these are too few. It is mean + d × spread / n: d is of the table of the figures, drawn by all keys of the set, not by
   * the least of them, for sets that share their noise would tell by their difference what five people have together.
   */
  averageOf(records: Records, label: string, numbers: Numbers): { average: Average; of: Figure } | null {
    const having = this.#having.get(numbers) ?? this.#withNumber(numbers);
    this.#having.set(numbers, having);
    const own = records.and(having.records);
    const { told, low } = own.isFew ? FEW : own.figure;
    if (told === null || told < FEWEST_AVERAGED) return null;
    const [sums, counts] = [new Map<number, number>(), new Map<number, number>()];
    let [sum, size, key] = [0, 0, 0];
    const { mask } = own;
    for (let word = 0; word < mask.length; word++) {
      for (let bits = mask[word]!; bits !== 0; bits &= bits - 1) {
        const i = (word << 5) + 31 - Math.clz32(bits & -bits);
        const value = numbers.values[i]!;
        if (Number.isNaN(value)) continue;
        const voice = this.#voices ? this.#voices[i]! : i;
        const before = this.#voices ? (counts.get(voice) ?? 0) : 0;
        if (this.#voices) {
          sums.set(voice, (sums.get(voice) ?? 0) + value);
          counts.set(voice, before + 1);
        } else sum += value;
        if (before > 0) continue;
        size += 1;
        key = (key + this.#keys[voice]!) >>> 0;
      }
    }
    if (size < FEWEST) return null;
    for (const [voice, total] of sums) sum += total / counts.get(voice)!;
    const change = changeOf(this.#table, this.#noise.most, ANY_SIZE, keyNow(key, labelKey(label)));
    // Up to four of the set may have no number.
    const least = Math.max(FEWEST, low - FEWEST + 1);
    // Noise makes no average that no record could have.
    const [lowest, highest] = having.bounds;
    const mean = Math.min(highest, Math.max(lowest, (sum + change * numbers.spread) / size));
    const average = averageWith(mean, (this.#noise.most * numbers.spread) / least);
    // Amounts of few are noise: "-10 backers".
    if (!numbers.isSigned && mean < 2 * noiseOf(average) && numbers.spread > 0) return null;
    return { average, of: own.figure };
  }

  #withNumber({ values }: Numbers): Numbered {
    const mask = this.mask();
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < values.length; i++) {
      if (Number.isNaN(values[i]!)) continue;
      mask[i >>> 5]! |= 1 << (i & 31);
      low = Math.min(low, values[i]!);
      high = Math.max(high, values[i]!);
    }
    return { records: this.of(mask), bounds: [low, high] };
  }

  #told({ size, key }: Counted): Figure {
    if (size < FEWEST) return FEW;
    const { most } = this.#noise;
    const told = Math.max(FEWEST, size + changeOf(this.#table, this.#noise.most, size, key));
    return { told, low: Math.max(FEWEST, told - most), high: told + most };
  }

  #countIds(ids: Uint32Array): Counted {
    let [size, key] = [0, Infinity];
    const round = ++this.#round;
    for (const i of ids) {
      const voice = this.#voices ? this.#voices[i]! : i;
      if (this.#voices) {
        if (this.#seen[voice] === round) continue;
        this.#seen[voice] = round;
      }
      size += 1;
      key = Math.min(key, this.#keys[voice]!);
    }
    return { size, key };
  }

  #count(mask: Mask, atMost: number): Counted {
    let [size, key] = [0, Infinity];
    const round = ++this.#round;
    for (let word = 0; word < mask.length && size < atMost; word++) {
      for (let bits = mask[word]!; bits !== 0; bits &= bits - 1) {
        const i = (word << 5) + 31 - Math.clz32(bits & -bits);
        const voice = this.#voices ? this.#voices[i]! : i;
        if (this.#voices) {
          if (this.#seen[voice] === round) continue;
          this.#seen[voice] = round;
        }
        size += 1;
        key = Math.min(key, this.#keys[voice]!);
      }
    }
    return { size, key };
  }
}

/** A number for a name, so that figures of different columns have different noise. */
const labelKey = (label: string): number =>
  Array.from(label).reduce((hash, sign) => Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193) >>> 0, 0x811c9dc5);

/** A set of records. */
export class Records {
  readonly #people: People;
  readonly #count: (mask: Mask, atMost: number) => Counted;
  readonly #tell: (counted: Counted) => Figure;
  #figure: Figure | null = null;

  constructor(
    people: People,
    readonly mask: Mask,
    count: (mask: Mask, atMost: number) => Counted,
    tell: (counted: Counted) => Figure,
  ) {
    this.#people = people;
    this.#count = count;
    this.#tell = tell;
  }

  /** How many voices, as published. */
  get figure(): Figure {
    return (this.#figure ??= this.#tell(this.#count(this.mask, Infinity)));
  }

  /** Fewer than five voices: nothing else is published about them. */
  get isFew(): boolean {
    return this.#isFew(this.mask);
  }

  and(other: Records): Records {
    return this.#nearestTo(
      combined(this.mask, other.mask, (a, b) => a & b),
      [this, other],
    );
  }

  or(other: Records): Records {
    return this.#nearestTo(
      combined(this.mask, other.mask, (a, b) => a | b),
      [this, other],
    );
  }

  without(other: Records): Records {
    return this.#nearestTo(
      combined(this.mask, other.mask, (a, b) => a & ~b),
      [this],
    );
  }

  /** The set, or one that it was made of from which fewer than five voices tell it apart; nobody where itself is so small. */
  #nearestTo(mask: Mask, made: readonly Records[]): Records {
    if (this.#isFew(mask)) return this.#people.nobody;
    for (const one of made) if (this.#isFew(combined(mask, one.mask, (a, b) => a ^ b))) return one;
    return this.#people.of(mask);
  }

  #isFew(mask: Mask): boolean {
    return this.#count(mask, FEWEST).size < FEWEST;
  }
}

function combined(a: Mask, b: Mask, bits: (a: number, b: number) => number): Mask {
  const out = new Uint32Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = bits(a[i]!, b[i]!);
  return out;
}
