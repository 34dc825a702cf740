import { groupNamed, sumOf } from "../dataset/equivalents";
import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Equivalent } from "../dataset/snapshot";
import { dot, unit } from "../dataset/sparse";
import { stemOf, words as wordsOf } from "../dataset/words";
import { formsOf } from "../plan/forms";
import type { Dataset } from "./dataset";
import { isNegation, QUALITIES, TURNS, type Sought } from "./nearness";
import { isWithin, recordsIn, sizeOf, thoseThat, together, type Mask } from "./sets";

/** Records that say a phrase with another word in the place of one of its own. */
export interface Variant {
  words: string;
  mask: Mask;
  /** What else can be asked of it: its parts, by themselves. */
  parts: Mask[];
  /** The members of a group, each by itself. */
  members?: Variant[];
}

/**
 * The middles of the records that hold a phrase and of those that hold its variant must be this close. On questions
 * with people's labels, such variants have the label of the phrase in 9 of 10 cases.
 */
const MIN_CLOSE: Readonly<Record<Equivalent["how"], number>> = {
  alike: 0.55,
  near: 0.6,
  same: 0.7,
  kin: 0.85,
};
/** So many words are tried in the place of one, those that are surest and most used first. */
const MAX_TRIED = 12;
const MAX_VARIANTS = 6;
const ORDER: readonly Equivalent["how"][] = ["alike", "near", "same", "kin"];
/** "Give it up": so many words after its verb a particle may stand. */
const PARTICLE_WITHIN = 3;

type Saying = (phrase: readonly Sought[]) => Mask;

/** What says the same as a phrase in other words, where the records confirm it; `said` are those that hold the phrase. */
export function variantsOf(dataset: Dataset, phrase: readonly Sought[], said: Mask, saying: Saying): Variant[] {
  // Where too few say it, nothing can confirm another word: only what says the same of anything stands for it.
  const isConfirmed = sizeOf(said) >= MIN_GROUP_SIZE;
  let middle: Float32Array | null = null;
  const found: Variant[] = [];
  phrase.forEach(({ word, ids }, place) => {
    if (TURNS.has(word) || QUALITIES.has(word) || isNegation(word)) return;
    for (const equivalent of triedFor(dataset, ids, phrase.length === 1 || !isConfirmed)) {
      if (phrase.some((one) => one.ids.includes(equivalent.other))) continue;
      const variant = withWord(dataset, phrase, place, equivalent, saying);
      const added = recordsOutside(variant.mask, said);
      if (added.length === 0 || sizeOf(variant.mask) < MIN_GROUP_SIZE) continue;
      if (phrase.length > 1 && isConfirmed) {
        middle ??= unit(sumOf(dataset.recordVectors, recordsIn(said)));
        const close = dot(unit(sumOf(dataset.recordVectors, added)), middle);
        if (close < MIN_CLOSE[equivalent.how]) continue;
      }
      found.push(variant);
    }
  });
  return found.sort((a, b) => sizeOf(b.mask) - sizeOf(a.mask)).slice(0, MAX_VARIANTS);
}

/** Members of the group that a phrase names, in its place: "less time on Facebook" for "less time on social media". */
export function membersOf({ stemIds }: Dataset, phrase: readonly Sought[], saying: Saying): Variant[] {
  const group = groupNamed(phrase.map(({ word }) => word));
  if (!group) return [];
  const rest = phrase.filter(({ word }) => !group.stems.includes(stemOf(word)));
  const found = group.members.flatMap((member) => {
    const id = stemIds.get(stemOf(member.toLowerCase()));
    if (id === undefined) return [];
    const mask = saying([...rest, { word: member, ids: [id] }]);
    return sizeOf(mask) < MIN_GROUP_SIZE ? [] : [{ member, mask }];
  });
  if (found.length === 0) return [];
  const parts = found.map(({ mask }) => mask);
  const mask = together(parts);
  const named = (members: readonly string[]): string =>
    [...rest.map(({ word }) => word), members.join(" or ")].join(" ");
  const members = found.map((one) => ({ words: named([one.member]), mask: one.mask, parts: [one.mask] }));
  return [{ words: named(found.map(({ member }) => member)), mask, parts, members }];
}

/** The variants that can be counted with a phrase, and those that can't: a group's members one by one where not all of them can. */
export function countable(
  variants: readonly Variant[],
  areApart: (counted: readonly Variant[]) => boolean,
): { variants: Variant[]; beside: Variant[] } {
  const counted: Variant[] = [];
  const beside: Variant[] = [];
  const add = (one: Variant): void => {
    if (counted.length > 0 && isWithin(one.mask, together(counted.map(({ mask }) => mask)))) return;
    if (areApart([...counted, one])) counted.push(one);
    else if (one.members && one.members.length > 1) one.members.forEach(add);
    else beside.push(one);
  };
  variants.forEach(add);
  return { variants: counted, beside };
}

function triedFor({ equivalentsOf, vocabulary }: Dataset, ids: readonly number[], isAlone: boolean): Equivalent[] {
  return ids
    .flatMap((id) => equivalentsOf.get(id) ?? [])
    .filter(({ how, other, particle }, i, all) => {
      const isFirst = all.findIndex((one) => one.other === other && one.particle === particle) === i;
      return isFirst && (!isAlone || how === "alike");
    })
    .sort(
      (a, b) =>
        ORDER.indexOf(a.how) - ORDER.indexOf(b.how) ||
        vocabulary.recordCounts[b.other]! - vocabulary.recordCounts[a.other]!,
    )
    .slice(0, MAX_TRIED);
}

function withWord(
  { vocabulary, stemIds, texts }: Dataset,
  phrase: readonly Sought[],
  place: number,
  { other, particle }: Equivalent,
  saying: Saying,
): Variant {
  const surface = vocabulary.surfaces[other]!;
  const ids = formsOf(surface).flatMap((stem) => stemIds.get(stem) ?? []);
  const all = phrase.map((one, i) => (i === place ? { word: surface, ids } : one));
  const words = all.map(({ word }, i) => (i === place && particle ? `${word} ${particle}` : word)).join(" ");
  const mask = saying(all);
  if (particle === undefined) return { words, mask, parts: [mask] };
  const stems = formsOf(surface);
  const says = (record: number): boolean => {
    const text = wordsOf(texts.at(record));
    return text.some(
      (word, at) => stems.includes(stemOf(word)) && text.slice(at + 1, at + 1 + PARTICLE_WITHIN).includes(particle),
    );
  };
  const own = new Uint8Array(mask.length);
  for (const record of recordsIn(mask)) if (says(record)) own[record] = 1;
  return { words, mask: own, parts: [own, mask] };
}

const recordsOutside = (mask: Mask, other: Mask): Uint32Array => thoseThat(recordsIn(mask), (i) => other[i] === 0);
