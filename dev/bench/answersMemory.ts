import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { snapshotOf, type Labelled } from "./answersData";

export interface Loaded {
  loadMs: number;
  answerMs: number;
  /** What loading added to the process once rubbish was collected. */
  heldMiB: number;
  peakMiB: number;
}

const run = promisify(execFile);

/** Loads a snapshot of `count` records, imported by their words, in a child process, answers from it, and returns time and memory. */
export async function loadInChild(count: number, rows: readonly Labelled[]): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), "mkt-bench-"));
  try {
    const file = join(folder, "snapshot");
    await writeFile(file, await snapshotOf(varied(rows, count), null));
    const { stdout } = await run(process.execPath, [
      "--expose-gc",
      "--import",
      "tsx",
      join(__dirname, "answersChild.ts"),
      file,
    ]);
    return JSON.parse(stdout) as Loaded;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** More rows than there are: each further round joins two questions, so that no text stands twice. */
function varied(rows: readonly Labelled[], count: number): { text: string }[] {
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / rows.length);
    const text = rows[i % rows.length]!.text;
    return { text: round === 0 ? text : `${text} ${rows[(i * 7 + round * 131) % rows.length]!.text.slice(0, 30)}` };
  });
}
