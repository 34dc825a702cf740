import { groupNamed, sumOf } from "../dataset/equivalents";
import { MIN_GROUP_SIZE } from "../dataset/record";
import { dot, rowOfVectors, unit } from "../dataset/sparse";
import { stemOf } from "../dataset/words";
import { formsOf } from "../plan/forms";
import type { Dataset } from "./dataset";
import { isNegation, QUALITIES, TURNS, type Sought } from "./nearness";
import { indexesOf, neighboursOf } from "./neighbours";
import { publishableCount } from "./publishable";
import { countAmong, isFew, isWithin, recordsIn, sizeOf, together, without, type Condition, type Mask } from "./sets";
import { reducedIn, reducing } from "./reductions";
import type { Variant } from "./variants";
import { inOtherWays, isDenial, withOtherOutcome } from "./ways";
import { namesThing } from "./wayWords";

/** A phrase may lose a word that only qualifies the next ("new job") where the others are so near, and so many times as many at most. */
const UNQUALIFIED = { near: 0.6, times: 4 };

/** The records that say a phrase, in its own words and in others. */
export interface Said {
  mask: Mask;
  /** Those that hold its words anywhere. */
  holding: Mask;
  /** What says the same in other words. */
  variants: readonly Variant[];
  /** What does, too, but shares one to four records with the others, so that it is not counted with them. */
  beside: readonly Variant[];
  /** What can be asked of the wishes that are left out. */
  wishes: readonly Mask[];
}

/** What no record says. */
export function unsaid({ size }: Pick<Dataset, "size">): Said {
  const mask = new Uint8Array(size);
  return { mask, holding: mask, variants: [], beside: [], wishes: [] };
}

/** A longer phrase is one sentence; it is counted as it is said. */
const MAX_WORDS = 6;
/** Words that a thesaurus calls the same are used so alike, at least, where the data uses them in that sense. */
const MIN_SAME = 0.15;

/** Words that say how something is, of anything: to share one of these tells nothing. */
const GRADES = /^(?:new|old|good|better|best|bad|worse|worst|more|most|first|last|wrong|different)$/;

/** The records that mean a topic, and how those say it who don't say it in words that are named. */
export type Meant = Extract<Condition, { mask: Mask }> & { how: How };
/** With other words for "less"; with these words alone; or in words that lie near. */
export type How = { is: "less" } | { is: "without"; words: string } | { is: "near" };
type Holding = (wanted: readonly (readonly number[])[]) => Mask;

/**
 * The records that mean a phrase, in its own words or not: those that say it in other words, that say the same of less or
 * none of it, that say it without what only qualifies it, or that lie among all these. Null where that adds too few, or
 * where its size would tell of one to four people.
 */
export function widerOf(dataset: Dataset, phrase: readonly Sought[], said: Said, holding: Holding): Meant | null {
  const isName = phrase.length === 1 && namesThing(phrase[0]!.word);
  if ((phrase.length < 2 && !isName) || phrase.length > MAX_WORDS) return null;
  const asked = [said.mask, ...[...said.variants, ...said.beside].map((one) => one.mask)];
  const named = together(asked);
  const less = lessOf(dataset, phrase, holding);
  const each = phrase.map(({ ids }) => holding([ids]));
  const shareable = each.filter((_, i) => !GRADES.test(phrase[i]!.word));
  const turns = phrase.some(({ word }) => TURNS.has(word) || isNegation(word)) || isDenial(phrase);
  const bare = less ? null : unqualified(dataset, phrase, named, holding);
  const plain = together([named, less ?? bare?.mask ?? named]);
  const start = withMore(plain, inOtherWays(dataset, phrase, named) ?? named);
  const found = less || turns || isName ? start : withMore(start, nearThese());
  // "Declined" lies near "reverted", and is none of it.
  function nearThese(): Mask {
    const near = neighboursOf(dataset, start, shareable);
    const other = withOtherOutcome(dataset, phrase);
    return other ? without(near, other) : near;
  }
  const canAskEach =
    publishableCount(
      dataset.size,
      each.map((one) => ({ mask: one })),
    ) !== null;
  const mask = canAskEach ? settled(found, named, said.holding) : found;
  const isSafe =
    asked.every((one) => !isFew(sizeOf(mask) - sizeOf(one))) &&
    each.every((one) => !isWithin(mask, one) || !isFew(sizeOf(one) - sizeOf(mask)));
  const how: How = less ? { is: "less" } : bare ? { is: "without", words: bare.words } : { is: "near" };
  // What fewer than five say is never told, so that nothing can be taken from the count.
  const told = setsOf(said).filter((one) => sizeOf(one) >= MIN_GROUP_SIZE && (canAskEach || one !== said.holding));
  const inGroups = canAskEach || sizeOf(said.holding) < MIN_GROUP_SIZE ? [] : [said.holding];
  const beside = said.beside.map((one) => one.mask);
  const meant = { mask, parts: [...told, mask], beside, inGroups, isMeant: true, how };
  const isMore = sizeOf(mask) - sizeOf(named) >= MIN_GROUP_SIZE;
  return isMore && isSafe && publishableCount(dataset.size, [meant]) !== null ? meant : null;
}

