import { PLAN_VERSION, type Step } from "../plan/plan";
import type { Dataset } from "./dataset";
import { resultsOf } from "./run";

/** What a step lists, by name and in the order of the reply, what may not be told last; empty for one that lists nothing. */
export function inOrder(dataset: Dataset, step: Step): readonly string[] {
  const [result] = resultsOf(dataset, { version: PLAN_VERSION, steps: [step], refusals: [], notUnderstood: [] });
  const lines =
    result?.do === "top"
      ? (result.columns[0]?.lines ?? result.subjects)
      : result?.do === "rank" || result?.do === "breakdown"
        ? result.lines
        : [];
  return lines.map(({ label }) => label.replace(/[“”\\]/g, ""));
}
