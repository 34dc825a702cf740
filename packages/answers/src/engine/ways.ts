import { sumOf } from "../dataset/equivalents";
import { MIN_GROUP_SIZE } from "../dataset/record";
import { dot, unit } from "../dataset/sparse";
import { isTopical, stemOf, words as wordsOf } from "../dataset/words";
import { WAYS } from "../plan/concepts";
import { formsOf } from "../plan/forms";
import type { Dataset } from "./dataset";
import { recordsHolding } from "./holding";
import { isNegation, QUALITIES, sayingNear, TURNS, type Sought } from "./nearness";
import { maskOf, maskOfAll, meeting, recordsIn, sizeOf, thoseThat, without, type Mask } from "./sets";

type Stems = readonly string[];

/** One way to say a thing: the stems of all its words, of those that can carry a topic, and of these without "not". */
interface Way {
  words: readonly Stems[];
  topical: readonly Stems[];
  told: readonly Stems[];
  isTelling: boolean;
}

const CONCEPTS: readonly (readonly Way[])[] = WAYS.map((ways) =>
  ways.map(({ said, isTelling }) => {
    const all = wordsOf(said);
    const topical = all.filter(isTopical);
    const told = topical.filter((word) => !isNegation(word));
    return { words: all.map(formsOf), topical: topical.map(formsOf), told: told.map(formsOf), isTelling };
  }),
);

const NAMES = new Set(
  WAYS.flatMap(([first]) => (first && !first.said.includes(" ") ? formsOf(first.said.toLowerCase()) : [])),
);
/** True for a word that names a thing which is said in many ways. */
export const namesThing = (word: string): boolean => formsOf(word).some((stem) => NAMES.has(stem));

/** The ways in a phrase are found by their first words. */
const BY_STEM = new Map<string, { concept: number; way: Way }[]>();
CONCEPTS.forEach((ways, concept) =>
  ways.forEach((way) => {
    const isFound = way.isTelling && (way.topical.length > 1 || way.words.length === 1);
    for (const stem of isFound ? way.topical[0]! : [])
      BY_STEM.set(stem, [...(BY_STEM.get(stem) ?? []), { concept, way }]);
  }),
);

/** The words of a way may stand so far from each other. */
const WITHIN = 4;
/** More texts than these are not read for one way. */
const MAX_READ = 6_000;
/** The middle of those who say it in another way must be so near that of those who say it as asked. */
const MIN_NEAR = 0.5;

/** These say something of the next word only. */
const LEADS = new Set([...TURNS, ...QUALITIES, "better", "good", "free", "extra"]);

/** A part of a phrase: its own words, and the ways in which it can be said. */
interface Slot {
  own: readonly Sought[];
  ways: readonly Way[];
}

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
  const kept = each.map(({ own, ways }) => {
    const confirmed = ways.filter(({ way, records }) => {
      const added = thoseThat(records, (record) => all[record] === 1 && named[record] === 0);
      // Vectors of the words alone lie apart where other words say the same.
      const isSure = !asked || (way.told.length > 1 && dataset.model === null);
      if (added.length === 0 || isSure) return added.length > 0;
      return dot(unit(sumOf(dataset.recordVectors, added)), asked) >= MIN_NEAR;
    });
    return maskOfAll(size, [own, ...confirmed.map(({ records }) => records)]);
  });
  return meetingOf([all, ...kept])!;
}

const meetingOf = (masks: readonly Mask[]): Mask | undefined =>
  masks[0] &&
  meeting(
    masks[0].length,
    masks.map((mask) => ({ mask })),
  );

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
  return [
    ...slots.map(({ places, concepts }) => ({
      own: places.map((place) => phrase[place]!),
      ways: [...concepts].flatMap((concept) => CONCEPTS[concept]!),
    })),
    ...alone.map((one) => ({ own: [one], ways: [] })),
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

const remembered = new WeakMap<Dataset, Map<Way, Uint32Array>>();
const NONE = new Uint32Array(0);

/** The records that say a thing in one way. */
function recordsSaying(dataset: Dataset, way: Way): Uint32Array {
  const byWay = remembered.get(dataset) ?? new Map<Way, Uint32Array>();
  remembered.set(dataset, byWay);
  const found = byWay.get(way) ?? searched(dataset, way);
  byWay.set(way, found);
  return found;
}

function searched(dataset: Dataset, way: Way): Uint32Array {
  const { words, told } = way;
  // A word that few records hold is none of the vocabulary's: it is read.
  const ids = told.map((stems) => stems.flatMap((stem) => dataset.stemIds.get(stem) ?? []));
  const known = ids.filter((one) => one.length > 0);
  if (known.length === 0) return NONE;
  const holding = recordsHolding(dataset, known);
  return words.length === 1 ? holding : readIn(dataset, holding, [way])[0]!;
}

/** Of some records, those that say a thing in each of some ways: each text is read once for all of them. */
function readIn({ texts }: Dataset, records: Uint32Array, ways: readonly Way[]): Uint32Array[] {
  if (records.length > MAX_READ) return ways.map(() => NONE);
  const found = ways.map(({ words, told }) => {
    const isFree = words.length === 2 && told.length === 2 && !words.flat().some((stem) => LEADS.has(stem));
    return { orders: isFree ? [words, words.toReversed()] : [words], records: [] as number[] };
  });
  for (const record of records) {
    const text = wordsOf(texts.at(record)).map((word) => (isNegation(word) ? "not" : stemOf(word)));
    for (const one of found) if (one.orders.some((words) => saysInOrder(text, words))) one.records.push(record);
  }
  return found.map((one) => Uint32Array.from(one.records));
}

/** Whether a text says some words in this order, near each other. */
function saysInOrder(text: readonly string[], words: readonly (readonly string[])[]): boolean {
  return text.some((first, from) => {
    if (!words[0]!.includes(first)) return false;
    let at = from;
    return words.slice(1).every((stems) => {
      const next = text.findIndex((stem, i) => i > at && i <= at + WITHIN && stems.includes(stem));
      at = next;
      return next !== -1;
    });
  });
}
