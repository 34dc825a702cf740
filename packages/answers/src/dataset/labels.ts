import { RegExpMatcher, englishDataset, englishRecommendedTransformers } from "obscenity";
import { isFrame } from "./vocabulary";
import { isTopical, stemOf, words } from "./words";

/** The maximum number of words in a phrase, not counting linking words. */
const MAX_PHRASE_LENGTH = 4;
/** Words that may occur inside a phrase but not at its ends: "source of funds", "spend more time". */
const LINKS = new Set("a an the my your our to of in on at for with from more".split(" "));
/** Words that do not improve a label. */
const FILLERS = new Set(
  "ago end gonna wanna gotta imma ima lol omg haha yeah ok okay thing things stuff lot lots anything something everything someone anyone everyone anymore".split(
    " ",
  ),
);
/** Words that need another word after them: "not working", "stop smoking". */
const DEPENDENT = new Set(
  "no not never first last next less each every able start stop keep stay give take look find figure remember"
    .split(" ")
    .map(stemOf),
);
/** Words that are meaningful only next to another: "spend time". */
const VAGUE = new Set("day time year people".split(" ").map(stemOf));
/** Years, bare numbers, and mojibake. */
const NO_WORD = /^\p{N}+$|\d{4}|^[âûïð]|[âãïð]$/u;
/** Where a phrase ends: at the end of a sentence or clause, and at a placeholder. */
const BREAK = /(?<![.,;:!?()"“”])[.,;:!?()"“”]+(?=\s|$)|\[\w+\]/;
const vulgar = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** The share of a theme's records that must contain a phrase, or both of two phrases, to label it. */
const MIN_PART = { one: 0.12, two: 0.2 };
/** A theme whose best label scores lower covers too many subjects to be named. */
const MIN_WORTH = 0.45;
/** The bonus for a label's form: a phrase says more than one word or two separate ones. */
const GAIN = { words: [1, 1.7, 1.85, 1.85], two: 1.2 };
/** The weight of missing a record of the theme, relative to matching a record of another theme. */
const MISS_WEIGHT = 0.25;
/** How many of a theme's best phrases are tried in pairs. */
const MAX_PAIRED = 16;

interface Candidate {
  group: number;
  /** One phrase or two, by their stems. */
  phrases: string[];
  worth: number;
}

/**
 * The label of each group of texts: words that are common in the group and rare elsewhere. Labels are unique, and a
 * group without a fitting label gets "". A label repeats only what at least `fewest` texts of its group contain.
 */
export function labelsOf(groups: readonly (readonly number[])[], texts: readonly string[], fewest: number): string[] {
  const textsOf = groups.map((group) => group.map((i) => texts[i]!));
  const inside = textsOf.map(
    (own) => new Map([...countsIn(own)].filter(([, count]) => count >= Math.max(fewest, own.length * MIN_PART.one))),
  );
  const overall = countsIn(texts, new Set(inside.flatMap((counts) => [...counts.keys()])));
  const frames = [...overall].flatMap(([phrase, count]) => (isFrame(count, texts.length) ? [phrase] : []));
  const singles = inside.map((counts, group) =>
    [...counts]
      .filter(([phrase]) => !phrase.split(" ").some((stem) => isOfFrame(stem, frames)))
      .map(([phrase, count]): Candidate => ({
        group,
        phrases: [phrase],
        worth: GAIN.words[phrase.split(" ").length - 1]! * fit(count, overall.get(phrase)!, groups[group]!.length),
      }))
      .sort(byWorth),
  );
  const candidates = [
    ...singles.flat(),
    ...pairsOf(
      singles.map((own) => own.slice(0, MAX_PAIRED).flatMap(({ phrases }) => phrases)),
      groups,
      texts,
      fewest,
    ),
  ];

  const labels = groups.map(() => "");
  for (const { group, phrases, worth } of candidates.sort(byWorth)) {
    if (worth < MIN_WORTH) break;
    if (labels[group] !== "") continue;
    const label = written(phrases, textsOf[group]!, fewest);
    if (label !== null && !labels.includes(label)) labels[group] = label;
  }
  return labels;
}

/** The best pairs of each group, where enough of the group contains both. */
function pairsOf(
  best: readonly string[][],
  groups: readonly (readonly number[])[],
  texts: readonly string[],
  fewest: number,
): Candidate[] {
  const holders = holdersOf(new Set(best.flat()), texts);
  return groups.flatMap((group, g) => {
    const members = new Set(group);
    return best[g]!.flatMap((one, i) =>
      best[g]!.slice(i + 1).flatMap((other): Candidate[] => {
        if (shareWord(one, other)) return [];
        const both = [...holders.get(one)!].filter((record) => holders.get(other)!.has(record));
        const count = both.filter((record) => members.has(record)).length;
        if (count < Math.max(fewest, group.length * MIN_PART.two)) return [];
        return [{ group: g, phrases: [one, other], worth: GAIN.two * fit(count, both.length, group.length) }];
      }),
    );
  });
}

/** How well the records that contain some words match a group (an F-measure, 0 to 1). */
const fit = (inside: number, overall: number, size: number): number =>
  ((1 + MISS_WEIGHT) * inside) / (overall + MISS_WEIGHT * size);
const byWorth = (a: Candidate, b: Candidate): number =>
  b.worth - a.worth ||
  b.phrases.join().length - a.phrases.join().length ||
  (a.phrases.join() < b.phrases.join() ? -1 : 1);
const shareWord = (one: string, other: string): boolean =>
  one.split(" ").some((stem) => other.split(" ").includes(stem));
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
        if (!found.has(phrase)) found.set(phrase, all.slice(from, to + 1).join(" "));
      }
    }
  }
  return found;
}

