/**
 * Writes the replies to sixty questions, for a reader to grade: `npm run answers:review` imports the four datasets (with
 * the sentence model, where it is installed), asks the questions of `questions/review.json` and writes the part of
 * docs/answers-review.md below its mark. About four minutes of CPU, and half a minute the next time: the model's vectors are
 * kept in the system's folder for temporary files.
 *
 * `npm run answers:review -- --blind FILE` writes the replies alone to FILE, without a grade or a remark. What a reader
 * says of them belongs in `questions/reviewGrades.json`: `[{"asks": [...], "reply": "the eight digits below the reply's
 * heading", "grade": 0 to 3, "better": "what could still be better"}]`. It is shown beside the reply that it was said
 * of, and no longer once that reply changes.
 *
 * `npm run answers:review -- --meant` asks the questions of `questions/meant.json`, for each of which a person has counted
 * how many records mean it, and prints both figures and how far the first ones are off.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatasetKind } from "../../packages/answers/src/answers";
import type { Embed } from "../tools/importDataset";
import { sentenceModel } from "../tools/sentenceModel";
import { remembered } from "./answersData";
import { rankCorrelation } from "./answersCounts";
import { askedOf, type Asked } from "./answersPlanning";

interface Question {
  data: string;
  /** The questions of one conversation; the reply to the last is shown. */
  asks: string[];
}
interface Grade {
  asks: string[];
  reply: string;
  grade: number;
  better?: string;
}
/** A question with the figure that a person counted, and how. */
interface Meant {
  data: string;
  ask: string;
  truth: number;
  how: string;
}
interface Reply extends Question {
  reply: string;
  id: string;
  grade: Grade | null;
}

const SAMPLE = join(__dirname, "../local/sample");
const SHARED = join(__dirname, "../../../shared/data");
const DATA: Readonly<Record<string, readonly [kind: DatasetKind, file: string, called: string]>> = {
  "sample-chats": ["chats", join(SAMPLE, "chats.jsonl"), "the sample chats"],
  "sample-goals": ["goals", join(SAMPLE, "goals.csv"), "the sample goals"],
  "one-year-goals": ["goals", join(SHARED, "one-year-goals.csv"), "one-year-goals"],
  "visitor-questions": ["chats", join(SHARED, "visitor-questions.csv"), "visitor-questions"],
};
const DOCUMENT = join(__dirname, "../../docs/answers-review.md");
const MARK = "<!-- Written by `npm run answers:review` from here on. -->";

const read = <T>(name: string): T => JSON.parse(readFileSync(join(__dirname, "questions", name), "utf8")) as T;

async function main(): Promise<void> {
  const model = await sentenceModel();
  const embed = model && remembered(model);
  const replies = await repliesOf(read<Question[]>("review.json"), read<Grade[]>("reviewGrades.json"), embed);
  if (process.argv.includes("--meant")) return printMeant(embed);
  const blind = process.argv.indexOf("--blind");
  if (blind > 0) return void writeFileSync(process.argv[blind + 1]!, written(replies, false));
  const opening = readFileSync(DOCUMENT, "utf8").split(MARK)[0]!.trimEnd();
  const graded = replies.filter(({ grade }) => grade !== null);
  // The worst first; those that no reader has graded as they stand come last.
  const inOrder = [...replies].sort((a, b) => (a.grade?.grade ?? 4) - (b.grade?.grade ?? 4));
  writeFileSync(DOCUMENT, `${opening}\n\n${MARK}\n\n${summary(graded)}\n\n${written(inOrder, true)}`);
  console.log(`${replies.length} replies in ${DOCUMENT}. ${summary(graded)}`);
}

/** The first figure of a reply; the middle of a range. */
function figureOf(reply: string): number {
  const [, low, high] = /\*\*(?:About |All |Between )?([\d,]+)(?: and ([\d,]+))? (?:of|goals|chats)/.exec(reply) ?? [];
  const [from, to] = [low, high ?? low].map((written) => Number(written?.replaceAll(",", "") ?? 0));
  return (from! + to!) / 2;
}

/** How far off counts are: 2 is half, or twice, what a person counted. */
async function printMeant(embed: Embed | null): Promise<void> {
  const asked = read<Meant[]>("meant.json");
  const questions = asked.map(({ data, ask }) => ({ data, asks: [ask] }));
  const said = await repliesOf(questions, [], embed);
  const rows = said.map(({ reply, asks }) => {
    const { truth } = asked.find(({ ask }) => ask === asks[0])!;
    const count = figureOf(reply);
    return { ask: asks[0], count, truth, times: Math.exp(Math.abs(Math.log(Math.max(1, count) / truth))) };
  });
  console.table(rows.map(({ times, ...row }) => ({ ...row, times: times.toFixed(2) })));
  const mean = Math.exp(rows.reduce((sum, { times }) => sum + Math.log(times), 0) / rows.length);
  const near = rows.filter(({ count, truth }) => Math.abs(count - truth) <= truth / 4).length;
  const correlation = rankCorrelation(
    rows.map(({ count }) => count),
    rows.map(({ truth }) => truth),
  );
  console.log(
    `Off by a factor of ${mean.toFixed(2)} (geometric mean); ${near} of ${rows.length} within a quarter; rank correlation ${correlation.toFixed(2)}.`,
  );
}

async function repliesOf(questions: Question[], grades: Grade[], embed: Embed | null): Promise<Reply[]> {
  const asked = new Map<string, Asked>();
  const replies: Reply[] = [];
  for (const { data, asks } of questions) {
    const [kind, file] = DATA[data]!;
    if (!existsSync(file)) continue;
    if (!asked.has(data)) asked.set(data, await askedOf(kind, file, embed ?? undefined));
    const reply = asked.get(data)!.reply(asks.map((content) => ({ role: "user", content })));
    const id = createHash("sha256").update(reply).digest("hex").slice(0, 8);
    const grade = grades.find((one) => one.reply === id && one.asks.join() === asks.join()) ?? null;
    replies.push({ data, asks, reply, id, grade });
  }
  return replies;
}

function summary(graded: readonly Reply[]): string {
  if (graded.length === 0) return "No reply is graded as it stands.";
  const mean = graded.reduce((sum, { grade }) => sum + grade!.grade, 0) / graded.length;
  return `${graded.length} replies are graded as they stand: mean ${mean.toFixed(2)} of 3.`;
}

const written = (replies: readonly Reply[], withGrades: boolean): string =>
  replies
    .map(({ data, asks, reply, id, grade }, i) => {
      const said =
        withGrades && grade
          ? ` Grade **${grade.grade}**.${grade.better ? ` Could be better: ${grade.better}` : ""}`
          : "";
      const quoted = reply
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
      return `## ${i + 1}. ${asks.join(" → ")}\n\nOn ${DATA[data]![2]}; reply ${id}.${said}\n\n${quoted}\n`;
    })
    .join("\n");

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
