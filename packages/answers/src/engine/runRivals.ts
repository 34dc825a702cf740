import { words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { both, partsOf, type Step } from "../plan/plan";
import { tellingWords, themeDifferences } from "./compare";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { named } from "./named";
import { nearestThemes } from "./nearest";
import type { Line, Result } from "./results";
import { widerLines } from "./runParts";

/** Several things by how many records hold each. */
export function ranked(dataset: Dataset, evidences: Evidences, step: Extract<Step, { do: "rank" }>): Result {
  const around = evidences.of(step.among);
  if (around.count === null)
    return {
      do: "nothing",
      asked: step.do,
      of: step.among,
      gaps: around.gaps,
      near: nearestThemes(dataset, null),
      wider: [],
    };
  const found = step.items.map((item) => ({ item, evidence: evidences.of(item, step.among) }));
  const lines = found.map(({ item, evidence }): Line => ({
    label: named(item),
    count: evidence.gaps.length > 0 ? null : evidence.count,
    of: around.count,
  }));
  lines.sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
  if (step.least) lines.reverse();
  return {
    do: "rank",
    among: step.among,
    base: around.count,
    lines,
    least: step.least,
    gaps: found.flatMap(({ evidence }) => evidence.gaps),
  };
}

/** Two or more sides, and where the two differ. */
export function compared(dataset: Dataset, evidences: Evidences, step: Extract<Step, { do: "compare" }>): Result {
  const onTopic = step.on !== null && partsOf(step.on, ["topic", "mentions", "value", "not", "or"]).length > 0;
  const sides = step.sides.map((side) => ({ side, whole: evidences.of(side), found: evidences.of(side, step.on) }));
  const known = sides.filter(({ found }) => found.count !== null);
  const gaps = sides.flatMap(({ found }) => found.gaps);
  if (known.length === 0)
    return {
      do: "nothing",
      asked: step.do,
      of: both({ is: "or", of: step.sides }, step.on),
      gaps,
      near: nearestThemes(dataset, step.on ?? step.sides[0]!),
      wider: step.on ? widerLines(dataset, evidences, { is: "and", of: [step.on, { is: "or", of: step.sides }] }) : [],
    };
  const [a, b] = known.map(({ found }) => found as Evidence & { count: number });
  const pair = known.length === 2 && a && b ? ([a, b] as const) : null;
  const own = new Set(
    partsOf(both(...step.sides, step.on), ["topic", "mentions"]).flatMap(({ text }) => words(text).flatMap(formsOf)),
  );
  return {
    do: "compare",
    on: step.on,
    sides: sides.map(({ side, whole, found }) => ({
      name: named(side),
      label: named(side),
      count: found.count,
      of: onTopic ? whole.count : dataset.size,
    })),
    themes: pair
      ? themeDifferences(dataset, ...pair).map(({ label, counts }) => ({
          label,
          lines: counts.map((count, i) => ({ label, count, of: pair[i as 0 | 1].count })),
        }))
      : [],
    words: pair
      ? pair.map((one, i) => ({
          name: named(known[i]!.side),
          words: tellingWords(dataset, one.mask, pair[(1 - i) as 0 | 1].mask, own),
        }))
      : [],
  };
}
