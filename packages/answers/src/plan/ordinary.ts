import { isTopical, stemOf, words } from "../dataset/words";
import { formsOf, isPastForm } from "./forms";
import { FRAME_WORDS, FUNCTION_WORDS, NEGATIONS, WEAK_WORDS } from "./lexicon";
import type { Known, Refusal } from "./plan";
import { fits, longestFit, pattern, type Token } from "./tokens";

/** Prepositions that say more than that things belong together: part of a topic where the data has them. */
const TURNING = new Set("against outside inside beyond despite unlike".split(" "));
/** Nouns and adjectives in "-ly". */
const NO_ADVERBS = new Set(
  `family reply supply assembly monopoly anomaly melancholy butterfly dragonfly belly jelly bully rally tally lily italy july homily
  elderly friendly lonely lovely ugly silly holy curly hourly daily weekly monthly quarterly yearly costly disorderly`.split(
    /\s+/,
  ),
);
export const isAdverb = (said: string): boolean => said.length > 5 && said.endsWith("ly") && !NO_ADVERBS.has(said);

const HOLDING = [FUNCTION_WORDS, FRAME_WORDS, WEAK_WORDS];
const HOLDING_STEMS = new Set(HOLDING.flatMap((some) => [...some].map(stemOf)));

const PEOPLE =
  "people|persons|folks|users|visitors|customers|clients|subscribers|respondents|participants|guys|girls|men|women|they|we|you|who|ones|everyone|everybody|anyone|anybody|someone|somebody";
const SUBJECTS = [
  `${PEOPLE} aged|over|under|above|below * to|and *`,
  `${PEOPLE} aged|over|under|above|below *`,
  `${PEOPLE} in|from the? *`,
  `how many of? the|these|those|our|your? of? ${PEOPLE}`,
  `how many of them|these|those`,
  PEOPLE,
].map(pattern);
const HOW_MANY = pattern("how many");
/** These may stand between those who do something and what they do. */
const BETWEEN =
  /^(?:do|does|did|have|has|had|would|could|can|also|still|just|even|ever|not|never|often|most|only|really|actually|usually|mostly)$/;
/** Nouns after "how many" are in the plural. */
const PLURAL = /(?:s|men|women|people|children)$/;

/** The clause with the verbs of those who are asked about marked as such. */
export function withVerbs(clause: readonly Token[]): readonly Token[] {
  const verbs = new Set<number>();
  for (let at = 0; at < clause.length; at++) {
    if (isState(clause, at)) verbs.add(at);
    const length = longestFit(clause, at, SUBJECTS);
    const bare = length === 0 ? fits(clause, at, HOW_MANY) : 0;
    if (length + bare === 0) continue;
    let verb = at + length + bare;
    while (BETWEEN.test(clause[verb]?.said ?? "") || isAdverb(clause[verb]?.said ?? "")) verb += 1;
    const said = clause[verb]?.isWord ? clause[verb]!.said : "";
    // "Have piano lessons" is no perfect tense.
    if (/^(?:have|has|had)$/.test(clause[verb - 1]?.said ?? "") && !said.endsWith("ed") && !isPastForm(said)) continue;
    if (said !== "" && !FUNCTION_WORDS.has(said) && !(bare > 0 && PLURAL.test(said))) verbs.add(verb);
  }
  return verbs.size === 0 ? clause : clause.map((token, at) => (verbs.has(at) ? { ...token, isVerb: true } : token));
}

/** A phrase without the everyday words that the data doesn't have; a noun or an adjective that it lacks stays. */
export function withoutOrdinary(phrase: readonly Token[], known: Known): { telling: Token[]; ordinary: Token[] } {
  const ordinary = phrase.filter((token, at) => !token.isTold && isOrdinary(token, phrase[at + 1], known));
  return { telling: phrase.filter((token) => !ordinary.includes(token)), ordinary };
}

const STATES =
  /^(?:am|is|are|was|were|be|been|being|feel|feels|felt|feeling|seem|seems|seemed|get|gets|got|become|becomes|became)$/;
const GOVERNED = /^(?:about|of|with|by|at|over|to|for|on|up)$/;

/** "Are fed up with", "feel cheated by": how they are about something. */
const isState = (tokens: readonly Token[], at: number): boolean => {
  let before = at - 1;
  while (
    before >= 0 &&
    (isAdverb(tokens[before]!.said) || /^(?:very|so|too|quite|rather|really|not)$/.test(tokens[before]!.said))
  )
    before -= 1;
  return (
    STATES.test(tokens[before]?.said ?? "") &&
    GOVERNED.test(tokens[at + 1]?.said ?? "") &&
    !FUNCTION_WORDS.has(tokens[at]!.said) &&
    !PLURAL.test(tokens[at]!.said)
  );
};

/** "Hooked up to", "put off by": what was done, before a particle. */
const isDone = (said: string, next: Token | undefined): boolean =>
  said.length > 4 &&
  /[^e]ed$/.test(said) &&
  /^(?:up|off|out|to|into|onto|by|with|over|on|from|around)$/.test(next?.said ?? "");

function isOrdinary({ said, written, isWord, isVerb }: Token, next: Token | undefined, known: Known): boolean {
  if (!isWord) return false;
  if (NEGATIONS.has(said) || HOLDING.some((some) => some.has(said))) return false;
  const stems = words(written).filter(isTopical).flatMap(formsOf);
  if (stems.some((stem) => known.countOf(stem) !== undefined)) return false;
  return (
    isVerb === true || isAdverb(said) || TURNING.has(said) || HOLDING_STEMS.has(stemOf(said)) || isDone(said, next)
  );
}

/** Names the everyday words that were left out; a verb is what is asked about where nothing else is. */
export function namingOrdinary(body: {
  items: readonly unknown[];
  refusals: Refusal[];
  notUnderstood: string[];
  ordinary: readonly Token[];
}): void {
  // Where the topic itself is not in the data, nothing else need be said.
  if (body.items.length === 0 && body.refusals.length > 0) return;
  const saysMore = body.items.length > 0;
  for (const { said, written, isVerb } of body.ordinary)
    if (isVerb && !saysMore) body.refusals.push({ kind: "absent", words: written, detail: [said] });
    else body.notUnderstood.push(written);
}
