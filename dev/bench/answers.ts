/** Measures retrieval, counts, the scrubber, latency and memory of the local answer engine (with the sentence model where it is installed; memory by the words alone); prints a table, or JSON with --json. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { eachOnce, silentLog, heldOut, memorySnapshots, percentile, sharedRows, snapshotOf } from "./answersData";
import { sizesSaid, themesFit, unbalanced } from "./answersCounts";
import type { Embed } from "../tools/importDataset";
import { countErrors, retrieval } from "./answersQuality";
import { askedOf, honesty, planning, PLANNED } from "./answersPlanning";
import { sentenceModel } from "../tools/sentenceModel";
import { labelledFile, publicSet, scoreScrubber, type LabelledText } from "../../test/setup/scrubber";
import { loadInChild } from "./answersMemory";
import { localAnswers } from "../../packages/answers/src/local";

const SHARED = join(__dirname, "../../../shared/data");
const CORPORA = [
  ["chats", "visitor-questions.csv"],
  ["goals", "one-year-goals.csv"],
] as const;
const QUESTIONS = [
  "What do people ask about most?",
  "How many people ask about card delivery?",
  "What do people say about exchange rates?",
  "What is different between top-up and transfer questions?",
  "How many mention Apple Pay?",
  "What do people say about being charged twice?",
  "How many ask about a forgotten passcode?",
  "Do people ask about zebras?",
];

interface Line {
  what: string;
  value: number;
  unit: string;
  target: string;
}

type Add = (what: string, value: number, unit?: string, target?: string) => void;

async function main(): Promise<void> {
  const lines: Line[] = [];
  const add: Add = (what, value, unit = "", target = "") => {
    lines.push({ what, value, unit, target });
    // A run that is stopped has told what it had measured.
    console.error(`${what}: ${round(value)} ${unit}`);
  };

  onLabelledTexts(add);

  const model = await sentenceModel();
  const embed = model && eachOnce(model);
  const by = embed ? "with the sentence model at import" : "by the words alone, for @energetic-ai/* is not installed";
  const questions = join(SHARED, "visitor-questions.csv");
  if (existsSync(questions)) await onSharedData(questions, embed, by, add);
  else console.error(`Skipped retrieval, counts, latency and memory: there is no ${questions}`);

  for (const [kind, name] of CORPORA) {
    const file = join(SHARED, name);
    if (!existsSync(file)) continue;
    await onLabels(file, embed, `${name}, ${by}`, add);
    const asked = await askedOf(kind, file);
    const plans = PLANNED.map((one) => ({ one, ...planning(asked, one) }));
    const { absent, present } = honesty(asked);
    const part = (right: number, all: number): number => (right / all) * 100;
    for (const { one, asked: count, equal } of plans)
      add(`plans as a person wrote them (${count} questions of ${one} on ${name})`, part(equal, count), "%", "≥ 85 %");
    add(`absent topics refused (${absent.asked} on ${name})`, part(absent.right, absent.asked), "%", "≥ 95 %");
    add(`present topics answered (${present.asked} on ${name})`, part(present.right, present.asked), "%", "≥ 95 %");
    if (process.argv.includes("--verbose"))
      console.error([...plans.flatMap(({ others }) => others), ...absent.wrong, ...present.wrong].join("\n"));
  }

  if (process.argv.includes("--json")) return console.log(JSON.stringify(lines, null, 2));
  const shown = lines.map(
    ({ what, value, unit, target }) => [what, `${round(value)}${unit && ` ${unit}`}`, target] as const,
  );
  console.log("| what | measured | target |\n|---|---:|---|");
  for (const row of shown) console.log(`| ${row.join(" | ")} |`);
}

/** What the scrubber must find at least, by label; the rest is listed without a goal. */
const SCRUB_GOALS: Readonly<Record<string, string>> = {
  name: "≥ 0.90",
  phone: "≥ 0.95",
  address: "≥ 0.85",
  postcode: "≥ 0.85",
  card: "1",
  email: "1",
  iban: "1",
  ssn: "1",
  ip: "1",
  link: "1",
};

function onLabelledTexts(add: Add): void {
  const sets: (readonly [string, LabelledText[] | null])[] = [
    ["set it was tuned on", labelledFile("tuned")],
    ["held-out set", labelledFile("held")],
    ["public set, even templates", publicSet("even")],
    ["public set, odd templates", publicSet("odd")],
  ];
  for (const [name, texts] of sets) {
    if (!texts) {
      console.error(`Skipped the scrubber on the ${name}: see publicSet in test/setup/scrubber.ts`);
      continue;
    }
    const { byLabel, right, taken, negatives, spoilt } = scoreScrubber(texts);
    for (const [label, { found, labelled }] of [...byLabel].sort(([a], [b]) => (a < b ? -1 : 1)))
      add(`scrubber recall of ${label}, ${name} (${labelled})`, found / labelled, "", SCRUB_GOALS[label] ?? "");
    add(`scrubber precision, ${name} (${negatives} clean texts, ${spoilt} spoilt)`, right / taken, "", "≥ 0.95");
  }
}

