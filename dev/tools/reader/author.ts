/**
 * For who writes questions for the reader. A set is JSON: `{ "file", "record": [one, many], "questions": [{ "turns": [{ "asks", "plan" }] }] }`.
 *
 *     npm run reader:author -- guide FILE.csv [review,reviews]    columns, values and themes of a dataset
 *     npm run reader:author -- check SET.json                     faults of the plans, and what each first step tells
 *     npm run reader:author -- add AUTHOR/NAME SET.json           puts the set into corpora.jsonl and questions.jsonl
 */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Snapshots } from "../../../functions/src/ports/answers";
import { stemOf } from "../../../packages/answers/src/dataset/words";
import { decodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { openDataset, type Dataset } from "../../../packages/answers/src/engine/dataset";
import { guideOf } from "../../../packages/answers/src/engine/guide";
import type { Line } from "../../../packages/answers/src/engine/results";
import { faultsIn, runStep } from "../../../packages/answers/src/engine/run";
import type { Guide } from "../../../packages/answers/src/guide";
import { withNested, type Plan, type Predicate, type Step } from "../../../packages/answers/src/plan";
import { planFaults } from "../../../packages/answers/src/planFaults";
import { replyOf } from "../../../packages/answers/src/reply/reply";
import { importDataset } from "../importDataset";

interface Set {
  file: string;
  record: [one: string, many: string];
  questions: { turns: { asks: string; plan: Plan | null }[] }[];
}

async function opened(file: string, record: readonly string[]): Promise<Dataset> {
  let published: Uint8Array | null = null;
  const snapshots: Snapshots = {
    current: () => Promise.resolve(null),
    load: () => Promise.resolve(published!),
    card: () => Promise.resolve(null),
    secret: () => Promise.resolve(new Uint8Array(32)),
    publish: (_, bytes) => {
      published = bytes;
      return Promise.resolve();
    },
  };
  const [one, many] = record;
  const { pointer } = await importDataset({
    ...{ kind: "chats", file, snapshots, now: Date.now, progress: () => undefined },
    ...(one !== undefined && many !== undefined && { record: { one, many } }),
  });
  return openDataset(decodeSnapshot(published!), pointer);
}

function printGuide({ size, columns, themes }: Guide): void {
  console.log(`${size.told} records`);
  for (const { name, isNumbers, isDated, values } of columns) {
    const shown = values.slice(0, 30).map(({ value, count }) => `${value} ${count.told ?? "<5"}`);
    console.log(
      `${name}${isNumbers ? " (numbers)" : isDated ? " (dates)" : ""}, ${values.length}: ${shown.join(" | ")}`,
    );
  }
  console.log(`themes: ${themes.map(({ name, count }) => `${name} ${count.told}`).join(" | ")}`);
}

function check({ questions }: Set, dataset: Dataset): void {
  const guide = guideOf(dataset);
  questions.forEach(({ turns }, i) =>
    turns.forEach(({ asks, plan }, j) => {
      const faults =
        plan === null ? [] : [...planFaults(plan), ...(planFaults(plan).length > 0 ? [] : faultsIn(dataset, plan))];
      const reply = plan === null || faults.length > 0 ? "" : replyOf([runStep(dataset, plan.steps[0]!)], guide);
      const told = faults.map(({ pointer, detail }) => `FAULT ${pointer} ${detail}`).join(" ") || reply.split("\n")[0]!;
      console.log(`${i + 1}.${j + 1} ${asks}\n      ${told.slice(0, 200)}`);
    }),
  );
}

const predicatesIn = (plan: Plan): Predicate[] =>
  plan.steps.flatMap((step) =>
    Object.values(step)
      .flat()
      .filter((one): one is Predicate => typeof one === "object" && one !== null)
      .flatMap(withNested),
  );

/** The words of a text, by their stems, each alone and with its neighbour. */
function stemsOf(text: string): string[] {
  const stems = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);
  return [...stems, ...stems.slice(1).map((stem, i) => `${stems[i]}_${stem}`)];
}

function add(name: string, { questions }: Set, dataset: Dataset): void {
  const guide = guideOf(dataset);
  const turns = questions.flatMap((one) => one.turns);
  const predicates = turns.flatMap(({ plan }) => (plan ? predicatesIn(plan) : []));
  const topics = predicates.flatMap(({ topic }) => (topic === undefined ? [] : [topic]));
  const stems = [...new Set([...turns.map(({ asks }) => asks), ...topics].flatMap(stemsOf))];
  const firsts = questions.flatMap((one) =>
    one.turns.slice(0, -1).flatMap(({ plan }) => plan?.steps.slice(0, 1) ?? []),
  );
  const linesOf = (step: Step): Predicate[] => {
    const result = runStep(dataset, step);
    const lines = "lines" in result ? result.lines.filter((line): line is Line => "predicate" in line) : [];
    return lines.map(({ predicate }) => predicate);
  };
  const stored = {
    name,
    record: guide.record,
    size: guide.size.told,
    columns: guide.columns.map(({ values, ...column }) => ({
      ...column,
      values: values.map(({ value, count, alsoCalled }) => [value, count.told ?? 0, ...alsoCalled]),
    })),
    counts: Object.fromEntries(stems.flatMap((stem) => (guide.countOf(stem) ? [[stem, guide.countOf(stem)]] : []))),
    told: Object.fromEntries(predicates.map((one) => [JSON.stringify(one), guide.told(one)])),
    lists: Object.fromEntries(
      firsts.flatMap((step) => {
        const own = linesOf(step);
        return own.length > 0 ? [[JSON.stringify(step), own]] : [];
      }),
    ),
  };
  appendFileSync(join(__dirname, "corpora.jsonl"), `${JSON.stringify(stored)}\n`);
  for (const one of questions)
    appendFileSync(join(__dirname, "questions.jsonl"), `${JSON.stringify({ corpus: name, turns: one.turns })}\n`);
}

async function main([what, ...rest]: string[]): Promise<void> {
  if (what === "guide") return printGuide(guideOf(await opened(rest[0]!, rest[1]?.split(",") ?? [])));
  const set = JSON.parse(readFileSync(rest.at(-1)!, "utf8")) as Set;
  const dataset = await opened(set.file, set.record);
  if (what === "check") check(set, dataset);
  else if (what === "add") add(rest[0]!, set, dataset);
  else throw new Error("guide, check or add");
}

void main(process.argv.slice(2));
