import type { Equivalent, Snapshot, Subject } from "../dataset/snapshot";
import type { SnapshotPointer } from "../snapshots";
import type { Known } from "../plan/plan";
import { aliasesOf, type Alias } from "./groups";
import type { InColumn } from "./sets";

/** A snapshot in memory, ready to be searched and counted. */
export interface Dataset extends Snapshot {
  pointer: SnapshotPointer;
  size: number;
  stemIds: ReadonlyMap<string, number>;
  /** What each stem may be said with instead. */
  equivalentsOf: ReadonlyMap<number, readonly Equivalent[]>;
  /** The subjects by what a question for each asks. */
  subjectsBy: ReadonlyMap<string, Subject>;
  /** What planning needs to know of it. */
  known: Known;
  /** How questions name the groups of its columns. */
  aliases: readonly Alias[];
  /** For a column's codes, those of the columns whose groups its own lie in: a state's region. */
  around: ReadonlyMap<Uint16Array, readonly Uint16Array[]>;
}

/** The snapshot, as questions look into it. */
export function openDataset(snapshot: Snapshot, pointer: SnapshotPointer): Dataset {
  const stemIds = stemIdsOf(snapshot);
  const { recordCounts } = snapshot.vocabulary;
  return {
    ...snapshot,
    pointer,
    size: snapshot.texts.length,
    stemIds,
    equivalentsOf: byWord(snapshot.equivalents),
    subjectsBy: new Map(snapshot.subjects.list.map((subject) => [`${subject.is} ${subject.text}`, subject])),
    known: {
      kind: snapshot.kind,
      size: snapshot.texts.length,
      columns: snapshot.columns,
      countOf: (stem) => recordCounts[stemIds.get(stem) ?? -1],
    },
    aliases: aliasesOf(snapshot.columns),
    around: aroundEach(snapshot.columns.map(({ codes }) => codes)),
  };
}

const aroundEach = (columns: readonly Uint16Array[]): Map<Uint16Array, Uint16Array[]> =>
  new Map(columns.map((own) => [own, columns.filter((other) => other !== own && liesIn(own, other))]));

/** True where all records with one value have one and the same value, or none, in the other column, too. */
function liesIn(own: Uint16Array, other: Uint16Array): boolean {
  const groupOf = new Map<number, number>();
  for (let i = 0; i < own.length; i++) {
    const code = own[i]!;
    if (code === 0) continue;
    const group = groupOf.get(code);
    if (group === undefined) groupOf.set(code, other[i]!);
    else if (group !== other[i]) return false;
  }
  return new Set(groupOf.values()).size > 1;
}

function byWord(equivalents: readonly Equivalent[]): Map<number, Equivalent[]> {
  const found = new Map<number, Equivalent[]>();
  for (const one of equivalents) found.set(one.word, [...(found.get(one.word) ?? []), one]);
  return found;
}

/** The position of each stem in the vocabulary. */
export const stemIdsOf = ({ vocabulary }: Pick<Snapshot, "vocabulary">): Map<string, number> =>
  new Map(vocabulary.stems.map((stem, id) => [stem, id]));

/** A value of one of the data's columns, as a condition. */
export const valueIn = ({ around }: Dataset, codes: Uint16Array, code: number): InColumn => ({
  codes,
  code,
  around: around.get(codes) ?? [],
});
