import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { parse } from "csv-parse/sync";
import type { Snapshots } from "../../functions/src/ports/snapshots";
import { Engine } from "../../packages/answers/src/engine/engine";
import { importDataset, type Embed } from "../tools/importDataset";
import type { DatasetKind, Message } from "../../packages/answers/src/answers";
import type { AnswerPlan } from "../../packages/answers/src/plan/plan";
import { PLAN_SCHEMA } from "../../packages/answers/src/plan/planSchema";
import { conversation, readQuestions, type Honesty, type Planning, type PLANNED } from "./answersQuestions";
import { foreseeing, type Foresee } from "../../test/setup/foreseen";
import { lostWords } from "../../test/setup/lostWords";
import { normalised, planText } from "../../test/setup/planText";

/** A dataset that can be asked. */
export interface Asked {
  kind: DatasetKind;
  plan: (messages: readonly Message[]) => AnswerPlan;
  reply: (messages: readonly Message[]) => string;
  /** What a quote says of it, from the vocabulary and the columns alone. */
  foresee: Foresee;
}

const isPlan = new Ajv2020({ allowUnionTypes: true }).compile(PLAN_SCHEMA);

/** How many questions get the plan that a person wrote for them, those that don't, and those of which a word is lost. */
export function planning(
  { kind, plan }: Asked,
  file: (typeof PLANNED)[number],
): { asked: number; equal: number; others: string[]; lost: string[] } {
  const questions = readQuestions<Planning>(file)[kind];
  const lost = questions.flatMap(([question]) => {
    const words = lostWords(plan(conversation(question)), [question].flat().at(-1)!);
    return words.length > 0 ? [`${words.join(" ")}: ${[question].flat().join(" // ")}`] : [];
  });
  const others = questions.flatMap(([question, expected]) => {
    const planned = plan(conversation(question));
    const got = isPlan(planned) ? planText(planned) : "no valid plan";
    // What is told instead of an answer is no part of the plan that a person wrote.
    const refused = planned.isInstead ? planText({ ...planned, steps: [] }) : got;
    return [got, refused].includes(normalised(expected))
      ? []
      : [`${[question].flat().join(" // ")}\n  wanted ${normalised(expected)}\n  got    ${got}`];
  });
  return { asked: questions.length, equal: questions.length - others.length, others, lost };
}

/** A reply that says a figure about what was asked. */
const SAYS_FIGURE =
  /\*\*(?:About |All )?[\d,]+ of |\*\*Between [\d,]+ and [\d,]+ of |\*\*(?:Fewer than 5|Nearly all)|\*\*All [\d,]+ |\*\*: [\d,]+ \(/;

export interface HonestyPart {
  asked: number;
  right: number;
  wrong: string[];
}

const isAnswer = (reply: string): boolean => SAYS_FIGURE.test(reply);

/**
 * Of topics that the data has and has not, how many are answered and refused, and the wrong ones; and how many refusals
 * name three topics instead, near or largest, each of which has an answer where it is asked for by its name.
 */
export function honesty({ kind, reply }: Asked): Record<"absent" | "present" | "instead", HonestyPart> {
  const questions = readQuestions<Honesty>("honesty.json")[kind];
  const measured = (asked: readonly string[], isRight: (reply: string) => boolean): HonestyPart => {
    const wrong = asked.filter((question) => !isRight(reply(conversation(question))));
    return { asked: asked.length, right: asked.length - wrong.length, wrong };
  };
  const isAsked = (question: string): boolean => isAnswer(reply(conversation(question)));
  const refused = questions.absent.filter((question) => !isAnswer(reply(conversation(question))));
  return {
    absent: measured(questions.absent, (told) => !isAnswer(told)),
    present: measured(questions.present, isAnswer),
    instead: measured(refused, (told) => askedInstead(told).filter(isAsked).length >= INSTEAD),
  };
}

const INSTEAD = 3;
const NEAR = /^Nearest to it: \*\*(.+?)\*\*,|(?:nearest topics in the data|Also near): (.+?)\.(?: |$)/gm;
const LARGEST = /largest topics?(?: by (.+?))? (?:are|is) (.+?)\.$/gm;

/** The questions for the topics that a refusal names, each once. */
function askedInstead(reply: string): string[] {
  const near = [...reply.matchAll(NEAR)].flatMap(([, first, others]) => first ?? others!.split("; "));
  const largest = [...reply.matchAll(LARGEST)].flatMap(([, by, names]) =>
    names!.split(/, | and /).map((name) => (by === undefined ? `mention ${name}` : `come under ${by} ${name}`)),
  );
  const asked = [...near.map((name) => `mention ${name}`), ...largest];
  return [...new Set(asked.map((one) => `How many ${one.replaceAll("\\", "")}?`))];
}

/** A file as a dataset, imported as an operator would, without a CSV's column `topic`, which is the truth of other measures. */
export async function askedOf(kind: DatasetKind, file: string, embed?: Embed): Promise<Asked> {
  const folder = await mkdtemp(join(tmpdir(), "mkt-bench-"));
  try {
    const isCsv = file.endsWith(".csv");
    const told = isCsv ? join(folder, "rows.jsonl") : file;
    if (isCsv) {
      const rows = parse<Record<string, string>>(readFileSync(file), { columns: true, bom: true });
      await writeFile(told, rows.map(({ topic: _, ...row }) => JSON.stringify(row)).join("\n"));
    }
    const engine = new Engine();
    let foresee: Foresee | null = null;
    const snapshots: Snapshots = {
      current: () => Promise.resolve(null),
      load: () => Promise.reject(new Error("Write only")),
      card: () => Promise.resolve(null),
      publish: async (pointer, bytes) => void (foresee = foreseeing(kind, engine.open(bytes, pointer))),
    };
    await importDataset({
      kind,
      file: told,
      snapshots,
      now: Date.now,
      progress: () => undefined,
      ...(embed && { embed }),
    });
    if (!foresee) throw new Error(`No snapshot of ${file} was published`);
    return {
      kind,
      foresee,
      plan: (messages) => engine.plan(kind, messages),
      reply: (messages) => engine.reply(kind, messages, 0).answer.reply,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
