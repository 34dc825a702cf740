import { isTopical, stemOf, words } from "../dataset/words";
import { isParticiple } from "./alternatives";
import { formsOf } from "./forms";
import type { Known, Predicate, Refusal } from "./plan";
import { FRAME_WORDS, FUNCTION_WORDS, NEGATIONS, QUALITIES, WEAK_WORDS } from "./lexicon";
import { writtenOf, type Token } from "./tokens";
import { valueIndex } from "./valueIndex";

/** Nouns that frame a question and also belong to topics: "interest rates", "free plan". */
const AMBIGUOUS = new Set(
  `interest list message messages plan plans customer user users customers report reports order time times number numbers use member
  members group groups request requests text care view count record records post posts test share shares need help first single answer
  answers experience focus area issue problem problems reference phrase client clients public better big word words way ways summary
  details detail information contact person people better read write one two three four five year years looking top down break comment comments part query queries hope wish worry trouble dream dreams leads gives annoying`.split(
    /\s+/,
  ),
);
/** What one record is called, in each kind of dataset: never a topic. */
const RECORD_WORDS = {
  chats: new Set("question questions chat chats conversation conversations people folks".split(" ")),
  goals: new Set("goal goals resolution resolutions people folks".split(" ")),
};

/** These belong to a verb where the data says so: "top up". */
const PARTICLES = new Set("up off out over on in down away back".split(" "));
const isVerbal = ({ said }: Token): boolean => !FRAME_WORDS.has(said) || said === "top" || said === "break";
/** After a topic, with "from" or the like behind them, these lead on: "about money come from". */
const FRAME_VERBS = new Set("come comes came coming use used said say says asked ask mentioned made raised".split(" "));

/** What people do with any topic: never a topic, even after "about". */
const SPEAKING =
  /^(?:talk(?:s|ed|ing)?|say(?:s|ing)?|said|speak(?:s|ing)?|spoke|mention(?:s|ed|ing)?|discuss(?:es|ed|ing)?)$/;

const isFiller = ({ said, isWord, isTold }: Token): boolean => !isTold && (!isWord || FUNCTION_WORDS.has(said));

const COMES_UP = /^(?:comes?|shows?|pops?|crops?|turns?)$/;
const OCCURS = /^(?:appears?|occurs?|arises?|surfaces?)$/;

/** Where a phrase ends before "shows up", which says only that it is there: "how often does X show up". */
function endBeforeOccurring(phrase: readonly Token[]): number {
  const last = phrase.length - 1;
  if (last > 1 && phrase[last]!.said === "up" && COMES_UP.test(phrase[last - 1]!.said)) return last - 1;
  return last > 0 && OCCURS.test(phrase[last]!.said) ? last : phrase.length;
}

/** "Not yet arrived", "no fees": true for a negation of what the phrase speaks of. */
function negates(phrase: readonly Token[], at: number): boolean {
  if (!NEGATIONS.has(phrase[at]!.said)) return false;
  const next = phrase.slice(at + 1).find((token) => !isFiller(token));
  return next !== undefined && !FRAME_WORDS.has(next.said);
}
const stemsIn = (text: string): string[] => words(text).filter(isTopical).map(stemOf);

type Words = readonly [Token | undefined, Token | undefined];

/** True where enough records hold two words side by side. */
export const isPair = (known: Pick<Known, "countOf">, ...words: Words): boolean => countOfPair(known, words) > 0;

/** True where next to no record holds one of two words without the other: "terms and conditions", not "Visa and Mastercard". */
export const isFixedPair = (known: Pick<Known, "countOf">, ...words: Words): boolean =>
  countOfPair(known, words, FIXED) > 0;
const FIXED = 0.8;

/** How many records hold two words side by side; 0 where these are fewer than a part of those that hold the rarer one. */
function countOfPair({ countOf }: Pick<Known, "countOf">, [one, other]: Words, least = 0): number {
  if (!one?.isWord || !other?.isWord) return 0;
  const [a, b] = [stemsIn(one.written).at(-1), stemsIn(other.written)[0]];
  const count = a !== undefined && b !== undefined ? (countOf(`${a}_${b}`) ?? 0) : 0;
  return count > 0 && count >= least * Math.min(countOf(a!) ?? 0, countOf(b!) ?? 0) ? count : 0;
}

