import { stemOf } from "../dataset/words";
import { pointing, referring, subjectOf, withGroups } from "./follow";
import { columnOf, partsOf, type Predicate, type Step } from "./plan";
import type { Turn } from "./turn";

/** "So is it growing?", "which region is keenest?" are about what was spoken of, where they don't say that all are meant. */
export function ofSubject(step: Step, { plan, last, words, isEmpty }: Turn): Step {
  // "These people" are those who were spoken of.
  const isOfEveryone = words.some(
    ({ said }, i) => OF_EVERYONE.test(said) && !/^(?:these|those|such)$/.test(words[i - 1]?.said ?? ""),
  );
  // "Compare men and women" after a topic compares them on it.
  if (last && step.do === "compare" && step.on === null && words.length <= MAX_SHORT && !isOfEveryone) {
    const [column = null] = step.sides.map(columnOf);
    const before = pointing(last, plan);
    const isOnTopic =
      before.do !== "compare" && before.do !== "rank" && partsOf(subjectOf(before), ["topic", "mentions"]).length > 0;
    return column !== null && isOnTopic ? { ...step, on: withGroups(subjectOf(before), null, column) } : step;
  }
  if (!last || !isEmpty || !("of" in step) || step.of !== null || step.do === "top") return step;
  return isOfEveryone ? step : { ...step, of: referring(last, plan, words) };
}
/** A longer comparison is a question of its own. */
const MAX_SHORT = 6;
const OF_EVERYONE =
  /^(?:people|visitors|users|customers|clients|everyone|everybody|all|overall|total|generally|general|goals|resolutions|chats|conversations|messages|questions|records|data|dataset)$/;

/** "... and what do they want done with them?": what is said beside a topic, not what is most common. */
export function saidOfThose(step: Step, { plan, last, words, asks, topic, groups }: Turn): Step {
  if (step.do !== "top" || !last || !plan.steps.includes(last) || asks.has("rank")) return step;
  const said = (of: Predicate | null): string[] =>
    partsOf(of, ["topic", "mentions"]).flatMap(({ text }) => text.split(" ").map(stemOf));
  const own = said(subjectOf(pointing(last, plan)));
  // "How many want to read, and what do they want to read?"
  const isSame = groups === null && said(topic).every((stem) => own.includes(stem));
  return isSame && own.length > 0 ? { do: "describe", of: referring(last, plan, words), reasons: false } : step;
}

/** "What share of them are women?" after women were counted: among all who want it, for of those all are. */
export function ofColumn(step: Step): Step {
  if ((step.do !== "share" && step.do !== "count") || !step.of || step.among?.is === "step") return step;
  const column = columnOf(step.of);
  if (column === null) return step;
  return { ...step, among: withGroups(step.among, null, column) };
}
