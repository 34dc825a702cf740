import { isParticiple } from "./alternatives";
import { DEEDS } from "./deeds";
import { formsOf } from "./forms";
import { FRAME_WORDS, FUNCTION_WORDS, QUALITIES, WEAK_WORDS } from "./lexicon";
import { isPair } from "./phrases";
import type { Known } from "./plan";
import { firstFit, fits, pattern, sentencesOf, tokensOf, type Token } from "./tokens";
import { FEELING } from "./untoldApart";

/** These ask for one of two things without naming them: "which of the two do they want?" */
const CHOOSES = [
  "which|what|who of the|these|those two|both|options|sides|topics?",
  "which|who of them|these|those|us|both",
  "which one|side|option",
  "which is|are|gets|gives|causes|matters|comes|do|does|did|would|will|has|have|should|shall",
].map(pattern);
const VERDICTS = [
  "whos right|wrong|correct",
  "who|which is|are|was right|wrong|correct|closer|nearer",
  "which|who of us|them|the|both two? is|are|was right|wrong|correct|closer|nearer",
  "is|are he|she|they right , ? or am|are|is i|we|he|she|they",
  "who should|do i|we believe",
].map(pattern);
const COMPARES =
  /^(?:more|most|rather|bigger|biggest|larger|worse|oftener|commoner|higher|greater|less|fewer|first|ahead)$/;
const OWN_SIDES = /^(?:or|versus|vs|than)$/;
const ADVISES = /^(?:should|better|best|worth)$/;
/** What someone holds, wants or is told. */
const CLAIMS =
  /^(?:thinks?|believes?|says?|said|claims?|reckons?|suspects?|fears?|assumes?|insists?|swears?|argues?|bets?|guess|wants?|prefers?|blames?|favou?rs?|sure|convinced|rather|complains?|tells?|hears?|heard|about)$/;
/** Where the second of two things ends, beside a sign. */
const AFTER_SIDE = /^(?:for|because|so|before|but|while|whereas|since|as|next|this|first|when|if|and|at|to)$/;
const NEXT_QUESTION = [", and what|which|why|how|who|where", "and what|which|why|how", ", what|which|why|how"].map(
  pattern,
);

const carries = (token: Token | undefined): token is Token =>
  token !== undefined &&
  token.isWord &&
  ![FUNCTION_WORDS, FRAME_WORDS, WEAK_WORDS, DEEDS].some((words) => words.has(token.said));

type Sides = readonly [readonly Token[], readonly Token[]];

/** "I can't decide between A and B. Which of the two do they want more?" asks which of A and B they want more. */
export function withSides(tokens: readonly Token[], known: Known): readonly Token[] {
  const sentences = sentencesOf(tokens);
  const vain = sentences.findIndex((sentence, i) => i > 0 && isWithinFrame(sentence));
  const claims = vain === -1 ? null : claimsIn(sentences.slice(0, vain).flat(), known);
  if (claims) return sentences.flatMap((sentence, i) => (i === vain ? replacing(sentence, claims) : sentence));
  const at = sentences.findIndex((sentence, i) => i > 0 && chooses(sentence));
  if (at === -1) return tokens;
  const before = sentences.slice(0, at);
  const sides = before.reduceRight<Sides | null>((found, one) => found ?? sidesIn(one, known), null);
  const told = sides ?? claimsIn(before.flat(), known);
  return told === null
    ? tokens
    : [...before.flat(), ...asking(sentences[at]!, told), ...sentences.slice(at + 1).flat()];
}

/** What a sentence asks first, and what it asks then. */
function partsOf(sentence: readonly Token[]): Sides {
  const next = sentence.findIndex((_, i) => i > 2 && NEXT_QUESTION.some((one) => fits(sentence, i, one) > 0));
  return next === -1 ? [sentence, []] : [sentence.slice(0, next), sentence.slice(next)];
}

function chooses(sentence: readonly Token[]): boolean {
  if (VERDICTS.some((one) => firstFit(sentence, [one]) !== null)) return true;
  const [first] = partsOf(sentence);
  return (
    firstFit(first, CHOOSES) !== null &&
    !first.some(({ said }) => OWN_SIDES.test(said)) &&
    first.some(({ said }) => COMPARES.test(said) || ADVISES.test(said))
  );
}

