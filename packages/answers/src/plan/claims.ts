import { NUMBER_WORDS } from "../numberWords";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { partsOf, type Step, type Test } from "./plan";
import { firstFit, fits, longestFit, pattern, sentencesOf, tokensOf, type Token } from "./tokens";

const AMOUNTS: readonly (readonly [Test["is"], readonly string[]])[] = [
  ["atLeast", ["at least", "no fewer|less than"]],
  ["atMost", ["at most", "no|not more than"]],
  ["over", ["more than", "over|above"]],
  ["under", ["less|fewer than", "under|below"]],
];
const AMOUNT_PATTERNS = AMOUNTS.map(([is, texts]) => ({ is, patterns: texts.map(pattern) }));
const PARTS: Readonly<Record<string, number>> = { half: 2, third: 3, quarter: 4, fifth: 5, tenth: 10 };
const ASKS = ["do|does|did|is|are|was|were|has|have|would", "is|was it|this|that true|right|correct|fair|the"].map(
  pattern,
);
const CLAIMS =
  /^(?:thinks?|believes?|says?|said|claims?|reckons?|suspects?|insists?|swears?|heard|told|convinced|sure)$/;
const CHECKS = [
  "is|are|was|were|am he|she|they|i|we|it|that|this right|true|correct|wrong|so|mistaken|justified",
  "is|are|was there anything|something|any in|to|truth|of it|that|this|in?",
  "does that|this|it hold|fit|match|agree",
].map(pattern);
const PEOPLE =
  /^(?:people|visitors|users|customers|folks|clients|contacts|subscribers|respondents|men|women|them|those|everyone|goals|chats|questions|resolutions|messages|conversations)$/;

/** A share in percent that is named from `at` on, and how many tokens name it. */
function partAt(tokens: readonly Token[], at: number): { percent: number; length: number } | null {
  const figure = (i: number): number | null => {
    const said = tokens[i]?.said ?? "";
    return /^\d+(?:\.\d+)?$/.test(said) ? Number(said) : said === "one" ? 1 : (NUMBER_WORDS[said] ?? null);
  };
  const from = tokens[at]?.said === "a" ? at + 1 : at;
  const first = figure(from);
  const part = PARTS[tokens[from]?.said ?? ""];
  if (part !== undefined) return { percent: 100 / part, length: from + 1 - at };
  if (first === null) return null;
  if (/^(?:%|percent)$/.test(tokens[from + 1]?.said ?? "")) return { percent: first, length: from + 2 - at };
  const many = PARTS[(tokens[from + 1]?.said ?? "").replace(/s$/, "")];
  if (many !== undefined && first < many) return { percent: (100 * first) / many, length: from + 2 - at };
  const joint = tokens[from + 1]?.said === "in" ? 2 : fits(tokens, from + 1, OUT_OF) > 0 ? 3 : 0;
  const whole = joint > 0 ? figure(from + joint) : null;
  return whole !== null && first < whole ? { percent: (100 * first) / whole, length: from + joint + 1 - at } : null;
}
const OUT_OF = pattern("out of");

/** True for a sentence that only asks whether what was said before it holds. */
const isCheck = (sentence: readonly Token[]): boolean =>
  CHECKS.some((one) => fits(sentence, 0, one) >= sentence.filter(({ isWord }) => isWord).length);

/** "Do more than a third want A?": how many want it, and the share to compare that with. */
export function withTest(tokens: readonly Token[]): { tokens: readonly Token[]; test: Test | null } {
  const sentences = sentencesOf(tokens);
  for (const [i, sentence] of sentences.entries()) {
    const isChecked = sentences[i + 1] !== undefined && isCheck(sentences[i + 1]!);
    if (!isChecked && firstFit(sentence.slice(0, 1), ASKS) === null && !isClaim(sentence)) continue;
    const found = testIn(sentence);
    if (!found) continue;
    const rest = sentences.slice(isChecked ? i + 2 : i + 1).flat();
    return { tokens: [...sentences.slice(0, i).flat(), ...found.asked, ...rest], test: found.test };
  }
  return { tokens, test: null };
}

/** "I've heard that half of them …, right?" */
const isClaim = (sentence: readonly Token[]): boolean =>
  sentence.at(-1)?.written === "?" && sentence.slice(0, 6).some(({ said }) => CLAIMS.test(said));

function testIn(sentence: readonly Token[]): { asked: readonly Token[]; test: Test } | null {
  for (let at = 0; at < sentence.length; at++) {
    const amount = AMOUNT_PATTERNS.find(({ patterns }) => longestFit(sentence, at, patterns) > 0);
    const length = amount ? longestFit(sentence, at, amount.patterns) : 0;
    const most = length === 0 ? mostAt(sentence, at) : 0;
    const part = most > 0 ? { percent: 50, length: most } : partAt(sentence, at + length);
    if (!part || (part.percent === 50 && length === 0 && most === 0 && sentence[at - 1]?.said === "and")) continue;
    let to = at + length + part.length;
    while (/^(?:of|all|the|our|your|my|these|those|his|her)$/.test(sentence[to]?.said ?? "") && !isPeople(sentence, to))
      to += 1;
    const is = amount?.is ?? (most > 0 ? "over" : "atLeast");
    // "Is that more than 5 %?" asks it of what was counted before.
    const isBefore = !sentence[to]?.isWord;
    if (isBefore && !/^(?:it|that|this)$/.test(sentence[at - 1]?.said ?? "")) return null;
    const who = isBefore ? tokensOf("is that") : isPeople(sentence, to) ? [] : tokensOf("people");
    return { asked: [...tokensOf("How many"), ...who, ...sentence.slice(to)], test: { is, percent: part.percent } };
  }
  return null;
}

