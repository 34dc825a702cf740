import type { DatasetKind } from "./answers";

/** Names one immutable snapshot: what the pointer document says. */
export interface SnapshotPointer {
  kind: DatasetKind;
  /** `sha256:` + hex of the snapshot's uncompressed bytes. */
  dataHash: string;
  /** Records in the snapshot. */
  count: number;
  /** Unix milliseconds. */
  publishedAt: number;
}

/** Where snapshots are kept. A snapshot never changes; only the pointer to the current one moves. */
export interface Snapshots {
  /** The snapshot that answers are counted from now, or null when none was ever published. One read. Throws `StoreUnavailable`. */
  current(kind: DatasetKind): Promise<SnapshotPointer | null>;
  /** The snapshot's bytes, checked against its hash: a copy that belongs to the caller. Throws `StoreUnavailable`. */
  load(pointer: SnapshotPointer): Promise<Uint8Array>;
  /** Stores the bytes under their hash, then moves the pointer; publishing the same bytes twice is harmless. */
  publish(pointer: SnapshotPointer, bytes: Uint8Array): Promise<void>;
}