/** Sizes that are said of people's topics, in a set where they differ tenfold, and how themes fit these topics. */
async function onLabels(file: string, embed: Embed | null, name: string, add: Add): Promise<void> {
  const whole = sharedRows(file);
  const fit = themesFit(whole, await snapshotOf(whole, embed));
  add(`themes: NMI with people's topics (${name})`, fit.nmi);
  add(`themes: records in one (${name})`, fit.coverage * 100, "%", "≥ 85 %");
  console.error(`Themes of ${name}: ${fit.names.join("; ")}`);
  const rows = unbalanced(whole);
  const { topics, ranges, held, said, skill, correlation } = sizesSaid(rows, await snapshotOf(rows, embed));
  const cut = `${topics} topics of ${rows.length} unbalanced records of ${name}`;
  add(`true size within the 90 % range, where one is said (${ranges} of ${cut})`, held * 100, "%", "85 to 95 %");
  add(`size said: error of the logarithm below a constant's (${said} of ${cut})`, skill * 100, "%", "> 0");
  add(`size said: rank correlation with the true one (${said} of ${cut})`, correlation, "", "≥ 0.6");
}

async function onSharedData(file: string, embed: Embed | null, by: string, add: Add): Promise<void> {
  const rows = sharedRows(file);
  const { kept, queries } = heldOut(rows);
  const keptBytes = await snapshotOf(kept, embed);
  const found = retrieval(kept, queries, keptBytes);
  const byWords = embed ? retrieval(kept, queries, await snapshotOf(kept, null)) : found;
  add("P@10, MiniSearch with its defaults", found.peer.precision);
  add(`P@10, this engine ${by}`, found.own.precision);
  add("nDCG@10, MiniSearch with its defaults", found.peer.ndcg);
  add(`nDCG@10, this engine ${by}`, found.own.ndcg);
  add("nDCG@10, this engine by the words alone", byWords.own.ndcg);
  add("nDCG@10, this engine / MiniSearch", found.own.ndcg / found.peer.ndcg, "", "≥ 1.15");

  const counts = await countErrors(kept, keptBytes);
  add(
    `"how many" by topic name, median error (${counts.topics} topics of ≥ 50)`,
    counts.medianError * 100,
    "%",
    "≤ 10 %",
  );
  add(
    '"how many" by topic name, within ±10 % / ±25 % of topics',
    counts.within10 * 100,
    `% / ${Math.round(counts.within25 * 100)} %`,
  );
  add(
    '"how many" by topic name, true size within what the reply calls likely',
    counts.likely * 100,
    "% of topics",
    "80 %",
  );
  add('"how many" by topic name, sum of all counts / truth', counts.total);
  add(`"how many mention", largest error (${counts.mentions} words)`, counts.mentionError * 100, "%", "0");

  const snapshots = await memorySnapshots("chats", await snapshotOf(rows, embed));
  const answers = localAnswers({ snapshots, now: Date.now, log: silentLog });
  const times: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < 25; round++) {
    for (const content of QUESTIONS) {
      const started = performance.now();
      const used = process.cpuUsage();
      await answers.answer("chats", [{ role: "user", content }]);
      const { user, system } = process.cpuUsage(used);
      if (round <= 4) continue;
      times.push(performance.now() - started);
      busy.push((user + system) / 1000);
    }
  }
  add(
    `local answer over ${rows.length.toLocaleString("en-US")} records, ${by}, warm, p50`,
    percentile(times, 0.5),
    "ms",
  );
  add(
    `local answer over ${rows.length.toLocaleString("en-US")} records, warm, p95`,
    percentile(times, 0.95),
    "ms",
    "< 50 ms",
  );
  add(
    "the same in processor time, p95: what a machine with nothing else to do would take",
    percentile(busy, 0.95),
    "ms",
  );

  const small = await loadInChild(rows.length, rows);
  add(`load of ${rows.length.toLocaleString("en-US")} records`, small.loadMs, "ms");
  add("memory per 10,000 records", (small.heldMiB / rows.length) * 10_000, "MiB");
  const large = await loadInChild(100_000, rows);
  add("load of 100,000 records", large.loadMs, "ms");
  add("peak memory of the process that loads and answers from 100,000 records", large.peakMiB, "MiB", "< 512 MiB");
  add("answer over 100,000 records, warm, median", large.answerMs, "ms");
}

const round = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(3);

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
