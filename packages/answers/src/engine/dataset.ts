import MiniSearch from "minisearch";
import { linkSharesOf } from "../dataset/neighbours";
import type { Snapshot } from "../dataset/snapshot";
import type { SnapshotPointer } from "../snapshots";
import { aliasesOf, type Alias } from "./groups";

/** A snapshot in memory, ready to be searched and counted. */
export interface Dataset extends Snapshot {
  pointer: SnapshotPointer;
  size: number;
  stemIds: ReadonlyMap<string, number>;
  /** What each link of a record with its neighbours passes on. */
  linkShares: Float32Array;
  /** How questions name the groups of its columns. */
  aliases: readonly Alias[];
  /** The vectors of this question's topics from the embeddings model that saw the records; empty where there is none. */
  embedded: ReadonlyMap<string, Float32Array>;
  /** Finds records by their stems (BM25+); the text of a search is stems with single spaces between. */
  index: MiniSearch<{ id: number; stems: string }>;
}

/** The snapshot with its search index built. */
export function openDataset(snapshot: Snapshot, pointer: SnapshotPointer): Dataset {
  const { stems } = snapshot.vocabulary;
  const { starts, ids } = snapshot.recordTerms;
  const index = new MiniSearch<{ id: number; stems: string }>({
    fields: ["stems"],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term || null,
  });
  for (let i = 0; i < snapshot.texts.length; i++) {
    const own = ids.subarray(starts[i], starts[i + 1]);
    index.add({ id: i, stems: Array.from(own, (id) => stems[id]!).join(" ") });
  }
  return {
    ...snapshot,
    pointer,
    size: snapshot.texts.length,
    stemIds: new Map(stems.map((stem, id) => [stem, id])),
    linkShares: linkSharesOf(snapshot.neighbours),
    aliases: aliasesOf(snapshot.columns),
    embedded: new Map(),
    index,
  };
}
