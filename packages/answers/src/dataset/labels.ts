import { isAcronym, written } from "./labelForms";
import { countsIn, eachPhrases, phrasesIn, type Phrases } from "./labelPhrases";
import { BROAD, NOISE } from "./labelWords";
import { isFrame } from "./vocabulary";

/** The share of a theme's records that must contain a phrase to name it. */
const MIN_PART = { word: 0.12, phrase: 0.05 };
/** A phrase must be so many times as common in its theme as in all records. */
const MIN_LIFT = 2;
/** The bonus for a label's form: a phrase says more than one word. */
const GAIN = [0.7, 2, 2.2, 2.2];
/** The weight of missing a record of the theme, relative to matching a record of another theme. */
const MISS_WEIGHT = 0.6;
/** A single word names a theme only if this part of all texts that hold it are in it. */
const MIN_WORD_INSIDE = 0.35;
/** The maximum number of names in one group. */
const MAX_NAMES = 8;
/** The rest, which no cluster names, has more, and each stands for this part of all texts at least. */
const MAX_REST_NAMES = 300;
const MIN_REST = 0.001;
/** How many of a theme's best phrases are looked at closely. */
const MAX_TRIED = 24;

/** How close a phrase, by its stems, is to the middle of a group, 0 to 1. */
export type Centrality = (group: number, stems: readonly string[]) => number;

/** What may name the rest, that no cluster names: none of the vague stems alone, and what is accepted for its holders. */
export interface Rest {
  vague: ReadonlySet<string>;
  accepts: (label: string, holders: readonly number[]) => boolean;
}

/** A name, and the texts of its group that hold its words, in any form and order. */
export interface Named {
  group: number;
  label: string;
  holders: number[];
}

/**
 * What groups of texts are called: by the most central phrase that is common in a group and rare elsewhere, in good
 * grammar, as most of its texts write it. A name stands only for the texts that hold it: where these are not nearly all
 * of the group, the others get names of their own, and those without such a phrase get none. Two groups may get the same
 * name. A label repeats only what at least `fewest` texts of its group contain. `ofRest`: the groups are what is left of
 * others, where a word that mostly stands elsewhere may name them, too, but none of these stems alone.
 */
export function namesOf(
  groups: readonly (readonly number[])[],
  texts: readonly string[],
  fewest: number,
  central: Centrality = () => 1,
  ofRest: Rest | null = null,
): Named[] {
  const isRest = ofRest !== null;
  const minCount = (phrase: string, size: number): number =>
    Math.max(
      fewest,
      isRest ? texts.length * MIN_REST : size * (phrase.includes(" ") ? MIN_PART.phrase : MIN_PART.word),
    );
  const common = groups.map((group) => {
    const counts = countsIn(group.map((i) => phrasesIn(texts[i]!)));
    return [...counts].flatMap(([phrase, count]) => (count >= minCount(phrase, group.length) ? [phrase] : []));
  });
  const overall = countsIn(eachPhrases(texts), new Set(common.flat()));
  const frames = [...overall].flatMap(([phrase, count]) => (isFrame(count, texts.length) ? [phrase] : []));

  return groups.flatMap((group, at) => {
    const wanted = new Set(
      common[at]!.filter(
        (phrase) =>
          !phrase.split(" ").some((stem) => isOfFrame(stem, frames)) &&
          (!NOISE.has(phrase) || (isRest && BROAD.has(phrase))) &&
          !ofRest?.vague.has(phrase),
      ),
    );
    const found: Named[] = [];
    let left = group.map((i) => ({ i, phrases: phrasesIn(texts[i]!) }));
    const counts = countsIn(
      left.map(({ phrases }) => phrases),
      wanted,
    );
    while (found.length < (isRest ? MAX_REST_NAMES : MAX_NAMES) && left.length >= fewest) {
      const own = left.map(({ phrases }) => phrases);
      const candidates = [...counts]
        .filter(([phrase, count]) => {
          if (!wanted.has(phrase)) return false;
          const everywhere = overall.get(phrase)!;
          const isLifted = count / left.length >= (MIN_LIFT * everywhere) / texts.length;
          return (
            count >= minCount(phrase, group.length) &&
            (isLifted || isRest || left.length * 2 > texts.length) &&
            (phrase.includes(" ") || isRest || count >= everywhere * MIN_WORD_INSIDE)
          );
        })
        .map(([phrase, count]) => {
          const stems = phrase.split(" ");
          const worth = GAIN[stems.length - 1]! * fit(count, overall.get(phrase)!, left.length) * central(at, stems);
          return { phrase, worth };
        })
        .sort((a, b) => b.worth - a.worth || (a.phrase < b.phrase ? -1 : 1))
        .slice(0, isRest ? undefined : MAX_TRIED);
      const named = firstOf(candidates, ({ phrase }) => {
        const label = written(phrase, own, fewest, isRest ? left.map(({ i }) => texts[i]!) : null);
        const holders = label === null ? [] : left.filter(holding(phrase)).map(({ i }) => i);
        if (label !== null && (!ofRest || ofRest.accepts(label, holders))) return { phrase, label, holders };
        wanted.delete(phrase);
        return null;
      });
      if (!named) break;
      const { holders } = named;
      const holds = holding(named.phrase);
      const label = named.label.replace(/\S+/g, (word) =>
        isAcronym(
          word,
          holders.map((i) => texts[i]!),
        )
          ? word.toUpperCase()
          : word,
      );
      found.push({ group: at, label, holders });
      for (const one of left.filter(holds))
        for (const phrase of one.phrases.keys()) if (counts.has(phrase)) counts.set(phrase, counts.get(phrase)! - 1);
      left = left.filter((one) => !holds(one));
    }
    return found;
  });
}

/** True for a text that holds each word of a phrase. */
const holding = (phrase: string): ((of: { phrases: Phrases }) => boolean) => {
  const stems = phrase.split(" ");
  return ({ phrases }) => stems.every((stem) => phrases.has(stem));
};

function firstOf<T, R>(items: readonly T[], read: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = read(item);
    if (found !== null) return found;
  }
  return null;
}

/** How well the records that contain some words match a group (an F-measure, 0 to 1). */
const fit = (inside: number, overall: number, size: number): number =>
  ((1 + MISS_WEIGHT) * inside) / (overall + MISS_WEIGHT * size);
/** True for what most records say, also as part of a longer word: "newyearsresolution". */
const isOfFrame = (stem: string, frames: readonly string[]): boolean =>
  frames.some((frame) => stem === frame || (frame.length > 5 && stem.includes(frame)));
