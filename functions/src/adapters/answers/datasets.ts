import { decodeSnapshot } from "../../domain/dataset/snapshotBytes";
import { DatasetMissing, type DatasetKind } from "../../ports/answers";
import type { Log } from "../../ports/log";
import type { Snapshots } from "../../ports/snapshots";
import { openDataset, type Dataset } from "./dataset";

/** How long a pointer is believed before it is read again. */
const POINTER_FRESH_MS = 30_000;

export interface DatasetsSettings {
  snapshots: Snapshots;
  /** Unix milliseconds. */
  now: () => number;
  log: Log;
}

interface Held {
  dataset: Dataset;
  checkedAt: number;
  checking: Promise<void> | null;
}

/**
 * Holds the current dataset of each kind in memory. The first call loads it; later calls answer from memory and, at
 * most every half minute, look in the background for a newer snapshot. A look that fails keeps what is there.
 */
export function currentDatasets({ snapshots, now, log }: DatasetsSettings): (kind: DatasetKind) => Promise<Dataset> {
  const held = new Map<DatasetKind, Held>();
  const loading = new Map<DatasetKind, Promise<Held>>();

  async function load(kind: DatasetKind): Promise<Held> {
    const checkedAt = now();
    const pointer = await snapshots.current(kind);
    if (!pointer) throw new DatasetMissing(kind);
    const dataset = openDataset(decodeSnapshot(await snapshots.load(pointer)), pointer);
    const loaded: Held = { dataset, checkedAt, checking: null };
    held.set(kind, loaded);
    return loaded;
  }

  async function refresh(kind: DatasetKind, current: Held): Promise<void> {
    try {
      const pointer = await snapshots.current(kind);
      if (!pointer || pointer.dataHash === current.dataset.pointer.dataHash) return;
      current.dataset = openDataset(decodeSnapshot(await snapshots.load(pointer)), pointer);
      log.info("dataset_refreshed", { kind, dataHash: pointer.dataHash, count: pointer.count });
    } catch (error) {
      log.warn("dataset_refresh_failed", { kind, reason: (error as Error).message });
    }
  }

  return async (kind) => {
    const current = held.get(kind);
    if (!current) {
      const first = loading.get(kind) ?? load(kind).finally(() => loading.delete(kind));
      loading.set(kind, first);
      return (await first).dataset;
    }
    if (!current.checking && now() - current.checkedAt >= POINTER_FRESH_MS) {
      current.checkedAt = now();
      current.checking = refresh(kind, current).finally(() => (current.checking = null));
    }
    return current.dataset;
  };
}
