import type { AnswerPlan, Predicate } from "../plan/plan";
import { planOf } from "../plan/planner";
import type { Dataset } from "./dataset";
import type { Result } from "./results";
import { escapeMarkdown } from "./wording";

const MAX_SHOWN = 2;
/** A column of more values is no split to look at next. */
const MAX_VALUES = 12;

/** What can be asked after a description, quotes or a comparison; each is understood as it is meant, and has an answer. */
export function nextLines(dataset: Dataset, { steps }: AnswerPlan, results: readonly Result[]): string[] {
  const [result, ...others] = results;
  if (!result || others.length > 0 || steps.length === 0) return [];
  const asked = questionsAfter(dataset, result)
    .filter((question) => isUnderstood(dataset, question))
    .slice(0, MAX_SHOWN);
  return asked.length === 0
    ? []
    : ["", `You can ask next: ${asked.map((question) => `“${escapeMarkdown(question)}”`).join(" ")}`];
}

function questionsAfter(dataset: Dataset, result: Result): string[] {
  if (result.do !== "describe" && result.do !== "quotes") return [];
  const topic = topicOf(result.of);
  if (topic === null) return [];
  // What was told just now is no next question.
  const told = new Set(result.do === "describe" ? result.columns.map(({ name }) => name) : []);
  const split = dataset.columns.find(
    ({ name, values }) => values.length <= MAX_VALUES && !told.has(name) && result.splitsBy(name),
  );
  return [
    ...(split ? [`How many mention ${topic}, by ${split.name}?`] : []),
    ...(result.do === "quotes" ? [`What do people say about ${topic}?`] : []),
  ];
}

const topicOf = (of: Predicate | null): string | null =>
  of?.is === "topic" || of?.is === "mentions" ? of.words : null;

function isUnderstood(dataset: Dataset, content: string): boolean {
  const { steps, refusals, notUnderstood } = planOf([{ role: "user", content }], dataset.known, dataset.aliases);
  return steps.length > 0 && refusals.length + notUnderstood.length === 0;
}
