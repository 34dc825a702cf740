import { stemOf, words } from "../dataset/words";
import { formsOf } from "./forms";
import { valueIndex } from "./valueIndex";
import { columnOf, partsOf, type AnswerPlan, type Known, type Predicate, type Step } from "./plan";

/** What people call by another word than the columns of much data do. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  money: "finance",
  finances: "finance",
  financial: "finance",
  job: "career",
  profession: "career",
  relationship: "relationships",
  love: "relationships",
  charity: "philanthropic",
  volunteering: "philanthropic",
  jokes: "humor",
  humour: "humor",
  healthy: "health",
  schooling: "education",
  hobbies: "leisure",
};
/** What such a column has under a wider name, where no text uses the word itself. */
const WIDER: Readonly<Record<string, string>> = {
  trip: "travel",
  holiday: "travel",
  vacation: "travel",
  journey: "travel",
  abroad: "travel",
  company: "business",
  startup: "business",
  firm: "business",
  income: "finance",
  savings: "finance",
  debt: "finance",
  children: "family",
  marriage: "family",
  promotion: "career",
  employment: "career",
};
export const widerStem = (stem: string): string => WIDER_STEMS.get(stem) ?? stem;
const WIDER_STEMS = new Map(Object.entries(WIDER).map(([word, other]) => [stemOf(word), stemOf(other)]));
const SYNONYMS = new Map(Object.entries(OTHER_WORDS).map(([word, other]) => [stemOf(word), stemOf(other)]));
/** What is done with what a value names, and how it is called more closely: "learn a foreign language". */
export const LOOSE = new Set("learn study foreign improve new about".split(" ").map(stemOf));

/** The one value of a column that some stems name, or a part of it does: "money" for Finance, "AI" for "AI skills". */
export function valueNamed(
  stems: readonly string[],
  { columns }: Pick<Known, "columns">,
): { column: string; value: string } | null {
  const index = valueIndex(columns);
  const forms = stems.length === 1 ? formsOf(stems[0]!) : [];
  const also = [stems.map((stem) => SYNONYMS.get(stem) ?? stem), ...forms.map((form) => [form])];
  const found = new Set([stems, ...also].flatMap((some) => index.named(some)));
  return found.size === 1 ? [...found][0]! : null;
}

/** A topic as the value of a column that is called so; null for one that none is. */
function asValue(predicate: Predicate | null, known: Known): Predicate | null {
  if (predicate === null) return null;
  if (predicate.is === "and") {
    // What is left out is told from the rest by its words.
    if (partsOf(predicate, ["not"]).some((one) => columnOf(one) === null)) return null;
    const of = predicate.of.map((one) => asValue(one, known) ?? one);
    return of.filter((one, i) => one !== predicate.of[i]).length === 1 ? { is: "and", of } : null;
  }
  if (predicate.is !== "topic") return null;
  const found = valueNamed(words(predicate.text).map(stemOf), known);
  return found && { is: "value", ...found, label: found.value, isOfPeople: false, words: predicate.words };
}

/** Where a column tells what a step counts by words, the step by the column comes first. */
export function columnsFirst(plan: AnswerPlan, known: Known): Step[] {
  const points = plan.steps.some((step) => JSON.stringify(step).includes('{"is":"step"'));
  if (points) return plan.steps;
  return plan.steps.flatMap((step) => {
    const byColumn = asColumn(step, known);
    return byColumn ? [byColumn, step] : [step];
  });
}

function asColumn(step: Step, known: Known): Step | null {
  if (step.do === "rank") {
    const items = step.items.map((item) => asValue(item, known));
    const values = items.flatMap((item) => partsOf(item, ["value"]));
    const columns = new Set(values.map(({ column }) => column));
    if (new Set(values.map(({ value }) => value)).size < step.items.length) return null;
    return columns.size === 1 && items.every((item) => item !== null)
      ? { ...step, items: items.flatMap((one) => one ?? []) }
      : null;
  }
  if (step.do === "trend") return null;
  if (step.do === "compare") {
    const on = asValue(step.on, known);
    return on && { ...step, on };
  }
  const of = asValue(step.of, known);
  const among = "among" in step ? step.among : null;
  const named = partsOf(of, ["value"]).map(({ column }) => column);
  const others = [...partsOf(step.of, ["value"]), ...partsOf(among, ["value"])].map(({ column }) => column);
  if (of === null || new Set(named).size < named.length || others.some((one) => named.at(-1) === one)) return null;
  return step.do === "breakdown" && named.includes(step.by) ? null : { ...step, of };
}
