import type { SparseRows } from "./sparse";
import { isStopWord, stemOf, terms, words } from "./words";

export interface Vocabulary {
  stems: string[];
  /** The form in which each stem is written most often. */
  surfaces: string[];
  recordCounts: Uint32Array;
}

/** A stem needs this many records before the corpus can say anything about it. */
const FEWEST_RECORDS = 2;

/** The stems that a corpus uses, most used first. */
export function vocabularyOf(texts: readonly string[]): Vocabulary {
  const records = new Map<string, number>();
  const forms = new Map<string, Map<string, number>>();
  for (const text of texts) {
    const seen = new Set<string>();
    for (const word of words(text)) {
      if (word.length < 2 || word.length > 40 || isStopWord(word)) continue;
      const stem = stemOf(word);
      const written = forms.get(stem) ?? new Map<string, number>();
      forms.set(stem, written.set(word, (written.get(word) ?? 0) + 1));
      if (!seen.has(stem)) records.set(stem, (records.get(stem) ?? 0) + 1);
      seen.add(stem);
    }
  }
  const known = [...records].filter(([, count]) => count >= FEWEST_RECORDS).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    stems: known.map(([stem]) => stem),
    surfaces: known.map(([stem]) => [...forms.get(stem)!].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0]),
    recordCounts: Uint32Array.from(known, ([, count]) => count),
  };
}

/** How much a stem says: the rarer, the more. */
export function rarity(recordCount: number, records: number): number {
  return Math.log(1 + records / (recordCount + 0.5));
}

/** Each record's known stems, in the order of its text. */
export function recordTermsOf(texts: readonly string[], stems: readonly string[]): { starts: Uint32Array; ids: Uint32Array } {
  const known = new Map(stems.map((stem, id) => [stem, id]));
  const starts = new Uint32Array(texts.length + 1);
  const ids: number[] = [];
  texts.forEach((text, i) => {
    for (const term of terms(text)) {
      const id = known.get(term);
      if (id !== undefined) ids.push(id);
    }
    starts[i + 1] = ids.length;
  });
  return { starts, ids: Uint32Array.from(ids) };
}

/** Stems weighted by rarity and dampened repeats, at length 1 together. */
export function weighted(ids: Iterable<number>, recordCounts: Uint32Array, records: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  let squares = 0;
  for (const [id, count] of counts) {
    const weight = (1 + Math.log(count)) * rarity(recordCounts[id]!, records);
    counts.set(id, weight);
    squares += weight * weight;
  }
  for (const [id, weight] of counts) counts.set(id, weight / Math.sqrt(squares));
  return counts;
}

/** Each record as its weighted stems. */
export function weightedRows({ starts, ids }: { starts: Uint32Array; ids: Uint32Array }, recordCounts: Uint32Array): SparseRows {
  const records = starts.length - 1;
  const out: SparseRows = { starts: new Uint32Array(records + 1), ids: new Uint32Array(ids.length), weights: new Float32Array(ids.length) };
  let at = 0;
  for (let i = 0; i < records; i++) {
    for (const [id, weight] of weighted(ids.subarray(starts[i], starts[i + 1]), recordCounts, records)) {
      out.ids[at] = id;
      out.weights[at] = weight;
      at += 1;
    }
    out.starts[i + 1] = at;
  }
  return out;
}
