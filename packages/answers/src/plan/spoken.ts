import type { Before } from "./follow";
import { both, columnOf, partsOf, saysWho, type Predicate, type Step } from "./plan";

/** What an earlier question was about, and among whom. */
export interface Spoken {
  of: Predicate;
  among: Predicate | null;
}

/** "Those four together" are among the last of these: a long conversation is not searched to its beginning. */
const MAX_QUESTIONS = 12;

/** What was spoken of, the latest last; what is told by a column and again by words counts once. */
export function spokenIn(history: readonly Before[]): Spoken[] {
  const all = history.slice(-MAX_QUESTIONS).flatMap(({ steps }) => steps.flatMap(spokenOf));
  const names = all.map(({ of }) => namesOf(of));
  return all.filter((_, i) => names.indexOf(names[i]!) === i);
}

export function spokenOf(step: Step): Spoken[] {
  if (step.do === "rank") return step.items.map((of) => ({ of, among: step.among }));
  if (step.do === "compare") return isOfTopics(step.sides) ? step.sides.map((of) => ({ of, among: step.on })) : [];
  const among = "among" in step ? step.among : null;
  // "Either of them" spoke of each.
  const alternatives = step.of?.is === "or" && step.of.label === undefined ? step.of.of : [step.of];
  return alternatives.flatMap((of) => (of === null ? [] : [{ of, among }]));
}

const isOfTopics = (sides: readonly Predicate[]): boolean => sides.every((side) => columnOf(side) === null);

/** The last of some sets among the same people; all of them as sets of everybody, where `all` of them are asked for and they differ. */
export function alikeSets(spoken: readonly Spoken[], all: boolean): { of: Predicate[]; among: Predicate | null } {
  const { among = null } = spoken.at(-1) ?? {};
  const from = spoken.findLastIndex((one) => !isSame(one.among, among)) + 1;
  if (from === 0 || !all) return { of: spoken.slice(from).map((one) => one.of), among };
  return { of: spoken.flatMap((one) => both(one.of, one.among) ?? []), among: null };
}

/** The words that name a predicate, each once, in one text. */
const namesOf = (predicate: Predicate): string =>
  [...new Set(partsOf(predicate, ["topic", "mentions", "value"]).map(({ words }) => words))].sort().join();
export const areSameNames = (one: Predicate | null, other: Predicate | null): boolean =>
  one !== null && other !== null && namesOf(one) === namesOf(other);
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a column tells, and words rank again, goes on from what the column tells: "family and friends: how many in Texas?" */
export function countLast(steps: Step[]): Step[] {
  const [count, rank, ...others] = steps;
  const isTwice =
    count?.do === "count" &&
    count.of !== null &&
    columnOf(count.of) !== null &&
    !saysWho(count.of) &&
    rank?.do === "rank";
  return isTwice && others.length === 0 ? [rank, count] : steps;
}
