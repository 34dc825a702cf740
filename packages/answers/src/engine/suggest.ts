import { SAYS_WHAT } from "../plan/plan";
import { isTopical, stemOf, words } from "../dataset/words";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "../plan/lexicon";
import type { AnswerPlan } from "../plan/plan";
import { planOf } from "../plan/planner";
import type { Dataset } from "./dataset";
import { nearestToText } from "./nearest";
import { findsAll } from "./run";
import { escapeMarkdown, recordsCalled } from "./wording";

const MAX_TRIED = 6;
const MAX_SHOWN = 3;
/** What is refused for what it asks, not for its words. */
const CLOSED: ReadonlySet<string> = new Set(["instructions", "personalData", "rawRecords"]);
/** A shorter word of another language may be an English one by chance: "die". */
const MIN_SHARED = 5;

/** Questions near one that was refused, each of which has an answer. */
export function suggestionLines(dataset: Dataset, { refusals, notUnderstood }: AnswerPlan): string[] {
  if (refusals.some(({ kind }) => CLOSED.has(kind))) return [];
  const said = [
    ...refusals.filter(({ kind }) => kind === "absent").map(({ words: asked }) => asked),
    // Words that are the same in English: "Wie viele fragen nach dem Chatbot?"
    ...refusals
      .filter(({ kind }) => kind === "language")
      .flatMap(({ words: asked }) => words(asked).filter((word) => word.length >= MIN_SHARED)),
    ...notUnderstood,
  ].join(" ");
  const known = words(said).filter(
    (word) =>
      isTopical(word) &&
      ![FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS].some((some) => some.has(word)) &&
      dataset.known.countOf(stemOf(word)) !== undefined,
  );
  const { near, largest } = nearestToText(dataset, said);
  const mentioned = (topics: readonly string[]): string[] =>
    [...new Set(topics)].slice(0, MAX_SHOWN).map((topic) => `How many mention ${topic}?`);
  const { many } = recordsCalled(dataset.kind);
  const columns = dataset.columns.map(({ name }) => name);
  const splits = [
    ...columns.filter((name) => SAYS_WHAT.test(name)),
    ...columns.filter((name) => !SAYS_WHAT.test(name)),
  ];
  // What has nothing to do with the question is offered only to those who have asked nothing yet, or not in English.
  const isOpen = said === "" || refusals.some(({ kind }) => kind === "language");
  const asked = [
    ...mentioned([...known, ...near]),
    ...(isOpen
      ? [
          ...splits.slice(0, 2).map((name) => `How do the ${many} split by ${name}?`),
          ...mentioned(largest).slice(0, 2),
          "What is most common?",
        ]
      : []),
  ];
  const answered: string[] = [];
  for (const question of asked.slice(0, MAX_TRIED))
    if (answered.length < MAX_SHOWN && isAnswered(dataset, question)) answered.push(question);
  return answered.length === 0
    ? []
    : ["", `You can ask: ${answered.map((question) => `“${escapeMarkdown(question)}”`).join(" ")}`];
}

function isAnswered(dataset: Dataset, content: string): boolean {
  const plan = planOf([{ role: "user", content }], dataset.known, dataset.aliases);
  if (plan.steps.length === 0 || plan.refusals.length + plan.notUnderstood.length > 0) return false;
  return findsAll(dataset, plan);
}
