import type { Before } from "./follow";
import { inOtherDirection } from "./opposites";
import { isEmptyWord, isNoSign } from "./leftOut";
import { columnOf, saysWho, type AnswerPlan, type Step } from "./plan";
import { fits, longestFit, pattern, type Token } from "./tokens";

/** The plan of a later question as what was asked before completes it. */
export const afterwards = (plan: AnswerPlan, asked: readonly Token[], before: Before): AnswerPlan =>
  ofNothing(inOtherDirection(amongTheSame(plan, asked, before), asked, before), asked, before);

const STILL = [
  "and|also|but how many are|were|is|was|still|also|say|said|mention|mentioned|report|reported|got|have|has|had|cant|cannot|couldnt|dont|didnt|never|want|ask|asked",
].map(pattern);

/** "Of those, how many failed?", "and how many are still pending?": the second is asked of the same ones. */
function amongTheSame(plan: AnswerPlan, asked: readonly Token[], { steps }: Before): AnswerPlan {
  const last = steps.at(-1);
  const [step, ...others] = plan.steps;
  const isCount = (one: Step | undefined): one is Extract<Step, { do: "count" | "share" }> =>
    (one?.do === "count" || one?.do === "share") && one.of !== null;
  if (!isCount(last) || last.among === null || saysWho(last.among) || !isCount(step) || others.length > 0) return plan;
  if (step.among !== null || columnOf(step.of!) !== null) return plan;
  const isAsked = longestFit(asked.filter(isNoSign), 0, STILL) > 0;
  return isAsked ? { ...plan, steps: [{ ...step, among: last.among }] } : plan;
}

const OF_THOSE = pattern("and|so|but? how many of them|those|these");

/** "How many of them are women, how many mention fees?": each is asked of the same ones. */
export function ofTheSame(steps: readonly Step[], [first = []]: readonly (readonly Token[])[]): Step[] {
  const [step, ...others] = steps;
  const isOfThose = fits(first, 0, OF_THOSE) > 0 && step?.do === "count" && step.among !== null;
  const isOpen = (one: Step): boolean => one.do === "count" && one.among === null;
  return isOfThose && others.every(isOpen) ? steps.map((one) => ({ ...one, among: step.among }) as Step) : [...steps];
}

const MOSTLY = /^(?:mostly|mainly|largely|just|only|any)$/;
const MAX_SHORT = 4;

/** "Mostly men?" after a question about what the data doesn't have: of nothing there is no share. */
function ofNothing(plan: AnswerPlan, asked: readonly Token[], { steps, refusals }: Before): AnswerPlan {
  const [step] = plan.steps;
  const isShort = asked.filter(({ isWord }) => isWord).length <= MAX_SHORT;
  const isOfGroup = plan.steps.length === 1 && step?.do === "top" && step.of !== null && saysWho(step.of);
  if (steps.length > 0 || refusals.length === 0 || !isShort || !isOfGroup) return plan;
  const isSaid = asked.every((token) => isEmptyWord(token) || MOSTLY.test(token.said) || isIn(token, step));
  return isSaid ? { ...plan, steps: [], refusals: [...refusals] } : plan;
}

const isIn = ({ said }: Token, step: Step): boolean => JSON.stringify(step).toLowerCase().includes(`"${said}"`);
