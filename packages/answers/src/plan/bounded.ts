import { leavesOf, predicatesOf, type AnswerPlan, type Predicate, type Step } from "./plan";

/** So many topics and groups of a question are looked for: each costs the engine a look at its records. */
const MAX_LEAVES = 30;

/** A plan with its first topics and groups, and how many others are left out; what speaks of those is left out whole. */
export function bounded(plan: AnswerPlan): AnswerPlan {
  const all = plan.steps.flatMap(predicatesOf).flatMap(leavesOf).length;
  if (all <= MAX_LEAVES) return plan;
  let left = MAX_LEAVES;
  const steps: Step[] = [];
  for (const step of plan.steps) {
    const kept = firstOf(step, left);
    if (!kept) break;
    steps.push(kept);
    left -= predicatesOf(kept).flatMap(leavesOf).length;
  }
  const detail = [String(MAX_LEAVES - left), String(all - MAX_LEAVES + left)];
  return { ...plan, steps, refusals: [...plan.refusals, { kind: "tooMany", words: "", detail }] };
}

/** A step with at most `most` topics and groups; null where too little of it would be left. */
function firstOf(step: Step, most: number): Step | null {
  let left = most;
  const first = (predicate: Predicate | null): Predicate | null => {
    if (predicate === null) return null;
    switch (predicate.is) {
      case "and":
      case "or": {
        const of = predicate.of.flatMap((one) => first(one) ?? []);
        return of.length < 2 ? (of[0] ?? null) : { ...predicate, of };
      }
      case "not": {
        const of = first(predicate.of);
        return of && { is: "not", of };
      }
      case "step":
        return predicate;
      default:
        if (left === 0) return null;
        left -= 1;
        return predicate;
    }
  };
  const each = (all: readonly Predicate[]): Predicate[] => all.flatMap((one) => first(one) ?? []);
  const within = step.do === "compare" ? step.on : "among" in step ? step.among : null;
  const around = first(within);
  if (around === null && within !== null) return null;
  if (step.do === "compare" || step.do === "rank") {
    const kept = each(step.do === "compare" ? step.sides : step.items);
    if (kept.length < 2) return null;
    return step.do === "compare" ? { ...step, sides: kept, on: around } : { ...step, items: kept, among: around };
  }
  const of = first(step.of);
  if (of === null && step.of !== null) return null;
  return "among" in step ? { ...step, of, among: around } : { ...step, of };
}