const isPeople = (tokens: readonly Token[], at: number): boolean => PEOPLE.test(tokens[at]?.said ?? "");

/** "Most people", "the majority of visitors", "most of them": not "most common". */
function mostAt(tokens: readonly Token[], at: number): number {
  const said = tokens[at]!.said;
  if (said !== "most" && said !== "majority") return 0;
  const next = tokens[at + 1]?.said ?? "";
  if (said === "majority") return 1;
  if (tokens[at - 1]?.said === "the" || tokens[at - 1]?.said === "at") return 0;
  return next === "of" || isPeople(tokens, at + 1) ? 1 : 0;
}

const SUPERLATIVES =
  "biggest|largest|main|top|leading|chief|worst|greatest|primary|commonest|first|foremost|favourite|favorite|number-one";
const LEADERS = [
  `the|our|their|your|my ${SUPERLATIVES}`,
  "the|our|their|your most common|popular|frequent|important|mentioned|wanted|asked|named",
  "number one",
  "what|where|the thing? that? people|visitors|customers|users|they|folks|most * * * most",
  "what|where|the thing? that? people|visitors|customers|users|they|folks|most * * most",
  "what|where|the thing? that? people|visitors|customers|users|they|folks|most * most",
  "what most people|visitors|customers|users|of",
].map(pattern);
const PROBLEM =
  /^(?:problems?|troubles?|issues?|complaints?|complain|headaches?|pain|worry|worries|annoyance|nuisance)$/;
const IS = /^(?:is|are|was|were)$/;

/** "Is A the biggest problem?": what is the biggest, and what is said to be. */
export function withLeader(tokens: readonly Token[]): { tokens: readonly Token[]; claimed: readonly Token[] } {
  const sentences = sentencesOf(tokens);
  for (const [i, sentence] of sentences.entries()) {
    const isChecked = sentences[i + 1] !== undefined && isCheck(sentences[i + 1]!);
    const lead = firstFit(sentence, LEADERS);
    if (!lead || lead.at < 2) continue;
    const isAsked = IS.test(sentence[0]!.said) && sentence.at(-1)?.written === "?";
    const claim = sentence.findIndex(({ said }, at) => at < 6 && CLAIMS.test(said));
    const isTrue = fits(sentence, 0, IS_TRUE);
    if (!isAsked && !(isChecked && claim >= 0)) continue;
    let from = isTrue > 0 ? isTrue : claim >= 0 ? claim + 1 : 1;
    while (/^(?:that|the|it|me|us|really|actually)$/.test(sentence[from]?.said ?? "")) from += 1;
    const claimed = sentence
      .slice(from, lead.at)
      .filter(({ said }) => !IS.test(said) && !/^(?:really|actually|indeed|still|by|far|["“”])$/.test(said));
    const isTelling = claimed.some(({ said, isWord }) => isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said));
    if (!isTelling || claimed.some(({ isWord }) => !isWord)) continue;
    const tail = sentence.slice(lead.at + lead.length);
    const among = tail.findIndex(({ said }) => /^(?:among|in|from|for|with|of)$/.test(said));
    const isProblem = sentence.slice(lead.at).some(({ said }) => PROBLEM.test(said));
    const asked = [
      ...tokensOf(isProblem ? "What are the biggest problems" : "What is mentioned most"),
      ...(among === -1 ? tokensOf(isOfThose(sentence.slice(lead.at)) ? "among those?" : "?") : tail.slice(among)),
    ];
    const rest = sentences.slice(isChecked ? i + 2 : i + 1).flat();
    return { tokens: [...sentences.slice(0, i).flat(), ...asked, ...rest], claimed };
  }
  return { tokens, claimed: [] };
}
/** "Is A the biggest one?", "… the most common one there?" */
const isOfThose = (said: readonly Token[]): boolean => said.some((word) => /^(?:one|there|here)$/.test(word.said));
const IS_TRUE = pattern("is|was it|this|that really|actually|also? true|right|correct|fair|the case? to? say? that");

const YES_OR_NO = pattern("and|but|so|then? is|are|was|were|do|does|did|have|has");
const SAYS_LESS = /^(?:less|fewer|rarer|smaller|lower)$/;

/** "Is a more common than b?" claims something, which the comparison of the two confirms or not. */
export function withClaim(step: Step, asked: readonly Token[]): Step {
  if (step.do !== "compare" && step.do !== "rank") return step;
  const sentence = sentencesOf(asked).find((one) => fits(one, 0, YES_OR_NO) > 0);
  const than = sentence?.findIndex(({ said }) => said === "than") ?? -1;
  const sides = step.do === "compare" ? step.sides : step.items;
  if (!sentence || than === -1 || sides.length !== 2) return step;
  const isBefore = sides.map((side) => {
    const words = partsOf(side, ["topic", "mentions", "value"]).flatMap((one) => one.words.toLowerCase().split(" "));
    return sentence.slice(0, than).some(({ said }) => words.includes(said) && !FUNCTION_WORDS.has(said));
  });
  const isLess = sentence.slice(0, than).some(({ said }) => SAYS_LESS.test(said));
  // "Is drinking less more common than …?": which of them compares is not clear.
  const isBoth = isLess && sentence.slice(0, than).some(({ said }) => said === "more");
  if (isBefore[0] === isBefore[1] || isBoth) return step;
  return { ...step, claim: isLess === isBefore[0] ? "less" : "more" };
}
