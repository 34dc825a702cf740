import { stemOf } from "../dataset/words";
import { formsOf } from "./forms";
import { valueIndex } from "./valueIndex";
import { nameKey } from "./valueWords";
import {
  both,
  columnOf,
  leavesOf,
  partsOf,
  predicatesOf,
  type AnswerPlan,
  type Known,
  type Predicate,
  type Step,
} from "./plan";

/** What is done with what a value names, and how it is called more closely: "learn a foreign language". */
export const LOOSE = new Set("learn study foreign improve new about stay".split(" ").map(stemOf));

type Found = { column: string; value: string } | null;

/** The one value of a column that a text names, or a part of it does: "money" for Finance, "AI" for "AI skills". */
export function valueNamed(texts: readonly string[], { columns }: Pick<Known, "columns">): Found {
  const index = valueIndex(columns);
  const keys = texts.map(nameKey);
  const forms = keys.flatMap((key) => (key.includes(" ") ? [] : formsOf(key)));
  return only([...keys, ...forms].flatMap((key) => index.named(key)));
}

/** The one value of a column that what a text names comes under: "trip" for Travel. */
export const valueAround = (text: string, { columns }: Pick<Known, "columns">): Found =>
  only([...valueIndex(columns).around(nameKey(text))]);

const only = (found: readonly NonNullable<Found>[]): Found => (new Set(found).size === 1 ? found[0]! : null);

/**
 * A topic as the value of a column that is called so, or several that are names of the same; null where none is. One of
 * `several` may name a part of it: "learn a language" alone is narrower than "Travel & Languages", beside "travel" it isn't.
 */
function asValue(predicate: Predicate | null, known: Known, several = false): Predicate | null {
  if (predicate === null) return null;
  if (predicate.is === "or") {
    const values = predicate.of.map((one) => asValue(one, known, true));
    return values.every((one) => one !== null && valueOf(one) === valueOf(values[0]!)) ? values[0]! : null;
  }
  if (predicate.is === "and") {
    // What is left out is told from the rest by its words.
    if (partsOf(predicate, ["not"]).some((one) => columnOf(one) === null)) return null;
    const of = predicate.of.map((one) => asValue(one, known) ?? one);
    const found = of.filter((one, i) => one !== predicate.of[i]);
    const [first] = found;
    if (!first || found.some((one) => valueOf(one) !== valueOf(first))) return null;
    const value = valueOf(first);
    return both(
      ...of.filter((one, i) => valueOf(one) !== value || of.findIndex((other) => valueOf(other) === value) === i),
    );
  }
  if (predicate.is !== "topic") return null;
  const done = valueNamed([withoutDoing(predicate.text)], known);
  const isPart = done !== null && /[/&,]|\band\b/i.test(done.value);
  const value = valueNamed([predicate.text, predicate.words], known) ?? (isPart && !several ? null : done);
  return value && { is: "value", ...value, label: value.value, isOfPeople: false, words: predicate.words };
}

/** "Learning to work with AI" is called as "AI" is. */
const withoutDoing = (text: string): string =>
  text
    .split(" ")
    .filter((word) => !/^(?:learn|work|using|use|know|understand)/.test(word))
    .join(" ");

const valueOf = (predicate: Predicate): string | null =>
  predicate.is === "value" ? JSON.stringify([predicate.column, predicate.value]) : null;

/** Where a column tells what a step counts by words, the step by the column comes first, or in its place. */
export function columnsFirst(plan: AnswerPlan, known: Known): Step[] {
  const steps = plan.steps.map((step): Step[] => {
    const sides = splitByValues(step, known) ?? listedValues(step, known);
    if (sides) return sides;
    const byColumn = asColumn(step, known);
    if (!byColumn) return [step];
    return isMerged(step, byColumn) || areRare(step, known) ? [byColumn] : [byColumn, step];
  });
  if (steps.every(({ length }) => length === 1)) return steps.flat();
  const places = steps.map((_, i) => steps.slice(0, i).flat().length);
  return steps.flat().map((step) => renumbered(step, places));
}

/** "Friends and family" are the two halves of a value's name. */
function isNameOf(said: Predicate, found: readonly Predicate[]): boolean {
  const stems = (texts: readonly string[]): string[] => texts.flatMap((text) => nameKey(text).split(" ")).map(stemOf);
  const values = stems(found.flatMap((one) => partsOf(one, ["value"]).map(({ label }) => label)));
  return stems(partsOf(said, ["topic"]).map(({ text }) => text)).every((stem) => values.includes(stem));
}

