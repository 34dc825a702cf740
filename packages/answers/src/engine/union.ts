import { MIN_GROUP_SIZE } from "../dataset/record";
import { words } from "../dataset/words";
import { both, type AnswerPlan, type Predicate, type Step } from "../plan/plan";
import type { Dataset } from "./dataset";
import { resultsOf } from "./run";
import { Evidences } from "./evidence";
import { claim, recordsOf } from "./named";
import { MAX_RANGE, rangeOf } from "./range";
import { number, recordsCalled, share } from "./wording";

type Counting = Extract<Step, { do: "count" | "share" }> & { of: Predicate };
const isCounting = (step: Step | undefined): step is Counting =>
  (step?.do === "count" || step?.do === "share") && step.among === null && step.of !== null;

/** What is asked of either of two, told as one before what is told of each. */
export const unionLines = (dataset: Dataset, plan: AnswerPlan, asked: string): string[] => [
  ...columnOrWords(dataset, plan),
  ...withFew(dataset, plan, asked),
];

/** "Between 40 and 44 mention “God” or “church”", where fewer than five use one of the words: it tells no more than that. */
function withFew(dataset: Dataset, { steps, refusals }: AnswerPlan, asked: string): string[] {
  const [step, ...more] = steps;
  const [few, ...others] = refusals;
  if (!step || few?.kind !== "absent" || few.isExcluded || few.detail.length !== 1) return [];
  if (more.length + others.length > 0 || (step.do !== "count" && step.do !== "share")) return [];
  if (!step.of || !("text" in step.of)) return [];
  const said = ` ${words(asked).join(" ")} `;
  const [one, other] = [step.of, few].map((part) => words(part.words).join(" "));
  if (![`${one} or ${other}`, `${other} or ${one}`].some((either) => said.includes(` ${either} `))) return [];
  const evidences = new Evidences(dataset, steps);
  const base = evidences.of(step.among).count;
  if (base === null) return [];
  const { low, high } = rangeOf(dataset.size, evidences, both(step.of, step.among)!);
  const most = Math.min(base, high + MIN_GROUP_SIZE - 1);
  if (low < MIN_GROUP_SIZE || most > MAX_RANGE * low) return [];
  const shares = [...new Set([share(low, base), share(most, base)])].join(" to ");
  const either = claim({ is: "or", of: [step.of, { is: "mentions", text: few.words, words: few.words }] });
  return [
    `**Between ${number(low)} and ${number(most)} of ${number(base)} ${recordsOf(recordsCalled(dataset.kind).many, step.among)} (${shares})** ${either}:`,
    "",
  ];
}

/** What a column and words both say: as a question for either is answered. */
function columnOrWords(dataset: Dataset, plan: AnswerPlan): string[] {
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
