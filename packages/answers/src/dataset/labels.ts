import nlp from "compromise";
import { RegExpMatcher, englishDataset, englishRecommendedTransformers } from "obscenity";
import { isFrame } from "./vocabulary";
import { isTopical, stemOf, words } from "./words";

/** The maximum number of words in a phrase, not counting linking words. */
const MAX_PHRASE_LENGTH = 4;
/** Words that may occur inside a phrase but not at its ends: "source of funds", "spend more time". */
const LINKS = new Set(
  "a an the my your our to of in on at for with from by up out off into and or is not more".split(" "),
);
/** Words that belong to the verb before them: "top up". */
const PARTICLES = new Set(["up", "off", "out"]);
/** Words that do not improve a label. */
const FILLERS = new Set(
  "ago amp end gonna wanna gotta imma ima lol omg haha yeah ok okay thing things stuff lot lots anything something everything someone anyone everyone anymore".split(
    " ",
  ),
);
/** Words that need another word after them: "not working", "stop smoking". */
const DEPENDENT = new Set(
  "no not never new right extra first last next less each every able start stop keep stay make care give take look find figure remember"
    .split(" ")
    .map(stemOf),
);
/** Words that are meaningful only next to another: "spend time". */
const VAGUE = new Set("day time year people".split(" ").map(stemOf));
/** Words that name nothing alone. */
const NOISE = new Set(
  "january february march april may june july august september october november december birthday christmas weekend back least eve life luck data item way bit kind sort part case number amount type reason idea problem question issue information tomorrow today tonight week month hour minute morning evening boss word goal tweet"
    .split(" ")
    .map(stemOf),
);
/** Years, bare numbers, and mojibake. */
const NO_WORD = /^\p{N}+$|\d{4}|^[âûïð]|[âãïð]$/u;
/** Where a phrase ends: at the end of a sentence or clause, at a placeholder, a hashtag and a handle. */
const BREAK = /(?<![.,;:!?()"“”…])[.,;:!?()"“”…]+(?=\s|$)|\[\w+\]|[#@]\w+/;
const vulgar = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

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
/** How many of a theme's best phrases are looked at closely. */
const MAX_TRIED = 24;

/** How close a phrase, by its stems, is to the middle of a group, 0 to 1. */
export type Centrality = (group: number, stems: readonly string[]) => number;

/** A name, and the texts of its group that hold its words, in any form and order. */
export interface Named {
  group: number;
  label: string;
  holders: number[];
}

type Phrases = ReadonlyMap<string, string>;

/**
 * What groups of texts are called: by the most central phrase that is common in a group and rare elsewhere, in good
 * grammar, as most of its texts write it. A name stands only for the texts that hold it: where these are not nearly all
 * of the group, the others get names of their own, and those without such a phrase get none. Two groups may get the same
 * name. A label repeats only what at least `fewest` texts of its group contain.
 */
export function namesOf(
  groups: readonly (readonly number[])[],
  texts: readonly string[],
  fewest: number,
  central: Centrality = () => 1,
): Named[] {
  const common = groups.map((group) => {
    const counts = countsIn(group.map((i) => phrasesIn(texts[i]!)));
    return [...counts].flatMap(([phrase, count]) => (count >= minCount(phrase, group.length, fewest) ? [phrase] : []));
  });
  const overall = countsIn(eachPhrases(texts), new Set(common.flat()));
  const frames = [...overall].flatMap(([phrase, count]) => (isFrame(count, texts.length) ? [phrase] : []));

  return groups.flatMap((group, at) => {
    const wanted = new Set(
      common[at]!.filter((phrase) => !phrase.split(" ").some((stem) => isOfFrame(stem, frames)) && !NOISE.has(phrase)),
    );
    const found: Named[] = [];
    let left = group.map((i) => ({ i, phrases: phrasesIn(texts[i]!) }));
    while (found.length < MAX_NAMES && left.length >= fewest) {
      const own = left.map(({ phrases }) => phrases);
      const candidates = [...countsIn(own, wanted)]
        .filter(([phrase, count]) => {
          const everywhere = overall.get(phrase)!;
          const isLifted = count / left.length >= (MIN_LIFT * everywhere) / texts.length;
          return (
            count >= minCount(phrase, group.length, fewest) &&
            (isLifted || left.length * 2 > texts.length) &&
            (phrase.includes(" ") || count >= everywhere * MIN_WORD_INSIDE)
          );
        })
        .map(([phrase, count]) => {
          const stems = phrase.split(" ");
          const worth = GAIN[stems.length - 1]! * fit(count, overall.get(phrase)!, left.length) * central(at, stems);
          return { phrase, worth };
        })
        .sort((a, b) => b.worth - a.worth || (a.phrase < b.phrase ? -1 : 1))
        .slice(0, MAX_TRIED);
      const named = firstOf(candidates, ({ phrase }) => {
        const label = written(phrase, own, fewest);
        return label === null ? null : { phrase, label };
      });
      if (!named) break;
      const stems = named.phrase.split(" ");
      const holds = ({ phrases }: { phrases: Phrases }): boolean => stems.every((stem) => phrases.has(stem));
      const holders = left.filter(holds).map(({ i }) => i);
      const label = named.label.replace(/\S+/g, (word) =>
        isAcronym(
          word,
          holders.map((i) => texts[i]!),
        )
          ? word.toUpperCase()
          : word,
      );
      found.push({ group: at, label, holders });
      left = left.filter((one) => !holds(one));
    }
    return found;
  });
}

const minCount = (phrase: string, size: number, fewest: number): number =>
  Math.max(fewest, size * (phrase.includes(" ") ? MIN_PART.phrase : MIN_PART.word));

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

/** The phrases of a text by their stems, each once, in its first written form. */
function phrasesIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split(BREAK)) {
    const all = words(part);
    for (let from = 0; from < all.length; from++) {
      if (all[from] === "up") continue; // It only ends a phrase: "top up".
      const stems: string[] = [];
      for (let to = from; to < all.length && stems.length < MAX_PHRASE_LENGTH; to++) {
        const word = all[to]!;
        if (stems.length > 0 && LINKS.has(word)) continue;
        if (!isTopical(word) || FILLERS.has(word) || NO_WORD.test(word)) break;
        stems.push(stemOf(word));
        const phrase = stems.join(" ");
        const end = PARTICLES.has(all[to + 1] ?? "") ? to + 2 : to + 1;
        if (!found.has(phrase)) found.set(phrase, all.slice(from, end).join(" "));
      }
    }
  }
  return found;
}

