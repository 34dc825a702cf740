import { isTopical, words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import type { Dataset } from "./dataset";
import type { Sought } from "./nearness";
import type { Mask } from "./sets";

/** The records that contain at least one form of each word. */
export function recordsHolding(
  { size, holders }: Pick<Dataset, "size" | "holders">,
  wanted: readonly (readonly number[])[],
): number[] {
  if (wanted.length === 0) return Array.from({ length: size }, (_, record) => record);
  const held = new Uint8Array(size);
  const found: number[] = [];
  wanted.forEach((forms, w) => {
    for (const id of forms)
      for (let at = holders.starts[id]!; at < holders.starts[id + 1]!; at++) {
        const record = holders.ids[at]!;
        if (held[record] !== w) continue;
        held[record] = w + 1;
        if (w + 1 === wanted.length) found.push(record);
      }
  });
  return found;
}

/** These records as a set. */
export function maskOf(size: number, records: readonly number[]): Mask {
  const mask = new Uint8Array(size);
  for (const record of records) mask[record] = 1;
  return mask;
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
