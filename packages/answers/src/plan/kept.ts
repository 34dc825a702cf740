import type { Body, Item } from "./body";
import type { Ask } from "./heads";
import { FUNCTION_WORDS, WEAK_WORDS } from "./lexicon";
import type { Parts } from "./steps";

/** "Start a business": a word that says little is no topic beside one that says more. */
export function withoutWeakTopics(body: Body): void {
  const isWeak = ({ predicate }: Item): boolean =>
    predicate.is === "topic" && predicate.text.split(" ").every((word) => WEAK_WORDS.has(word));
  if (body.items.some((item) => !isWeak(item) && (item.predicate.is !== "value" || !item.predicate.isOfPeople)))
    [body.items, body.refusals] = [
      body.items.filter((item) => !isWeak(item)),
      body.refusals.filter(
        ({ words }) =>
          !words
            .split(" ")
            .every((word) => WEAK_WORDS.has(word.toLowerCase()) || FUNCTION_WORDS.has(word.toLowerCase())),
      ),
    ];
}

/** True where so much of a clause is refused that what is left would answer another question. */
export function isRefused(body: Body, { topics }: Parts, asks: ReadonlyMap<Ask, unknown>): boolean {
  const { refusals, items } = body;
  if (refusals.length === 0 || (body.isListed && topics.length > 0)) return false;
  if (refusals.some(({ kind }) => kind !== "absent" && kind !== "common")) return true;
  const isList =
    asks.has("rank") ||
    asks.has("compare") ||
    topics.some(({ joint }) => joint !== "beside") ||
    topics.length + refusals.length > 2;
  const left = items.filter(({ isExcluded }) => !isExcluded && true);
  return (
    !(isList && topics.length > 0) &&
    !(items.some(({ isExcluded }) => isExcluded) === false && left.length > 0 && topics.length > 0 && isList)
  );
}
