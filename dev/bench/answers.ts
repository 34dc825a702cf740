/**
 * Measures the answer engine without a model, and prints a table with its goals, misses included:
 * `npm run bench:answers [-- --only speed,scrubber,quotes]`. The corpora are those in shared/data, where they are there. With
 * `--only review`, it prints the replies to the conversations of `questions/review.txt` instead, for a person to grade.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { DatasetKind, Message } from "../../packages/answers/src/answers";
import { Answering } from "../../packages/answers/src/answering";
import { recordsFrom } from "../../packages/answers/src/dataset/prepare";
import { learnSnapshot } from "../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../packages/answers/src/dataset/random";
import { rowOf } from "../../packages/answers/src/dataset/rows";
import { scrub } from "../../packages/answers/src/dataset/scrub/scrub";
import { encodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import type { Snapshot } from "../../packages/answers/src/dataset/snapshot";
import { isTopical } from "../../packages/answers/src/dataset/words";
import { cardOf } from "../../packages/answers/src/engine/card";
import { openDataset } from "../../packages/answers/src/engine/dataset";
import { hostileConversations } from "../../test/setup/answers/hostileConversations";
import { installedThesaurus } from "../tools/thesaurus";
import { onLabelledTexts } from "./answersScrubber";
import { figure, median, quantile, table, type Add, type Figure } from "./table";

const SHARED = join(__dirname, "../../../shared/data");
const CORPORA: readonly (readonly [DatasetKind, string])[] = [
  ["chats", join(SHARED, "visitor-questions.csv")],
  ["goals", join(SHARED, "one-year-goals.csv")],
];
const SIZES = [10_000, 100_000] as const;
const P95_MS: Readonly<Record<number, number>> = { 10_000: 50, 100_000: 150 };
const ASKED = [
  "How many mention {}?",
  "What share mention {} and {}?",
  "What do those who mention {} talk about?",
  "What problems do they have with {}?",
  "Compare {} and {}.",
  "What is most common?",
  "Show me some quotes about {}.",
];
/** Rows are repeated with the beginning of another, so that none stands twice. */
const SHORT = 30;

const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1]!.split(",") : null;
const isAsked = (part: string): boolean => only === null || only.includes(part);

interface Imported {
  snapshot: Snapshot;
  cpuSeconds: number;
}

async function imported(kind: DatasetKind, file: string, count: number | null): Promise<Imported> {
  const text = readFileSync(file, "utf8");
  const rows = file.endsWith(".jsonl")
    ? text
        .trim()
        .split("\n")
        .map((line) => rowOf(kind, JSON.parse(line), file))
        .map(({ text, columns }) => ({ text, ...columns }))
    : parse<Record<string, string>>(text, { columns: true, bom: true });
  const thesaurus = await installedThesaurus();
  const before = process.cpuUsage();
  const collected = recordsFrom(scrub, { secret: new Uint8Array(32) });
  for (let i = 0; i < (count ?? rows.length); i++) {
    const { text = "", ...columns } = rows[i % rows.length]!;
    const round = Math.floor(i / rows.length);
    const more = round === 0 ? "" : ` ${rows[(i * 7 + round * 131) % rows.length]!["text"].slice(0, SHORT)}`;
    collected.add({ text: text + more, columns });
  }
  const { records, voices } = collected.finish();
  const random = seededRandom(records.length);
  const snapshot = learnSnapshot(kind, records, { random, progress: () => undefined, thesaurus, voices });
  const { user, system } = process.cpuUsage(before);
  return { snapshot, cpuSeconds: (user + system) / 1e6 };
}

