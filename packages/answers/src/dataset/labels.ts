import nlp from "compromise";
import { RegExpMatcher, englishDataset, englishRecommendedTransformers } from "obscenity";
import { isFrame } from "./vocabulary";
import { isTopical, stemOf, words } from "./words";

/** The maximum number of words in a phrase, not counting linking words. */
const MAX_PHRASE_LENGTH = 4;
/** Words that may occur inside a phrase but not at its ends: "source of funds", "spend more time". */
const LINKS = new Set(
  "a an the my your our to of in on at for with from by up out off into and or not more".split(" "),
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
  "january february march april may june july august september october november december birthday christmas weekend back least eve life luck data item way bit kind sort part case number amount type reason idea problem question issue information tomorrow today tonight week month hour minute morning evening boss word goal tweet quick person body girl guy boy man woman show see help become resolve change hate meet finish give call say tell hope try look feel believe need want ask use add come happen mean put talk turn follow seem leave let bring hold send set work excuse welcome hand wish world love focus name"
    .split(" ")
    .map(stemOf)
    .concat(["quick question", "no excus"]),
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
/** The rest, which no cluster names, has more, and each stands for this part of all texts at least. */
const MAX_REST_NAMES = 300;
const MIN_REST = 0.002;
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
 * name. A label repeats only what at least `fewest` texts of its group contain. `ofRest`: the groups are what is left of
 * others, where a word that mostly stands elsewhere may name them, too, but none of these stems alone.
 */
export function namesOf(
  groups: readonly (readonly number[])[],
  texts: readonly string[],
  fewest: number,
  central: Centrality = () => 1,
  ofRest: ReadonlySet<string> | null = null,
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
          !phrase.split(" ").some((stem) => isOfFrame(stem, frames)) && !NOISE.has(phrase) && !ofRest?.has(phrase),
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
        if (label !== null) return { phrase, label };
        wanted.delete(phrase);
        return null;
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
      for (const one of left.filter(holds))
        for (const phrase of one.phrases.keys()) if (counts.has(phrase)) counts.set(phrase, counts.get(phrase)! - 1);
      left = left.filter((one) => !holds(one));
    }
    return found;
  });
}

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
    // "In-laws" are no laws.
    const all = words(part.replace(/\b(?:in|on|by|up|off|out|to)-\p{L}+/giu, " a "));
    for (let from = 0; from < all.length; from++) {
      if (all[from] === "up") continue; // It only ends a phrase: "top up".
      // "Can AI screen": who is asked to do it, and no phrase.
      if (/^(?:can|could|let|have|will)$/.test(all[from - 1] ?? "") && all[from] === "ai") continue;
      const stems: string[] = [];
      for (let to = from; to < all.length && stems.length < MAX_PHRASE_LENGTH; to++) {
        const word = all[to]!;
        if (stems.length > 0 && LINKS.has(word)) continue;
        if (!isTopical(word) || FILLERS.has(word) || NO_WORD.test(word)) break;
        stems.push(stemOf(word));
        const phrase = stems.join(" ");
        const end = PARTICLES.has(all[to + 1] ?? "") ? to + 2 : to + 1;
        // "Get married", "getting promoted"
        const start = /^get(?:ting)?$/.test(all[from - 1] ?? "") ? from - 1 : from;
        if (!found.has(phrase)) found.set(phrase, all.slice(start, end).join(" "));
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
function written(phrase: string, texts: readonly Phrases[], fewest: number, rest: string[] | null): string | null {
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
  if (shown) return infinitive(shown[0]);
  return rest && !phrase.includes(" ") ? alone([...forms].sort((a, b) => b[1] - a[1])[0]!, fewest, rest) : null;
}

/** "Make charts" for "makes charts". */
function infinitive(form: string): string {
  const [first, ...rest] = form.split(" ");
  if (rest.length === 0 || !/[^s]s$/.test(first!) || !nlp(form).has("^#PresentTense")) return form;
  const plain = nlp(first!).verbs().toInfinitive().text("normal");
  return /^\p{Ll}+$/u.test(plain) ? [plain, ...rest].join(" ") : form;
}

/** So many texts show whether a word is a noun. */
const MAX_READ = 200;
/** Before a noun, and before a verb. */
const BEFORE_NOUN = "a|an|the|my|your|our|this|that|no|any|some|for|of|in|with|on|new|more|which|what|whose";
const BEFORE_VERB = "to|i|can|will|you|we|they|not|just|dont|never|please|should|must";

/** A lone word as a noun, where most of the texts use it so, or as what people do: "launching" for "launch". */
function alone([form, count]: [string, number], fewest: number, texts: readonly string[]): string | null {
  if (count < fewest || form.includes(" ") || vulgar.hasMatch(form) || !nlp(form).has("^#Verb$")) return null;
  const holding = texts.filter((text) => text.toLowerCase().includes(form)).slice(0, MAX_READ);
  const after = (words: string): number => {
    const found = new RegExp(`(?<!\\p{L})(?:${words}) ${form}(?!\\p{L})`, "iu");
    return holding.filter((text) => found.test(text)).length;
  };
  const [noun, verb] = [after(BEFORE_NOUN), after(BEFORE_VERB)];
  if (noun > verb || (noun > 0 && noun === verb && /[^s]s$/.test(form))) return form;
  const gerund = nlp(form)
    .verbs()
    .toGerund()
    .text("normal")
    .replace(/^(?:am|is|are|was|were|be|been) /, "");
  return /^\p{Ll}+ing$/u.test(gerund) ? gerund : null;
}

/** Parts of speech at which no phrase begins, and at which none ends. */
const NO_START = "(#Negative|#Pronoun|#Conjunction|#Determiner|#Preposition|#Adverb|#Modal|#QuestionWord)";
const NO_END = "(#Pronoun|#Conjunction|#Determiner|#Preposition|#Adverb|#Modal|#QuestionWord|#Possessive)";

/** True for a phrase that stands alone: a single word only where it names something. */
function isWellFormed(form: string): boolean {
  const said = nlp(form);
  if (!form.includes(" ")) return said.has("^(#Noun|#Gerund)$") && !said.has("#Pronoun");
  // "Shows in my app", "take for a transfer", "start a podcast and release"
  if (
    said.has("^(#PresentTense|#PastTense|take|make|get|have) #Preposition") &&
    !said.has("^#Infinitive (on|in|at|with|about)")
  )
    return false;
  if (
    said.has("(and|or) #Verb$") ||
    (/^(?:take|make|have|enough|help|tried|try|used|use|read) /.test(form) && !/^(?:make|read) .*s$/.test(form))
  )
    return false;
  if (/^get(?:ting)? /.test(form)) return / \S+ed$/.test(form) || (!said.has("^#Verb #Verb") && said.has("#Noun$"));
  return !said.has(`^${NO_START}`) && (/ (?:up|out|off)$/.test(form) || !said.has(`${NO_END}$`));
}

/** True for a word that most of the texts write in capitals. */
function isAcronym(word: string, texts: readonly string[]): boolean {
  const found = texts.flatMap(
    (text) => text.match(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "giu")) ?? [],
  );
  return found.filter((form) => form === word.toUpperCase()).length > found.length / 2;
}
