import { hostileTexts, READERS } from "../../../test/setup/hostileTexts";
import { cpuMs } from "../../../test/setup/answers/cpu";

/** For one text, at best of a few tries. */
const MAX_MS = 50;
const TRIES = 6;

/** What reading 4,000 characters that repeat a fragment takes, at worst, as rows of a table; fails where it is too much. */
export async function textRows(): Promise<string[]> {
  const rows = ["| reads strangers' texts | worst ms of the processor | of |", "|---|---:|---|"];
  for (const [what, read] of READERS) {
    let worst = { ms: 0, text: "" };
    for (const text of hostileTexts()) {
      let ms = Infinity;
      for (let tried = 0; tried < TRIES && ms > MAX_MS; tried++) ms = Math.min(ms, (await cpuMs(() => read(text))).ms);
      if (ms > worst.ms) worst = { ms, text };
    }
    if (worst.ms > MAX_MS) process.exitCode = 1;
    const over = worst.ms > MAX_MS ? " **over**" : "";
    rows.push(`| ${what} | ${worst.ms.toFixed(1)}${over} | ${JSON.stringify(worst.text.slice(0, 24))} |`);
  }
  return rows;
}
