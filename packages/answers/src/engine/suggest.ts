import { SAYS_WHAT } from "../plan/plan";
import { isTopical, stemOf, terms, words } from "../dataset/words";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "../plan/lexicon";
import { inEnglish } from "../plan/inEnglish";
import type { AnswerPlan } from "../plan/plan";
import { planOf } from "../plan/planner";
import { isTold } from "./absent";
import type { Dataset } from "./dataset";
import { nearestToText } from "./nearest";
import { questionFor } from "./nearestCount";
import { findsAll } from "./run";
import { escapeMarkdown, recordsCalled } from "./wording";

const MAX_TRIED = 6;
const MAX_SHOWN = 3;
/** What is refused for what it asks, not for its words. */
const CLOSED: ReadonlySet<string> = new Set(["instructions", "personalData", "rawRecords"]);
/** How much or when: no topic of a question that was refused for it. */
const MEASURES =
  /^(?:old|long|less|without|once|twice|wait|amounts?|ages?|ones|times?|days?|hours?|rates?|scores?|pay|paid|spend|earn|happen|average|january|february|march|april|june|july|august|september|october|november|december|satisfied|happy|single|married|free|business|private|rich|poor|returning|young|younger|older)$/;
/** Refused for what needs no word of the data: such a question may be the first. */
const OPEN: ReadonlySet<string> = new Set(["language", "outOfScope", "tooLong"]);
/** A shorter word of another language may be an English one by chance: "die". */
const MIN_SHARED = 5;

/** What a question that was refused speaks of: the words that the data lacks, else those that it has. */
export function subjectOf(dataset: Dataset, { refusals, notUnderstood }: AnswerPlan, asked: string): string {
  if (refusals.some(({ kind }) => CLOSED.has(kind))) return "";
  const said = [
    ...refusals.filter(({ kind }) => kind === "absent").map(({ words: one }) => one),
    // Words that are the same in English, "Wie viele fragen nach dem Chatbot?", and those that a short list knows.
    ...refusals
      .filter(({ kind }) => kind === "language")
      .flatMap(({ words: one }) => [...inEnglish(asked), ...words(one).filter(isEnglishToo)]),
    ...notUnderstood,
  ].join(" ");
  if (said !== "" || refusals.some(({ kind }) => OPEN.has(kind))) return said;
  // "What is the average transfer amount?": what was refused says what it is about, too.
  const questions = asked.split(/(?<=[.!?])\s+/).filter((one) => one.endsWith("?"));
  const refused = new Set(refusals.flatMap(({ words: one }) => words(one)));
  return topicalIn(dataset, questions.length > 0 ? questions.join(" ") : asked)
    .filter((word) => !(refused.has(word) && refusals.some(({ kind }) => kind !== "noColumn")) && !MEASURES.test(word))
    .join(" ");
}

/** "Chatbot" is an English word as it stands; "persone" is one only by its stem. */
const isEnglishToo = (word: string): boolean =>
  word.length >= MIN_SHARED && [word, word.replace(/s$/, "")].includes(stemOf(word));

/** The words of a text that may be a topic and are in the data. */
export const topicalIn = (dataset: Dataset, text: string): string[] =>
  words(text).filter(
    (word) =>
      isTopical(word) &&
      ![FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS].some((some) => some.has(word)) &&
      dataset.known.countOf(stemOf(word)) !== undefined,
  );

/** Questions near one that was refused, each of which has an answer. */
export function suggestionLines(dataset: Dataset, plan: AnswerPlan, question: string): string[] {
  const { refusals } = plan;
  if (refusals.some(({ kind }) => CLOSED.has(kind))) return [];
  const said = subjectOf(dataset, plan, question);
  // Of what was not found, the reply has told the words that the data has.
  const told = new Set(refusals.filter(({ kind }) => kind === "absent").flatMap(({ words: one }) => words(one)));
  const known = topicalIn(dataset, said).filter((word) => !(told.has(word) && isTold(dataset.known, word)));
  const { near, largest } = nearestToText(dataset, said);
  const mentioned = (topics: readonly string[]): string[] =>
    [...new Map(topics.map((topic) => [terms(topic).join(" "), topic])).values()]
      .slice(0, MAX_SHOWN)
      .map((topic) => questionFor(dataset, topic));
  const { many } = recordsCalled(dataset.kind);
  const columns = dataset.columns.map(({ name }) => name);
  const splits = [
    ...columns.filter((name) => SAYS_WHAT.test(name)),
    ...columns.filter((name) => !SAYS_WHAT.test(name)),
  ];
  // What has nothing to do with the question is offered only to those who have asked nothing yet, or not in English.
  const isOpen = refusals.every(({ kind }) => OPEN.has(kind)) && (said === "" || refusals.length > 0);
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
