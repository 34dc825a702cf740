import { calibrationOf } from "../engine/calibrate";
import { stemIdsOf } from "../engine/dataset";
import { clustersOf, nearestOf } from "./clusters";
import { namesOf } from "./labels";
import { latentSpace } from "./latent";
import { distilled, type Embeddings } from "./distil";
import { holdersOf } from "./holders";
import { MIN_GROUP_SIZE, type DatasetKind, type DatasetRecord } from "./record";
import { Texts, type Column, type Snapshot, type Theme, type Vectors } from "./snapshot";
import { cosineOf, dot, quantise, rowOfVectors, unit, type SparseRows } from "./sparse";
import { stemOf } from "./words";
import { recordTermsOf, vocabularyOf, weightedRows } from "./vocabulary";

/** Directions that are learnt from the records alone, and from a model. */
const DIMENSIONS = 112;
const MODEL_DIMENSIONS = 96;
const EXEMPLARS = 12;
/** A record this far from every centroid belongs to no theme. */
const LOOSE = 0.18;
/** A record that does not hold a theme's name joins it only if it is this close to its middle. */
const MIN_JOINING = 0.3;
/** A phrase counts this much at least, however far it is from the middle of its theme. */
const MIN_CENTRALITY = 0.15;
/** Records this close say nearly the same. */
const ALIKE = 0.55;

/** What a learning step has reached, 0 to 1. */
export type Progress = (step: string, part: number) => void;

/**
 * The snapshot of these records, with what is learnt from the corpus: which words matter, which are used alike, and
 * which records are near duplicates. The same records and `random` give the same snapshot.
 */
export function learnSnapshot(
  kind: DatasetKind,
  records: readonly DatasetRecord[],
  { random, progress, embeddings = null }: { random: () => number; progress: Progress; embeddings?: Embeddings | null },
): Snapshot {
  progress("words", 0);
  const texts = records.map(({ text }) => text);
  const vocabulary = vocabularyOf(texts);
  const recordTerms = recordTermsOf(texts, vocabulary);
  const rows = weightedRows(texts, vocabulary);
  progress("vectors", 0.2);
  const most = Math.max(1, Math.min(vocabulary.stems.length - 1, Math.floor(records.length / 4)));
  const dims = Math.min(DIMENSIONS, most);
  const space = latentSpace(rows, vocabulary.stems.length, dims, random);
  const latent = recordDirections(rows, space.terms, dims).map(unit);
  progress("vectors", 0.5);
  const modelDims = Math.min(MODEL_DIMENSIONS, most);
  const model = embeddings && distilled(rows, vocabulary.stems.length, latent, embeddings, modelDims);
  const stemVectors = model ? quantise(model.terms, modelDims, false) : quantise(space.terms, dims, false);
  const recordVectors = model ? quantise(model.records, modelDims, true) : quantise(latent, dims, true);
  const learnt = {
    vocabulary: { ...vocabulary, vectors: stemVectors },
    recordTerms,
    holders: holdersOf(recordTerms, vocabulary.stems.length),
    recordVectors,
    model: embeddings?.model ?? null,
  };
  progress("themes", 0.7);
  const { themes, themeOf, clusters } = themesOf(texts, learnt, random);
  progress("counts", 0.9);
  const calibration = calibrationOf({ ...learnt, stemIds: stemIdsOf(learnt), size: records.length }, random);
  progress("done", 1);
  return {
    ...learnt,
    kind,
    texts: Texts.of(texts),
    columns: columnsOf(records),
    themes,
    themeOf,
    quotable: quotableOf(recordVectors, clusters),
    calibration,
  };
}

function recordDirections(
  { starts, ids, weights }: SparseRows,
  termVectors: readonly Float64Array[],
  dims: number,
): Float64Array[] {
  return Array.from({ length: starts.length - 1 }, (_, i) => {
    const sum = new Float64Array(dims);
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      const vector = termVectors[ids[at]!]!;
      for (let d = 0; d < dims; d++) sum[d]! += weights[at]! * vector[d]!;
    }
    return sum;
  });
}

/**
 * Themes: the records of a cluster that hold its name. Clusters that would be called the same are one theme. Records
 * without a name join the nearest theme, nearest first, while those that hold its name are at least half of it.
 */
