import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { importDataset } from "../../dev/tools/importDataset";
import { dataHashOf } from "../../functions/src/adapters/firestore/snapshots";
import type { SnapshotPointer, Snapshots } from "../../functions/src/ports/snapshots";
import type { Stated } from "../../packages/answers/src/card";
import type { DatasetKind } from "../../packages/answers/src/dataset/record";
import { decodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import { cardOf } from "../../packages/answers/src/engine/card";
import { MemorySnapshots } from "../fakes/snapshots";
import { RUN_FOLDER } from "./addresses";

const FILES = { chats: "chats.jsonl", goals: "goals.csv" } as const;
export const sampleFile = (kind: DatasetKind) => path.join(__dirname, "../../dev/local/sample", FILES[kind]);

/**
 * Publishes a sample that the product ships, as its import does. Learning from it takes seconds, and so is done once for
 * a run of the tests.
 */
export async function publishSample(
  snapshots: Snapshots,
  kind: DatasetKind,
  { publishedAt, stated }: { publishedAt: number; stated?: Stated },
): Promise<SnapshotPointer> {
  const bytes = await learntOnce(kind);
  const snapshot = decodeSnapshot(bytes);
  const pointer = { kind, dataHash: dataHashOf(bytes), count: snapshot.texts.length, publishedAt };
  await snapshots.publish(pointer, bytes, stated && cardOf(snapshot, pointer, stated));
  return pointer;
}

async function learntOnce(kind: DatasetKind): Promise<Uint8Array> {
  const folder = process.env[RUN_FOLDER];
  if (!folder) throw new Error(`${RUN_FOLDER} is not set: these tests run under Jest's global setup.`);
  const file = path.join(folder, `${kind}.snapshot`);
  if (!existsSync(file)) {
    const snapshots = new MemorySnapshots();
    const quiet = { now: () => 0, progress: () => undefined };
    const { pointer } = await importDataset({ kind, file: sampleFile(kind), snapshots, ...quiet });
    // Atomic, because workers share the folder.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, await snapshots.load(pointer));
    renameSync(own, file);
  }
  return new Uint8Array(readFileSync(file));
}