/** A set with another one, unless that adds so few that the two counts would tell of them: this would be withheld. */
function withMore(mask: Mask, more: Mask): Mask {
  const both = together([mask, more]);
  return isFew(sizeOf(both) - sizeOf(mask)) ? mask : both;
}

/** Of those who hold the words apart, so few as could be told are counted, or left out, with the others. */
function settled(found: Mask, named: Mask, holding: Mask): Mask {
  const apart = without(holding, named);
  const inside = countAmong(recordsIn(apart), found);
  const outside = sizeOf(apart) - inside;
  if (!isFew(inside) && !isFew(outside)) return found;
  return inside >= outside ? together([found, holding]) : without(found, apart);
}

/** The sets that a phrase is counted by; a question for each word alone tells how many hold them apart. */
export const setsOf = ({
  mask,
  holding,
  variants,
  wishes,
}: Pick<Said, "mask" | "holding" | "variants" | "wishes">): Mask[] => [
  mask,
  ...(holding === mask ? [] : [holding]),
  ...wishes,
  ...variants.flatMap(({ parts }) => parts),
];

/** Who says "less of it", "no more of it" or "stop it" in any words; null for a phrase that doesn't ask for less. */
function lessOf(dataset: Dataset, phrase: readonly Sought[], holding: Holding): Mask | null {
  const rest = reducedIn(phrase);
  if (!rest) return null;
  const group = groupNamed(rest.map(({ word }) => word));
  const inGroup = (word: string): boolean => group !== null && group.stems.includes(stemOf(word));
  const idsOf = (word: string): number[] => formsOf(word).flatMap((stem) => dataset.stemIds.get(stem) ?? []);
  const wanted = [
    ...rest
      .filter(({ word }) => !inGroup(word))
      .map(({ ids }) => [...ids, ...ids.flatMap((id) => sameAs(dataset, id))]),
    ...(group ? [[...group.members, group.stems.at(-1)!].flatMap(idsOf)] : []),
  ];
  const stems = new Set(wanted.flat().flatMap((id) => stemOf(dataset.vocabulary.surfaces[id]!)));
  return reducing(dataset, holding(wanted), stems);
}

/** What a word may be said with instead, without a look at what stands beside it. */
function sameAs({ equivalentsOf, vocabulary }: Dataset, id: number): number[] {
  const vector = unit(rowOfVectors(vocabulary.vectors, id));
  return (equivalentsOf.get(id) ?? []).flatMap(({ how, other, particle }) =>
    (how === "alike" || how === "near") &&
    particle === undefined &&
    dot(unit(rowOfVectors(vocabulary.vectors, other)), vector) >= MIN_SAME
      ? [other]
      : [],
  );
}

/** "New job" without "new", where those who say only "job" speak of the same. */
function unqualified(
  dataset: Dataset,
  phrase: readonly Sought[],
  said: Mask,
  holding: Holding,
): { words: string; mask: Mask } | null {
  const rest = phrase.filter(({ word }) => !QUALITIES.has(word));
  if (rest.length !== 1 || rest.length === phrase.length || sizeOf(said) < MIN_GROUP_SIZE) return null;
  const mask = holding(rest.map(({ ids }) => ids));
  const added = indexesOf(mask).filter((record) => !said[record]);
  if (added.length === 0 || sizeOf(mask) > UNQUALIFIED.times * sizeOf(said)) return null;
  const middle = (records: readonly number[]): Float32Array => unit(sumOf(dataset.recordVectors, records));
  return dot(middle(added), middle(indexesOf(said))) >= UNQUALIFIED.near ? { words: rest[0]!.word, mask } : null;
}
