import { sumOf } from "../dataset/equivalents";
import { MIN_GROUP_SIZE } from "../dataset/record";
import { cosinesTo, dot, unit } from "../dataset/sparse";
import { WAYS } from "../plan/concepts";
import { formsOf } from "../plan/forms";
import type { Dataset } from "./dataset";
import { recordsHolding } from "./holding";
import { isNegation, sayingNear, TURNS, type Sought } from "./nearness";
import { maskOf, maskOfAll, meeting, recordsIn, sizeOf, thoseThat, without, type Mask } from "./sets";
import { isVaried } from "./neighbours";
import { readIn, recordsSaying } from "./wayRecords";
import { BY_STEM, CONCEPTS, type Way } from "./wayWords";

/**
 * The middle of those who say it in another way, of one word or of more, must be so near that of those who say it as asked;
 * and each of them so near. In varied data even those who mean the same lie far apart.
 */
const MIN_NEAR = {
  alike: { word: [0.5, 0.15], words: [0.4, 0.15], topicWords: [0.25, 0.1] },
  varied: { word: [0.3, 0], words: [0.05, 0], topicWords: [0.05, 0] },
} as const;
/** One of so few records lies where it may. */
const FEW = 5;

/** A part of a phrase: its own words, and the ways in which it can be said. */
interface Slot {
  own: readonly Sought[];
  ways: readonly Way[];
  /** True for what is named by what is not so: "unknown" is "not recognised". */
  isDenied: boolean;
}

const saysNot = ({ words }: Way): boolean => words.some((stems) => stems.some(isNegation));

/** True for a phrase that says that something is not so, in whatever words. */
export const isDenial = (phrase: readonly Sought[]): boolean =>
  slotsOf(phrase)?.some(({ isDenied }) => isDenied) === true;

/** The records that say all of a phrase, each part of it in one of its ways; null where no part has another one. */
export function inOtherWays(dataset: Dataset, phrase: readonly Sought[], named: Mask): Mask | null {
  const slots = slotsOf(phrase);
  if (!slots || slots.every(({ ways }) => ways.length === 0)) return null;
  const { size } = dataset;
  const each = slots.map(({ own, ways }) => ({
    own: thoseThat(
      recordsHolding(
        dataset,
        own.map(({ ids }) => ids),
      ),
      sayingNear(dataset, own),
    ),
    ways: ways.map((way) => ({ way, records: recordsSaying(dataset, way) })),
    bare: ways.filter(({ told }) => told.length === 0),
  }));
  const sayingOf = (at: number): Mask =>
    maskOfAll(size, [each[at]!.own, ...each[at]!.ways.map(({ records }) => records)]);
  const masks = each.map((_, at) => sayingOf(at));
  // Where the words of a way carry no topic, they stand nowhere among those that do.
  const isBare = new Set<number>();
  each.forEach(({ ways, bare }, at) => {
    const around = meetingOf(masks.filter((_, other) => other !== at));
    if (bare.length === 0 || !around) return;
    const found = readIn(dataset, recordsIn(around), bare);
    const read = bare.map((way, i) => ({ way, records: found[i]! }));
    for (const record of read.flatMap(({ records }) => [...records])) isBare.add(record);
    ways.push(...read);
    masks[at] = sayingOf(at);
  });
  const near = sayingNear(
    dataset,
    slots.map(({ own, ways }, i) => ({
      word: String(i),
      ids: [...new Set([...own.flatMap(({ ids }) => ids), ...ways.flatMap((way) => idsOf(dataset, way))])],
    })),
  );
  const sayAll = thoseThat(
    recordsIn(meetingOf(masks)!),
    (record) => slots.length === 1 || isBare.has(record) || near(record),
  );
  const all = maskOf(size, sayAll);
  const asked = sizeOf(named) < MIN_GROUP_SIZE ? null : unit(sumOf(dataset.recordVectors, recordsIn(named)));
  const toAsked = asked && cosinesTo(dataset.recordVectors, asked);
  const kept = each.map(({ own, ways }, at) => {
    // What is said of the other parts in yet other words tells less of this one.
    const around = meetingOf(each.flatMap((one, other) => (other === at ? [] : [maskOf(size, one.own)])));
    const confirmed = ways.flatMap(({ way, records }) => {
      const added = thoseThat(records, (record) => all[record] === 1 && named[record] === 0);
      // Vectors of the words alone lie apart where other words say the same.
      const isSure = !asked || (way.told.length > 1 && dataset.model === null);
      if (added.length === 0 || isSure) return added.length > 0 ? [records] : [];
      const inOwn = around ? thoseThat(added, (record) => around[record] === 1) : added;
      const looked = inOwn.length < FEW ? added : inOwn;
      const [least, leastEach] = leastNear(dataset, way, looked.length);
      if (dot(unit(sumOf(dataset.recordVectors, looked)), asked) < least) return [];
      return [dataset.model === null ? records : thoseThat(records, (record) => toAsked!(record) > leastEach)];
    });
    return maskOfAll(size, [own, ...confirmed]);
  });
  return meetingOf([all, ...kept])!;
}

