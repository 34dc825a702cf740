import { iso } from "../domain/time";
import { MEASURED, MIN_GROUP_SIZE, type SnapshotPointer } from "../ports/answers";
import type { Dataset } from "../schema/dataset";
import type { Services } from "./services";

/** Where questions about each dataset are asked. */
const ENDPOINTS = { chats: "/demand-insights", goals: "/ai-early-adopters-goals" } as const;
const KINDS = ["chats", "goals"] as const;

/** The published datasets, with what their imports said about them: two reads for each; and how good the engine is. */
export async function datasetList({
  snapshots,
}: Pick<Services, "snapshots">): Promise<{ items: Dataset[]; measured: typeof MEASURED }> {
  const pointers = await Promise.all(KINDS.map((kind) => snapshots.current(kind)));
  const items = await Promise.all(pointers.flatMap((pointer) => (pointer ? [datasetOf(pointer, snapshots)] : [])));
  return { items, measured: MEASURED };
}

async function datasetOf(pointer: SnapshotPointer, snapshots: Services["snapshots"]): Promise<Dataset> {
  const card = await snapshots.card(pointer);
  return {
    kind: pointer.kind,
    endpoint: ENDPOINTS[pointer.kind],
    datasetCount: pointer.count,
    copies: card?.copies ?? null,
    dataHash: pointer.dataHash,
    importedAt: iso(pointer.publishedAt),
    minGroupSize: MIN_GROUP_SIZE,
    period: card?.period ?? null,
    licence: card?.licence ?? null,
    source: card?.source ?? null,
    languages: card?.languages ?? null,
    columns: card?.columns ?? null,
    examples: card?.examples ?? [],
    quality: card?.quality ?? null,
  };
}
