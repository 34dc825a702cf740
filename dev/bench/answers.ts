/**
 * Measures the local answer engine on the shared data, with the sentence model at import where it is installed, and
 * prints a table of what was measured with its goals, misses included; JSON with --json.
 *
 * `npm run bench:answers -- --record` measures what `GET /datasets` tells of the engine, and writes it to measured.json.
 *
 * `npm run bench:answers -- --only counts,themes` measures some of the sections alone: reading, scrubber, retrieval, counts, themes,
 * planning, honesty, speed, size. --words leaves the sentence model out. --verbose names the questions that went wrong and the slowest ones. The model's vectors
 * are kept in the system's folder for temporary files.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sentenceModel } from "../tools/sentenceModel";
import type { Embed } from "../tools/importDataset";
import { eachOnce, heldOut, remembered, sharedRows, snapshotOf } from "./answersData";
import { bareNames, SEEDS, sizesSaid, themesFit, unbalanced, type Sized } from "./answersCounts";
import { foreseen } from "../../test/setup/foreseen";
import { askedOf, honesty, planning, type Asked } from "./answersPlanning";
import { PLANNED, questionsOf } from "./answersQuestions";
import { onCoverage, SAMPLE_CORPORA } from "./answersCoverage";
import { countErrors, mentionErrors, retrieval } from "./answersQuality";
import { reading } from "./answersReading";
import { onLabelledTexts } from "./answersScrubber";
import { onLargeSets } from "./answersSize";
import { above, atLeast, atMost, below, lineOf, none, round, tableOf, type Add, type Line } from "./answersTable";

const SHARED = join(__dirname, "../../../shared/data");
const CORPORA = [
  ["chats", join(SHARED, "visitor-questions.csv")],
  ["goals", join(SHARED, "one-year-goals.csv")],
] as const;
type Corpus = (typeof CORPORA)[number];

const isVerbose = process.argv.includes("--verbose");
const nameOf = (file: string): string => file.split("/").at(-1)!;

interface Embedding {
  embed: Embed | null;
  /** How the snapshots were imported, for the names of measures. */
  by: string;
}

async function onRetrieval([, file]: Corpus, { embed, by }: Embedding, add: Add): Promise<void> {
  const { kept, queries } = heldOut(sharedRows(file));
  const on = `every fifth text of ${nameOf(file)}`;
  const found = retrieval(kept, queries, await snapshotOf(kept, embed));
  const byWords = embed ? retrieval(kept, queries, await snapshotOf(kept, null)) : found;
  add(`P@10, MiniSearch with its defaults, ${on}`, found.peer.precision);
  add(`P@10, this engine ${by}, ${on}`, found.own.precision);
  add(`nDCG@10, MiniSearch with its defaults, ${on}`, found.peer.ndcg);
  add(`nDCG@10, this engine ${by}, ${on}`, found.own.ndcg);
  add(`nDCG@10, this engine by the words alone, ${on}`, byWords.own.ndcg);
  add(`nDCG@10, this engine / MiniSearch, ${on}`, found.own.ndcg / found.peer.ndcg, "", atLeast(1.15));
}

/** Sizes that are said of people's topics as they are, and in a set where they differ tenfold. */
async function onCounts(corpus: Corpus, { embed, by }: Embedding, add: Add): Promise<void> {
  const [kind, file] = corpus;
  const whole = sharedRows(file);
  const bytes = await snapshotOf(whole, embed);
  const counts = await countErrors(whole, bytes);
  const asked = `"how many" by topic name, ${counts.topics} topics of ≥ 50 of ${nameOf(file)}`;
  add(`${asked}: median error`, counts.medianError * 100, "%", below(10, "%"));
  add(`${asked}: within ±10 %`, counts.within10 * 100, "%");
  add(`${asked}: within ±25 %`, counts.within25 * 100, "%");
  add(`${asked}: sum of all counts / truth`, counts.total);
  const mentions = await mentionErrors(kind, whole, bytes);
  const largest = Math.max(...mentions.map(({ error }) => error));
  add(
    `"how many mention", ${mentions.length} words of ${nameOf(file)}: largest error beyond the nearest five`,
    largest * 100,
    "%",
    none("%"),
  );
  if (isVerbose) for (const { told, error } of mentions) if (error > 0) console.error(told);

  const asks: [string, Sized[]][] = [["bare names of labels", bareNames(whole)]];
  // What the labels of resolutions say is not what the texts say.
  if (kind === "chats") asks.push(["questions of a person", readSized()]);
  for (const seed of SEEDS) {
    const rows = unbalanced(whole, seed);
    const cutBytes = await snapshotOf(rows, embed);
    for (const [how, questions] of asks) {
      const { asked, said, factor, skill, correlation } = sizesSaid(kind, rows, cutBytes, questions);
      const cut = `${said} of ${asked} ${how}, ${rows.length} unbalanced records of ${nameOf(file)}, ${by}`;
      add(`size said: typical factor off (${cut})`, factor);
      add(`size said: error of the logarithm below a constant's (${cut})`, skill * 100, "%", above(0, "%"));
      add(`size said: rank correlation with the true one (${cut})`, correlation, "", atLeast(0.6));
    }
  }
}

