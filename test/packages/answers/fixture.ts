import { createHash } from "node:crypto";
import { localAnswers, type LocalAnswers } from "../../../packages/answers/src/local";
import { dataHashOf } from "../../../functions/src/adapters/firestore/snapshots";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { DatasetKind, DatasetRecord } from "../../../packages/answers/src/dataset/record";
import { encodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import type { Answers, Snapshots } from "../../../functions/src/ports/answers";
import type { Log } from "../../../functions/src/ports/log";
import { MemorySnapshots } from "../../fakes/snapshots";
import { onceForRun } from "../../setup/onceForRun";
import { publishSample } from "../../setup/sample";

export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const NOW = 1_790_000_000_000;

/** Publishes records as they are, without scrubbing. */
export async function publish(
  snapshots: Snapshots,
  kind: DatasetKind,
  records: readonly DatasetRecord[],
): Promise<string> {
  const learn = () => {
    const keys = Uint32Array.from(records, (record) =>
      createHash("sha256").update(JSON.stringify(record)).digest().readUInt32LE(),
    );
    const voices = { keys, voices: null, copies: 0 };
    return learnSnapshot(kind, records, { random: seededRandom(1), progress: () => undefined, voices });
  };
  const name = createHash("sha256")
    .update(JSON.stringify([kind, records]))
    .digest("hex");
  const bytes = await onceForRun(name, () => encodeSnapshot(learn()));
  const dataHash = dataHashOf(bytes);
  await snapshots.publish({ kind, dataHash, count: records.length, publishedAt: NOW }, bytes);
  return dataHash;
}

/** The engine over snapshots, in its thread, with all the time that a busy machine needs. */
export const unhurried = (snapshots: Snapshots): LocalAnswers =>
  localAnswers({ snapshots, now: () => NOW, log: quiet, countdown: () => () => undefined });

/** Both samples that the product ships, imported as a user would. */
export async function sampleAnswers(): Promise<Answers> {
  const snapshots = new MemorySnapshots();
  for (const kind of ["chats", "goals"] as const) await publishSample(snapshots, kind, { publishedAt: NOW });
  return unhurried(snapshots);
}

/** The reply to the last of these user messages. */
export async function ask(answers: Answers, kind: DatasetKind, ...messages: string[]): Promise<string> {
  const { reply } = await answers.answer(
    kind,
    messages.map((content) => ({ role: "user" as const, content })),
  );
  return reply;
}

/** The first number printed in bold. */
export function headlineOf(reply: string): number | null {
  const found = /\*\*(?:All )?([\d,]+)/.exec(reply);
  return found ? Number(found[1]!.replaceAll(",", "")) : null;
}

/** Small goals of people in two states: who, what and how many are known. */
export function goalsOfStates(): DatasetRecord[] {
  const wants = (
    what: (i: number) => string,
    count: number,
    state: string,
    gender: (i: number) => string,
  ): DatasetRecord[] =>
    Array.from({ length: count }, (_, i) => ({ text: what(i), fields: { state, gender: gender(i) } }));
  const times = ["spring", "summer", "autumn", "winter", "May", "June", "July", "August", "Easter", "Christmas"];
  const half = (i: number): string => (i % 2 ? "male" : "female");
  return [
    ...wants((i) => `Run a marathon before ${times[i % 10]} in under ${i + 3} hours`, 40, "TX", half),
    ...wants((i) => `Save money for a house by ${times[i % 10]}, about ${i + 1} thousand`, 20, "TX", half),
    ...wants((i) => `Learn to cook Italian food before ${times[i % 10]} with ${i + 2} recipes`, 50, "CA", half),
    ...wants((i) => `Save money for a car by ${times[i % 10]}, about ${i + 1} thousand`, 10, "CA", half),
    ...wants((i) => `Learn to cook Thai food before ${times[i % 10]} with ${i + 2} recipes`, 30, "NY", half),
  ];
}
