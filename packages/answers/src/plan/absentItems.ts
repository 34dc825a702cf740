import type { Item } from "./body";
import { partsOf, type AnswerPlan, type Predicate, type Refusal, type Step } from "./plan";
import { stepsOf, type Clause } from "./steps";
import { words } from "../dataset/words";

/**
 * What a clause ranks, with those of its things whose words too few records use: they come last. Null where it doesn't rank,
 * or names none that the data has.
 */
export function rankedWithAbsent(clause: Clause, from: Predicate | null, refusals: readonly Refusal[]): Step | null {
  const { topics } = clause.parts;
  const absent = refusals.filter(({ kind }) => kind === "absent");
  if (absent.length === 0 || absent.length < refusals.length || topics.length === 0) return null;
  const items = absent.map(({ words: said }): Item => ({
    predicate: { is: "topic", text: words(said).join(" "), words: said },
    joint: "or",
    isExcluded: false,
    isSaidOf: false,
  }));
  const steps = stepsOf({ ...clause, parts: { ...clause.parts, topics: [...topics, ...items] } }, from);
  return steps.length === 1 && steps[0]!.do === "rank" ? steps[0]! : null;
}

/** A plan that doesn't refuse what it ranks last. */
export function withoutRanked(plan: AnswerPlan): AnswerPlan {
  const ranked = plan.steps.flatMap((step) =>
    step.do === "rank" ? partsOf({ is: "or", of: step.items }, ["topic"]) : [],
  );
  const isRanked = ({ kind, words: said }: Refusal): boolean =>
    kind === "absent" && ranked.some((item) => item.words === said);
  return plan.refusals.some(isRanked) ? { ...plan, refusals: plan.refusals.filter((one) => !isRanked(one)) } : plan;
}
