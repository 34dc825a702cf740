import MiniSearch from "minisearch";
import type { Snapshot } from "../../domain/dataset/snapshot";
import type { SnapshotPointer } from "../../ports/snapshots";

/** A snapshot in memory, ready to be searched and counted. */
export interface Dataset extends Snapshot {
  pointer: SnapshotPointer;
  size: number;
  stemIds: ReadonlyMap<string, number>;
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
  return { ...snapshot, pointer, size: snapshot.texts.length, stemIds: new Map(stems.map((stem, id) => [stem, id])), index };
}
