import { MIN_GROUP_SIZE } from "../dataset/record";
import { isTopical } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { both, columnOf, partsOf, saysWho, type Predicate, type Step } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { claim, named } from "./named";
import { isNegation, TURNS } from "./nearness";
import { countAmong, recordsIn, sizeOf } from "./sets";
import type { Line } from "./lines";
import type { Result } from "./results";

/** The rarest word of a topic of several words, where clearly more records hold it alone. */
export function aloneLine(
  { stemIds, vocabulary }: Dataset,
  evidences: Evidences,
  topic: Extract<Predicate, { is: "topic" }>,
  found: Evidence,
  around: Evidence,
): Line | null {
  const rarity = (word: string): number =>
    formsOf(word).reduce((sum, stem) => sum + (vocabulary.recordCounts[stemIds.get(stem) ?? -1] ?? 0), 0);
  const said = topic.text.split(" ").filter((one) => isTopical(one) && !isNegation(one) && !TURNS.has(one));
  const word = [...said].sort((a, b) => rarity(a) - rarity(b))[0]!;
  if (said.length < 2) return null;
  const { count } = evidences.of({ ...topic, text: word, words: word }, around.predicate);
  return count !== null && count - found.count! >= Math.max(MIN_GROUP_SIZE, found.count! / 2)
    ? { label: word, count, of: around.count }
    : null;
}

/** Each of several alternatives or parts alone. */
export function partsAlone(evidences: Evidences, of: Predicate | null, around: Evidence): Line[] {
  if (of?.is !== "or" && of?.is !== "and") return [];
  const parts = of.of.filter(({ is }) => is !== "not" && (is !== "value" || of.is === "or"));
  if (parts.length < 2) return [];
  return parts.map((part) => ({
    label: named(part),
    count: evidences.of(part, around.predicate).count,
    of: around.count,
  }));
}

/** Alternatives of which some can't be counted are counted each alone. */
export function partsWith(evidences: Evidences, step: Step, around: Evidence): Result | null {
  if (!("of" in step) || step.of?.is !== "or") return null;
  const lines = partsAlone(evidences, step.of, around);
  return lines.some(({ count }) => count !== null)
    ? {
        do: "rank",
        among: around.predicate,
        base: around.count!,
        lines,
        least: false,
        gaps: evidences.of(step.of).gaps,
        alone: [],
        ofAll: [],
      }
    : null;
}

/**
 * What can be said where all conditions together leave too few: the counts with one of them left out, those first that keep
 * what people speak of, which is told by itself where none of these may be.
 */
export function widerLines(dataset: Dataset, evidences: Evidences, of: Predicate | null): Line[] {
  const isTold = (one: Predicate): boolean => {
    const { count, gaps, leftOut } = evidences.of(one);
    return count !== null && gaps.length === 0 && leftOut.length === 0;
  };
  const isOnTopic = (one: Predicate): boolean => partsOf(one, ["topic", "mentions"]).length > 0;
  const less = withOneLess(of).filter(isTold);
  const topic = less.some(isOnTopic) || of?.is !== "and" ? null : both(...of.of.filter((part) => !saysWho(part)));
  const all = topic && isTold(topic) ? [topic, ...less] : less;
  const line = (one: Predicate): Line => ({
    label: claim(one) || "are those of the question before",
    count: evidences.of(one).count,
    of: dataset.size,
  });
  const phrase = asPhrase(of);
  const told = phrase && isTold(phrase) ? [{ ...line(phrase), isPhrase: true as const }] : [];
  const byCount = (lines: readonly Line[]): Line[] => [...lines].sort((x, y) => x.count! - y.count!);
  return [
    ...told,
    ...byCount(all.filter(isOnTopic).map(line)),
    ...byCount(all.filter((one) => !isOnTopic(one)).map(line)),
  ];
}

/** Two topics of more words are not said as one phrase. */
const MAX_PHRASE = 4;
const MAX_EITHER = 3;

/** Two topics as one phrase: "pending" of "top-ups" as "pending top-ups", which a question for that tells. */
export function asPhrase(of: Predicate | null): Predicate | null {
  const [one, other, ...others] = of?.is === "and" ? (both(...of.of) as Extract<Predicate, { is: "and" }>).of : [];
  if (!one || !other || others.length > 0) return null;
  // "Fees or charges" of "withdrawals": those of either.
  const [either, each] = one.is === "or" ? [one, other] : [other, one];
  if (either.is !== "or") return joinedIn(one, other);
  const parts = either.of.map((part) => joinedIn(part, each));
  return parts.length <= MAX_EITHER && parts.every((part) => part !== null) ? { is: "or", of: parts } : null;
}

