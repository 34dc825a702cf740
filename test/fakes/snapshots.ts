import { createHash } from "node:crypto";
import type { DatasetCard, SnapshotPointer, Snapshots } from "../../functions/src/ports/answers";

/** Snapshots in memory, with a count of what was asked for. */
export class MemorySnapshots implements Snapshots {
  readonly asked = { current: 0, load: 0, publish: 0 };
  /** While set, every call fails with this. */
  failure: Error | null = null;
  private readonly pointers = new Map<string, SnapshotPointer>();
  private readonly cards = new Map<string, DatasetCard>();
  private readonly stored = new Map<string, Uint8Array>();

  async current(kind: SnapshotPointer["kind"]): Promise<SnapshotPointer | null> {
    this.asked.current += 1;
    this.mayFail();
    return this.pointers.get(kind) ?? null;
  }

  async load({ dataHash }: SnapshotPointer): Promise<Uint8Array> {
    this.asked.load += 1;
    this.mayFail();
    const bytes = this.stored.get(dataHash)?.slice();
    if (!bytes) throw new Error(`Snapshot ${dataHash} is not stored`);
    return bytes;
  }

  async card({ dataHash }: SnapshotPointer): Promise<DatasetCard | null> {
    this.mayFail();
    return this.cards.get(dataHash) ?? null;
  }

  /** The same in all tests, so that the same records always tell the same figures. */
  async secret(): Promise<Uint8Array> {
    this.mayFail();
    return new Uint8Array(32).fill(7);
  }

  async publish(pointer: SnapshotPointer, bytes: Uint8Array, card?: DatasetCard): Promise<void> {
    this.asked.publish += 1;
    this.mayFail();
    if (pointer.dataHash !== `sha256:${createHash("sha256").update(bytes).digest("hex")}`) {
      throw new Error("The pointer's hash is not the hash of these bytes");
    }
    this.stored.set(pointer.dataHash, bytes);
    if (card) this.cards.set(pointer.dataHash, card);
    this.pointers.set(pointer.kind, { ...pointer });
  }

  private mayFail(): void {
    if (this.failure) throw this.failure;
  }
}
