import { stemOf } from "../dataset/words";
import {
  both,
  columnOf,
  conjuncts,
  isSameValue,
  partsOf,
  saysWhat,
  saysWho,
  type AnswerPlan,
  type Predicate,
  type Refusal,
  type Step,
} from "./plan";
import type { Token } from "./tokens";

/** What a question of a conversation came to: the steps, or why there were none. */
export interface Before {
  steps: readonly Step[];
  refusals: readonly Refusal[];
}

/** All that a step is about, as one predicate: what "those" means afterwards. */
export function subjectOf(step: Step): Predicate | null {
  if (step.do === "compare") return step.on;
  if (step.do === "rank") return step.among;
  return both(step.of, "among" in step ? step.among : null);
}

/** The stems of the words that name a predicate's topics and groups. */
export const stemsNamed = (predicate: Predicate): string[] =>
  partsOf(predicate, ["topic", "mentions", "value"])
    .flatMap((one) => `${"text" in one ? one.text : one.label} ${one.words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .map(stemOf);

const PLACES = /countr|state|region|cit/i;

/** A predicate with other groups: a column that is named again, or as `but`, replaces what was said of it. */
export function withGroups(
  before: Predicate | null,
  groups: Predicate | null,
  but: string | null = null,
): Predicate | null {
  const added = conjuncts(groups);
  const columns = new Set([...added.map(columnOf), but]);
  const isPlace = (part: Predicate): boolean => PLACES.test(columnOf(part) ?? "");
  const isElsewhere = added.some(isPlace);
  // A group that the data doesn't have is not kept beside another: "and the Northeast as a whole?" after Vermont.
  const isGone = (part: Predicate): boolean =>
    columns.has(columnOf(part)) ||
    // "And the South?" after Texas: another place, and no place within it.
    (isElsewhere && isPlace(part)) ||
    (part.is === "value" && part.value === null && added.length > 0);
  return both(...conjuncts(before).filter((part) => columnOf(part) === null || !isGone(part)), ...added);
}

/** A predicate with another topic, in the same groups. */
function withTopic(before: Predicate | null, topic: Predicate): Predicate | null {
  return both(...conjuncts(before).filter((part) => !saysWhat(part)), topic);
}

/** "And prepaid?" is one more beside what was ranked; "Visa or Amex, which is ahead?" are the two. */
const itemsWith = (items: Predicate[], topic: Predicate | null): Predicate[] =>
  topic === null ? items : topic.is === "or" ? topic.of : [...items, topic];

/** True for a topic that is one of those set side by side. */
export const isRanked = (items: readonly Predicate[], topic: Predicate): boolean =>
  items.some((item) => "text" in item && "text" in topic && item.text === topic.text);

/** The same step about other groups, or another topic: "and in Texas?", "what about refunds?" */
export function again(step: Step, topic: Predicate | null, groups: Predicate | null): Step {
  // One group of those in the table: it alone.
  if (step.do === "breakdown" && !topic && groups && columnOf(groups) === step.by)
    return { do: "count", of: step.of, among: groups };
  switch (step.do) {
    case "compare":
      if (topic && isRanked(step.sides, topic)) return { do: "count", of: topic, among: withGroups(step.on, groups) };
      // "Only men" after men and women: these alone.
      if (!topic && groups && step.sides.every((side) => columnOf(side) === columnOf(groups))) {
        const isSide = step.sides.some((side) => side.is === "value" && isSameValue(side, groups));
        if (!isSide) return { ...step, sides: [...step.sides, groups] };
        if (step.on) return { do: "count", of: step.on, among: groups };
      }
      return topic && step.sides.every((side) => columnOf(side) === null)
        ? { ...step, sides: [...step.sides, topic], on: withGroups(step.on, groups) }
        : { ...step, on: withGroups(topic ? withTopic(step.on, topic) : step.on, groups) };
    case "rank":
      // "What about transfers?", which were ranked: these alone.
      if (topic && isRanked(step.items, topic))
        return { do: "count", of: topic, among: withGroups(step.among, groups) };
      return { ...step, items: itemsWith(step.items, topic), among: withGroups(step.among, groups) };
    case "count":
    case "share": {
      // "And for fees?" after the women among those who mention refunds.
      if (topic && step.of && saysWho(step.of) && conjuncts(step.among).some((one) => columnOf(one) === null))
        return { ...step, among: withGroups(withTopic(step.among, topic), groups) };
      // "And in Finance?" after women in the category Career: another value of the same column.
      const column = !topic && groups && !saysWho(groups) ? columnOf(groups) : null;
      if (column !== null && conjuncts(step.of).some((one) => columnOf(one) === column))
        return { ...step, of: withGroups(step.of, groups) };
      if (column !== null && conjuncts(step.among).some((one) => columnOf(one) === column))
        return { ...step, among: withGroups(step.among, groups) };
      const hadTopic = conjuncts(step.of).some(saysWhat);
      if (topic)
        return { ...step, of: topic, among: withGroups(hadTopic ? step.among : both(step.of, step.among), groups) };
      return hadTopic
        ? { ...step, among: withGroups(step.among, groups) }
        : { ...step, of: withGroups(step.of, groups) };
    }
    default:
      return { ...step, of: withGroups(topic ? withTopic(step.of, topic) : step.of, groups) };
  }
}

/** A predicate with the steps that it points at put in their place; null for all records. */
export function resolved(predicate: Predicate | null, steps: readonly Step[]): Predicate | null {
  if (predicate === null) return null;
  switch (predicate.is) {
    case "step":
      return resolved(subjectOf(steps[predicate.step]!), steps);
    case "not": {
      const of = resolved(predicate.of, steps);
      return of && { is: "not", of };
    }
    case "and":
      return both(...predicate.of.map((part) => resolved(part, steps)));
    case "or":
      return { ...predicate, of: predicate.of.flatMap((part) => resolved(part, steps) ?? []) };
    default:
      return predicate;
  }
}

/** A step for a plan that doesn't hold the steps that it points at. */
export function inlined(step: Step, steps: readonly Step[]): Step {
  const of = (predicate: Predicate | null): Predicate | null => resolved(predicate, steps);
  const each = (all: Predicate[]): Predicate[] => all.flatMap((one) => of(one) ?? []);
  if (step.do === "compare") return { ...step, sides: each(step.sides), on: of(step.on) };
  if (step.do === "rank") return { ...step, items: each(step.items), among: of(step.among) };
  return { ...step, of: of(step.of), ...("among" in step && { among: of(step.among) }) };
}

/** A step, without pointers into the same plan. */
export const pointing = (last: Step, plan: AnswerPlan): Step =>
  plan.steps.includes(last) ? inlined(last, plan.steps) : last;

/** A step about all that the last one of a plan found, by its number. */
export function pointedAt(step: Step, plan: AnswerPlan): Step {
  const at = plan.steps.length - 1;
  const isOfLast = (of: Predicate | null): boolean =>
    of !== null && JSON.stringify(of) === JSON.stringify(resolved({ is: "step", step: at, words: "" }, plan.steps));
  if (at < 0 || (step.do !== "quotes" && step.do !== "describe") || !isOfLast(step.of)) return step;
  return { ...step, of: { is: "step", step: at, words: "" } };
}

/** The stems of the words that name what a step is about. */
export function stemsOn(last: Step, steps: readonly Step[]): ReadonlySet<string> {
  const subject = subjectOf(inlined(last, steps));
  return new Set(subject ? stemsNamed(subject) : []);
}

/** "Those": the records of the last step, by its number where it is in the same plan. */
export function referring(last: Step, plan: AnswerPlan, words: readonly Token[]): Predicate | null {
  const subject = subjectOf(last);
  const step = plan.steps.indexOf(last);
  if (subject === null || step === -1) return subject;
  return {
    is: "step",
    step,
    words: words.find(({ said }) => /^(?:those|these|them|they|it)$/.test(said))?.written ?? "",
  };
}

/** The step before, against something else. */
export function comparedWith(last: Step, topic: Predicate | null, groups: Predicate | null): Step {
  const subject = subjectOf(last);
  const isOfTopics =
    last.do === "rank" || (last.do === "compare" && last.sides.every((side) => columnOf(side) === null));
  if (topic && isOfTopics) return again(last, topic, groups);
  if (topic) return { do: "compare", sides: [subject ?? topic, topic], on: groups };
  const other = withGroups(subject, groups);
  return { do: "compare", sides: [subject, other].flatMap((side) => side ?? []), on: null };
}

/** Groups compared by what the step before is about: by what goes wrong for them, where that was asked. */
export const comparing = (last: Step, sides: Predicate[], on: Predicate | null): Step => ({
  do: "compare",
  sides,
  on,
  ...((last.do === "top" || last.do === "compare") && last.problems && { problems: true }),
});

/** A comparison of groups, by what is said in all of them: no group of the same column is asked about beside them. */
export function comparedWhole(step: Step): Step {
  if (step.do !== "compare" || step.on === null) return step;
  const columns = new Set(step.sides.flatMap((side) => columnOf(side) ?? []));
  const on = both(...conjuncts(step.on).filter((part) => !columns.has(columnOf(part) ?? "")));
  return { ...step, on };
}
