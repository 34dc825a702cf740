import { isBounds } from "./engine/columns";
import type { Dataset } from "./engine/dataset";
import type { Fault, Result } from "./engine/results";
import { faultsIn, runStep } from "./engine/run";
import { recordsOf } from "./engine/sets";
import type { Guide } from "./guide";
import { boundsOf, withNested, type Plan, type Predicate, type Step } from "./plan";
import { planFaults } from "./planFaults";
import { replyOf } from "./reply/reply";
import { escaped, named, paragraphs } from "./reply/words";

/** What a reply may repeat of a step's result as what: the rest of its numbers are names. */
export interface StepFigures {
  counts: number[];
  /** In percent. */
  shares: number[];
  /** Names of groups that hold a number among other signs. */
  names: string[];
  /** Numbers by which records were chosen or grouped, with the column that has them. */
  values: { column: string; numbers: number[] }[];
}

/** What a step of a plan found, for a language model to read. */
export interface StepTaken {
  reply: string;
  faults: Fault[];
  figures: StepFigures;
}

const NO_FIGURES: StepFigures = { counts: [], shares: [], names: [], values: [] };
/** A model's lists are as long as it asks for. */
const MAX_ROWS = 20;

/** Takes one step that a model asks for. */
export function stepTaken(dataset: Dataset, guide: Guide, step: unknown): StepTaken {
  const plan = { steps: [step] };
  const faults = planFaults(plan);
  if (faults.length === 0) faults.push(...faultsIn(dataset, plan as Plan));
  if (faults.length > 0) return { reply: "", faults, figures: NO_FIGURES };
  const asked = step as Step;
  const result = withoutQuotes(runStep(dataset, asked));
  const predicates = predicatesOf(asked);
  const reply = replyOf([result], guide, null, MAX_ROWS);
  return {
    reply: paragraphs([reply, countedLine(dataset, predicates)]),
    faults,
    figures: figuresOf(result, reply, predicates),
  };
}

/** Quotes are shown where they are asked for, and with themes, which they explain. */
function withoutQuotes(result: Result): Result {
  if (result.do === "count" || result.do === "share") return { ...result, quotes: [] };
  if (result.do === "rank" || result.do === "top")
    return { ...result, lines: result.lines.map((line) => ({ ...line, quote: null })) };
  return result;
}

const predicatesOf = (step: Step): Predicate[] =>
  Object.values(step)
    .flat()
    .filter((one): one is Predicate => typeof one === "object" && one !== null)
    .flatMap(withNested);

/** By which words each topic was counted. */
function countedLine(dataset: Dataset, predicates: readonly Predicate[]): string | null {
  const topics = [...new Set(predicates.flatMap(({ topic }) => topic ?? []))];
  const lines = topics.map((topic) => {
    const { words, isTheme } = dataset.topics.saidBy(topic);
    const others = recordsOf(dataset, { topic })
      .alsoBy.map((one) => `, or ${escaped(one)}`)
      .join("");
    return `${named(topic)}: ${escaped(words.join(" with "))}${others}${isTheme ? ", or in the theme of that name" : ""}`;
  });
  return lines.length === 0 ? null : `Counted by words in any form: ${lines.join("; ")}.`;
}

function figuresOf(result: Result, reply: string, predicates: readonly Predicate[]): StepFigures {
  const counts = new Set<number>();
  const shares = new Set<number>();
  const lineNames = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (typeof one === "number" && (key === "told" || key === "notShown" || key === "leftOut" || key === "fewest"))
        counts.add(one);
      else if (typeof one === "number" && key === "percent") shares.add(one);
      else if (typeof one === "number" && COMPUTED.has(key))
        for (const digits of DIGITS) counts.add(Number(one.toFixed(digits)));
      if (key === "name" && typeof one === "string") lineNames.add(one);
      visit(one);
    }
  };
  visit(result);
  const wheres = predicates.flatMap(({ where = {} }) => Object.entries(where));
  const spread = "spread" in result ? result.spread.map(({ bounds }): [string, Where] => [result.column, bounds]) : [];
  const groups = "by" in result && result.by !== null ? [[result.by, [...lineNames]] as [string, Where]] : [];
  const bounded = [...wheres, ...spread].flatMap(([, given]) => (isBounds(given) ? [boundsOf(given)] : []));
  const names = [...new Set([...lineNames, ...bounded])];
  const values = [...wheres, ...spread, ...groups].map(([column, given]) => ({ column, numbers: numbersIn(given) }));
  // Only the wording has these: "1.8 times", "about **1,200**".
  for (const [, one] of reply.matchAll(/(?<=about \*\*)([\d,]+)/g)) counts.add(Number(one!.replaceAll(",", "")));
  for (const [, one] of reply.matchAll(/(\d{1,9}(?:\.\d{1,9})?) times\b/g)) counts.add(Number(one));
  return {
    counts: [...counts],
    shares: [...shares],
    names: names.filter((name) => /\d/.test(name) && !/^[\d.,]+$/.test(name)),
    values: values.filter(({ numbers }) => numbers.length > 0),
  };
}

const COMPUTED = new Set(["mean", "sum"]);
/** After the point, as averages are written. */
const DIGITS = [0, 1, 2, 3, 4];

type Where = NonNullable<Predicate["where"]>[string];

const numbersIn = (given: Where): number[] =>
  isBounds(given)
    ? [given.from, given.to].filter((one) => one !== undefined)
    : [given].flat().flatMap((value) => Array.from(value.match(/\d+(?:\.\d+)?/g) ?? [], Number));