/** How many texts contain each phrase, or each wanted phrase. */
function countsIn(texts: readonly string[], wanted: ReadonlySet<string> | null = null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const phrase of phrasesIn(text).keys())
      if (wanted?.has(phrase) ?? true) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return counts;
}

/** The texts that contain each phrase. */
function holdersOf(phrases: ReadonlySet<string>, texts: readonly string[]): Map<string, Set<number>> {
  const holders = new Map([...phrases].map((phrase): [string, Set<number>] => [phrase, new Set()]));
  texts.forEach((text, i) => {
    for (const phrase of phrasesIn(text).keys()) holders.get(phrase)?.add(i);
  });
  return holders;
}

/** The phrases in their most common written form and order; null for a label that should not be shown. */
function written(phrases: readonly string[], texts: readonly string[], fewest: number): string | null {
  if (phrases.some((phrase) => DEPENDENT.has(phrase.split(" ").at(-1)!)) || VAGUE.has(phrases.join())) return null;
  const parts = phrases.map((phrase) => {
    const forms = new Map<string, number>();
    let [place, holding] = [0, 0];
    for (const text of texts) {
      const found = phrasesIn(text);
      const form = found.get(phrase);
      if (form === undefined) continue;
      forms.set(form, (forms.get(form) ?? 0) + 1);
      place += [...found.keys()].indexOf(phrase) / found.size;
      holding += 1;
    }
    const [form, count] = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
    return { form, count, place: place / holding };
  });
  if (parts.some(({ form, count }) => count < fewest || vulgar.hasMatch(form))) return null;
  return parts
    .sort((a, b) => a.place - b.place)
    .map(({ form }) => form.replace(/\S+/g, (word) => (isAcronym(word, texts) ? word.toUpperCase() : word)))
    .join(", ");
}

/** True for a word that most of the texts write in capitals. */
function isAcronym(word: string, texts: readonly string[]): boolean {
  const found = texts.flatMap(
    (text) => text.match(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "giu")) ?? [],
  );
  return found.filter((form) => form === word.toUpperCase()).length > found.length / 2;
}
