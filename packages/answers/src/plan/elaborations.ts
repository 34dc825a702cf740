import { isEmptyWord } from "./leftOut";
import { firstFit, fits, pattern, sentencesOf, tokensOf, writtenOf, type Token } from "./tokens";

/** A question without what only explains its words, and what of that names things. */
export interface Plain {
  tokens: readonly Token[];
  left: readonly string[];
}

/** "However they put it": counted by meaning, which it is anyway. */
const WORDINGS = [
  "counting|including|taking|in|by every|any|all|each|whatever|either of? the? way|ways|form|forms|wording|wordings|phrasing|spelling",
  "however|whichever|whatever way? they|people|visitors|its|it|theyre|you say|put|phrase|word|phrased|worded|write|is|spell",
  "and? not just|only|merely|simply the words|word",
].map(pattern);
/** "As a share of its tweets": a table by group says it in any case. */
const RELATIVE = [
  "i? mean|meant? as a share|percentage|proportion|fraction of what|its|their|each|that|all",
  "i? mean|meant? relative to its|their|the size",
].map(pattern);
const NOT_RAW = pattern("not|rather|instead than|of? raw|absolute|total|just? counts|numbers|totals|figures");
/** "Joke instead of making a serious one": the rest says only what a record is. */
const INSTEAD = pattern(
  "instead|rather of|than making|giving|writing|posting|setting|having|sharing|stating a|an|any|the? serious|real|proper|actual|genuine|true? resolution|resolutions|goal|goals|one|answer",
);
const LISTS = /^(?:etc|eg|e\.g|ie|i\.e|including|like)$/;
/** So many signs make a list of what stands in brackets. */
const LISTED = 2;

/** Takes out lists of examples in brackets, and how something is to be counted, which is so in any case. */
export function withoutElaborations(tokens: readonly Token[]): Plain {
  const left: string[] = [];
  const open = tokens.findIndex(({ said }) => said === "(");
  const close = tokens.findIndex(({ said }, at) => at > open && said === ")");
  const inside = open === -1 || close === -1 ? [] : tokens.slice(open + 1, close);
  const outside = [...tokens.slice(0, Math.max(0, open)), ...tokens.slice(close + 1)];
  const isList = isListed(inside) && outside.some((token) => !isEmptyWord(token));
  if (isList) left.push(writtenOf(inside));
  const sentences = sentencesOf(isList ? outside : tokens);
  const plain = sentences.map((sentence) => withoutHow(withoutWins(withoutPlans(withGerunds(sentence)))));
  const isAnyLeft = plain.some((sentence) => sentence.some((token) => !isEmptyWord(token)));
  return { tokens: isAnyLeft ? plain.flat() : tokens, left: isAnyLeft ? left : [] };
}

function isListed(inside: readonly Token[]): boolean {
  const isExample = inside.some(({ said }) => LISTS.test(said)) || firstFit(inside, [AND_SO_ON]) !== null;
  return isExample && inside.filter(({ said }) => said === "," || said === ";" || said === "/").length >= LISTED;
}
const AND_SO_ON = pattern("and so on|forth");

const AGAINST = /^(?:vs|versus|or|against)$/;
const WINS = ["which|who|what one? wins|leads|dominates|prevails", "which|who|what one? is ahead|bigger|larger"].map(
  pattern,
);

const WHICH = tokensOf("which is more common");

/** "Drinking less vs drinking more, which wins?" asks which is more common. */
function withoutWins(sentence: readonly Token[]): readonly Token[] {
  const at = sentence.findIndex((_, i) => i > 0 && WINS.some((one) => fits(sentence, i, one) > 0));
  const rest = at === -1 ? [] : sentence.slice(at + Math.max(...WINS.map((one) => fits(sentence, at, one))));
  const isLast =
    at > 0 && rest.every(({ isWord }) => !isWord) && sentence.slice(0, at).some(({ said }) => AGAINST.test(said));
  return isLast ? [...sentence.slice(0, at), ...WHICH, ...rest] : sentence;
}

const THAT_ARE = pattern("that|which are|is|was|were");

/** "Transfers that are taking too long": what they do stands with them. */
const withGerunds = (sentence: readonly Token[]): readonly Token[] =>
  sentence.filter((_, at) => ![at, at - 1].some((one) => one > 0 && saysDoing(sentence, one)));

const saysDoing = (sentence: readonly Token[], at: number): boolean =>
  fits(sentence, at, THAT_ARE) > 0 && /ing$/.test(sentence[at + 2]?.said ?? "") && !isEmptyWord(sentence[at - 1]!);

const OWN = /^(?:i|im|ive|ill|we|were|weve|well|our|my)$/;
const SOON = pattern("for|by|in|at|on|before? the? next|coming week|month|quarter|year|sprint|meeting");

/** "I'm pitching this next week, …": when somebody does something with the answer is not asked. */
function withoutPlans(sentence: readonly Token[]): readonly Token[] {
  const at = OWN.test(sentence[0]?.said ?? "") ? sentence.findIndex((_, i) => fits(sentence, i, SOON) > 0) : -1;
  return at === -1 ? sentence : [...sentence.slice(0, at), ...sentence.slice(at + fits(sentence, at, SOON))];
}

const SOME_KIND = pattern("of some|any kind|sort|type|description");

/** A sentence up to what says only how it is to be counted. */
function withoutHow(sentence: readonly Token[]): readonly Token[] {
  const kind = sentence.findIndex((_, at) => at > 0 && fits(sentence, at, SOME_KIND) > 0);
  if (kind !== -1)
    return withoutHow([...sentence.slice(0, kind), ...sentence.slice(kind + fits(sentence, kind, SOME_KIND))]);
  const instead = sentence.findIndex((_, at) => at > 0 && fits(sentence, at, INSTEAD) > 0);
  const rest =
    instead === -1
      ? sentence
      : [...sentence.slice(0, instead), ...sentence.slice(instead + fits(sentence, instead, INSTEAD))];
  const at = rest.findIndex((_, i) => RELATIVE.some((one) => fits(rest, i, one) > 0) || (i > 0 && isHow(rest, i)));
  if (at === -1) return rest;
  const end = rest.at(-1)!;
  const kept = rest.slice(0, rest[at - 1]?.said === "," ? at - 1 : at);
  return kept.length === 0 ? [] : end.isWord ? kept : [...kept, end];
}

const isHow = (tokens: readonly Token[], at: number): boolean =>
  fits(tokens, at, NOT_RAW) > 0 || WORDINGS.some((one) => fits(tokens, at, one) > 0);
