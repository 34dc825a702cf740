import { openDataset } from "../engine/dataset";
import { subjectsOf } from "../engine/subjects";
import { latentSpace } from "./latent";
import { distilled, type Embeddings } from "./distil";
import { equivalentsOf, type Thesaurus } from "./equivalents";
import { holdersOf } from "./holders";
import { MIN_GROUP_SIZE, type DatasetKind, type DatasetRecord } from "./record";
import { Texts, type Column, type Snapshot, type Vectors } from "./snapshot";
import { cosineOf, quantise, unit, type SparseRows } from "./sparse";
import { NO_SUBJECTS } from "./snapshotBytes";
import { subjectNamesOf } from "./subjectNames";
import { themesOf } from "./themes";
import { recordTermsOf, vocabularyOf, weightedRows } from "./vocabulary";

/** Directions that are learnt from the records alone, and from a model. */
const DIMENSIONS = 112;
const MODEL_DIMENSIONS = 96;
/** More are stored as so many. */
const MAX_COPIES = 65_535;
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
  {
    random,
    progress,
    embeddings = null,
    thesaurus = null,
  }: {
    random: () => number;
    progress: Progress;
    embeddings?: Embeddings | null;
    thesaurus?: Thesaurus | null;
  },
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
  const names = subjectNamesOf(texts, MIN_GROUP_SIZE);
  const { themes, themeOf, clusters } = themesOf(texts, learnt, random, names);
  const snapshot: Snapshot = {
    ...learnt,
    kind,
    texts: Texts.of(texts),
    columns: columnsOf(records),
    themes,
    themeOf,
    quotable: quotableOf(recordVectors, clusters),
    copies: Uint16Array.from(records, ({ copies = 0 }) => Math.min(copies, MAX_COPIES)),
    equivalents: equivalentsOf(learnt, thesaurus),
    subjects: NO_SUBJECTS,
  };
  progress("subjects", 0.95);
  const dataset = openDataset(snapshot, { kind, dataHash: "", count: records.length, publishedAt: 0 });
  const subjects = subjectsOf(dataset, names);
  progress("done", 1);
  return { ...snapshot, subjects };
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

function columnsOf(records: readonly DatasetRecord[]): Column[] {
  const names = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))].sort();
  return names.map((name) => {
    const values = [...new Set(records.flatMap(({ fields }) => fields[name] ?? []))].sort();
    const places = new Map(values.map((value, i) => [value, i + 1]));
    return { name, values, codes: Uint16Array.from(records, ({ fields }) => places.get(fields[name] ?? "") ?? 0) };
  });
}
