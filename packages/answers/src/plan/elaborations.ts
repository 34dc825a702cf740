import { isParticiple } from "./alternatives";
import { isEmptyWord } from "./leftOut";
import { FUNCTION_WORDS } from "./lexicon";
import { firstFit, fits, longestFit, pattern, sentencesOf, tokensOf, writtenOf, type Token } from "./tokens";

/** A question without what only explains its words, and what of that names things. */
export interface Plain {
  tokens: readonly Token[];
  left: readonly string[];
}

/** "However they put it": counted by meaning, which it is anyway. */
const HOWS = [
  "counting|including|taking|in|by every|any|all|each|whatever|either of? the? way|ways|form|forms|wording|wordings|phrasing|spelling",
  "however|whichever|whatever way? they|people|visitors|its|it|theyre|you say|put|phrase|word|phrased|worded|write|is|spell",
  "and? not just|only|merely|simply the words|word",
  "not|rather|instead than|of? raw|absolute|total|just? counts|numbers|totals|figures",
].map(pattern);
/** "As a share of its tweets": a table by group says it in any case. */
const RELATIVE = [
  "i? mean|meant? as a share|percentage|proportion|fraction of what|its|their|each|that|all",
  "i? mean|meant? relative to its|their|the size",
].map(pattern);
const IN_SAME = ["in|at the same|one question|message|chat|tweet|goal|resolution|time|breath"].map(pattern);
const LESSEN = "give|giving|cut|cutting|quit|quitting|stop|stopping|reduce|reducing|limit|limiting";
const LESS_OR_NONE = [`${LESSEN} up|down|out|back? on? or ${LESSEN} up|down|out|back? on?`].map(pattern);
const OVERALL = [", overall and among|for|in|by|from", "overall and among|for|in|by|from"].map(pattern);

/** "A and b in the same message", "overall and among women", "give up or cut down on": in words that are read. */
function inWords(tokens: readonly Token[]): readonly Token[] {
  const said: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const same = longestFit(tokens, at, IN_SAME);
    const all = same > 0 ? 0 : longestFit(tokens, at, OVERALL);
    // "About lost or about stolen cards"
    const isAgain =
      tokens[at]!.said === "about" && tokens[at - 1]?.said === "or" && said.some((token) => token.said === "about");
    const less = longestFit(tokens, at, LESS_OR_NONE);
    if (less > 0) said.push(...tokensOf("stop"));
    else if (same > 0) said.push(...tokensOf(", both"));
    else if (all > 0) said.push(...tokensOf("? And"), tokens[at + all - 1]!);
    else if (!isAgain) said.push(tokens[at]!);
    at += Math.max(1, same, all, less);
  }
  return said;
}

/** "Joke instead of making a serious one", "a fee of some kind": these say only what a record is, or nothing. */
const FILLING = [
  "instead|rather of|than making|giving|writing|posting|setting|having|sharing|stating a|an|any|the? serious|real|proper|actual|genuine|true? resolution|resolutions|goal|goals|one|answer",
  "of some|any kind|sort|type|description",
  "in|as absolute numbers|terms|figures and|or? in? percent|percentage|percentages|relative? terms?",
  "and|with|plus their|its size|sizes|count|counts|number|numbers|share|shares",
].map(pattern);
const LISTS = /^(?:etc|eg|e\.g|ie|i\.e|including|like)$/;
/** So many signs make a list of what stands in brackets. */
const LISTED = 2;

/** Takes out lists of examples in brackets, and how something is to be counted, which is so in any case. */
export function withoutElaborations(asked: readonly Token[]): Plain {
  const left: string[] = [];
  const tokens = withoutExpected(withoutLike(withoutOpposed(inWords(apart(asked)), left), left), left);
  const open = tokens.findIndex(({ said }) => said === "(");
  const close = tokens.findIndex(({ said }, at) => at > open && said === ")");
  const inside = open === -1 || close === -1 ? [] : tokens.slice(open + 1, close);
  const outside = [...tokens.slice(0, Math.max(0, open)), ...tokens.slice(close + 1)];
  const before = tokens[open - 1];
  const isOfThing =
    before?.isWord === true &&
    !FUNCTION_WORDS.has(before.said) &&
    !NAMES_LIST.test(before.said) &&
    inside.some(({ said }) => /^(?:,|or|\/)$/.test(said));
  const isList = (isListed(inside) || isOfThing) && outside.some((token) => !isEmptyWord(token));
  if (isList) left.push(writtenOf(inside));
  const sentences = sentencesOf(isList ? outside : tokens);
  const plain = sentences.map((sentence) => withoutHow(withoutWins(withoutPlans(withGerunds(sentence)))));
  const isAnyLeft = plain.some((sentence) => sentence.some(({ said, isWord }) => isWord && !FUNCTION_WORDS.has(said)));
  return { tokens: isAnyLeft ? plain.flat() : tokens, left: isAnyLeft ? left : [] };
}

