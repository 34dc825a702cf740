import { stemOf } from "../dataset/words";
import type { Dataset } from "./dataset";
import { recordsHolding } from "./holding";
import { QUALITIES, TURNS } from "./nearness";
import { spokenWords, type Way } from "./wayWords";

/** The words of a way may stand so far from each other. */
const WITHIN = 4;
/** "More friends" is said of friends, and "more time with my friends" is not. */
const WITHIN_QUALITY = 2;
/** More texts than these are not read for one way. */
const MAX_READ = 6_000;
/** These say something of the next word only. */
const QUALIFIERS = new Set([...QUALITIES, "better", "good", "free", "extra", "more"]);
const LEADS = new Set([...TURNS, ...QUALIFIERS]);

const remembered = new WeakMap<Dataset, Map<Way, Uint32Array>>();
const NONE = new Uint32Array(0);

/** The records that say a thing in one way. */
export function recordsSaying(dataset: Dataset, way: Way): Uint32Array {
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
export function readIn({ texts }: Dataset, records: Uint32Array, ways: readonly Way[]): Uint32Array[] {
  if (records.length > MAX_READ) return ways.map(() => NONE);
  const found = ways.map(({ words, told }) => {
    const isFree = words.length === 2 && told.length === 2 && !words.flat().some((stem) => LEADS.has(stem));
    return { orders: isFree ? [words, words.toReversed()] : [words], records: [] as number[] };
  });
  for (const record of records) {
    const text = spokenWords(texts.at(record)).map(stemOf);
    for (const one of found) if (one.orders.some((words) => saysInOrder(text, words))) one.records.push(record);
  }
  return found.map((one) => Uint32Array.from(one.records));
}

/** Whether a text says some words in this order, near each other. */
function saysInOrder(text: readonly string[], words: readonly (readonly string[])[]): boolean {
  return text.some((first, from) => {
    if (!words[0]!.includes(first)) return false;
    let at = from;
    return words.slice(1).every((stems, before) => {
      const within = words[before]!.some((stem) => QUALIFIERS.has(stem)) ? WITHIN_QUALITY : WITHIN;
      const next = text.findIndex((stem, i) => i > at && i <= at + within && stems.includes(stem));
      at = next;
      return next !== -1;
    });
  });
}