const readSized = (): Sized[] =>
  JSON.parse(readFileSync(join(__dirname, "questions", "sizes.json"), "utf8")) as Sized[];

async function onThemes([, file]: Corpus, { embed, by }: Embedding, add: Add): Promise<void> {
  const whole = sharedRows(file);
  const rows = unbalanced(whole);
  for (const [name, all] of [
    [nameOf(file), whole],
    [`${nameOf(file)}, unbalanced`, rows],
  ] as const) {
    const fit = themesFit(all, await snapshotOf(all, embed));
    add(`themes: NMI with people's topics (${name}, ${by})`, fit.nmi);
    add(`themes: records in one (${name}, ${by})`, fit.coverage * 100, "%", atLeast(85, "%"));
    add(`themes: called by one word (${name}, ${by})`, fit.oneWord * 100, "%");
    add(`themes: called by a bare verb or a light noun (${name}, ${by})`, fit.weak.length, "", below(1));
    console.error(`Themes of ${name}: ${fit.names.join("; ")}`);
  }
}

const part = (right: number, all: number): number => (right / all) * 100;

function onReading(add: Add): void {
  const { questions, exact } = reading();
  add(
    `subjects as a person marked them, to the word (${questions} questions not learnt from)`,
    part(exact, questions),
    "%",
  );
}

/** What test/setup/planText.ts leaves out of a plan. */
const NOT_COMPARED = "share or count, words quoted or not, how many are listed, and the least size";

function onPlanning(asked: Asked, file: string, add: Add): void {
  const lost: string[] = [];
  let all = 0;
  for (const one of PLANNED) {
    const { asked: count, equal, others, lost: some } = planning(asked, one);
    all += count;
    lost.push(...some);
    const what = `plans as a person wrote them, but for ${NOT_COMPARED} (${count} questions of ${one} on ${nameOf(file)})`;
    add(what, part(equal, count), "%", atLeast(85, "%"));
    if (isVerbose) console.error(others.join("\n"));
  }
  const what = `questions of which each word is in the plan or named as not understood (${all} on ${nameOf(file)})`;
  add(what, part(all - lost.length, all), "%", atLeast(98, "%"));
  if (isVerbose) console.error(lost.join("\n"));
}

function onHonesty(asked: Asked, file: string, by: string, add: Add): void {
  const { absent, present, instead } = honesty(asked);
  const on = `${nameOf(file)}, ${by}`;
  add(`absent topics refused (${absent.asked} on ${on})`, part(absent.right, absent.asked), "%", atLeast(95, "%"));
  add(`present topics answered (${present.asked} on ${on})`, part(present.right, present.asked), "%", atLeast(95, "%"));
  const named = `refusals that name three topics which can be asked for (${instead.asked} on ${on})`;
  add(named, part(instead.right, instead.asked), "%", atLeast(95, "%"));
  const { yes, no } = foreseen(questionsOf(asked.kind), asked);
  const most = atMost(5, "%");
  add(`quoted “yes”, and nothing told (${yes.asked} on ${on})`, part(yes.wrong.length, yes.asked), "%", most);
  add(`quoted “no”, and something told (${no.asked} on ${on})`, part(no.wrong.length, no.asked), "%", most);
  if (isVerbose)
    console.error([...absent.wrong, ...present.wrong, ...instead.wrong, ...yes.wrong, ...no.wrong].join("\n"));
}

