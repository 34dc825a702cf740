import type { AnswerPlan } from "./plan";
import { firstFit, longestFit, pattern, type Token } from "./tokens";

const FEELINGS =
  "confused|puzzled|annoyed|bothered|frustrated|irritated|upset|angry|unhappy|dissatisfied|disappointed|stumped|mad|concerned|worried|cross";
const FEELS = [
  `are|is|was|were|get|gets|got|getting|feel|feels|felt|be|being so|very|really|quite|most|mostly? ${FEELINGS} by|with|about|over|at|on`,
  "dislike|dislikes|hate|hates|resent|resents about?",
].map(pattern);
/** How somebody feels about what they speak of. */
export const FEELING = new RegExp(`^(?:${FEELINGS}|dislikes?|hates?|resents?)$`);
const WHO_IS = ["new|newer|newest customers|customer|users|user|clients|client|visitors|subscribers|members"].map(
  pattern,
);

/**
 * "How many are unhappy with the rate?" counts those who speak of the rate: how they feel, and whether they are new, is told
 * by no word that could be counted with it. So the reply says that it was not taken into account.
 */
export function withUntoldApart(plan: AnswerPlan, asked: readonly Token[]): AnswerPlan {
  if (!plan.steps.some(({ do: does }) => does === "count" || does === "share")) return plan;
  const told = new Set(
    JSON.stringify(plan.steps)
      .toLowerCase()
      .split(/[^\p{L}]+/u),
  );
  const feels = firstFit(asked, FEELS);
  const words = [
    ...(feels ? asked.slice(feels.at, feels.at + feels.length).filter(({ said }) => FEELING.test(said)) : []),
    ...asked.filter((_, at) => longestFit(asked, at, WHO_IS) > 0),
  ].map(({ written }) => written);
  const untold = words.filter((word) => !told.has(word.toLowerCase()));
  return untold.length === 0 ? plan : { ...plan, notUnderstood: [...new Set([...plan.notUnderstood, ...untold])] };
}
