import type { AnswerPlan } from "../../packages/answers/src/plan/plan";
import { formsOf } from "../../packages/answers/src/plan/forms";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "../../packages/answers/src/plan/lexicon";
import { sentencesOf, tokensOf } from "../../packages/answers/src/plan/tokens";

/** These say how something is asked, and never what about. */
const ASKING = new Set(
  (
    "volume excluding except without ones mean meant mostly mainly rest add sum contact contacted reach drives verbatims csv less last " +
    "hand publish wrote ten lead leads believe believes love kindly please provide determine indicate rather raw runner-up seems " +
    // The reply to these is that there are no dates.
    "develop january june increasing growing grown month year lately trending"
  ).split(" "),
);

/**
 * The words of the sentences that ask which are neither in a plan's steps and refusals nor among what it names as not
 * understood. A question that is refused as a whole loses nothing: its reply says what it is refused for.
 */
export function lostWords(plan: AnswerPlan, question: string): string[] {
  if (plan.steps.length === 0) return [];
  const sentences = sentencesOf(tokensOf(question));
  const asking = sentences.filter((sentence) => sentence.at(-1)?.written === "?");
  const kept = new Set(tokensOf(JSON.stringify(plan).replace(/[_"{}:[\]]/g, " ")).flatMap(({ said }) => formsOf(said)));
  const isTold = (said: string): boolean =>
    [FUNCTION_WORDS, FRAME_WORDS, WEAK_WORDS, ASKING].some((words) => words.has(said)) ||
    /^\d+$/.test(said) ||
    formsOf(said).some((form) => kept.has(form));
  return (asking.length > 0 ? asking : sentences.slice(-1))
    .flat()
    .filter(({ isWord, said }) => isWord && !isTold(said))
    .map(({ written }) => written);
}