function* eachPhrases(texts: readonly string[]): Generator<Phrases> {
  for (const text of texts) yield phrasesIn(text);
}

/** How many texts contain each phrase, or each wanted phrase. */
function countsIn(texts: Iterable<Phrases>, wanted: ReadonlySet<string> | null = null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const phrases of texts)
    for (const phrase of phrases.keys())
      if (wanted?.has(phrase) ?? true) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return counts;
}

/** A phrase in its most common written form; null for one that should not be shown. */
function written(phrase: string, texts: readonly Phrases[], fewest: number): string | null {
  const stems = phrase.split(" ");
  if (DEPENDENT.has(stems.at(-1)!) || VAGUE.has(phrase)) return null;
  const forms = new Map<string, number>();
  for (const phrases of texts) {
    const form = phrases.get(phrase);
    if (form !== undefined) forms.set(form, (forms.get(form) ?? 0) + 1);
  }
  const shown = [...forms]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .find(([form, count]) => count >= fewest && isWellFormed(form) && !vulgar.hasMatch(form));
  return shown ? shown[0] : null;
}

/** Parts of speech at which no phrase begins, and at which none ends. */
const NO_START = "(#Pronoun|#Conjunction|#Determiner|#Preposition|#Adverb|#Modal|#QuestionWord)";
const NO_END = "(#Pronoun|#Conjunction|#Determiner|#Preposition|#Adverb|#Modal|#QuestionWord|#Possessive)";

/** True for a phrase that stands alone: a single word only where it names something. */
function isWellFormed(form: string): boolean {
  const said = nlp(form);
  if (!form.includes(" ")) return said.has("^(#Noun|#Gerund)$") && !said.has("#Pronoun");
  return !said.has(`^${NO_START}`) && (/ (?:up|out|off)$/.test(form) || !said.has(`${NO_END}$`));
}

/** True for a word that most of the texts write in capitals. */
function isAcronym(word: string, texts: readonly string[]): boolean {
  const found = texts.flatMap(
    (text) => text.match(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "giu")) ?? [],
  );
  return found.filter((form) => form === word.toUpperCase()).length > found.length / 2;
}
