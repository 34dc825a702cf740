import nlp from "compromise";
import { RegExpMatcher, englishDataset, englishRecommendedTransformers } from "obscenity";
import { BROAD } from "./labelWords";
import type { Phrases } from "./labelPhrases";
import { stemOf } from "./words";

/** Words that need another word after them: "not working", "stop smoking". */
const DEPENDENT = new Set(
  "no not never new right extra first last next less each every able start stop keep stay make care give take look find figure remember"
    .split(" ")
    .map(stemOf),
);
/** Words that are meaningful only next to another: "spend time". */
const VAGUE = new Set("day time year people".split(" ").map(stemOf));
const vulgar = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** True for a phrase, by its stems, that needs another word, or says nothing alone. */
export const isOpen = (phrase: string): boolean => DEPENDENT.has(phrase.split(" ").at(-1)!) || VAGUE.has(phrase);

/** A phrase in its most common written form; null for one that should not be shown. */
export function written(
  phrase: string,
  texts: readonly Phrases[],
  fewest: number,
  rest: string[] | null,
): string | null {
  if (isOpen(phrase) && !(rest && BROAD.has(phrase))) return null;
  const forms = new Map<string, number>();
  for (const phrases of texts) {
    const form = phrases.get(phrase);
    if (form !== undefined) forms.set(form, (forms.get(form) ?? 0) + 1);
  }
  const shown = shownForm(forms, fewest);
  if (shown !== null) return shown;
  return rest && !phrase.includes(" ") ? alone([...forms].sort((a, b) => b[1] - a[1])[0]!, fewest, rest) : null;
}

/** The most common form of a phrase that stands alone and should be shown; null for none. */
export function shownForm(forms: ReadonlyMap<string, number>, fewest: number): string | null {
  const shown = [...forms]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .find(([form, count]) => count >= fewest && isWellFormed(form) && isDecent(form) && !isBroken(form));
  return shown ? infinitive(shown[0]) : null;
}

const BROKEN = /(?<!\S)(?=\S*[^\x00-\x7f])\S{1,3}(?!\S)|^https?$/;

/** True for mojibake, and for what is left of a link. */
export const isBroken = (form: string): boolean => BROKEN.test(form);

/** False for vulgar words. */
export const isDecent = (form: string): boolean => !vulgar.hasMatch(form);

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
export function isAcronym(word: string, texts: readonly string[]): boolean {
  const found = texts.flatMap(
    (text) => text.match(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "giu")) ?? [],
  );
  return found.filter((form) => form === word.toUpperCase()).length > found.length / 2;
}
