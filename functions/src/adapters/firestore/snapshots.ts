import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import type { Firestore } from "@google-cloud/firestore";
import { sha256 } from "../../domain/sha256";
import type { DatasetCard, SnapshotPointer, Snapshots } from "../../ports/answers";
import { asJson, Documents, plain } from "./documents";
import { reaching } from "./faults";
import { chunksOf } from "./reading";

/** A document may hold 1 MiB; this leaves room for its name and the other fields. */
const CHUNK_BYTES = 900 * 1024;
/** How long the chunks of a snapshot may take. */
const LOAD_MS = 12_000;
/** Chunks in flight at once, so that publishing and loading need little memory compared to the snapshot itself. */
const PARALLEL = 4;
/** A snapshot is unpacked and compared with its hash in parts of this size: other requests are served between them. */
const PART_BYTES = 512 * 1024;

const compress = promisify(gzip);

interface Manifest extends Pick<SnapshotPointer, "kind" | "count"> {
  readonly chunks: number;
  /** Length of the uncompressed bytes. */
  readonly size: number;
}

/** The current snapshot, in `datasets/{kind}`. */
const POINTERS = new Documents<SnapshotPointer>("datasets", plain("kind", "dataHash", "count", "publishedAt"));

/** How many chunks a snapshot has, in `snapshots/{hash}`. */
const MANIFESTS = new Documents<Manifest>("snapshots", plain("kind", "count", "chunks", "size"));

/** Its gzipped bytes, in `snapshots/{hash}/chunks/{n}`. */
const CHUNKS = new Documents<{ readonly bytes: Buffer }>("chunks", plain("bytes"));

/** Its card, in `snapshots/{hash}/cards/card`: deleting a snapshot with what is below it deletes its quotes, too. */
const CARDS = new Documents<{ readonly card: DatasetCard }>("cards", { card: asJson<DatasetCard>() });

/** What its record keys are made with, in `datasets/{kind}/secrets/keys`. */
const SECRETS = new Documents<{ readonly bytes: Buffer }>("secrets", plain("bytes"));

/** `sha256:` + hex of the bytes. */
export function dataHashOf(bytes: Uint8Array): string {
  return `sha256:${sha256(bytes)}`;
}

/** The bytes of a snapshot, and their hash. Throws where they are not as many as expected. */
export async function unpacked(packed: Uint8Array, size: number): Promise<{ bytes: Uint8Array; dataHash: string }> {
  const unzip = createGunzip({ chunkSize: PART_BYTES });
  unzip.end(packed);
  const hash = createHash("sha256");
  const bytes = new Uint8Array(size);
  let length = 0;
  for await (const part of unzip as AsyncIterable<Buffer>) {
    if (length + part.length > size) throw new RangeError(`A snapshot has more than ${size} bytes`);
    bytes.set(part, length);
    hash.update(part);
    length += part.length;
  }
  if (length < size) throw new RangeError(`A snapshot has ${length} of ${size} bytes`);
  return { bytes, dataHash: `sha256:${hash.digest("hex")}` };
}

/** The pointer moves last, so that a reader finds either the old snapshot or the whole new one. */
export function firestoreSnapshots(db: Firestore): Snapshots {
  const snapshotOf = (dataHash: string) => MANIFESTS.in(db).doc(dataHash.replace("sha256:", ""));
  const chunkOf = (dataHash: string, n: number) => CHUNKS.in(snapshotOf(dataHash)).doc(String(n).padStart(5, "0"));

  const cardOf = (dataHash: string) => CARDS.in(snapshotOf(dataHash)).doc("card");

  /** The gzipped bytes and their unpacked size, or null where something of them is missing. */
  async function read(dataHash: string): Promise<{ packed: Buffer; size: number } | null> {
    const manifest = (await snapshotOf(dataHash).get()).data();
    if (!manifest) return null;
    const parts: Buffer[] = [];
    for (const batch of batches(manifest.chunks)) {
      const found = await Promise.all(batch.map((n) => chunkOf(dataHash, n).get()));
      for (const chunk of found) {
        const bytes = chunk.data()?.bytes;
        if (!bytes) return null;
        parts.push(bytes);
      }
    }
    return { packed: Buffer.concat(parts), size: manifest.size };
  }

  return {
    current: (kind) => POINTERS.find(db, kind),

    async card({ dataHash }) {
      return (await reaching(() => cardOf(dataHash).get())).data()?.card ?? null;
    },

    async load(pointer) {
      const stored = await reaching(() => read(pointer.dataHash), LOAD_MS);
      if (!stored) throw new Error(`Snapshot ${pointer.dataHash} is not stored completely`);
      const { bytes, dataHash } = await unpacked(stored.packed, stored.size);
      if (dataHash !== pointer.dataHash) throw new Error(`Snapshot ${pointer.dataHash} does not match its hash`);
      return bytes;
    },

    secret: (kind, made) =>
      reaching(() => {
        const place = SECRETS.in(POINTERS.in(db).doc(kind)).doc("keys");
        return db.runTransaction(async (transaction) => {
          const kept = (await transaction.get(place)).data();
          if (!kept) transaction.create(place, { bytes: Buffer.from(made) });
          return new Uint8Array(kept?.bytes ?? made);
        });
      }),

    async publish(pointer, bytes, card) {
      if (dataHashOf(bytes) !== pointer.dataHash) throw new Error("The pointer's hash is not the hash of these bytes");
      const { kind, dataHash, count, publishedAt } = pointer;
      const stored = await snapshotOf(dataHash).get();
      if (!stored.exists) {
        const packed = await compress(bytes);
        const chunks = Math.max(1, Math.ceil(packed.length / CHUNK_BYTES));
        for (const batch of batches(chunks)) {
          await Promise.all(
            batch.map((n) =>
              chunkOf(dataHash, n).set({ bytes: packed.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES) }),
            ),
          );
        }
        await snapshotOf(dataHash).set({ kind, count, chunks, size: bytes.length });
      }
      if (card) await cardOf(dataHash).set({ card });
      await POINTERS.in(db).doc(kind).set({ kind, dataHash, count, publishedAt });
    },
  };
}

function batches(count: number): number[][] {
  return chunksOf([...Array(count).keys()], PARALLEL);
}
