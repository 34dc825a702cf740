import { join } from "node:path";
import type { DatasetKind } from "../../packages/answers/src/dataset/record";
import { importDataset, type Embed } from "../tools/importDataset";
import { atLeast, type Add } from "./answersTable";

const SAMPLES = join(__dirname, "../local/sample");
export const SAMPLE_CORPORA = [
  ["chats", join(SAMPLES, "chats.jsonl")],
  ["goals", join(SAMPLES, "goals.csv")],
] as const;

/** The part of a file's records that a named subject or a theme holds, once imported: what its card says. */
export async function onCoverage(
  [kind, file]: readonly [DatasetKind, string],
  { embed, by }: { embed: Embed | null; by: string },
  add: Add,
): Promise<void> {
  const { card } = await importDataset({
    kind,
    file,
    now: Date.now,
    progress: () => undefined,
    ...(embed && { embed }),
    snapshots: {
      current: async () => null,
      card: async () => null,
      load: async () => Promise.reject(new Error("nothing is stored")),
      publish: async () => undefined,
    },
  });
  const name = file.split("/").at(-1)!;
  add(`records in a named subject or a theme (${name}, ${by})`, card.quality.named * 100, "%", atLeast(85, "%"));
}
