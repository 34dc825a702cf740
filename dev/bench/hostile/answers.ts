import { existsSync } from "node:fs";
import { join } from "node:path";
import { imported, inFolder, speedsOf } from "../answersLarge";

const FILE = join(__dirname, "../../../../shared/data/one-year-goals.csv");
const RECORDS = 10_000;
/** A tenth of the deadline for a tenth of the records that a dataset may have. */
const MAX_MS = 600;

/** What hostile conversations take of the answer engine, in processor time, as rows of a table. */
export async function answerRows(): Promise<string[]> {
  if (!existsSync(FILE)) return [`Skipped hostile conversations: there is no ${FILE}`];
  return inFolder(async (folder) => {
    const packed = join(folder, "goals");
    await imported("goals", FILE, RECORDS, packed);
    const { hostile } = await speedsOf("goals", packed);
    if (hostile.some(({ max }) => max > MAX_MS)) process.exitCode = 1;
    return [
      `| hostile conversation, ${RECORDS.toLocaleString("en-US")} records | ms of the processor |\n|---|---:|`,
      ...hostile.map(({ what, max }) => `| ${what} | ${max.toFixed(0)}${max > MAX_MS ? " **over**" : ""} |`),
    ];
  });
}