/** True where several words stand for one value ("work and careers", "money stuff"): few texts hold them all. */
function isMerged(step: Step, byColumn: Step): boolean {
  // No value is set beside words.
  if (step.do === "rank") return step.items.some(({ is }) => is === "value");
  if (step.do === "compare" && isMixed(step.sides)) return byColumn.do === "compare" && !isMixed(byColumn.sides);
  const [said, found] = [step, byColumn].map((one) => predicatesOf(one));
  if (said!.some((one) => one.is === "or" && !isNameOf(one, found!))) return false;
  const leaves = said!.flatMap(leavesOf);
  const isPhrase = (one: Predicate): boolean => one.is === "topic" && one.text.includes(" ");
  return (
    leaves.length > found!.flatMap(leavesOf).length ||
    (leaves.some(isPhrase) && !found!.flatMap(leavesOf).some(isPhrase))
  );
}

/** Of so few records, what they say in these words adds nothing to what a column tells of all that mean it. */
const MAX_RARE = 0.005;

/** "Jokes", which next to no joke is called: the column alone tells it. */
const areRare = (step: Step, known: Known): boolean =>
  partsOf({ is: "and", of: predicatesOf(step) }, ["topic"]).every(({ text }) =>
    text.split(" ").every((word) => formsOf(word).every((stem) => (known.countOf(stem) ?? 0) < MAX_RARE * known.size)),
  );

/** A step whose predicates point at steps by their new places. */
function renumbered(step: Step, places: readonly number[]): Step {
  const moved = (_: string, value: unknown): unknown =>
    isPointer(value) ? { ...value, step: places[value.step] ?? value.step } : value;
  return JSON.parse(JSON.stringify(step, moved)) as Step;
}
const isPointer = (value: unknown): value is { is: "step"; step: number } =>
  typeof value === "object" && value !== null && (value as { is?: unknown }).is === "step";

const isMixed = (sides: readonly Predicate[]): boolean =>
  sides.some(({ is }) => is === "value") && sides.some(({ is }) => is === "topic");

/** "Health goals with career goals", of which a column's value names one: each as a value of its own; null where one isn't. */
function sidesAsValues(sides: readonly Predicate[], known: Known): Predicate[] | null {
  if (!isMixed(sides)) return null;
  const values = sides.map((side) => (side.is === "value" ? side : asValue(side, known, true)));
  const columns = new Set(values.map((value) => value && columnOf(value)));
  return columns.size === 1 && new Set(values.map((value) => value && valueOf(value))).size === sides.length
    ? values.flatMap((value) => value ?? [])
    : null;
}

/** Several values of a column split by another, each by itself. */
function splitByValues(step: Step, known: Known): Step[] | null {
  if (step.do !== "breakdown" || !step.each || step.of?.is !== "or") return null;
  const { by, least } = step;
  return sidesAsValues(step.of.of, known)?.map((of): Step => ({ do: "breakdown", of, by, least })) ?? null;
}

/** "Rank these categories: finance, career, time management", of which one was not read as a category. */
function listedValues(step: Step, known: Known): Step[] | null {
  if (step.do !== "breakdown" || step.of?.is !== "and") return null;
  const { by } = step;
  const listed = step.of.of.flatMap((one) => (one.is === "or" ? one.of : [one]));
  const values = listed.map((one) =>
    one.is === "value" ? one : (asValue(one, known) ?? valueHolding(one, by, known)),
  );
  const areOfColumn = listed.length > 2 && values.every((one) => one?.is === "value" && one.column === by);
  return areOfColumn ? [{ ...step, of: { is: "or", of: values.flatMap((one) => one ?? []) } }] : null;
}

/** "Management", of "time management", for the one value that holds the word: "Time Management/Organization". */
function valueHolding(one: Predicate, column: string, { columns }: Pick<Known, "columns">): Predicate | null {
  if (one.is !== "topic") return null;
  const stems = one.text.split(" ").map(stemOf);
  const { values = [] } = columns.find(({ name }) => name === column) ?? {};
  const [value, ...others] = values.filter((name) => {
    const own = name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map(stemOf);
    return stems.every((stem) => own.includes(stem));
  });
  return value !== undefined && others.length === 0
    ? { is: "value", column, value, label: value, isOfPeople: false, words: one.words }
    : null;
}

function asColumn(step: Step, known: Known): Step | null {
  if (step.do === "rank") {
    const items = step.items.flatMap((item) => asValue(item, known) ?? (item.is === "value" ? item : []));
    if (items.every((item, i) => item === step.items[i])) return null;
    if (items.length < step.items.length) return null;
    const values = items.flatMap((item) => partsOf(item, ["value"]));
    if (new Set(values.map(({ column }) => column)).size !== 1) return null;
    // "Mates, relatives and loved ones" are one value by three names.
    const isOne = items.length > 2 && new Set(values.map(({ value }) => value)).size === 1;
    if (isOne) return { do: "count", of: items[0]!, among: step.among };
    // "More about friends than about family" asks for a difference that the column doesn't make.
    return new Set(values.map(({ value }) => value)).size < items.length ? null : { ...step, items };
  }
  if (step.do === "trend") return null;
  if (step.do === "compare") {
    const sides = sidesAsValues(step.sides, known);
    if (sides) return { ...step, sides };
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
