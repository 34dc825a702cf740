import { isTopical, words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import type { Dataset } from "./dataset";
import type { Sought } from "./nearness";
import { amongThose, maskOf, recordsIn, sizeOf, type Mask } from "./sets";

/** Several words, each by the numbers of its forms. */
export type Wanted = readonly (readonly number[])[];

/** At 100,000 records each takes up to 200 KB. */
const MAX_KNOWN = 64;

/** One of the things that were asked for last; else it is looked for. */
export function remembered<T>(last: Map<string, T>, key: string, look: () => T): T {
  const found = last.get(key) ?? look();
  // A map keeps the order in which keys were first set.
  last.delete(key);
  last.set(key, found);
  if (last.size > MAX_KNOWN) last.delete(last.keys().next().value!);
  return found;
}

/** The records that hold a word, by what was asked for last: questions ask for the same words, and these hold the most. */
const ofWords = new WeakMap<Pick<Dataset, "holders">, Map<string, Mask>>();

/** Finds the records that contain at least one form of each word; of several words by those that hold each. */
export function holdingIn(dataset: Pick<Dataset, "size" | "holders">): (wanted: Wanted) => Mask {
  const ofOne = ofWords.get(dataset) ?? new Map<string, Mask>();
  ofWords.set(dataset, ofOne);
  const last = new Map<string, Mask>();
  const holding = (wanted: Wanted): Mask =>
    remembered(wanted.length === 1 ? ofOne : last, wanted.join("|"), () => {
      if (wanted.length < 2) return maskOf(dataset.size, recordsHolding(dataset, wanted));
      const [rarest, ...others] = wanted.map((ids) => holding([ids])).sort((a, b) => sizeOf(a) - sizeOf(b));
      const inAll = others.reduce(amongThose, recordsIn(rarest!));
      return maskOf(dataset.size, inAll);
    });
  return holding;
}

/** The records that contain at least one form of each word, in order. */
export function recordsHolding({ size, holders }: Pick<Dataset, "size" | "holders">, wanted: Wanted): Uint32Array {
  const each = wanted.map((forms) =>
    forms
      .map((id) => holders.ids.subarray(holders.starts[id], holders.starts[id + 1]))
      .reduce(inEither, new Uint32Array(0)),
  );
  const [rarest, ...others] = each.sort((a, b) => a.length - b.length);
  return others.reduce(inBoth, rarest ?? new Uint32Array(size).map((_, record) => record));
}

function inEither(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (a.length === 0) return b;
  const found = new Uint32Array(a.length + b.length);
  let count = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const next = j === b.length || a[i]! <= b[j]! ? a[i]! : b[j]!;
    if (a[i] === next) i++;
    if (b[j] === next) j++;
    found[count++] = next;
  }
  return found.subarray(0, count);
}

/** The records that two lists share, both in order. */
export function inBoth(a: Uint32Array, b: Uint32Array): Uint32Array {
  const found = new Uint32Array(a.length);
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (a[i] === b[j]) {
      found[count++] = a[i]!;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  return found.subarray(0, count);
}

/** The words of a text that can carry a topic, in order. */
export function soughtIn({ stemIds }: Pick<Dataset, "stemIds">, text: string): Sought[] {
  const asked = new Map(
    words(text)
      .filter(isTopical)
      .map((word) => [formsOf(word)[0]!, word]),
  );
  return [...asked.values()].map((word) => ({ word, ids: formsOf(word).flatMap((stem) => stemIds.get(stem) ?? []) }));
}