function asking(sentence: readonly Token[], [one, other]: Sides): Token[] {
  const [first, rest] = partsOf(sentence);
  const sides = [...tokensOf(","), ...one, ...tokensOf("or"), ...other];
  const end = rest.length > 0 ? rest : tokensOf("?");
  const isOpen = firstFit(first, VERDICTS) !== null || first.some(({ said }) => ADVISES.test(said));
  if (isOpen) return [...tokensOf("Which is more common"), ...sides, ...end];
  const chosen = firstFit(first, CHOOSES.slice(0, 3));
  const asked = first.filter(({ isWord }, i) => isWord && !(chosen && i > chosen.at && i < chosen.at + chosen.length));
  return [...asked, ...sides, ...end];
}

/** "When people take out cash, is it the fee or the cash?": all of them speak of cash, so the question holds one side only. */
function isWithinFrame(sentence: readonly Token[]): boolean {
  const comma = sentence.findIndex(({ said }) => said === ",");
  const or = sentence.findLastIndex(({ said }) => said === "or");
  if (comma === -1 || or < comma || !sentence.some((_, i) => i < comma && fits(sentence, i, WHEN) > 0)) return false;
  const framed = new Set(
    sentence
      .slice(0, comma)
      .filter(carries)
      .map(({ said }) => said),
  );
  const side = sentence.slice(or).filter((token) => carries(token) && !/sel(?:f|ves)$/.test(token.said));
  return side.length > 0 && side.every(({ said }) => framed.has(said));
}

/** A sentence with two other sides. */
function replacing(sentence: readonly Token[], sides: Sides): readonly Token[] {
  const frame = sentence.slice(0, sentence.findIndex(({ said }) => said === ",") + 1);
  return [...frame, ...asking(tokensOf("which is more common ?"), sides)];
}

/** The two things of "between A and B", "whether A or B". */
function sidesIn(sentence: readonly Token[], known: Known): Sides | null {
  const between = sentence.findIndex(({ said }) => said === "between");
  const and = between === -1 ? -1 : sentence.findIndex(({ said }, i) => i > between + 1 && said === "and");
  if (and !== -1) return pairOf(sentence.slice(between + 1, and), sideAfter(sentence, and));
  const or = sentence.findLastIndex(({ said }) => said === "or" || said === "versus" || said === "vs");
  if (or < 1) return null;
  let from = or;
  while (carries(sentence[from - 1]) && (from === or || isPair(known, sentence[from - 1], sentence[from]))) from -= 1;
  return pairOf(sentence.slice(from, or), sideAfter(sentence, or));
}

function sideAfter(sentence: readonly Token[], joint: number): readonly Token[] {
  const end = sentence.findIndex(
    ({ said, isWord }, i) => i > joint + 1 && (!isWord || (AFTER_SIDE.test(said) && carries(sentence[i - 1]))),
  );
  return sentence.slice(joint + 1, end === -1 ? sentence.length : end);
}

const ANOTHER = /^(?:one|ones|another|that|those)$/;
const PREPOSITIONS = /^(?:about|by|for|from|in|of|on|over|to|with)$/;

/** "A course on A" and "one on B" are A and B. */
function pairOf(one: readonly Token[], other: readonly Token[]): Sides | null {
  const link = ANOTHER.test(other[0]?.said ?? "") ? other[1]?.said : undefined;
  const from = link === undefined ? -1 : one.findIndex(({ said }) => said === link && PREPOSITIONS.test(said));
  const sides: Sides = from === -1 ? [one, other] : [one.slice(from + 1), other.slice(2)];
  return sides.every((side) => side.some(carries)) ? sides : null;
}

/** What two people say, each after how they say it: "she swears that it's A, I believe B". */
function claimsIn(tokens: readonly Token[], known: Known): Sides | null {
  const claims: Token[][] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!CLAIMS.test(tokens[at]!.said)) continue;
    let from = at + 1;
    while (tokens[from]?.isWord && !carries(tokens[from]) && !CLAIMS.test(tokens[from]!.said)) from += 1;
    if (!carries(tokens[from]) || CLAIMS.test(tokens[from]!.said)) continue;
    let to = from + 1;
    while (carries(tokens[to]) && isPair(known, tokens[to - 1], tokens[to])) to += 1;
    const said = tokens.slice(QUALITIES.has(tokens[from - 1]!.said) ? from - 1 : from, to);
    if (!claims.some((claim) => claim.some(({ said: word }) => said.some((token) => token.said === word))))
      claims.push(said);
  }
  return claims.length === 2 ? [claims[0]!, claims[1]!] : null;
}

