import type { DatasetKind } from "./answers";
import type { DatasetCard } from "./card";

/** Identifies one immutable snapshot, as stored in the pointer document. */
export interface SnapshotPointer {
  kind: DatasetKind;
  /** `sha256:` + hex of the snapshot's uncompressed bytes. */
  dataHash: string;
  /** Records in the snapshot, perturbed. */
  count: number;
  /** Unix milliseconds. */
  publishedAt: number;
}

/** The store of snapshots. A snapshot never changes; only the pointer to the current one moves. */
export interface Snapshots {
  /** The current snapshot, or null if none was ever published. One read. Throws `StoreUnavailable`. */
  current(kind: DatasetKind): Promise<SnapshotPointer | null>;
  /** The snapshot's bytes, verified against its hash; the copy belongs to the caller. Throws `StoreUnavailable`. */
  load(pointer: SnapshotPointer): Promise<Uint8Array>;
  /** The snapshot's card, or null where its import made none. One read. Throws `StoreUnavailable`. */
  card(pointer: SnapshotPointer): Promise<DatasetCard | null>;
  /**
   * The secret that a dataset's record keys are made with: the one that is kept with it, or at the first import the one
   * given here, which is kept from then on. Throws `StoreUnavailable`.
   */
  secret(kind: DatasetKind, made: Uint8Array): Promise<Uint8Array>;
  /** Stores the bytes under their hash, and their card, then moves the pointer; idempotent. */
  publish(pointer: SnapshotPointer, bytes: Uint8Array, card?: DatasetCard): Promise<void>;
}
