import { stepOf, WrongCall, type ToolCall } from "../model/stepOf";
import { columnOf, PLAN_VERSION, type AnswerPlan, type Step } from "../plan/plan";
import { tellsOfFew } from "./across";
import type { Dataset } from "./dataset";
import { replyOf } from "./reply";
import type { Result } from "./results";
import { resultsOf } from "./run";
import { cut, joined, quoted } from "./wording";

/** A step that was taken, with its result in words; without a step, why it was not. */
export interface Taken {
  step: Step | null;
  text: string;
  /** True for a result that answers something; it is told to the buyer, too. */
  isFound: boolean;
}

const TOO_NEAR =
  "No count is told: it is nearly that of an earlier result, and both together would tell of fewer than 5 people.";
const INSTEAD = "What was asked can't be told. In its place:";
const USE_EARLIER = "Use the earlier result, or ask for something else.";

/** Takes the step that a model calls for, after the plans whose results it has seen; where that tells nothing, a simpler one. */
export function takeStep(dataset: Dataset, plans: readonly (readonly Step[])[], call: ToolCall): Taken {
  try {
    const { step, leftOut } = stepOf(dataset, call);
    const taken = taking(dataset, plans, step);
    const simpler = taken.isFound ? null : simplerThan(step);
    const instead = simpler && taking(dataset, plans, simpler);
    return instead?.isFound
      ? { ...instead, text: cut(joined([...leftOut, INSTEAD, "", instead.text])) }
      : { ...taken, text: cut(joined([...leftOut, taken.text])) };
  } catch (error) {
    if (error instanceof WrongCall) return { step: null, text: error.message, isFound: false };
    throw error;
  }
}

function taking(dataset: Dataset, plans: readonly (readonly Step[])[], step: Step): Taken {
  const plan = planOf(step);
  const results = resultsOf(dataset, plan);
  if (tellsOfFew(dataset, plans, step)) return { ...withoutCounts(results), step: null };
  const reply = replyOf(dataset, plan, results)
    .split("\n")
    .filter((line) => !line.startsWith("You can ask"));
  return { step, text: joined(reply), isFound: results.every((one) => one.do !== "nothing" || one.range !== null) };
}

/** Alternatives each alone, and two groups by their column. */
function simplerThan(step: Step): Step | null {
  if (step.do === "compare") {
    const [by = null, ...others] = step.sides.map(columnOf);
    return by !== null && others.every((one) => one === by) ? { do: "breakdown", of: step.on, by, least: false } : null;
  }
  if (!("of" in step) || step.of?.is !== "or") return null;
  return { do: "rank", items: step.of.of, among: "among" in step ? step.among : null, least: false };
}

const planOf = (step: Step): AnswerPlan => ({
  version: PLAN_VERSION,
  steps: [step],
  refusals: [],
  notUnderstood: [],
});

/** Quotes tell of no other result. */
function withoutCounts(results: readonly Result[]): Omit<Taken, "step"> {
  const quotes = results.flatMap((one) => (one.do === "quotes" || one.do === "describe" ? one.quotes : []));
  return quotes.length === 0
    ? { text: `${TOO_NEAR} ${USE_EARLIER}`, isFound: false }
    : { text: joined([TOO_NEAR, "", "In their words:", "", ...quotes.map(quoted)]), isFound: true };
}
