import { partsOf, predicatesOf, type Predicate, type Step } from "../plan/plan";
import type { Result } from "./results";

/** Steps of these kinds say the same thing twice where both a column and words hold it. */
const KINDS: ReadonlySet<Step["do"]> = new Set(["quotes", "describe", "rank", "compare"]);

const textOf = (predicate: Predicate): string =>
  partsOf(predicate, ["topic", "mentions", "value"])
    .map(({ words }) => words)
    .join();
const saidIn = (step: Step): string => predicatesOf(step).map(textOf).join(";");
const values = (step: Step): number => predicatesOf(step).flatMap((one) => partsOf(one, ["value"])).length;

/** True where a step counts by words what the one before it counts by a column. */
const isByWords = (before: Step | undefined, step: Step): boolean =>
  before?.do === step.do && KINDS.has(step.do) && saidIn(before) === saidIn(step) && values(before) > values(step);

/** What a column says and what words say as one result, in which the column comes first. */
export function paired(steps: readonly Step[], results: readonly Result[]): Result[] {
  return results.flatMap((result, i) => {
    if (isByWords(steps[i - 1], steps[i]!) && results[i - 1]!.do === result.do) return [];
    const next = results[i + 1];
    const isLed = next && isByWords(steps[i], steps[i + 1]!) && next.do === result.do;
    return [isLed ? { ...result, byWords: next } : result];
  });
}
