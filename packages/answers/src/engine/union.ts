import type { AnswerPlan, Predicate, Step } from "../plan/plan";
import type { Dataset } from "./dataset";
import { resultsOf } from "./run";
import { claim } from "./named";
import { number, recordsCalled, share } from "./wording";

type Counting = Extract<Step, { do: "count" | "share" }> & { of: Predicate };
const isCounting = (step: Step | undefined): step is Counting =>
  (step?.do === "count" || step?.do === "share") && step.among === null && step.of !== null;

/** What a column and words both say, told as one: as a question for either is answered. */
export function unionLines(dataset: Dataset, plan: AnswerPlan): string[] {
  const [value, topic] = plan.steps;
  if (plan.steps.length !== 2 || !isCounting(value) || !isCounting(topic)) return [];
  if (value.of.is !== "value" || value.of.isOfPeople || topic.of.is !== "topic") return [];
  if (value.of.words !== topic.of.words) return [];
  const step: Step = { do: "count", of: { is: "or", of: [value.of, topic.of] }, among: null };
  const [result] = resultsOf(dataset, { ...plan, steps: [step] });
  if (result?.do !== "count" || result.leftOut.length > 0) return [];
  const { many } = recordsCalled(dataset.kind);
  const { count } = result;
  return [
    `**${number(count)} of ${number(dataset.size)} ${many} (${share(count, dataset.size)})** ${claim(value.of)}, ${claim(topic.of)}, or both:`,
    "",
  ];
}
