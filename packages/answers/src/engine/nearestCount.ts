import { isTopical, stemOf, words } from "../dataset/words";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "../plan/lexicon";
import { SAYS_WHAT } from "../plan/plan";
import { planOf } from "../plan/planner";
import type { Dataset } from "./dataset";
import { Evidences } from "./evidence";
import { escapeMarkdown, number, recordsCalled } from "./wording";

/** The question that counts a topic by its name: a value by its column, else what is mentioned. */
export function questionFor({ columns }: Dataset, topic: string): string {
  const column = columns.find(({ name, values }) => SAYS_WHAT.test(name) && values.includes(topic));
  return column ? `How many come under ${column.name} ${topic}?` : `How many mention ${topic}?`;
}

const contentStems = (text: string): string[] =>
  words(text)
    .filter((word) => isTopical(word) && ![FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS].some((some) => some.has(word)))
    .map(stemOf);

/** A word in a larger share of the records says too little about what is near it. */
const MAX_SHARED = 0.1;
/**
 * "Nearest to it: **first house**, 6 of 777 goals.": the first of some topics that shares a word with what was asked, as
 * a question about it is answered. Words that were `told` alone are not told twice.
 */
export function nearestCount(
  dataset: Dataset,
  asked: string,
  near: readonly string[],
  told: readonly string[],
): { name: string; line: string } | null {
  const own = contentStems(asked).filter((stem) => (dataset.known.countOf(stem) ?? 0) <= MAX_SHARED * dataset.size);
  const known = new Set(told.map(stemOf));
  const { many } = recordsCalled(dataset.kind);
  for (const name of near) {
    const stems = contentStems(name);
    if (stems.every((stem) => known.has(stem))) continue;
    if (!own.some((stem) => stems.includes(stem))) continue;
    const content = questionFor(dataset, name);
    const plan = planOf([{ role: "user", content }], dataset.known, dataset.aliases);
    if (plan.refusals.length + plan.notUnderstood.length > 0) continue;
    const [step] = plan.steps;
    if ((step?.do !== "count" && step?.do !== "share") || step.of === null) continue;
    const { count, gaps, leftOut } = new Evidences(dataset, plan.steps).of(step.of, step.among);
    if (count === null || gaps.length + leftOut.length > 0) continue;
    const line = `Nearest to it: **${escapeMarkdown(name)}**, ${number(count)} of ${number(dataset.size)} ${many}.`;
    return { name, line };
  }
  return null;
}