const PEOPLE =
  "people|they|visitors|users|customers|clients|folks|men|women|someone|somebody|you|a|an|the|their|your|my";
const WHEN = pattern(`when|whenever ${PEOPLE}`);
const IN_GENERAL = /^(?:usually|mostly|mainly|typically|chiefly|primarily|rather)$/;

/** "When people take out cash, is it A or B?" asks it of those who take out cash. */
export function withFrame(sentence: readonly Token[]): readonly Token[] {
  const at = sentence.findIndex((_, i) => fits(sentence, i, WHEN) > 0);
  const or = sentence.findIndex(({ said }) => said === "or");
  if (at === -1 || or === -1) return sentence;
  const isPerson = !/^(?:a|an|the|their|your|my)$/.test(sentence[at + 1]!.said);
  const frame = (end: number): readonly Token[] => [
    ...tokensOf("Among people that"),
    ...sentence.slice(at + (isPerson ? 2 : 1), end),
    ...tokensOf(","),
  ];
  const comma = sentence.findIndex(({ said }, i) => i > at && said === ",");
  if (sentence.slice(0, at).every(({ isWord }) => !isWord) || at <= 1)
    return comma === -1 || comma > or ? sentence : [...frame(comma), ...sentence.slice(comma + 1)];
  if (at < or) return sentence;
  const end = sentence.findIndex(({ isWord }, i) => i > at && !isWord);
  const stop = end === -1 ? sentence.length : end;
  return [
    ...frame(stop),
    ...sentence.slice(0, at).filter(({ said }, i) => said !== "," || i < at - 1),
    ...sentence.slice(stop),
  ];
}

const PEOPLE_TOKEN = { written: "people", said: "people" };
const MAY_ASK = /^(?:do|does|did|would|will|are|were|can|my|our|the|your|these)$/;

/** "Would readers care more for A?": a word for people that the data lacks means those who are asked about. */
const isAsker = (tokens: readonly Token[], at: number, { countOf }: Pick<Known, "countOf">): boolean =>
  at > 0 &&
  at <= 2 &&
  MAY_ASK.test(tokens[at - 1]!.said) &&
  // "Do Indians or Germans …?": two groups, not people in general.
  !/^(?:or|and)$/.test(tokens[at + 1]?.said ?? "") &&
  /[^s]s$/.test(tokens[at]!.said) &&
  carries(tokens[at]) &&
  formsOf(tokens[at].said).every((stem) => countOf(stem) === undefined);

/** "More annoyed by", "more complaints about": not "more coffee in", which is what is compared. */
const saysHowOnly = (token: Token): boolean =>
  token.isWord && (FRAME_WORDS.has(token.said) || FEELING.test(token.said) || isParticiple(token));

const YES_NO = /^(?:is|are|was|were|do|does|did)$/;

/** "Is it mostly A or B?" compares them; "more annoyed by A or by B" asks for A or B alone. */
export function withComparison(asked: readonly Token[], known: Pick<Known, "countOf">): readonly Token[] {
  const or = asked.findIndex(({ said }) => said === "or");
  if (or === -1) return asked;
  const sentence = asked.map((token, i) => (isAsker(asked, i, known) ? { ...token, ...PEOPLE_TOKEN } : token));
  const start = sentence.findIndex(({ said }) => YES_NO.test(said));
  const isAsked = start !== -1 && start < or;
  const said = sentence.map((token, i) =>
    isAsked && i > start && i < or && IN_GENERAL.test(token.said) ? { ...token, written: "more", said: "more" } : token,
  );
  const link = said[or + 1]?.said ?? "";
  const isLink = (token: Token, i: number): boolean =>
    PREPOSITIONS.test(link)
      ? token.said === link
      : PREPOSITIONS.test(token.said) && COMPARES.test(said[i - 2]?.said ?? "");
  const first = said.findLastIndex((token, i) => i < or && isLink(token, i));
  const isKind = first > 1 && saysHowOnly(said[first - 1]!) && COMPARES.test(said[first - 2]!.said);
  return isKind ? said.filter((_, i) => i !== first - 1) : said;
}
