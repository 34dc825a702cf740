import type { Before } from "./follow";
import { columnOf, type Predicate, type Step } from "./plan";

/** What an earlier question was about, and among whom. */
export interface Spoken {
  of: Predicate;
  among: Predicate | null;
}

/** All that was spoken of, the latest last; what is told by a column and again by words counts once. */
export function spokenIn(history: readonly Before[]): Spoken[] {
  const all = history.flatMap(({ steps }) => steps.flatMap(spokenOf));
  return all.filter(({ of }, i) => !all.slice(0, i).some((one) => namesOf(one.of).join() === namesOf(of).join()));
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
const namesOf = (predicate: Predicate): string[] =>
  JSON.stringify(predicate)
    .match(/"words":"[^"]*"/g)
    ?.sort() ?? [];
export const areSameNames = (one: Predicate | null, other: Predicate | null): boolean =>
  one !== null && other !== null && namesOf(one).join() === namesOf(other).join();
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
