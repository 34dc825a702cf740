import { DatasetMissing, type DatasetKind } from "./answers";
import type { Log } from "./log";
import type { SnapshotPointer, Snapshots } from "./snapshots";

/** How long a pointer is believed before it is read again. */
const POINTER_FRESH_MS = 30_000;

export interface DatasetsSettings {
  snapshots: Pick<Snapshots, "current" | "load">;
  /** Unix milliseconds. */
  now: () => number;
  log: Log;
}

interface Held<T> {
  dataset: T;
  pointer: SnapshotPointer;
  checkedAt: number;
  checking: Promise<void> | null;
}

/**
 * Keeps the current dataset of each kind open, by what `open` makes of its bytes. The first call loads it; later calls
 * use what is open and, at most every half minute, check in the background for a newer snapshot. A check that fails keeps
 * what is there.
 */
export function currentDatasets<T>(
  { snapshots, now, log }: DatasetsSettings,
  open: (bytes: Uint8Array, pointer: SnapshotPointer) => Promise<T>,
): (kind: DatasetKind) => Promise<T> {
  const held = new Map<DatasetKind, Held<T>>();
  const loading = new Map<DatasetKind, Promise<Held<T>>>();
  const opened = async (pointer: SnapshotPointer): Promise<T> => open(await snapshots.load(pointer), pointer);

  async function load(kind: DatasetKind): Promise<Held<T>> {
    const checkedAt = now();
    const pointer = await snapshots.current(kind);
    if (!pointer) throw new DatasetMissing(kind);
    const loaded: Held<T> = { dataset: await opened(pointer), pointer, checkedAt, checking: null };
    held.set(kind, loaded);
    return loaded;
  }

  async function refresh(kind: DatasetKind, current: Held<T>): Promise<void> {
    try {
      const pointer = await snapshots.current(kind);
      if (!pointer || pointer.dataHash === current.pointer.dataHash) return;
      current.dataset = await opened(pointer);
      current.pointer = pointer;
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