const ORDINALS = /^(?:second|third)$/;
const ONE = /^(?:a|an|my|their|your|his|her|our)$/;

/** "A second card", "a real person": words that frame other questions tell here what is meant. */
function isTold(phrase: readonly Token[], at: number): boolean {
  const [before, { said }, next] = [phrase[at - 1], phrase[at]!, phrase[at + 1]];
  if (ORDINALS.test(said)) return ONE.test(before?.said ?? "") && next !== undefined && !isFiller(next);
  return (
    said === "person" &&
    /^(?:a|an)$/.test(phrase[at - 2]?.said ?? "") &&
    !isFiller(before!) &&
    !FRAME_WORDS.has(before!.said)
  );
}

const OWN = /^(?:their|his|her|my|our|your)$/;
const WRONGS = /^(?:issues?|problems?)$/;

/** "Change their name", "the wrong number": the noun says what is done, and the verb alone would count anything. */
function isObject(phrase: readonly Token[], at: number): boolean {
  const [verb, before] = [phrase[at - 2], phrase[at - 1]];
  if (before?.said === "wrong") return true;
  if (!verb || !OWN.test(before?.said ?? "") || WRONGS.test(phrase[at]!.said)) return false;
  return !isFiller(verb) && !FRAME_WORDS.has(verb.said) && !PARTICLES.has(verb.said) && !SPEAKING.test(verb.said);
}

/** A phrase without the words at its ends that only frame the question. */
export function trimmed(phrase: readonly Token[], isMarked: boolean, known: Known): Token[] {
  let [from, to] = [0, endBeforeOccurring(phrase)];
  const frames = (at: number, beside: number): boolean => {
    const token = phrase[at]!;
    if (isFiller(token))
      return !(
        PARTICLES.has(token.said) &&
        beside < at &&
        isVerbal(phrase[beside]!) &&
        isPair(known, phrase[beside], token)
      );
    if (token.isTold) return false;
    if (SPEAKING.test(token.said)) return true;
    if (isTold(phrase, at)) return false;
    if (!FRAME_WORDS.has(token.said)) return false;
    if (RECORD_WORDS[known.kind].has(token.said)) return true;
    if (!AMBIGUOUS.has(token.said)) return !isMarked;
    if (isObject(phrase, at)) return false;
    const isKnown = beside > at ? isPair(known, token, phrase[beside]) : isPair(known, phrase[beside], token);
    return !isKnown && !(isMarked && (beside < from || beside >= to || !isFiller(phrase[beside]!)));
  };
  while (from < to && frames(from, from + 1)) from += 1;
  while (to > from && (frames(to - 1, to - 2) || (to < phrase.length && FRAME_VERBS.has(phrase[to - 1]!.said))))
    to -= 1;
  const turn = phrase.slice(0, from).findLastIndex((token) => NEGATIONS.has(token.said) || !isFiller(token));
  return phrase.slice(from < to && turn >= 0 && negates(phrase.slice(0, to), turn) ? turn : from, to);
}

/** "Losing weight more often": how much something is said is no part of what is said. */
const HOW_MUCH = /^(?:more|most|less|least|often|frequently|much)$/;
const ACTS = /^(?:start|begin|becom|stop)/;

/** "Start a business" is narrower than a category "Business": there, what is done belongs to the topic. */
function withAct(content: readonly Token[], telling: readonly Token[], known: Known): readonly Token[] {
  const told = writtenOf(telling).toLowerCase();
  if (!valueIndex(known.columns).names.has(told)) return telling;
  const isKnownAct = ({ said }: Token): boolean =>
    ACTS.test(said) && formsOf(said).some((stem) => known.countOf(stem) !== undefined);
  return content.filter((token) => telling.includes(token) || isKnownAct(token));
}

