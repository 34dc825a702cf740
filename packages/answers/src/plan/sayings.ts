import { isTopical, stemOf, words as wordsOf } from "../dataset/words";
import { WAYS } from "./concepts";
import { formsOf } from "./forms";
import { FRAME_WORDS, FUNCTION_WORDS, QUALITIES, WEAK_WORDS } from "./lexicon";
import { isPair } from "./phrases";
import type { Known } from "./plan";
import { fits, pattern, tokensOf, writtenOf, type Token } from "./tokens";

type CountOf = Known["countOf"];

/** One way to say a thing, by the forms of its words; and what else says it. */
interface Saying {
  words: readonly (readonly string[])[];
  others: readonly string[];
}

const SAYINGS = new Map<string, Saying[]>();
for (const ways of WAYS) {
  const others = ways.filter(({ isTelling }) => isTelling).map(({ said }) => said);
  for (const said of others) {
    const words = wordsOf(said)
      .filter((word) => !isBetween(word))
      .map(formsOf);
    if (words.length > 1)
      for (const stem of words[0]!) SAYINGS.set(stem, [...(SAYINGS.get(stem) ?? []), { words, others }]);
  }
}

/** These may stand between the words of a saying: "put some of their money aside". */
function isBetween(word: string): boolean {
  return /^(?:a|an|the|my|their|your|our|his|her|some|any|of|all|that|this|more)$/.test(word);
}

/**
 * A question in words that the data has, for what people say in many ways: where a saying has words that the data lacks
 * ("slim down"), or would lose those that tell what it means ("put money aside").
 */
export function inKnownSayings(tokens: readonly Token[], countOf: CountOf): readonly Token[] {
  const said: Token[] = [];
  let isQuoted = false;
  for (let at = 0; at < tokens.length;) {
    const { written } = tokens[at]!;
    isQuoted = written === "“" || (written === '"' ? !isQuoted : written !== "”" && isQuoted);
    const isLiteral = LITERAL.test(tokens[at - 1]?.said ?? "");
    const isPlain = isQuoted || fits(tokens, at, HOW_OLD) > 0;
    const told = isPlain ? null : sayingAt(tokens, at, countOf);
    // "Mention working out": what it says is lost with the small word.
    const saying = told && isLiteral && !PARTICLE.test(tokens[at + told.length - 1]!.said) ? null : told;
    // "Trying to work out whether ...": no exercise.
    const found = saying && !INDIRECT.test(tokens[at + saying.length]?.said ?? "") ? saying : null;
    if (found) said.push(...found.instead);
    else said.push(tokens[at]!);
    at += found?.length ?? 1;
  }
  return said;
}

/** Asked of those who wrote, and no topic of theirs. */
const HOW_OLD = pattern("how old are|is|were");
const INDIRECT = /^(?:whether|if|how|what|which|why|who|where|when)$/;
const PARTICLE = /^(?:up|out|off|away|down|back)$/;
const LITERAL = /^(?:mention|mentions|mentioned|mentioning|words?|phrases?|terms?)$/;

