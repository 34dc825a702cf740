import {
  EXCLUSIONS,
  FRAME_WORDS,
  FUNCTION_WORDS,
  LITERAL_MARKERS,
  NEGATIONS,
  TOPIC_MARKERS,
  WEAK_WORDS,
} from "./lexicon";
import { longestFit, pattern, type Token } from "./tokens";

/** What says how the words after it are meant: left out, literally, or as the topic. */
export function markerAt(
  tokens: readonly Token[],
  at: number,
): { kind: "exclusion" | "literal" | "topic"; length: number } | null {
  for (const [kind, patterns] of [
    ["exclusion", EXCLUSIONS],
    ["literal", LITERAL_MARKERS],
    ["topic", TOPIC_MARKERS],
  ] as const) {
    const length = longestFit(tokens, at, patterns);
    if (length > 0) return { kind, length };
  }
  return null;
}

/** What is said of a word that is asked about by itself: "how often does 'urgent' come up". */
const AFTER_LITERAL =
  /^(?:in|among|for|from|by|at|anywhere|overall|comes?|came|appear|appears|appeared|occur|occurs|occurred|crops?|shows?|pops?|turns?|is|are|was|get|gets|talks?|talking|says?|asks?|also|else|more|less|most|than)$/;

/** "Mention a charge for taking out cash": what follows belongs to what is mentioned. */
export function runsOn(phrase: readonly Token[]): boolean {
  const end = phrase.findIndex(({ said }, i) => i > 0 && AFTER_LITERAL.test(said));
  return (
    /^(?:for|from|by|in|at)$/.test(phrase[end]?.said ?? "") &&
    phrase.slice(end + 1).some(({ said, isWord }) => isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said))
  );
}

/** A word that is asked about by itself, without what is said of it. */
export const trimmedLiteral = (phrase: readonly Token[]): Token[] => {
  const end = phrase.findIndex(({ said }, i) => i > 0 && AFTER_LITERAL.test(said));
  return phrase
    .slice(0, end === -1 ? phrase.length : end)
    .filter(({ said }, i) => i > 0 || !/^(?:of|the|a|an|any|either|both|their|its|to|about|like)$/.test(said));
};

/** True for an exclusion that is a wish: "don't want". */
export const isUnwished = (tokens: readonly Token[], at: number, length: number): boolean =>
  tokens[at + length - 1]!.said === "want" && tokens.slice(at, at + length).some(({ said }) => NEGATIONS.has(said));

/** True for a verb that frames a question elsewhere, where it is all that is wished: "want to write". */
export function isWished(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return (
    FRAME_WORDS.has(tokens[at]!.said) &&
    !WEAK_WORDS.has(tokens[at]!.said) &&
    tokens[at - 1]?.said === "to" &&
    /^(?:want|wants|wish|hope|plan|love|like)$/.test(tokens[at - 2]?.said ?? "") &&
    (!next?.isWord || /^(?:and|or|more|most)$/.test(next.said))
  );
}

const PEOPLE =
  "people|visitors|users|customers|clients|folks|subscribers|respondents|participants|everyone|everybody|they|you|we|i|anyone|anybody";
const SUBJECTS = [
  `do|does|did|would|will|can|could|should|have|has most|the|these|those|our|your|some|my? of? the? ${PEOPLE}`,
  "people|visitors|users|customers|clients|folks|subscribers|those|ones|someone|somebody who|that",
  "wants|want|wanted|wish|wishes|hope|hopes|plan|plans|like|love|intend|intends|aim|need|needs to",
].map(pattern);

/** How many words from `at` on say who does or wants what is said next: "do people", "people who", "want to". */
export const subjectAt = (tokens: readonly Token[], at: number): number => longestFit(tokens, at, SUBJECTS);