const OPPOSED = [", as opposed to asking|wanting|saying|needing|having|being|those|people|just|only"].map(pattern);
const COUNTS = /^(?:many|much|count|number|share|percentage|percent|proportion)$/;

/** "How many say it is late, as opposed to asking how to get one": what is not counted. */
function withoutOpposed(tokens: readonly Token[], left: string[]): readonly Token[] {
  const at = tokens.findIndex((_, i) => i > 0 && longestFit(tokens, i, OPPOSED) > 0);
  const end = tokens.findIndex(({ said, isWord }, i) => i > at && !isWord && said !== ",");
  if (at === -1 || !tokens.slice(0, at).some(({ said }) => COUNTS.test(said))) return tokens;
  const to = end === -1 ? tokens.length : end;
  left.push(writtenOf(tokens.slice(at, to)));
  return [...tokens.slice(0, at), ...tokens.slice(to)];
}

const THAN_THEY = ["than they|i|we|you|people|customers|users|visitors had|were|was"].map(pattern);

/** "Less money than they had asked for": how much that was is in no text, and no time is meant. */
function withoutExpected(tokens: readonly Token[], left: string[]): readonly Token[] {
  const at = tokens.findIndex((_, i) => longestFit(tokens, i, THAN_THEY) > 0);
  const done = at === -1 ? 0 : at + longestFit(tokens, at, THAN_THEY);
  if (at === -1 || !isParticiple(tokens[done] ?? { said: "" })) return tokens;
  const to = /^(?:for|to|of|with)$/.test(tokens[done + 1]?.said ?? "") ? done + 2 : done + 1;
  left.push(writtenOf(tokens.slice(at, to)));
  return [...tokens.slice(0, at), ...tokens.slice(to)];
}

const LIKE = [", like|such|including|eg as?"].map(pattern);

/** "Religion, like God, church, praying and so on": examples, as in brackets. */
function withoutLike(tokens: readonly Token[], left: string[]): readonly Token[] {
  const at = tokens.findIndex((_, i) => i > 1 && longestFit(tokens, i, LIKE) > 0);
  const end = tokens.findIndex(({ said, isWord }, i) => i > at && !isWord && !/^[,/]$/.test(said));
  const to = end === -1 ? tokens.length : end;
  const inside = tokens.slice(at + Math.max(1, longestFit(tokens, Math.max(0, at), LIKE)), to);
  if (at === -1 || !(isListed(inside) || firstFit(inside, [AND_SO_ON]))) return tokens;
  left.push(writtenOf(inside));
  return [...tokens.slice(0, at), ...tokens.slice(to)];
}

/** These ask by themselves, of what stands before them. */
const OF_ALL_BEFORE = [
  "is|was|are that|it|this|they|he|she|we really|actually? so|true|right|correct|accurate|wrong",
  "is|would|was there be? any|much|a|some|enough? interest|demand|appetite|market in|for? it|this|that|them|one?",
].map(pattern);

/** "Men mostly joke, is that so?": two sentences. */
function apart(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findLastIndex(({ isWord }) => isWord) + 1;
  const at = tokens.findIndex(
    ({ said }, i) => said === "," && i + 1 + longestFit(tokens, i + 1, OF_ALL_BEFORE) === end,
  );
  const [stop] = tokensOf(".");
  return at < 1 ? tokens : tokens.map((token, i) => (i === at ? stop! : token));
}

/** After these, the list in brackets is what is asked about. */
const NAMES_LIST =
  /^(?:things?|topics?|categor(?:y|ies)|themes?|goals?|resolutions?|habits?|items?|words?|groups?|states?|regions?|questions?|issues?|problems?)$/;

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
  const asks = sentence.findIndex(({ said }) => /^(?:how|what|which|who|many|is|are|do|does)$/.test(said));
  const told = sentence.slice(0, asks === -1 ? undefined : asks);
  const at = OWN.test(told[0]?.said ?? "") ? told.findIndex((_, i) => fits(told, i, SOON) > 0) : -1;
  return at === -1 ? sentence : [...sentence.slice(0, at), ...sentence.slice(at + fits(sentence, at, SOON))];
}

/** A sentence without what says only how it is to be counted: each such part goes up to the next sign. */
function withoutHow(sentence: readonly Token[]): readonly Token[] {
  const part = partOfHow(sentence);
  return part ? withoutHow([...sentence.slice(0, part.from), ...sentence.slice(part.to)]) : sentence;
}

function partOfHow(sentence: readonly Token[]): { from: number; to: number } | null {
  for (let at = 0; at < sentence.length; at++) {
    const length = at === 0 ? 0 : longestFit(sentence, at, FILLING);
    if (length > 0) return { from: at, to: at + length };
    if (longestFit(sentence, at, RELATIVE) === 0 && (at === 0 || longestFit(sentence, at, HOWS) === 0)) continue;
    const end = sentence.findIndex(({ isWord }, i) => i > at && !isWord);
    return { from: sentence[at - 1]?.said === "," ? at - 1 : at, to: end === -1 ? sentence.length : end };
  }
  return null;
}
