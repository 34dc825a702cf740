import { MIN_GROUP_SIZE } from "../dataset/record";
import { both, type Predicate } from "../plan/plan";
import { boundOf } from "./bounds";
import type { Evidences } from "./evidence";
import type { Range } from "./lines";
import { publishableCount } from "./publishable";
import { isFew, isWithin, sizeOf, together, type Mask } from "./sets";

/** A range tells nothing where its ends are further apart. */
export const MAX_RANGE = 2;
/** With more combinations of alternatives, each part is looked at by itself: as many counts as these take half a second. */
const MAX_LOOKS = 60;

/**
 * Between which figures a count is that may not be said. It follows from figures alone that others may have, too: the
 * counts of its parts and what is said where these fit with fewer than five. So it tells nothing of a hidden count.
 */
export function rangeOf(size: number, evidences: Evidences, predicate: Predicate): Range {
  const found = evidences.of(predicate);
  if (found.count !== null) return { low: found.count, high: found.count };
  const of = (...predicates: (Predicate | null)[]): Range => {
    const asked = both(...predicates);
    return asked === null ? { low: size, high: size } : rangeOf(size, evidences, asked);
  };
  const flat = both(predicate)!;
  switch (flat.is) {
    case "or":
      return eitherOf(flat.of, null);
    case "and": {
      const inWords = looksOf(flat) > MAX_LOOKS ? null : withNamedWords(evidences, flat);
      const [whole, each] = [allOf(flat), inWords && rangeOf(size, evidences, inWords)];
      return each ? { low: Math.max(whole.low, each.low), high: Math.min(whole.high, each.high) } : whole;
    }
    case "not": {
      const { low, high } = of(flat.of);
      return { low: size - high, high: size - low };
    }
    case "topic":
    case "mentions":
      return wordsRange(size, evidences, flat) ?? whole(found.mask);
    default:
      return { low: 0, high: size };
  }

  function whole(mask: Mask): Range {
    return size >= 3 * MIN_GROUP_SIZE && sizeOf(mask) < MIN_GROUP_SIZE
      ? { low: 0, high: MIN_GROUP_SIZE - 1 }
      : { low: 0, high: size };
  }

  function allOf(flat: Extract<Predicate, { is: "and" }>): Range {
    const isWide = looksOf(flat) > MAX_LOOKS;
    const alternatives = isWide ? undefined : flat.of.find(({ is }) => is === "or");
    const without = (one: Predicate): Predicate | null => both(...flat.of.filter((other) => other !== one));
    if (alternatives?.is === "or") return eitherOf(alternatives.of, without(alternatives));
    const denied = isWide ? undefined : flat.of.find(({ is }) => is === "not");
    if (denied?.is === "not") {
      const [rest, both_] = [of(without(denied)), of(without(denied), denied.of)];
      return { low: Math.max(0, rest.low - both_.high), high: Math.max(0, rest.high - both_.low) };
    }
    const each = flat.of.map((one) => of(one));
    const bound = boundOf(size, evidences, found);
    const low = each.reduce((sum, one) => sum + one.low, 0) - (each.length - 1) * size;
    const high = Math.min(...each.map((one) => one.high));
    return {
      low: Math.max(0, low, bound?.side === "nearlyAll" ? bound.around - MIN_GROUP_SIZE + 1 : 0),
      high: bound?.side === "few" ? Math.min(high, MIN_GROUP_SIZE - 1) : high,
    };
  }

  function eitherOf(alternatives: readonly Predicate[], within: Predicate | null): Range {
    const each = alternatives.map((one) => of(one, within));
    const sum = (side: keyof Range): number => each.reduce((all, one) => all + one[side], 0);
    const [low, high] = [Math.max(...each.map((one) => one.low)), Math.min(of(within).high, sum("high"))];
    // Of more than two, some may be in all.
    if (each.length !== 2) return { low, high };
    const shared = of(...alternatives, within);
    return { low: Math.max(low, sum("low") - shared.high), high: Math.min(high, sum("high") - shared.low) };
  }
}

/** The same with a topic as the words that it is counted by, each of which can be asked for by itself; null where none is. */
function withNamedWords(evidences: Evidences, { of }: Extract<Predicate, { is: "and" }>): Predicate | null {
  for (const part of of) {
    const words = part.is === "topic" ? asWords(evidences, part) : null;
    if (words) return both(...of.map((one) => (one === part ? words : one)));
  }
  return null;
}

function asWords(evidences: Evidences, topic: Extract<Predicate, { is: "topic" }>): Predicate | null {
  const { variants, all } = evidences.phrase(topic);
  if (variants.length === 0 || evidences.widerThan(topic)) return null;
  const named = variants.flatMap(({ words }) => words.split(" or "));
  const of = [topic.text, ...named].map((text) => ({ is: "mentions" as const, text, words: text }));
  const found = together(of.map((one) => evidences.phrase(one).all));
  return found.every((is, i) => is === all[i]) ? { is: "or", of } : null;
}

/** How many combinations of alternatives a predicate has; each "not" is looked at with what it denies and without it. */
function looksOf(predicate: Predicate): number {
  if (predicate.is === "or") return predicate.of.reduce((sum, one) => sum + looksOf(one), 0);
  if (predicate.is === "and") return predicate.of.reduce((product, one) => product * looksOf(one), 1);
  return predicate.is === "not" ? 1 + looksOf(predicate.of) : 1;
}

/**
 * Between which figures the count of a phrase is that is withheld because one to four say one of its words without the
 * rest: as many as say that word, or up to four fewer. Null where any of these is fewer than five, or where another of
 * its words is said nearly as seldom: the two counts together would tell more.
 */
export function wordsRange(
  size: number,
  evidences: Evidences,
  phrase: Extract<Predicate, { is: "topic" | "mentions" }>,
): Range | null {
  const [condition, ...others] = evidences.said(phrase).conditions;
  if (!condition || others.length > 0 || !("mask" in condition)) return null;
  const { mask, larger, ...rest } = condition;
  const count = publishableCount(size, [{ mask, ...rest }]);
  const left = (larger?.() ?? []).flatMap((one) => (isWithin(mask, one) ? sizeOf(one) - sizeOf(mask) || [] : []));
  const few = left.find(isFew);
  if (count === null || few === undefined || !left.every((one) => one === few || one >= few + MIN_GROUP_SIZE))
    return null;
  const [low, high] = [count + few - MIN_GROUP_SIZE + 1, count + few];
  return low >= MIN_GROUP_SIZE ? { low, high } : null;
}
