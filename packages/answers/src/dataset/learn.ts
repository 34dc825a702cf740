import { latentSpace } from "./latent";
import { generationOf } from "../disclosure/keys";
import { FEWEST, NOISE, type NoiseSettings } from "../disclosure/noise";
import { alsoCalled } from "./alsoCalled";
import { aspectsOf, framesIn, namesIn } from "./aspects";
import { clustersOf } from "./clusters";
import { distilled, type Embeddings } from "./distil";
import { equivalentsOf, type Thesaurus } from "./equivalents";
import { clausesOf } from "./opinions";
import { phrasesOf } from "./phrases";
import { numbersOf } from "./numbers";
import { plainText } from "./plainText";
import { quotedText } from "./quotable";
import { LIST, RECORD_NAMES, type DatasetKind, type DatasetRecord, type RecordName } from "./record";
import { MARK, setsOf, Texts, type Column, type Snapshot, type Vectors } from "./snapshot";
import { cosineOf, quantise, unit, type SparseRows } from "./sparse";
import { Topics } from "./topics";
import { holdersOf, vocabularyOf, weightedRows } from "./vocabulary";
import { words } from "./words";

/** Directions that are learnt from the records alone, and from a model. */
const DIMENSIONS = 112;
const MODEL_DIMENSIONS = 96;
/** Records this close say nearly the same. */
export const ALIKE = 0.42;
const MAX_SUBJECTS = 1_500;
const MAX_GROUPS = 160;
/** A record this far from every middle belongs to no group. */
const LOOSE = 0.18;

/** What a learning step has reached, 0 to 1. */
export type Progress = (step: string, part: number) => void;

/** Whose words the records are: the voice of each record, and each voice's key. */
export interface Voices {
  keys: Uint32Array;
  voices: Uint32Array | null;
  copies: number;
}

/**
 * The snapshot of these records, with what is learnt from the corpus: which words matter, which are used alike, what
 * the records are about, and which may be quoted. The same records and `random` give the same snapshot.
 */
export function learnSnapshot(
  kind: DatasetKind,
  records: readonly DatasetRecord[],
  {
    random,
    progress,
    embeddings = null,
    thesaurus = null,
    voices,
    noise = NOISE,
    record = RECORD_NAMES[kind],
  }: {
    random: () => number;
    progress: Progress;
    embeddings?: Embeddings | null;
    thesaurus?: Thesaurus | null;
    voices: Voices;
    noise?: Omit<NoiseSettings, "generation">;
    record?: RecordName;
  },
): Snapshot {
  progress("words", 0);
  const texts = records.map(({ text }) => text);
  const said = texts.map(plainText);
  const vocabulary = vocabularyOf(said, voices.voices);
  const rows = weightedRows(said, vocabulary);
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
  const holders = holdersOf(said, vocabulary);
  const learnt = {
    vocabulary: { stems: vocabulary.stems, surfaces: vocabulary.surfaces, vectors: stemVectors },
    holders,
    recordVectors,
    texts: Texts.of(texts),
    lengths: Uint16Array.from(texts, (text) => Math.min(65_535, words(text).length)),
    themes: [],
    themeSets: setsOf([]),
    equivalents: equivalentsOf(
      { vocabulary: { ...vocabulary, vectors: stemVectors }, holders, recordVectors },
      thesaurus,
    ),
  };
  progress("themes", 0.6);
  const columns = columnsOf(records, thesaurus);
  const clauses = said.map(clausesOf);
  const names = namesIn(phrasesOf(said, FEWEST), new Topics(learnt), framesIn(clauses), FEWEST);
  progress("themes", 0.85);
  const { marks, ...aspects } = aspectsOf(clauses, names, columns, FEWEST);
  const subjects = [...names].sort((a, b) => b.ids.length - a.ids.length).slice(0, MAX_SUBJECTS);
  const known = new Set(vocabulary.stems);
  const clusterOf = groupsOf(recordVectors, random);
  const alike = alikeOf(recordVectors, clusterOf, voices.voices);
  texts.forEach((text, i) => {
    if (alike[i] === 1 && quotedText(text, (stem) => known.has(stem)) !== null) marks[i]! |= MARK.quotable;
  });
  progress("done", 1);
  return {
    ...learnt,
    kind,
    record,
    columns,
    marks,
    clusterOf,
    ...aspects,
    subjects: subjects.map(({ name, key, is }) => ({ name, key, is })),
    subjectSets: setsOf(subjects.map(({ ids }) => ids)),
    ...voices,
    noise: { ...noise, generation: generationOf(voices.keys) },
    model: embeddings?.model ?? null,
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

/** The group of near records that each record is in, plus one; 0 for those that are near no others. */
function groupsOf(vectors: Vectors, random: () => number): Uint16Array {
  const count = Math.min(MAX_GROUPS, Math.ceil(Math.sqrt(vectors.scales.length / 2)));
  const { nearest, closeness } = clustersOf(vectors, count, random);
  return Uint16Array.from(nearest, (middle, i) => (middle >= 0 && closeness[i]! >= LOOSE ? middle + 1 : 0));
}

/** 1 for each record that at least five other voices of its group resemble. */
function alikeOf(vectors: Vectors, clusterOf: Uint16Array, voices: Uint32Array | null): Uint8Array {
  const voiceOf = (i: number): number => voices?.[i] ?? i;
  const groups = new Map<number, number[]>();
  clusterOf.forEach((cluster, i) => {
    if (cluster > 0) (groups.get(cluster) ?? groups.set(cluster, []).get(cluster)!).push(i);
  });
  const alike = new Uint8Array(vectors.scales.length);
  for (const group of groups.values()) {
    for (const record of group) {
      const others = new Set<number>();
      for (let at = 0; at < group.length && others.size < FEWEST; at++) {
        const voice = voiceOf(group[at]!);
        if (voice !== voiceOf(record) && cosineOf(vectors, record, group[at]!) >= ALIKE) others.add(voice);
      }
      if (others.size === FEWEST) alike[record] = 1;
    }
  }
  return alike;
}

function columnsOf(records: readonly DatasetRecord[], thesaurus: Thesaurus | null): Column[] {
  const names = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))].sort();
  return names.map((name) => {
    const given = [...new Set(records.flatMap(({ fields }) => fields[name] ?? []))].sort();
    const values = [...new Set(given.flatMap((value) => value.split(LIST)))].sort();
    const places = new Map(given.map((value, i) => [value, i + 1]));
    return {
      name,
      ...alsoCalled(name, values, thesaurus),
      values,
      lists: given.some((value) => value.includes(LIST))
        ? given.map((value) => value.split(LIST).map((one) => values.indexOf(one)))
        : null,
      codes: Uint16Array.from(records, ({ fields }) => places.get(fields[name] ?? "") ?? 0),
      numbers: numbersOf(records.map(({ numbers }) => numbers?.[name])),
    };
  });
}
