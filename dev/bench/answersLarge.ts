/** Large snapshots of a shared file, and child processes that import them, open them and answer from them. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { DatasetKind } from "../../packages/answers/src/answers";
import type { Opened } from "./answersChild";
import { questionsOf } from "./answersQuestions";
import type { Imported } from "./answersImport";
import type { Speed } from "./answersSpeed";

const ROOT = join(__dirname, "../..");
const MAX_OUTPUT = 16 * 1024 * 1024;
const run = promisify(execFile);

/** A folder for the bundles and snapshots of one run, inside the repository, which has the packages. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(join(ROOT, ".local"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".local", "bench-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function printed<T>(args: readonly string[]): Promise<T> {
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, maxBuffer: MAX_OUTPUT });
  return JSON.parse(stdout) as T;
}
const source = (name: string): string[] => ["--import", "tsx", join(__dirname, name)];

/** Imports `count` records that are made of a shared file's, by their words, and stores the snapshot in `out`, packed as in the database. */
export const imported = (kind: DatasetKind, file: string, count: number, out: string): Promise<Imported> =>
  printed([...source("answersImport.ts"), kind, file, String(count), out]);

/** What questions take in processor time. */
export const speedsOf = (kind: DatasetKind, packed: string): Promise<{ ordinary: Speed[]; hostile: Speed[] }> =>
  printed([...source("answersSpeed.ts"), kind, packed, "--json"]);

/** What a process takes that opens a snapshot and answers from it as the deployed bundle does. */
export async function opened(kind: DatasetKind, packed: string, folder: string): Promise<Opened> {
  await build({
    entryPoints: [join(__dirname, "answersChild.ts"), join(ROOT, "packages/answers/src/thread/answersWorker.ts")],
    outdir: folder,
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    logLevel: "error",
    // The worker is the file beside this one.
    external: ["./answersWorker"],
  });
  const asked = join(folder, "questions.json");
  writeFileSync(asked, JSON.stringify(questionsOf(kind)));
  return printed(["--expose-gc", join(folder, "answersChild.js"), kind, packed, asked]);
}