const SECTIONS = [
  "reading",
  "scrubber",
  "retrieval",
  "counts",
  "themes",
  "planning",
  "honesty",
  "speed",
  "size",
] as const;
type Section = (typeof SECTIONS)[number];
/** These need no sentence model. */
const BY_WORDS: ReadonlySet<Section> = new Set<Section>(["reading", "scrubber", "speed"]);

/** What a buyer may know of the engine. */
const RECORDED: readonly Section[] = ["retrieval", "planning", "honesty"];
const isRecorded = process.argv.includes("--record");
const MEASURED = join(__dirname, "../../packages/answers/src/measured.json");

/** Writes the figures that a buyer is told of; those of the peer by itself, and of other ways to import, are none. */
function record(lines: readonly Line[]): void {
  const figures = lines
    .filter(({ what }) => !/^P@10|^nDCG@10, MiniSearch|by the words alone/.test(what))
    .map(({ what, value, unit, goal }) => ({ what, value: Math.round(value * 1000) / 1000, unit, goal }));
  writeFileSync(MEASURED, `${JSON.stringify({ day: new Date().toISOString().slice(0, 10), figures }, null, 2)}\n`);
}

/** The sections that are asked for; all where none is named. */
function wanted(): Set<Section> {
  if (isRecorded) return new Set<Section>(RECORDED);
  const at = process.argv.indexOf("--only");
  if (at === -1) return new Set(SECTIONS);
  const named = (process.argv[at + 1] ?? "").split(",");
  const unknown = named.filter((name) => !SECTIONS.some((section) => section === name));
  if (unknown.length > 0) throw new RangeError(`No section ${unknown.join()}: there are ${SECTIONS.join(", ")}`);
  return new Set(SECTIONS.filter((section) => named.includes(section)));
}

async function main(): Promise<void> {
  const sections = wanted();
  const lines: Line[] = [];
  const skipped: string[] = [];
  const add: Add = (...measured) => {
    const line = lineOf(...measured);
    lines.push(line);
    // A run that is stopped has told what it had measured.
    console.error(
      `${line.what}: ${round(line.value)} ${line.unit}${line.isMet === false ? ` (goal ${line.goal})` : ""}`,
    );
  };
  const has = (...some: Section[]): boolean => some.some((section) => sections.has(section));

  if (has("reading")) onReading(add);
  if (has("scrubber")) skipped.push(...onLabelledTexts(add));
  const isEmbedded = !process.argv.includes("--words") && has(...SECTIONS.filter((one) => !BY_WORDS.has(one)));
  const model = isEmbedded ? await sentenceModel() : null;
  const embedding: Embedding = {
    embed: model && eachOnce(remembered(model)),
    by: model ? "with the sentence model" : "by the words alone",
  };
  if (has("themes")) for (const sample of SAMPLE_CORPORA) await onCoverage(sample, embedding, add);
  for (const corpus of CORPORA) {
    const [kind, file] = corpus;
    if (!existsSync(file)) {
      const left = [...sections].filter((one) => one !== "scrubber" && one !== "reading");
      if (left.length > 0) skipped.push(`${left.join(", ")} on ${nameOf(file)}, which is not there`);
      continue;
    }
    if (has("retrieval")) await onRetrieval(corpus, embedding, add);
    if (has("counts")) await onCounts(corpus, embedding, add);
    if (has("themes")) {
      await onThemes(corpus, embedding, add);
      await onCoverage(corpus, embedding, add);
    }
    if (has("planning", "honesty")) {
      const asked = await askedOf(kind, file, embedding.embed ?? undefined);
      if (has("planning")) onPlanning(asked, file, add);
      if (has("honesty")) onHonesty(asked, file, embedding.by, add);
    }
    if (has("speed", "size"))
      await onLargeSets(corpus, { speed: has("speed"), size: has("size"), model, isVerbose }, add);
  }
  if (isRecorded && skipped.length === 0) record(lines);
  if (process.argv.includes("--json")) for (const one of skipped) console.error(`Not measured: ${one}.`);
  console.log(process.argv.includes("--json") ? JSON.stringify(lines, null, 2) : tableOf(lines, skipped));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