const meetingOf = (masks: readonly Mask[]): Mask | undefined =>
  masks[0] &&
  meeting(
    masks[0].length,
    masks.map((mask) => ({ mask })),
  );

/** More words say more surely what they say. */
function leastNear(dataset: Dataset, { words, told }: Way, added: number): readonly [all: number, each: number] {
  const least = MIN_NEAR[isVaried(dataset) ? "varied" : "alike"];
  return told.length > 1 ? least.topicWords : words.length > 1 || added < FEW ? least.words : least.word;
}

/** A phrase in parts, by the longest ways in it first; null for one with a word that turns it and is part of no way. */
function slotsOf(phrase: readonly Sought[]): Slot[] | null {
  const stems = phrase.map(({ word }) => formsOf(word));
  const placesOf = ({ topical }: Way): number[] | null => {
    const places = topical.map((wanted) => stems.findIndex((own) => own.some((stem) => wanted.includes(stem))));
    return places.includes(-1) || new Set(places).size < places.length ? null : places;
  };
  const found = [...new Set(stems.flat().flatMap((stem) => BY_STEM.get(stem) ?? []))]
    .flatMap(({ concept, way }) => {
      const places = placesOf(way);
      return places ? [{ concept, places: places.sort((a, b) => a - b) }] : [];
    })
    .sort((a, b) => b.places.length - a.places.length);
  const taken = new Map<number, string>();
  const slots: { places: readonly number[]; concepts: Set<number> }[] = [];
  for (const { concept, places } of found) {
    const key = places.join();
    const same = slots.find((slot) => slot.places.join() === key);
    if (same) same.concepts.add(concept);
    else if (places.every((place) => !taken.has(place))) {
      slots.push({ places, concepts: new Set([concept]) });
      places.forEach((place) => taken.set(place, key));
    }
  }
  const alone = phrase.filter((_, i) => !taken.has(i));
  if (alone.some(({ word }) => isNegation(word) || TURNS.has(word))) return null;
  const isWhole = slots.length + alone.length === 1;
  return [
    ...slots.map(({ places, concepts }) => ({
      own: places.map((place) => phrase[place]!),
      ways: [...concepts].flatMap((concept) => CONCEPTS[concept]!).filter(({ isBeside }) => !isBeside || !isWhole),
      isDenied: [...concepts].some((concept) => outcomeOf[concept] === -1 && saysNot(CONCEPTS[concept]![0]!)),
    })),
    ...alone.map((one) => ({ own: [one], ways: [], isDenied: false })),
  ];
}

/** What becomes of a thing, each by its name in the list of concepts: where one is asked for, another is none of it. */
const OUTCOMES = [["declined", "failed", "not work"], ["reverted", "cancel"], ["pending", "not arrived"], ["expire"]];
const outcomeOf = WAYS.map(([name]) => OUTCOMES.findIndex((some) => some.includes(name!.said)));

/** The records that say another outcome than a phrase does, and not its own; null for a phrase that says none. */
export function withOtherOutcome(dataset: Dataset, phrase: readonly Sought[]): Mask | null {
  const own = new Set(
    phrase.flatMap(({ word }) =>
      formsOf(word).flatMap((stem) =>
        (BY_STEM.get(stem) ?? []).flatMap(({ concept, way }) =>
          outcomeOf[concept] !== -1 && way.words.length === 1 ? [outcomeOf[concept]] : [],
        ),
      ),
    ),
  );
  if (own.size === 0) return null;
  const saying = (isOwn: boolean): Mask =>
    maskOfAll(
      dataset.size,
      CONCEPTS.flatMap((ways, concept) =>
        outcomeOf[concept] !== -1 && own.has(outcomeOf[concept]) === isOwn
          ? // Another outcome in several words would have to be read for.
            ways.flatMap((way) => (isOwn || way.words.length === 1 ? [recordsSaying(dataset, way)] : []))
          : [],
      ),
    );
  return without(saying(false), saying(true));
}

const idsOf = ({ stemIds }: Dataset, { topical }: Way): number[] =>
  topical.flatMap((stems) => stems.flatMap((stem) => stemIds.get(stem) ?? []));