/** What answers take of a large data set, by the clock, those to hostile conversations among them. */
async function onSpeed(kind: DatasetKind, file: string, count: number, add: Add): Promise<void> {
  const { snapshot, cpuSeconds } = await imported(kind, file, count);
  const on = `${count.toLocaleString("en-US")} ${kind}`;
  add(`import of ${on} by their words: processor time`, cpuSeconds, "s", count === 100_000 ? { most: 120 } : undefined);
  const bytes = encodeSnapshot(snapshot);
  add(`… the snapshot's size`, bytes.length / 1024 ** 2, "MiB");
  const engine = new Answering();
  const started = performance.now();
  engine.open(bytes, { kind, dataHash: "", count: 0, publishedAt: 0 });
  const ask = (asks: readonly string[]): number => {
    const from = performance.now();
    engine.answer(
      kind,
      asks.map((content): Message => ({ role: "user", content })),
    );
    return performance.now() - from;
  };
  ask([ASKED[0]!.replace("{}", snapshot.subjects[0]!.name)]);
  add(`first answer from ${on} once loaded`, performance.now() - started, "ms", { most: 500 });
  const names = snapshot.subjects.map(({ name }) => name);
  const times = Array.from({ length: 210 }, (_, i) => {
    let at = i;
    return ask([ASKED[i % ASKED.length]!.replace(/\{\}/g, () => names[(at += 13) % names.length]!)]);
  });
  add(`answers from ${on}: p50`, median(times), "ms");
  add(`… p95`, quantile(times, 0.95), "ms", { most: P95_MS[count]! });
  const words = snapshot.vocabulary.stems.filter((stem) => /^[a-z]{3,}$/.test(stem) && isTopical(stem));
  const hostile = hostileConversations({ words, columns: snapshot.columns }).map(([, asks]) => ask(asks));
  add(`… the slowest of ${hostile.length} hostile conversations`, Math.max(...hostile), "ms", { most: 1_500 });
  add(`… memory of the process`, process.memoryUsage().rss / 1024 ** 2, "MiB");
}

const SAMPLES = join(__dirname, "../local/sample");
const REVIEWED: Readonly<Record<string, readonly [DatasetKind, string]>> = {
  "sample-chats": ["chats", join(SAMPLES, "chats.jsonl")],
  "sample-goals": ["goals", join(SAMPLES, "goals.csv")],
  "visitor-questions": CORPORA[0]!,
  "one-year-goals": CORPORA[1]!,
};

/** Prints each conversation of the review with the reply to its last question. */
async function printReview(): Promise<void> {
  const engine = new Answering();
  let kind: DatasetKind | null = null;
  for (const line of readFileSync(join(__dirname, "questions/review.txt"), "utf8").split("\n")) {
    const name = /^\[(.+)\]$/.exec(line)?.[1];
    if (name !== undefined) {
      const [of, file] = REVIEWED[name]!;
      kind = existsSync(file) ? of : null;
      if (kind === null) console.log(`\n# ${name} is not here: ${file}`);
      else
        engine.open(encodeSnapshot((await imported(kind, file, null)).snapshot), {
          kind,
          dataHash: "",
          count: 0,
          publishedAt: 0,
        });
    } else if (kind !== null && line !== "" && !line.startsWith("#")) {
      const messages = line.split(" → ").map((content): Message => ({ role: "user", content }));
      console.log(`\n## ${line}\n\n${engine.answer(kind, messages).answer.reply}`);
    }
  }
}

async function main(): Promise<void> {
  if (only?.includes("review")) return printReview();
  const figures: Figure[] = [];
  const skipped: string[] = [];
  const add: Add = (...line) => void figures.push(figure(...line));
  if (isAsked("scrubber")) skipped.push(...onLabelledTexts(add));
  for (const [kind, file] of CORPORA) {
    if (!existsSync(file)) skipped.push(file);
    else if (isAsked("quotes")) {
      const { snapshot } = await imported(kind, file, null);
      const dataset = openDataset(snapshot, { kind, dataHash: "", count: 0, publishedAt: 0 });
      const { quality } = cardOf(dataset, { licence: null, source: null, period: null, languages: null });
      add(`voices of the ${kind} that can be quoted`, quality.quotable * 100, "%", { least: 25 });
      add(`… that are in a theme`, quality.inThemes * 100, "%");
    }
  }
  const [[kind, file]] = CORPORA as [(typeof CORPORA)[number]];
  if (isAsked("speed") && existsSync(file)) for (const count of SIZES) await onSpeed(kind, file, count, add);
  console.log([table(figures), ...skipped.map((one) => `Not measured: ${one}.`)].join("\n"));
}

void main();
