import path from "node:path";
import { exampleQuestions } from "../../dev/tools/exampleQuestions";
import { dataHashOf } from "../../functions/src/adapters/firestore/snapshots";
import type { SnapshotPointer, Snapshots } from "../../functions/src/ports/answers";
import type { Stated } from "../../packages/answers/src/card";
import type { DatasetKind } from "../../packages/answers/src/dataset/record";
import { decodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import { cardOf } from "../../packages/answers/src/engine/card";
import { openDataset } from "../../packages/answers/src/engine/dataset";
import { MemorySnapshots } from "../fakes/snapshots";
import { onceForRun } from "./onceForRun";

const FILES = { chats: "chats.jsonl", goals: "goals.csv" } as const;
const sampleFile = (kind: DatasetKind) => path.join(__dirname, "../../dev/local/sample", FILES[kind]);

/**
 * Publishes a sample that the product ships, as its import does. Learning from it takes seconds, and so is done once for
 * a run of the tests.
 */
export async function publishSample(
  snapshots: Snapshots,
  kind: DatasetKind,
  { publishedAt, stated }: { publishedAt: number; stated?: Stated },
): Promise<SnapshotPointer> {
  const bytes = await onceForRun(`${kind}.snapshot`, () => learnt(kind));
  const snapshot = decodeSnapshot(bytes);
  const unnamed = { kind, dataHash: dataHashOf(bytes), count: 0, publishedAt };
  const count = openDataset(snapshot, unnamed).people.all.figure.told ?? 0;
  const pointer = { ...unnamed, count };
  const dataset = openDataset(snapshot, pointer);
  await snapshots.publish(pointer, bytes, stated && cardOf(dataset, stated, exampleQuestions(dataset, bytes, pointer)));
  return pointer;
}

async function learnt(kind: DatasetKind): Promise<Uint8Array> {
  // Its lists of names take long to load, and most files find what another has learnt.
  const { importDataset } = await import("../../dev/tools/importDataset");
  const snapshots = new MemorySnapshots();
  const quiet = { now: () => 0, progress: () => undefined };
  const { pointer } = await importDataset({ kind, file: sampleFile(kind), snapshots, ...quiet });
  return snapshots.load(pointer);
}
