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
export const FILLERS = new Set(
  "ago aint amp end gonna wanna gotta imma ima lol omg haha yeah ok okay thing things stuff lot lots anything something everything someone anyone everyone somebody anybody everybody nobody anymore theres heres youre youve youll theyre weve hes shes whos yall damn dang crap jk idk tbh".split(
    " ",
  ),
);
/** Years, bare numbers, and mojibake. */
const NO_WORD = /^\p{N}+$|\d{4}|^[âûïð]|[âãïð]$/u;
/** Where a phrase ends: at the end of a sentence or clause, at a placeholder, a hashtag and a handle. */
export const BREAK = /(?<![.,;:!?()"“”…])[.,;:!?()"“”…]+(?=\s|$)|\[\w+\]|[#@]\w+/;
/** The phrases of a text by their stems, each in its first written form. */
export type Phrases = ReadonlyMap<string, string>;

/** The phrases of a text by their stems, each once, in its first written form. */
export function phrasesIn(text: string): Map<string, string> {
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

export function* eachPhrases(texts: readonly string[]): Generator<Phrases> {
  for (const text of texts) yield phrasesIn(text);
}

/** How many texts contain each phrase, or each wanted phrase. */
export function countsIn(texts: Iterable<Phrases>, wanted: ReadonlySet<string> | null = null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const phrases of texts)
    for (const phrase of phrases.keys())
      if (wanted?.has(phrase) ?? true) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return counts;
}
