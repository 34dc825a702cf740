import { MIN_GROUP_SIZE } from "./record";
import type { Sets } from "./snapshot";
import type { SparseRows } from "./sparse";
import { features, stemOf, words } from "./words";

/**
 * The features that describe a corpus; only those that at least five records share, so that no person can be singled
 * out.
 */
export interface Vocabulary {
  /** Stems, and pairs of them joined by `_`; most used first. */
  stems: string[];
  /** The form in which each stem is written most often; a pair is its own surface form. */
  surfaces: string[];
  recordCounts: Uint32Array;
}

const before = (a: string, b: string): number => (a < b ? -1 : 1);

/** The features that enough records of a corpus share. */
export function vocabularyOf(texts: readonly string[], voices: Uint32Array | null = null): Vocabulary {
  const records = new Map<string, number>();
  const spoken = new Set<string>();
  /** An author counts once for a feature. */
  const isAgain = (i: number, feature: string): boolean => {
    if (!voices) return false;
    const key = `${voices[i]} ${feature}`;
    const known = spoken.has(key);
    spoken.add(key);
    return known;
  };
  const forms = new Map<string, Map<string, number>>();
  for (const [i, text] of texts.entries()) {
    for (const feature of new Set(features(text)))
      if (!isAgain(i, feature)) records.set(feature, (records.get(feature) ?? 0) + 1);
    for (const word of words(text)) {
      const stem = stemOf(word);
      const written = forms.get(stem) ?? new Map<string, number>();
      forms.set(stem, written.set(word, (written.get(word) ?? 0) + 1));
    }
  }
  const known = [...records]
    .filter(([, count]) => count >= MIN_GROUP_SIZE)
    .sort((a, b) => b[1] - a[1] || before(a[0], b[0]));
  const maxWritten = (stem: string): string =>
    [...(forms.get(stem) ?? [[stem, 1]])].sort((a, b) => b[1] - a[1] || before(a[0], b[0]))[0]![0];
  return {
    stems: known.map(([stem]) => stem),
    surfaces: known.map(([stem]) => maxWritten(stem)),
    recordCounts: Uint32Array.from(known, ([, count]) => count),
  };
}

/**
 * A feature in at least this share of records frames the whole corpus ("New Year's resolution") and distinguishes
 * nothing.
 */
const FRAME_PART = 0.3;

/** True for a feature that so many records have that it distinguishes none of them. */
export function isFrame(recordCount: number, records: number): boolean {
  return recordCount > records * FRAME_PART;
}

/** A word that so many records hold that it can't be what some of them are about: "New Year's resolution". */
const EVERYWHERE = 0.5;

export const isEverywhere = (recordCount: number, records: number): boolean => recordCount > records * EVERYWHERE;

/** The weight of a feature: higher for rarer ones, 0 if nearly every record has it. */
function rarity(recordCount: number, records: number): number {
  return isFrame(recordCount, records) ? 0 : Math.log(1 + records / (recordCount + 0.5));
}

/** The features of each text as indexes into the vocabulary; unknown ones are omitted. */
function placesOf(
  texts: readonly string[],
  stems: readonly string[],
  describe: (text: string) => string[],
): { starts: Uint32Array; ids: Uint32Array } {
  const known = new Map(stems.map((stem, id) => [stem, id]));
  const starts = new Uint32Array(texts.length + 1);
  const ids: number[] = [];
  texts.forEach((text, i) => {
    for (const found of describe(text)) {
      const id = known.get(found);
      if (id !== undefined) ids.push(id);
    }
    starts[i + 1] = ids.length;
  });
  return { starts, ids: Uint32Array.from(ids) };
}

/** The texts that hold each feature, in order. */
export function holdersOf(texts: readonly string[], { stems }: Vocabulary): Sets {
  const { starts, ids } = placesOf(texts, stems, (text) => [...new Set(features(text))]);
  const counts = new Uint32Array(stems.length + 1);
  for (const id of ids) counts[id + 1]! += 1;
  for (let id = 0; id < stems.length; id++) counts[id + 1]! += counts[id]!;
  const next = counts.slice();
  const held = new Uint32Array(ids.length);
  for (let i = 0; i < texts.length; i++)
    for (let at = starts[i]!; at < starts[i + 1]!; at++) held[next[ids[at]!]!++] = i;
  return { starts: counts, ids: held };
}

/** Features weighted by rarity and dampened frequency, normalised to length 1. */
function weighted(ids: Iterable<number>, recordCounts: Uint32Array, records: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  let squares = 0;
  for (const [id, count] of counts) {
    const weight = (1 + Math.log(count)) * rarity(recordCounts[id]!, records);
    counts.set(id, weight);
    squares += weight * weight;
  }
  if (squares > 0) for (const [id, weight] of counts) counts.set(id, weight / Math.sqrt(squares));
  return counts;
}

/** Each record as its weighted features. */
export function weightedRows(texts: readonly string[], { stems, recordCounts }: Vocabulary): SparseRows {
  const { starts, ids } = placesOf(texts, stems, features);
  const out: SparseRows = {
    starts: new Uint32Array(starts.length),
    ids: new Uint32Array(ids.length),
    weights: new Float32Array(ids.length),
  };
  let at = 0;
  for (let i = 0; i < texts.length; i++) {
    for (const [id, weight] of weighted(ids.subarray(starts[i], starts[i + 1]), recordCounts, texts.length)) {
      out.ids[at] = id;
      out.weights[at] = weight;
      at += 1;
    }
    out.starts[i + 1] = at;
  }
  return out;
}
