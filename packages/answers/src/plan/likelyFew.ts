import { words } from "../dataset/words";
import { formsOf } from "./forms";
import { predicatesOf, type Known, type Predicate, type Step } from "./plan";

/** A word that fewer records use is seldom told of once something else is asked of the same records. */
const FEW_USE = 15;

/** The words and groups that a record must have all of; null where alternatives leave that open. */
function demandsOf(predicate: Predicate | null): { texts: string[]; groups: number } | null {
  if (predicate === null) return { texts: [], groups: 0 };
  switch (predicate.is) {
    case "topic":
    case "mentions":
      return { texts: words(predicate.text), groups: 0 };
    case "value":
    case "not":
      return { texts: [], groups: 1 };
    case "and": {
      const each = predicate.of.map(demandsOf);
      return each.includes(null)
        ? null
        : { texts: each.flatMap((one) => one!.texts), groups: each.reduce((sum, one) => sum + one!.groups, 0) };
    }
    case "or":
      return predicate.of.every(({ is }) => is === "value") ? { texts: [], groups: 1 } : null;
    case "step":
      return null;
  }
}

/** What a step asks of the same records, each by itself. */
function joinedIn(step: Step): Predicate[] {
  const and = (...of: (Predicate | null)[]): Predicate => ({ is: "and", of: of.flatMap((one) => one ?? []) });
  if (step.do === "compare") return step.sides.map((side) => and(side, step.on));
  if (step.do === "rank") return step.items.map((item) => and(item, step.among));
  return [and(...predicatesOf(step))];
}

/**
 * Words of a plan that so few records use that the figure for all that is asked of them is probably withheld. Only the
 * vocabulary tells it: no record is looked at, and how many records use a word is no part of a free quote.
 */
export function likelyFew(steps: readonly Step[], known: Pick<Known, "countOf">): string[] {
  const used = (word: string): number => formsOf(word).reduce((sum, stem) => sum + (known.countOf(stem) ?? 0), 0);
  const rare = steps.flatMap((step) =>
    joinedIn(step).flatMap((predicate) => {
      const demands = demandsOf(predicate);
      const isSplit = step.do === "breakdown";
      if (!demands || demands.texts.length + demands.groups + (isSplit ? 1 : 0) < 2) return [];
      return demands.texts.filter((word) => used(word) > 0 && used(word) < FEW_USE);
    }),
  );
  return [...new Set(rare)];
}
