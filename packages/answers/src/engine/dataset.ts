import { People, type Records } from "../disclosure/people";
import {
  setAt,
  type Equivalent,
  type Named,
  type Said,
  type Sets,
  type Snapshot,
  type Texts,
  type Vectors,
} from "../dataset/snapshot";
import { openColumn, type OpenColumn } from "./columns";
import { Topics } from "../dataset/topics";
import type { DatasetKind, RecordName } from "../dataset/record";
import type { SnapshotPointer } from "../snapshots";

/** A snapshot in memory, ready to be asked. It has no number of records but what `people` tells. */
export interface Dataset {
  readonly kind: DatasetKind;
  readonly record: RecordName;
  readonly pointer: SnapshotPointer;
  readonly people: People;
  readonly topics: Topics;
  readonly texts: Texts;
  readonly vectors: Vectors;
  readonly columns: readonly OpenColumn[];
  readonly vocabulary: Snapshot["vocabulary"];
  readonly holders: Sets;
  readonly marks: Uint8Array;
  readonly clusterOf: Uint16Array;
  /** Most texts are a sentence or two. */
  readonly isShort: boolean;
  /** The records of each group of near ones. */
  readonly clusters: readonly Uint32Array[];
  readonly themes: readonly Named[];
  readonly themeSets: Sets;
  readonly themeMarks: Uint8Array;
  readonly said: readonly Said[];
  readonly saidSets: Sets;
  readonly subjects: readonly Named[];
  readonly subjectSets: Sets;
  readonly equivalents: readonly Equivalent[];
  readonly copies: number;
  readonly model: string | null;
  /** Sets that were asked for, by what was asked. */
  readonly asked: Map<string, Asked>;
}

export interface Asked {
  records: Records;
  alsoBy: string[];
}

const SHORT = 18;

/** The snapshot, as plans look into it. */
export function openDataset(snapshot: Snapshot, pointer: SnapshotPointer): Dataset {
  const { keys, voices, noise, texts, recordVectors, columns, ...rest } = snapshot;
  return {
    ...rest,
    pointer,
    texts,
    columns: columns.map(openColumn),
    vectors: recordVectors,
    people: new People(texts.length, keys, voices, noise),
    topics: new Topics(snapshot),
    isShort: snapshot.lengths.slice().sort()[snapshot.lengths.length >> 1]! < SHORT,
    clusters: clustersIn(snapshot.clusterOf),
    asked: new Map(),
  };
}

function clustersIn(clusterOf: Uint16Array): Uint32Array[] {
  const lists: number[][] = [];
  clusterOf.forEach((cluster, i) => {
    if (cluster > 0) (lists[cluster] ??= []).push(i);
  });
  return Array.from(lists, (list) => Uint32Array.from(list ?? []));
}

export const themeIds = ({ themeSets }: Dataset, place: number): Uint32Array => setAt(themeSets, place);
