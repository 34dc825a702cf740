import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { Answering } from "../../../packages/answers/src/answering";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { recordsFrom } from "../../../packages/answers/src/dataset/prepare";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { scrub } from "../../../packages/answers/src/dataset/scrub/scrub";
import { encodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { isTopical } from "../../../packages/answers/src/dataset/words";
import { hostileConversations } from "../../../test/setup/answers/hostileConversations";

const FILE = join(__dirname, "../../../../shared/data/one-year-goals.csv");
/** A tenth of the deadline, for a twentieth of the records that a dataset may have. */
const MAX_MS = 600;

/** The processor time that hostile conversations take of the answer engine, as rows of a table. */
export function answerRows(): Promise<string[]> {
  if (!existsSync(FILE)) return Promise.resolve([`Skipped hostile conversations: there is no ${FILE}`]);
  const collected = recordsFrom(scrub, { secret: new Uint8Array(32) });
  for (const { text = "", ...columns } of parse<Record<string, string>>(readFileSync(FILE), {
    columns: true,
    bom: true,
  }))
    collected.add({ text, columns });
  const { records, voices } = collected.finish();
  const snapshot = learnSnapshot("goals", records, { random: seededRandom(1), progress: () => undefined, voices });
  const engine = new Answering();
  engine.open(encodeSnapshot(snapshot), { kind: "goals", dataHash: "", count: 0, publishedAt: 0 });
  const words = snapshot.vocabulary.stems.filter((stem) => /^[a-z]{3,}$/.test(stem) && isTopical(stem));
  const rows = hostileConversations({ words, columns: snapshot.columns }).map(([what, asks]) => {
    const before = process.cpuUsage();
    engine.answer(
      "goals",
      asks.map((content) => ({ role: "user", content })),
    );
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms > MAX_MS) process.exitCode = 1;
    return `| ${what} | ${ms.toFixed(0)}${ms > MAX_MS ? " **over**" : ""} |`;
  });
  return Promise.resolve([
    `| hostile conversation, ${records.length.toLocaleString("en-US")} records | ms of the processor |\n|---|---:|`,
    ...rows,
  ]);
}
