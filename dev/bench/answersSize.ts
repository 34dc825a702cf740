import { join } from "node:path";
import type { DatasetKind } from "../../packages/answers/src/answers";
import type { Embed } from "../tools/importDataset";
import { forModel } from "../../packages/answers/src/dataset/forModel";
import { scrub } from "../../packages/answers/src/dataset/scrub/scrub";
import { sharedRows, varied } from "./answersData";
import { imported, inFolder, opened, speedsOf } from "./answersLarge";
import { memoryNeeded } from "../tools/memoryNeeded";
import { below, type Add } from "./answersTable";

const SIZES = [10_000, 100_000] as const;
const MIB = 1024 * 1024;
/** So many texts show what the model takes of the processor for one. */
const EMBEDDED = 2_000;
const WARM = 64;
const P95_MS: Readonly<Record<number, number>> = { 10_000: 50, 100_000: 200 };

/** What answers, snapshots and imports take of 10,000 and 100,000 records, imported by their words. */
export async function onLargeSets(
  [kind, file]: readonly [DatasetKind, string],
  { speed, size, model, isVerbose }: { speed: boolean; size: boolean; model: Embed | null; isVerbose: boolean },
  add: Add,
): Promise<void> {
  await inFolder(async (folder) => {
    for (const count of SIZES) {
      const packed = join(folder, `${kind}-${count}`);
      const found = await imported(kind, file, count, packed);
      const on = `${count.toLocaleString("en-US")} ${kind}`;
      const isLarge = count === 100_000;
      if (size) {
        add(
          `import of ${on} by their words: processor time`,
          found.cpuSeconds,
          "s",
          isLarge ? below(300, "s") : undefined,
        );
        add(`… peak memory`, found.peakMiB, "MiB");
        add(`… the snapshot's size`, found.bytes / MIB, "MiB");
        if (isLarge && model) {
          const perText = await secondsPerText(model, file, count);
          const what = `… with the sentence model, by its time for ${EMBEDDED.toLocaleString("en-US")} of these texts: processor time`;
          add(what, found.cpuSeconds + perText * count, "s", below(1_200, "s"));
        }
        const { first, p50, p95, ofTwentyMs, heldMiB, peakMiB, stallMs } = await opened(kind, packed, folder);
        add(`first answer from ${on} in a new process, by the clock`, first.ms, "ms", below(1_000, "ms"));
        add(`… in processor time`, first.cpuMs, "ms");
        add(`answers from ${on} through the thread, by the clock: p50`, p50, "ms");
        add(`… p95`, p95, "ms", below(P95_MS[count]!, "ms"));
        add(`… the last of 20 at once`, ofTwentyMs, "ms");
        add(`memory that ${on} hold in a process`, heldMiB, "MiB");
        add(`… peak, a refresh included`, peakMiB, "MiB", below(400, "MiB"));
        const expected = memoryNeeded(found.bytes);
        // At 1.15 it would take what an import leaves for requests.
        add(`… measured / what an import expects (${expected} MiB)`, peakMiB / expected, "×", below(1.15, "×"));
        add(`longest stall of the main thread while ${on} are opened`, stallMs.opening, "ms");
        add(`… while they are opened again beside the old ones`, stallMs.refreshing, "ms");
      }
      if (!speed) continue;
      const { ordinary, hostile } = await speedsOf(kind, packed);
      for (const { what, asked, p50, p95, max, slowest } of ordinary) {
        const named = what === "all" ? `${asked} questions` : `${asked} questions of kind “${what}”`;
        add(`${named} on ${on}, processor time: p50`, p50, "ms");
        add(`… p95`, p95, "ms", what === "all" ? below(P95_MS[count]!, "ms") : undefined);
        add(`… largest`, max, "ms", what === "all" ? below(1_000, "ms") : undefined);
        if (isVerbose) console.error(`  ${slowest}`);
      }
      for (const { what, asked, max } of hostile)
        add(
          what === "all"
            ? `${asked} hostile conversations on ${on}, processor time: largest`
            : `hostile on ${on}: ${what}`,
          max,
          "ms",
          below(1_000, "ms"),
        );
    }
  });
}

/** Of texts of the large set, as an import gives them to the model. */
async function secondsPerText(model: Embed, file: string, count: number): Promise<number> {
  const all = varied(
    sharedRows(file).map(({ text }) => ({ text })),
    count,
  );
  const every = Math.floor(all.length / EMBEDDED);
  const some = Array.from({ length: EMBEDDED }, (_, i) => scrub(all[i * every]!.text).text);
  const texts = forModel(some);
  // The first ones load and compile the model.
  await model(texts.slice(0, WARM), () => undefined);
  const before = process.cpuUsage();
  await model(texts, () => undefined);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / EMBEDDED;
}
