import { both, type Predicate, type Step } from "../plan/plan";
import { differencesOf, type Sized } from "./compare";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { named } from "./named";
import type { Difference } from "./results";
import type { Asked } from "./subjects";
import { askedStems, topSubjects } from "./topSubjects";
import { listed } from "./wording";

/** So many problems are compared. */
const MAX_PROBLEMS = 6;

/** A comparison by what goes wrong: on the problems that are told most of all. */
export function onProblems(dataset: Dataset, evidences: Evidences, step: Step): Step {
  if (step.do !== "compare" || !step.problems) return step;
  const asked = [step.on, null].map((on) => problemsSaid(dataset, evidences, on)).find(({ length }) => length > 0);
  if (!asked) return step;
  const on = asked.map((_, i) => {
    const of = asked.slice(0, asked.length - i);
    return both(step.on, { is: "or", of, label: `a problem (${listed(of.map(({ words: said }) => said))})` });
  });
  // The rarest are left out where they may not be told of a side.
  const isTold = (one: Predicate | null): boolean => step.sides.every((side) => evidences.of(side, one).count !== null);
  return { ...step, on: on.find(isTold) ?? on[0]! };
}

/** What is said to go wrong most. */
function problemsSaid(dataset: Dataset, evidences: Evidences, on: Predicate | null): Asked[] {
  const found = evidences.said(on);
  if (found.count === null) return [];
  const how = { own: askedStems(found), problems: true, isBrief: true };
  const { lines } = topSubjects(dataset, evidences, found, MAX_PROBLEMS, how);
  return lines.flatMap(({ asked }) => asked ?? []);
}

/** How many on each side say that something is wrong. */
export function problemsOf(
  evidences: Evidences,
  sides: readonly { side: Predicate; whole: Evidence }[],
  problems: readonly Predicate[],
): Difference[] {
  const [a, b] = sides.map(({ whole }) => whole as Evidence & Sized) as [Evidence & Sized, Evidence & Sized];
  return differencesOf(
    a,
    b,
    problems.map((one) => ({
      label: "words" in one ? one.words : named(one),
      counts: [evidences.said(one, a.predicate).count, evidences.said(one, b.predicate).count] as const,
    })),
  );
}
