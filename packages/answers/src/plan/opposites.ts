import { stemOf } from "../dataset/words";
import type { Before } from "./follow";
import { both, type AnswerPlan, type Predicate, type Step } from "./plan";
import type { Token } from "./tokens";

const LESS = /^(?:less|fewer)$/;

const stemsOf = (one: Predicate): string[] => ("text" in one ? one.text.split(" ").map(stemOf) : []);

const MAX_HEAD = 4;
const ASKS = /^(?:do|does|are|is|did|were|was|which|would|will)$/;

/** "Do people want to drink less or more?": to drink less, or to drink more. */
export function withDirections(sentence: readonly Token[]): readonly Token[] {
  const or = sentence.findIndex(
    ({ said }, i) => said === "or" && DIRECTIONS.has(`${sentence[i - 1]?.said} ${sentence[i + 1]?.said}`),
  );
  const to = sentence.findLastIndex(({ said }, i) => i < or && said === "to");
  const head = sentence.slice(to + 1, or - 1);
  const isLast = sentence[or + 2]?.isWord !== true;
  if (or < 1 || to === -1 || head.length === 0 || head.length > MAX_HEAD || !isLast) return sentence;
  if (!ASKS.test(sentence[0]?.said ?? "") || !head.every(({ isWord }) => isWord)) return sentence;
  return [...sentence.slice(0, or + 1), ...head, ...sentence.slice(or + 1)];
}
const DIRECTIONS = new Set(["less more", "more less"]);

/** "And how many want to drink more of it?" after those who want less: those who speak of it and don't want less. */
export function inOtherDirection(plan: AnswerPlan, asked: readonly Token[], { steps }: Before): AnswerPlan {
  const [last, [step, ...others]] = [steps.at(-1), plan.steps];
  const said = last?.do === "count" ? (last.of?.is === "or" ? last.of.of : [last.of]) : [];
  const wish = said.find((one) => one !== null && lessOf(one) !== null) ?? null;
  const less = wish && lessOf(wish);
  const isMore = asked.some(({ said }) => said === "more") && !asked.some(({ said }) => said === "than");
  if (!less || !isMore || last?.do !== "count" || step?.do !== "count" || others.length > 0 || !step.of) return plan;
  const own = stemsOf(step.of);
  // "And how many want to use it more?"
  const isSame = JSON.stringify(step) === JSON.stringify(last);
  if (!isSame && (own.length === 0 || !own.every((stem) => less.includes(stem)))) return plan;
  if (wish?.is !== "topic") return plan;
  const words = wish.words.split(" ").filter((word) => !LESS.test(word.toLowerCase()));
  const text = wish.text.split(" ").filter((word) => !LESS.test(word));
  const thing: Predicate = { is: "topic", text: text.join(" "), words: words.join(" ") };
  return { ...plan, steps: [{ ...last, of: both(thing, { is: "not", of: last.of! }) }] };
}

/** The thing that a wish for less of it is about: its stems; null for another wish. */
function lessOf(one: Predicate): string[] | null {
  const words = one.is === "topic" ? one.text.split(" ") : [];
  return words.some((word) => LESS.test(word)) && words.length > 1
    ? words.filter((word) => !LESS.test(word)).map(stemOf)
    : null;
}

/**
 * "Drink less or drink more": whoever speaks of it and doesn't want less. "More" stands with anything, so that it is no
 * word to count by.
 */
export function withOpposites(step: Step): Step {
  const sides = step.do === "rank" ? step.items : step.do === "compare" ? step.sides : [];
  const other = (one: Predicate): Predicate => {
    const own = stemsOf(one);
    const less = sides.find((side) =>
      lessOf(side)?.every((stem, i, all) => own[i] === stem && all.length === own.length),
    );
    return less && less !== one ? both(one, { is: "not", of: less })! : one;
  };
  if (step.do === "rank") return { ...step, items: step.items.map(other) };
  return step.do === "compare" ? { ...step, sides: step.sides.map(other) } : step;
}