/** "Never got their card": what is denied is the verb, however little it says. */
const verbAfter = (negation: Token, phrase: readonly Token[]): string[] => {
  const [next, ...rest] = phrase.slice(phrase.indexOf(negation) + 1);
  // "Couldn't get verified": what is denied stands behind it.
  const isDone = rest.some(isParticiple);
  return next && !isDone && /^(?:get|gets|getting|got)$/.test(next.said) ? [next.said] : [];
};

/** "… was wrong" */
const isSaidOf = (phrase: readonly Token[], token: Token): boolean =>
  /^(?:is|are|was|were|being|be)$/.test(phrase[phrase.indexOf(token) - 1]?.said ?? "");

/** What a phrase is worth as a topic: a predicate, a refusal, or nothing. */
export function topicFrom(
  phrase: readonly Token[],
  isLiteral: boolean,
  known: Known,
): { predicate: Predicate } | { refusal: Refusal } | null {
  const isMeant = ({ isWord, said, isTold }: Token, i: number): boolean =>
    isTold ||
    (isWord &&
      !(/^(?:come|comes|came)$/.test(said) && phrase[i + 1]?.said === "with") &&
      (isLiteral ||
        !FUNCTION_WORDS.has(said) ||
        negates(phrase, i) ||
        (PARTICLES.has(said) && isPair(known, phrase[i - 1], phrase[i]))));
  const content = phrase.filter(isMeant);
  if (content.length === 0) return null;
  const telling = content.filter(({ said, isTold }) => isTold || !WEAK_WORDS.has(said));
  const isKnown = (word: string): boolean => formsOf(word).some((stem) => known.countOf(stem) !== undefined);
  // "The wrong rate", "the rate was wrong"
  const isQuality = (token: Token, i: number): boolean =>
    QUALITIES.has(token.said) &&
    isKnown(token.said) &&
    (telling.includes(content[i + 1]!) || (i === content.length - 1 && telling.length > 0 && isSaidOf(phrase, token)));
  const qualified = content.filter((token, i) => telling.includes(token) || isQuality(token, i));
  const kept = telling.length > 0 && !isLiteral ? withAct(content, qualified, known) : content;
  const end = phrase.findLastIndex((token) => isLiteral || kept.includes(token) || !HOW_MUCH.test(token.said));
  const said = writtenOf(phrase.slice(phrase.indexOf((kept[0] ?? content[0])!), end + 1));
  const asked = kept.flatMap((token) =>
    NEGATIONS.has(token.said) && !isLiteral
      ? ["not", ...verbAfter(token, phrase)]
      : words(token.written).filter(isTopical),
  );
  if (asked.length === 0) return { refusal: { kind: "common", words: said, detail: [] } };
  const sayings = new Set(phrase.filter((one) => one.isTold).flatMap(({ written }) => words(written)));
  const isUnknown = (word: string): boolean =>
    word !== "not" && isTopical(word) && !isKnown(word) && !sayings.has(word);
  // "Businesses do visitors run": a word that frames a question, and that the data doesn't have, is no part of a topic.
  const told = new Set(phrase.filter((_, at) => isTold(phrase, at)).flatMap(({ written }) => words(written)));
  const meant = asked.filter(
    (word) => isLiteral || told.has(word) || sayings.has(word) || !FRAME_WORDS.has(word) || !isUnknown(word),
  );
  const unknown = (meant.length > 0 ? meant : asked).filter(isUnknown);
  if (unknown.length > 0) return { refusal: { kind: "absent", words: said, detail: [...new Set(unknown)] } };
  // A negation of nothing.
  if (meant.every((word) => word === "not")) return null;
  const text = [...new Set(meant)].join(" ");
  if (isLiteral)
    return { predicate: { is: "mentions", text, words: said, ...(phrase[0]?.isQuoted && { exact: true }) } };
  const insteadOf = kept.find((token) => token.insteadOf !== undefined)?.insteadOf;
  return { predicate: { is: "topic", text, words: said, ...(insteadOf !== undefined && { insteadOf }) } };
}