function themesOf(
  texts: readonly string[],
  { vocabulary, recordVectors }: Pick<Snapshot, "vocabulary" | "recordVectors">,
  random: () => number,
): { themes: Theme[]; themeOf: Uint16Array; clusters: number[][] } {
  const { middles, nearest, closeness } = clustersOf(recordVectors, Math.round(Math.sqrt(texts.length / 2)), random);
  const members = middles.map((): number[] => []);
  nearest.forEach((middle, i) => middle >= 0 && closeness[i]! >= LOOSE && members[middle]!.push(i));
  const kept = middles.flatMap((middle, m) =>
    members[m]!.length >= MIN_GROUP_SIZE ? [{ middle, own: members[m]! }] : [],
  );
  const clusters = kept.map(({ own }) => own);
  const stemIds = stemIdsOf({ vocabulary });
  const names = namesOf(clusters, texts, MIN_GROUP_SIZE, (cluster, stems) => {
    const sum = new Float32Array(recordVectors.dims);
    for (const stem of stems) {
      const id = stemIds.get(stem);
      if (id !== undefined) rowOfVectors(vocabulary.vectors, id).forEach((value, d) => (sum[d]! += value));
    }
    return Math.max(MIN_CENTRALITY, dot(unit(sum), kept[cluster]!.middle));
  });
  const byName = new Map<string, { label: string; holders: number[] }>();
  for (const { label, holders } of names) {
    const key = label.split(" ").map(stemOf).sort().join(" ");
    const theme = byName.get(key) ?? { label, holders: [] };
    theme.holders.push(...holders);
    byName.set(key, theme);
  }
  const found = [...byName.values()].map(({ label, holders }) => {
    const middle = new Float32Array(recordVectors.dims);
    for (const i of holders) rowOfVectors(recordVectors, i).forEach((value, d) => (middle[d]! += value));
    return { label, room: holders.length, group: [...holders], middle: unit(middle) };
  });

  const has = new Uint8Array(texts.length);
  for (const { group } of found) for (const i of group) has[i] = 1;
  const ownMiddles = found.map(({ middle }) => middle);
  const others = found.length === 0 ? [] : texts.flatMap((_, i) => (has[i] ? [] : [i]));
  others
    .map((i) => ({ i, near: nearestOf(rowOfVectors(recordVectors, i), ownMiddles) }))
    .filter(({ near: [, close] }) => close >= MIN_JOINING)
    .sort((a, b) => b.near[1] - a.near[1] || a.i - b.i)
    .forEach(({ i, near: [at] }) => {
      const theme = found[at]!;
      if (theme.room === 0) return;
      theme.room -= 1;
      theme.group.push(i);
    });

  found.sort((a, b) => b.group.length - a.group.length || (a.label < b.label ? -1 : 1));
  const themeOf = new Uint16Array(texts.length);
  const themes = found.map(({ group, label, middle }, t) => {
    const close = new Map(group.map((i) => [i, dot(rowOfVectors(recordVectors, i), middle)]));
    for (const i of group) themeOf[i] = t + 1;
    const central = [...group].sort((a, b) => close.get(b)! - close.get(a)! || a - b).slice(0, EXEMPLARS * 3);
    const exemplars = [
      ...central.filter((i) => isShort(texts[i]!)),
      ...central.filter((i) => !isShort(texts[i]!)),
    ].slice(0, EXEMPLARS);
    return { label, size: group.length, exemplars };
  });
  return { themes, themeOf, clusters };
}

function quotableOf(vectors: Vectors, groups: readonly number[][]): Uint8Array {
  const quotable = new Uint8Array(vectors.scales.length);
  for (const group of groups) {
    for (const record of group) {
      let others = 0;
      for (let at = 0; at < group.length && others < MIN_GROUP_SIZE; at++) {
        if (group[at] !== record && cosineOf(vectors, record, group[at]!) >= ALIKE) others += 1;
      }
      if (others === MIN_GROUP_SIZE) quotable[record] = 1;
    }
  }
  return quotable;
}

/** Long enough to say something, short enough to be quoted whole. */
const isShort = (text: string): boolean => text.length >= 20 && text.length <= 120;

function columnsOf(records: readonly DatasetRecord[]): Column[] {
  const names = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))].sort();
  return names.map((name) => {
    const values = [...new Set(records.flatMap(({ fields }) => fields[name] ?? []))].sort();
    const places = new Map(values.map((value, i) => [value, i + 1]));
    return { name, values, codes: Uint16Array.from(records, ({ fields }) => places.get(fields[name] ?? "") ?? 0) };
  });
}
