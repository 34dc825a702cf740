import { isTopical, words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import type { Dataset } from "./dataset";
import type { Sought } from "./nearness";

/** The records that contain at least one form of each word, in order. */
export function recordsHolding(
  { size, holders }: Pick<Dataset, "size" | "holders">,
  wanted: readonly (readonly number[])[],
): Uint32Array {
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

function inBoth(a: Uint32Array, b: Uint32Array): Uint32Array {
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
