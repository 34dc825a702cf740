import { both, partsOf, type Predicate, type Step } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { named } from "./named";
import { rangeOf } from "./range";
import type { Line } from "./lines";
import type { Result } from "./results";
import { columnCells, columnGroups } from "./selection";

/** Further alternatives would make a table too wide to read. */
const MAX_PARTS = 6;
const MAX_GROUPS = 8;

type Splitting = Extract<Step, { do: "breakdown" | "compare" }>;
const isSplitting = (step: Step): step is Splitting => step.do === "breakdown" || step.do === "compare";

/** The alternatives that a step joins to one, and what holds of each of them. */
export function alternativesIn(step: Step): { parts: readonly Predicate[]; within: Predicate | null } | null {
  if (!isSplitting(step)) return null;
  const of = step.do === "breakdown" ? step.of : step.on;
  const all = of?.is === "and" ? of.of : of === null ? [] : [of];
  const either = all.filter((one) => one.is === "or" && one.label === undefined && isOfTopics(one));
  const [only] = either;
  return only?.is === "or" && either.length === 1 && only.of.length <= MAX_PARTS
    ? { parts: only.of, within: both(...all.filter((one) => one !== only)) }
    : null;
}

const isOfTopics = (either: Extract<Predicate, { is: "or" }>): boolean =>
  either.of.every((one) => partsOf(one, ["topic", "mentions"]).length > 0);

/**
 * Each of several alternatives in each group, where that is asked for, or where all of them together may not be told there.
 * Every figure is the one that a question for that alternative alone is told. Null where there is nothing to tell.
 */
export function splitOf(dataset: Dataset, evidences: Evidences, step: Step): Result | null {
  const alternatives = alternativesIn(step);
  if (!alternatives || !isSplitting(step)) return null;
  const { parts, within } = alternatives;
  const whole = evidences.of(step.do === "breakdown" ? step.of : step.on);
  if (!("each" in step) && isTold(dataset, evidences, step, whole)) return null;
  const found = parts.map((part) => ({ part, evidence: evidences.of(part, within) }));
  const groups = step.do === "breakdown" ? columnGroups(dataset, step.by) : null;
  const labels = groups ? groups.map(({ label }) => label) : (step as SidesOf).sides.map((side) => named(side));
  const cellsOf = (part: Predicate, evidence: Evidence): Line[] => {
    if (step.do === "compare")
      return step.sides.map((side, i) => ({
        label: labels[i]!,
        ...countedIn(evidences.of(both(part, within), side)),
        of: evidences.of(side).count,
      }));
    const cells = evidence.count === null || evidence.gaps.length > 0 ? [] : columnCells(dataset, evidence, step.by);
    return groups!.map(({ label, code, count }) => ({
      label,
      count: cells.find((cell) => cell.code === code)?.count ?? null,
      of: count,
    }));
  };
  const columns = found.map(({ part, evidence }) => ({
    label: named(part),
    ...countedIn(evidence),
    of: dataset.size,
    lines: cellsOf(part, evidence),
  }));
  const isSaid = (at: number): boolean => columns.some(({ lines }) => lines[at]!.count !== null);
  const kept = labels.map((_, at) => at).filter(isSaid);
  if (kept.length === 0) return null;
  const largest = (at: number): number => Math.max(...columns.map(({ lines }) => lines[at]!.count ?? 0));
  const shown = step.do === "compare" ? kept : kept.sort((a, b) => largest(b) - largest(a)).slice(0, MAX_GROUPS);
  return {
    do: "split",
    of: both(step.do === "breakdown" ? step.of : step.on),
    by: step.do === "breakdown" ? step.by : null,
    ...countedIn(whole),
    range: whole.count === null && whole.predicate ? rangeOf(dataset.size, evidences, whole.predicate) : null,
    columns: columns.map((column) => ({ ...column, lines: shown.map((at) => column.lines[at]!) })),
    silent: step.do === "compare" ? [] : labels.filter((_, at) => !isSaid(at)),
  };
}

type SidesOf = Extract<Step, { do: "compare" }>;
const countedIn = ({ count, gaps }: Evidence): { count: number | null } => ({
  count: gaps.length > 0 ? null : count,
});

/** True where all alternatives together may be told in the groups. */
function isTold(dataset: Dataset, evidences: Evidences, step: Splitting, whole: Evidence): boolean {
  if (step.do === "compare")
    return step.sides.every((side) => {
      const { count, gaps } = evidences.of(side, step.on);
      return count !== null && gaps.length === 0;
    });
  return whole.count !== null && whole.gaps.length === 0 && columnCells(dataset, whole, step.by).length > 0;
}
