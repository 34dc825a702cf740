import { isTopical, stemOf, terms, words } from "../dataset/words";
import type { AnswerPlan, Predicate, Step } from "../plan/plan";
import { planOf } from "../plan/planner";
import type { Dataset } from "./dataset";
import { Evidences } from "./evidence";
import type { Result } from "./results";
import { columnCells } from "./selection";
import { escapeMarkdown } from "./wording";

const MAX_SHOWN = 2;
/** Shorter words say too little: "new". */
const MIN_LENGTH = 4;
/** A column of more values is no split to look at next. */
const MAX_VALUES = 12;

/** What can be asked after a description, quotes or a comparison; each is understood as it is meant, and has an answer. */
export function nextLines(dataset: Dataset, { steps }: AnswerPlan, results: readonly Result[]): string[] {
  const [result, ...others] = results;
  if (!result || others.length > 0 || steps.length === 0) return [];
  const asked = questionsAfter(dataset, result, steps)
    .filter((question) => isUnderstood(dataset, question))
    .slice(0, MAX_SHOWN);
  return asked.length === 0
    ? []
    : ["", `You can ask next: ${asked.map((question) => `“${escapeMarkdown(question)}”`).join(" ")}`];
}

function questionsAfter(dataset: Dataset, result: Result, steps: readonly Step[]): string[] {
  if (result.do === "compare")
    return result.sides.flatMap(({ label, count }) => (count === null ? [] : describe(label)));
  if (result.do !== "describe" && result.do !== "quotes") return [];
  const topic = topicOf(result.of);
  if (topic === null) return [];
  const own = new Set(terms(topic));
  const counted = result.said.filter(({ count }) => count !== null && count < result.count);
  const others = counted.flatMap(({ text }) => {
    const rest = words(text).filter((word) => word.length >= MIN_LENGTH && isTopical(word) && !own.has(stemOf(word)));
    return rest.length > 0 ? [rest.join(" ")] : [];
  });
  const found = new Evidences(dataset, steps).of(result.of);
  const split = dataset.columns.find(
    ({ name, values }) => values.length <= MAX_VALUES && columnCells(dataset, found, name).length > 1,
  );
  return [
    ...others.slice(0, 1).map((other) => `How many mention ${topic} and ${other}?`),
    ...(split ? [`How many mention ${topic}, by ${split.name}?`] : []),
    ...(result.do === "quotes" ? [`What do people say about ${topic}?`] : []),
  ];
}

/** Of a topic by its name in quotation marks. */
const describe = (label: string): string[] =>
  label.startsWith("“") ? [`What do people say about ${label.slice(1, -1)}?`] : [];
const topicOf = (of: Predicate | null): string | null =>
  of?.is === "topic" || of?.is === "mentions" ? of.words : null;

function isUnderstood(dataset: Dataset, content: string): boolean {
  const { steps, refusals, notUnderstood } = planOf([{ role: "user", content }], dataset.known, dataset.aliases);
  return steps.length > 0 && refusals.length + notUnderstood.length === 0;
}