function sayingAt(tokens: readonly Token[], at: number, countOf: CountOf): { instead: Token[]; length: number } | null {
  if (!tokens[at]!.isWord) return null;
  const missing = missingAt(tokens, at, countOf);
  if (missing) return missing;
  const [longest] = (SAYINGS.get(stemOf(tokens[at]!.said)) ?? [])
    .map((saying) => ({ saying, length: lengthOf(tokens, at, saying) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length);
  if (!longest) return null;
  const own = tokens.slice(at, at + longest.length);
  const topical = own.filter(({ said, isWord }) => isWord && isTopical(said) && !isBetween(said));
  // "Someone else uses it": of words that only frame a question, none would be left.
  const lost = topical.filter(({ said }) => isLost(said));
  const isKept = lost.length === 0 || (lost.length < topical.length && areBeside(topical, countOf));
  const isWhole = topical.length > 1 && topical.every(({ said }) => isKnown(said, countOf));
  if (isKept && isWhole && lost.length === 0) return null;
  const { others } = longest.saying;
  if (!others.some((way) => areKnown(way, countOf))) return null;
  // Its own words stay where enough of them tell it.
  if (topical.length > 1)
    return {
      instead: own.map((token) => (topical.includes(token) ? { ...token, isTold: true } : token)),
      length: longest.length,
    };
  // "Go to the gym": the one word that tells it says it alone.
  const isAlone = topical.some(({ said }) => others.some((way) => stemOf(way) === stemOf(said)));
  const other = isAlone ? null : knownOf(topical, others, countOf);
  if (other === null) return null;
  const insteadOf = writtenOf(own);
  return {
    instead: tokensOf(other).map((token) => ({ ...token, insteadOf, isTold: !isBetween(token.said) })),
    length: longest.length,
  };
}

/** True where enough records hold the first two words that can carry a topic side by side. */
function areBeside(tokens: readonly Token[], countOf: CountOf): boolean {
  const [one, other] = tokens.filter(({ said }) => isTopical(said));
  return isPair({ countOf }, one, other);
}

/** "Someone else is using it", "someone else has used it". */
const MAX_AUXILIARIES = 2;
const AUXILIARY = /^(?:is|are|was|were|be|been|being|has|have|had)$/;

/** How many tokens say it from `at` on; 0 for none. */
function lengthOf(tokens: readonly Token[], at: number, { words }: Saying): number {
  let next = at;
  for (const [i, stems] of words.entries()) {
    while (i > 0 && isBetween(tokens[next]?.said ?? "")) next += 1;
    for (let most = next + MAX_AUXILIARIES; i > 0 && next < most && AUXILIARY.test(tokens[next]?.said ?? "");)
      next += 1;
    if (!tokens[next]?.isWord || !stems.includes(stemOf(tokens[next]!.said))) return 0;
    next += 1;
  }
  return next - at;
}

const isLost = (word: string): boolean =>
  FUNCTION_WORDS.has(word) || FRAME_WORDS.has(word) || (WEAK_WORDS.has(word) && !QUALITIES.has(word));
const isKnown = (word: string, countOf: CountOf): boolean => formsOf(word).some((stem) => countOf(stem) !== undefined);

/** The first of some ways that the data has: in one word, or in two side by side; else in several words. */
function knownOf(own: readonly Token[], ways: readonly string[], countOf: CountOf): string | null {
  const isSaid = (way: string): boolean => {
    const [only, ...others] = tellingIn(way);
    if (!areKnown(way, countOf)) return false;
    return others.length === 0 ? !isLost(only!) && !way.includes(" ") : areBeside(tokensOf(way), countOf);
  };
  const inSeveral = (way: string): boolean =>
    areKnown(way, countOf) && tellingIn(way).length > 1 && !tellingIn(way).some(isLost);
  return ways.find(isSaid) ?? sharedIn(own, ways, countOf) ?? ways.find(inSeveral) ?? null;
}

/** So many ways have a word that tells the thing by itself: "business", of starting, owning, launching one. */
const MIN_SHARED = 4;

/** A word that says the thing by itself, as most ways to say it have it: one's own, or what they end with. */
function sharedIn(own: readonly Token[], ways: readonly string[], countOf: CountOf): string | null {
  const isShared = (word: string, each: readonly string[]): boolean =>
    isKnown(word, countOf) && !isLost(word) && each.filter((other) => other === word).length >= MIN_SHARED;
  const words = ways.flatMap((way) => [...new Set(tellingIn(way))]);
  const last = ways.flatMap((way) => tellingIn(way).slice(-1));
  return own.find(({ said }) => isShared(said, words))?.said ?? last.find((word) => isShared(word, last)) ?? null;
}

const tellingIn = (way: string): string[] => wordsOf(way).filter((word) => !isBetween(word));
const areKnown = (way: string, countOf: CountOf): boolean =>
  tellingIn(way).every((word) => isTopical(word) && isKnown(word, countOf));

const WHERE = [
  "where has|have|had|did the|my|their|your|our|a? * got|gone|go|went|end|ended to|up?",
  "where the|my|their|your|our|a * has|have|had got|gone|ended|went to|up?",
  "where the|my|their|your|our|a * * has|have|had got|gone|ended|went to|up?",
  "where the|my|their|your|our|a * is|are|went",
  "where is|are the|my|their|your|our *",
  "where is|are the|my|their|your|our * *",
  "what has|have? happened|happens|became|become to|of the|my|their|your|our *",
  "whereabouts of the|my|their|your|our|a? *",
].map(pattern);
const OF_ASKING = new Set(
  "where has have had did the my their your our a got gone go went end ended to up is are what happened happens became become of whereabouts".split(
    " ",
  ),
);
const ARRIVING = ["arrive", "delivery", "deliver", "arrival", "delivered"];

/** "Where their card has got to": whether it arrives, of what the data says to arrive. */
function missingAt(
  tokens: readonly Token[],
  at: number,
  countOf: CountOf,
): { instead: Token[]; length: number } | null {
  for (const one of WHERE) {
    const length = fits(tokens, at, one);
    const next = tokens[at + length];
    if (length === 0 || (next?.isWord && !/^(?:and|or|yet|now|when|after|since|because)$/.test(next.said))) continue;
    const thing = tokens.slice(at, at + length).filter(({ said }) => !OF_ASKING.has(said));
    const stem = stemOf(thing.at(-1)?.said ?? "");
    const verb = ARRIVING.find((word) =>
      [`${stem}_${stemOf(word)}`, `${stemOf(word)}_${stem}`].some((pair) => countOf(pair) !== undefined),
    );
    if (thing.length === 0 || !verb) continue;
    const insteadOf = writtenOf(tokens.slice(at, at + length));
    const instead = [...tokensOf("about"), ...[...thing, ...tokensOf(verb)].map((token) => ({ ...token, insteadOf }))];
    return { instead, length };
  }
  return null;
}