function joinedIn(one: Predicate, other: Predicate): Predicate | null {
  if (!("text" in one && "text" in other)) return null;
  const text = `${one.text} ${other.text}`;
  return text.split(" ").length > MAX_PHRASE ? null : { is: "topic", text, words: `${one.words} ${other.words}` };
}

/** Several conditions with each of them left out. */
export function withOneLess(of: Predicate | null): Predicate[] {
  if (of?.is !== "and") return [];
  const parts = both(...of.of.flatMap((one) => (one.is === "and" ? one.of : [one])));
  if (parts?.is !== "and") return [];
  const without =
    parts.of.length < 3 ? parts.of : parts.of.map((part) => both(...parts.of.filter((other) => other !== part))!);
  return without.filter(({ is }) => is !== "not");
}

/**
 * Of alternatives, those are counted that enough records hold; the others are named. `held`: those whose records are
 * mostly in the one that is told in place of all.
 */
export function withoutFew(evidences: Evidences, step: Step): { step: Step; few: string[]; held: string[] } {
  const each = ofEach(evidences, step) ?? asOnePhrase(evidences, step);
  if (each) return { step: each, few: [], held: [] };
  if (!("of" in step) || step.of?.is !== "or" || step.of.label !== undefined) return { step, few: [], held: [] };
  const isFew = (part: Predicate): boolean => {
    const { gaps } = evidences.of(part);
    return gaps.length > 0 && gaps.every(({ why }) => why === "notTogether");
  };
  const few = step.of.of.filter(isFew);
  const kept = step.of.of.filter((part) => !few.includes(part));
  const widest = few.length > 0 || kept.length === 0 ? null : widestOf(evidences, step.of);
  const held = kept.filter((part) => part !== widest).map(named);
  if (widest) return { step: { ...step, of: widest }, few: [], held };
  if (few.length === 0 || kept.length === 0) return { step, few: [], held: [] };
  const of: Predicate = kept.length === 1 ? kept[0]! : { is: "or", of: kept };
  return { step: { ...step, of }, few: few.map(named), held: [] };
}

/** "Of those, how many mention fees?" after several topics, where that may not be told of all together: of each of them. */
function ofEach(evidences: Evidences, step: Step): Step | null {
  if ((step.do !== "count" && step.do !== "share") || step.of === null || step.among?.is !== "or") return null;
  if (columnOf(step.among) !== null || evidences.of(step.of, step.among).count !== null) return null;
  const { of, among } = step;
  if (among.of.every((one) => evidences.of(one, of).count === null)) return null;
  return { do: "rank", items: among.of, among: of, least: false };
}

/** Quotes of two topics whose overlap may not be told: of the phrase that says both, as its count is told. */
function asOnePhrase(evidences: Evidences, step: Step): Step | null {
  if (step.do !== "quotes" || evidences.of(step.of).count !== null) return null;
  const phrase = asPhrase(step.of);
  const found = phrase && evidences.of(phrase);
  return found && found.count !== null && found.gaps.length + found.leftOut.length === 0
    ? { ...step, of: phrase }
    : null;
}

/** Of the records of each alternative, so many must be in the one that is told in place of all. */
const HELD = 0.75;

/** Where several together may not be told, the one of those counted by what they mean that holds most of the others. */
function widestOf(evidences: Evidences, all: Extract<Predicate, { is: "or" }>): Predicate | null {
  if (evidences.of(all).count !== null) return null;
  const each = all.of.map((part) => ({ part, evidence: evidences.of(part) }));
  const [widest] = each
    .filter(({ evidence }) => evidence.isWider && evidence.count !== null)
    .sort((a, b) => b.evidence.count! - a.evidence.count!);
  if (!widest) return null;
  const holds = ({ mask }: Evidence): boolean =>
    countAmong(recordsIn(mask), widest.evidence.mask) >= HELD * sizeOf(mask);
  return each.every(({ evidence }) => holds(evidence)) ? widest.part : null;
}
