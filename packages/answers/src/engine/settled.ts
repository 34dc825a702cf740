import { MIN_GROUP_SIZE } from "../dataset/record";
import { isNegation, sayingNear, type Sought } from "./nearness";
import { publishableCount } from "./publishable";
import { isFew, isWithin, sizeOf, type Mask } from "./sets";
import type { Said } from "./wider";

/** One to four more change the count of a phrase little where its rarest part has so many; and where others have so many more. */
const MIN_SETTLED = 20;
export const FAR = 2 * MIN_GROUP_SIZE - 1;

/** The records that say a phrase, and those that hold its words anywhere. */
interface Saying {
  mask: Mask;
  holding: Mask;
}

/**
 * A phrase's records with those who say only a part of it, where they are so few that the two counts would tell of them.
 * Only where all other parts are said far more often: else that this was done would tell how many they are.
 */
export function withParts(masks: Saying, shorter: readonly Mask[]): Saying {
  const sizes = shorter.map(sizeOf);
  const least = Math.min(...sizes);
  const around = shorter[sizes.indexOf(least)];
  const isFar = sizes.every((size, i) => size >= least + FAR || (size === least && isWithin(shorter[i]!, around!)));
  if (!around || least < MIN_SETTLED || !isFar) return masks;
  const settled = (mask: Mask): Mask => {
    const left = least - sizeOf(mask);
    return left > 0 && isFew(left) && isWithin(mask, around) ? around : mask;
  };
  const [mask, holding] = [settled(masks.mask), settled(masks.holding)];
  return mask === around || masks.holding === masks.mask ? { mask, holding: mask } : { mask, holding };
}

/** How many say the rarest of some parts that may be told. */
export const rarestOf = (size: number, parts: readonly Mask[]): number =>
  Math.min(...parts.map((mask) => publishableCount(size, [{ mask }]) ?? Infinity));

/**
 * True for a phrase that fewer than five say, and for one that may not be told because its rarest part is said by few more:
 * that it is withheld would tell how many say it, such as five where six say the part.
 */
export function isFewer(size: number, rarest: () => number): boolean {
  if (size < MIN_GROUP_SIZE) return true;
  const around = size < FAR ? rarest() : size;
  return size < around && around < FAR;
}

/** A phrase's records are those that say it, with up to four that hold its words apart, and up to four that say only a part. */
const MAX_ADDED = 2 * (MIN_GROUP_SIZE - 1);

/** True where the records of a phrase certainly lack one of these, as is soon seen where many don't say it. */
export function isSaidByFewer(
  dataset: Parameters<typeof sayingNear>[0],
  records: Uint32Array,
  phrase: readonly Sought[],
  denied: readonly string[],
): boolean {
  if (phrase.filter(({ word }) => !isNegation(word)).length < 2) return false;
  const says = sayingNear(dataset, phrase, denied);
  let lacking = 0;
  return records.some((record) => !says(record) && ++lacking > MAX_ADDED);
}

/** Those who hold a phrase's words anywhere are nearly all who say it, in these or other words. */
const MAX_APART = 1.25;
export const isNearly = ({ mask, holding, variants }: Pick<Said, "mask" | "holding" | "variants">): boolean =>
  variants.length === 0 && sizeOf(holding) <= MAX_APART * sizeOf(mask);
