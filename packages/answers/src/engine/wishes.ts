import { WISHES } from "../dataset/everyday";
import { MIN_GROUP_SIZE } from "../dataset/record";
import { stemOf, words as wordsOf } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { areApart } from "./cut";
import type { Dataset } from "./dataset";
import { recordsHolding, soughtIn } from "./holding";
import { indexesOf } from "./neighbours";
import type { Sought } from "./nearness";
import { isFew, sizeOf, without, type Mask } from "./sets";

const NAMED = WISHES.map((wish) => ({ wish, stems: wordsOf(wish).map(stemOf) }));
type Texts = Pick<Dataset, "texts">;
/** "Be happy! #NewYearsResolution" wishes nothing: these make another thing of a wish's last words. */
const OTHER_THINGS = new Set(["resolution", "goal", "plan"].map(stemOf));

/** What people wish each other with a word: who says "Happy New Year" speaks of no happiness. */
const wishesWith = ({ word }: Sought): typeof NAMED => {
  const own = formsOf(word);
  return NAMED.filter(({ stems }) => stems.some((stem) => own.includes(stem)));
};

/** Wishes with a word, and each of their other words with it. */
const partsOfWishes = (dataset: Pick<Dataset, "stemIds">, only: Sought): Sought[][] =>
  wishesWith(only).flatMap(({ wish }) => {
    const rest = soughtIn(dataset, wish).filter(({ ids }) => !ids.some((id) => only.ids.includes(id)));
    return [...rest.map((one) => [only, one]), ...(rest.length > 1 ? [[only, ...rest]] : [])];
  });

/** How the records of a phrase are found. */
export interface Finding {
  saying: (phrase: readonly Sought[]) => { mask: Mask; holding: Mask };
  holding: (phrase: readonly Sought[]) => Mask;
}

/** The records that say the wishes with a word, or some of their words with it. */
export const wishedWith = (dataset: Pick<Dataset, "stemIds">, only: Sought, { saying }: Finding): Mask[] =>
  partsOfWishes(dataset, only)
    .map(saying)
    .flatMap(({ mask, holding }) => [...new Set([mask, holding])])
    .filter((one) => sizeOf(one) >= MIN_GROUP_SIZE);

/**
 * Of the records that hold a word, those that say more with it than a wish, and what can be asked for of the wishes. Null
 * where there are none, or where counts of the wishes, of their parts, or of their other words would tell of one to four.
 */
export function toldWithoutWishes(
  dataset: Texts & Pick<Dataset, "size" | "holders" | "stemIds" | "recordTerms">,
  only: Sought,
  holding: Mask,
  finding: Finding,
): { mask: Mask; wishes: Mask[] } | null {
  // What "fewer than 5" is told of several would add up to what is left out: a wish that so few say is none.
  const isSaid = (wish: string): boolean => sizeOf(finding.saying(soughtIn(dataset, wish)).mask) >= MIN_GROUP_SIZE;
  const mask = withoutWishes(dataset, only, holding, isSaid);
  if (mask === holding) return null;
  const wishes = wishedWith(dataset, only, finding);
  const wishing = without(holding, mask);
  const others = partsOfWishes(dataset, only).map(([, ...rest]) => finding.holding(rest));
  const sets = [[mask, holding, ...wishes], ...others.map((other) => [other, wishing])];
  const isApart = (some: Mask[]): boolean =>
    areApart(
      dataset.size,
      some.map((one) => ({ mask: one })),
    );
  return wishes.length > 0 && sets.every(isApart) ? { mask, wishes } : null;
}

/**
 * Of the records that hold a word, those that say more with it than a wish. All of them where too few say one, or too few
 * anything else: the two counts would tell of these.
 */
function withoutWishes(
  dataset: Texts & Pick<Dataset, "size" | "holders" | "stemIds" | "recordTerms">,
  sought: Sought,
  holding: Mask,
  isSaid: (wish: string) => boolean,
): Mask {
  const wishes = wishesWith(sought).filter(({ wish }) => isSaid(wish));
  if (wishes.length === 0) return holding;
  const own = new Set(formsOf(sought.word));
  const mask = holding.slice();
  for (const record of wishingOnly(dataset, sought, wishes)) {
    const said = wordsOf(dataset.texts.at(record)).map(stemOf);
    const wished = new Set(placesOf(said, wishes));
    mask[record] = Number(said.some((stem, at) => own.has(stem) && !wished.has(at)));
  }
  const [more, less] = [sizeOf(mask), sizeOf(holding) - sizeOf(mask)];
  return less === 0 || more < MIN_GROUP_SIZE || isFew(less) ? holding : mask;
}

/**
 * The records that may hold a word in wishes alone: each time it stands among their topic words, these are a wish's. Texts
 * are read of these alone, for other words may stand between.
 */
function wishingOnly(
  dataset: Pick<Dataset, "size" | "holders" | "stemIds" | "recordTerms">,
  { ids: own }: Sought,
  wishes: typeof NAMED,
): Set<number> {
  const { starts, ids } = dataset.recordTerms;
  const known = wishes.flatMap(({ stems }) => {
    const wish = stems.flatMap((stem) => dataset.stemIds.get(stem) ?? []);
    return wish.length === stems.length ? [wish] : [];
  });
  const isWished = (from: number, to: number, at: number): boolean =>
    known.some((wish) =>
      wish.some((_, place) => {
        const first = at - place;
        return first >= from && first + wish.length <= to && wish.every((id, i) => ids[first + i] === id);
      }),
    );
  const isOnlyWished = (record: number): boolean => {
    const [from, to] = [starts[record]!, starts[record + 1]!];
    for (let at = from; at < to; at++) if (own.includes(ids[at]!) && !isWished(from, to, at)) return false;
    return true;
  };
  const holding = known.flatMap((wish) => [
    ...recordsHolding(
      dataset,
      wish.map((id) => [id]),
    ).filter(isOnlyWished),
  ]);
  return new Set(holding);
}

/** The wishes with a word that enough of these records say. */
export function wishesIn(dataset: Texts, sought: Sought, records: Mask): string[] {
  const texts = indexesOf(records).map((record) => wordsOf(dataset.texts.at(record)).map(stemOf));
  return wishesWith(sought).flatMap((one) =>
    texts.filter((said) => placesOf(said, [one]).length > 0).length >= MIN_GROUP_SIZE ? [one.wish] : [],
  );
}

const placesOf = (said: readonly string[], wishes: typeof NAMED): number[] =>
  said.flatMap((_, at) =>
    wishes.flatMap(({ stems }) =>
      stems.every((stem, i) => said[at + i] === stem) && !OTHER_THINGS.has(said[at + stems.length] ?? "")
        ? stems.map((__, i) => at + i)
        : [],
    ),
  );
