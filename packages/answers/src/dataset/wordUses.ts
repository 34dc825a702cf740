import nlp from "compromise";
import { isTopical, stemOf, words } from "./words";

/** So many texts, evenly spread, show how a word is used. */
const READ = 3_000;

/** How often the texts that were read use a stem: as a noun, as a verb, and as something else. */
export interface WordUse {
  noun: number;
  verb: number;
  other: number;
  /** Nouns in the plural, or after an article and the like. */
  surely: number;
  /** Verbs after "is", "was" or "get". */
  passive: number;
  nouns: Map<string, number>;
  verbs: Map<string, number>;
}

/** How a sample of texts uses each stem, by the words around it. */
export function usesOf(texts: readonly string[]): Map<string, WordUse> {
  const uses = new Map<string, WordUse>();
  const every = Math.max(1, Math.ceil(texts.length / READ));
  for (let i = 0; i < texts.length; i += every)
    for (const sentence of sentencesOf(texts[i]!.replace(/\[\w+\]|#\w+/g, " ")))
      sentence.forEach((term, at) => {
        for (const word of words(term.text)) if (isTopical(word)) add(uses, word, term, sentence[at - 1]);
      });
  return uses;
}

function add(uses: Map<string, WordUse>, word: string, { tags }: Term, before: Term | undefined): void {
  const stem = stemOf(word);
  const use = uses.get(stem) ?? {
    noun: 0,
    verb: 0,
    other: 0,
    surely: 0,
    passive: 0,
    nouns: new Map<string, number>(),
    verbs: new Map<string, number>(),
  };
  uses.set(stem, use);
  const as = useOf(tags);
  use[as] += 1;
  if (as === "other") return;
  const forms = as === "noun" ? use.nouns : use.verbs;
  forms.set(word, (forms.get(word) ?? 0) + 1);
  if (as === "noun" && (tags.has("Plural") || LEADS_NOUN.some((tag) => before?.tags.has(tag)))) use.surely += 1;
  if (as === "verb" && BEFORE_PASSIVE.test(before?.text ?? "")) use.passive += 1;
}

const LEADS_NOUN = ["Determiner", "Possessive", "Preposition", "Adjective"];
const BEFORE_PASSIVE = /^(?:is|are|was|were|been|being|be|got|get|gets|getting)$/i;

function useOf(tags: ReadonlySet<string>): "noun" | "verb" | "other" {
  if (["Date", "Value", "Pronoun", "Expression"].some((tag) => tags.has(tag))) return "other";
  if (tags.has("Verb")) return "verb";
  return tags.has("Noun") ? "noun" : "other";
}

interface Term {
  text: string;
  tags: ReadonlySet<string>;
}
const sentencesOf = (text: string): Term[][] => (nlp(text) as unknown as { document: Term[][] }).document;
