import { forbiddenIn } from "./forbidden";
import { asksOfGroup } from "./groupHalf";
import { leavesOut } from "./leftOut";
import { FRAME_WORDS, FUNCTION_WORDS, OPENERS, QUALIFIERS } from "./lexicon";
import { firstFit, fits, pattern, sentencesOf, type Token } from "./tokens";

/** These begin a question wherever they stand. */
const STRONG_OPENERS = OPENERS.slice(0, 3);

const SPLITS = [
  "on? average? how many|often|common|popular|much|old|long",
  "what|which|why",
  "from|in|on|by|with|for which|what",
  "who|where|how are|is|were|was|do|did|does|says|say they|those|it|this|that|these",
  "how bad|badly|serious|severe",
  "compare|rank|show|tell|list|give|quote|count",
  "can|could i|we|you get|have|see|show|give",
].map(pattern);
const BETWEEN = new Set([",", "and", ";", "–", "—", "--", "-", "then", "also", "("]);

/**
 * The clauses of a question that ask something, without the talk around them. `follows`: true after another question, of
 * which a sentence may leave something out.
 */
export function clausesOf(tokens: readonly Token[], follows = false): Token[][] {
  const sentences = sentencesOf(tokens).map((sentence) => ({
    sentence,
    asks:
      /^(?:is|are|was|were)$/.test(sentence[0]!.said) ||
      firstFit(sentence, OPENERS) !== null ||
      sentence.at(-1)?.written === "?",
  }));
  if (follows) for (const one of sentences) one.asks ||= leavesOut(one.sentence);
  const someAsk = sentences.some(({ asks }) => asks);
  // "I need to decide what to fix first. What do people ...?": only the second is the question.
  const isQuestion = (sentence: readonly Token[]): boolean => sentence.at(-1)?.written === "?";
  if (sentences.some(({ sentence }) => isQuestion(sentence)))
    for (const one of sentences)
      one.asks &&= isQuestion(one.sentence) || opensAsking(one.sentence) || (follows && leavesOut(one.sentence));
  return sentences
    .filter(({ asks, sentence }, i) => {
      const forbidden = asks ? null : forbiddenIn(sentence, []);
      // "I'm preparing a deck for next week": what is said of oneself asks for nothing.
      const isTold = someAsk && (forbidden?.kind === "outOfScope" || forbidden?.kind === "noColumn");
      if (asks || (forbidden && !(isTold && sentence.some(({ said }) => SELF.test(said))))) return true;
      const isShort = sentence.filter(({ isWord }) => isWord).length <= 6;
      return someAsk ? isShort && i > 0 && sentences[i - 1]!.asks : i === sentences.length - 1;
    })
    .flatMap(({ sentence }) => withinFrame(clausesIn(withoutPreamble(withoutSelf(withoutSource(sentence))))));
}

const BASE = /^(?:among|amongst|within|of|out)$/;
const COUNTS = pattern("how many|much");

/** "Of the chats about fees, how many …, and how many …?": the second count is among them, too. */
function withinFrame([first = [], ...others]: Token[][]): Token[][] {
  const end = first.findIndex(({ said }) => said === ",");
  const frame = BASE.test(first[0]?.said ?? "") && end > 1 ? first.slice(0, end + 1) : [];
  const isCount = (clause: readonly Token[]): boolean => fits(clause, 0, COUNTS) > 0;
  return [first, ...others.map((clause) => (isCount(clause) ? [...frame, ...clause] : clause))];
}

const LEADS =
  /^(?:know|see|understand|wondering|wonder|curious|tell|find|learn|ask|say|help|hear|out|interested|me|us|is|question|please)$/;
const SELF = /^(?:i|im|ive|we|were|weve|my|our|as|since|because|if|hi|hello|hey|thanks)$/;

/** These stand before what a sentence asks. */
const LINKS = /^(?:so|and|also|please|then|ok|okay|now|but|finally|lastly|next|well|just)$/;

/** "Please rank them.", "I wonder what they want.": beside questions, other sentences ask where they begin so. */
function opensAsking(sentence: readonly Token[]): boolean {
  const words = sentence.filter(({ isWord }) => isWord);
  const from = words.findIndex(({ said }) => !LINKS.test(said));
  return from >= 0 && OPENERS.some((one) => fits(words, from, one) > 0);
}

/** "Going by what customers write, ...": where an answer comes from, and no question. */
const SOURCES = [
  "going|judging|based|according|basing by|on|to|from what|the *",
  "from what they|people|customers|visitors|users|you *",
].map(pattern);

function withoutSource(sentence: readonly Token[]): readonly Token[] {
  const from = sentence.findIndex(({ said, isWord }) => isWord && !LINKS.test(said));
  const comma = sentence.findIndex(({ said }, at) => at > from && said === ",");
  return comma > 0 && comma + 1 < sentence.length && SOURCES.some((one) => fits(sentence, from, one) > 0)
    ? sentence.slice(comma + 1)
    : sentence;
}

/** "Rank them for me, we are a language school": what is said of oneself behind a question is no part of it. */
function withoutSelf(sentence: readonly Token[]): readonly Token[] {
  const at = sentence.findIndex(
    ({ said, written }, i) =>
      i > 2 &&
      sentence[i - 1]!.said === "," &&
      (/^we['’]re$/i.test(written) || (/^(?:we|i)$/.test(said) && /^(?:are|am)$/.test(sentence[i + 1]?.said ?? ""))),
  );
  return at === -1 || !opensAsking(sentence) ? sentence : sentence.slice(0, at - 1);
}

/** Where "I wonder whether" ends: 0 where it says nothing of the kind. */
function afterWhether(sentence: readonly Token[]): number {
  const at = sentence.findIndex(({ said }, i) => {
    const before = sentence[i - 1]?.said ?? "";
    return (
      (said === "whether" || said === "if") && (LEADS.test(before) || /^(?:sure|check|decide|clear)$/.test(before))
    );
  });
  // "How many ask whether ...": what is asked is how many.
  return at > 0 && firstFit(sentence.slice(0, at), STRONG_OPENERS) === null ? at + 1 : 0;
}

/** A sentence from where it asks on; what stands before stays where it limits the question. */
function withoutPreamble(told: readonly Token[]): Token[] {
  const sentence = told.slice(afterWhether(told));
  const strong = firstFit(sentence, STRONG_OPENERS);
  if (!strong || strong.at === 0) return [...sentence];
  const lead = sentence.slice(0, strong.at);
  if (QUALIFIERS.some((one) => fits(lead, 0, one) > 0)) return [...sentence];
  const words = lead.filter(({ isWord }) => isWord);
  const ends = !lead.at(-1)!.isWord || LEADS.test(words.at(-1)?.said ?? "");
  if (!ends || (words.length <= 5 && !words.some(({ said }) => SELF.test(said) || LEADS.test(said))))
    return [...sentence];
  const rest = sentence
    .slice(strong.at + strong.length)
    .filter(({ isWord, said }) => isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said));
  return rest.length === 0 && strong.at + strong.length + 6 >= sentence.length
    ? [...sentence]
    : sentence.slice(strong.at);
}

/** A clause without what joins the next one to it. */
function withoutJoint(clause: readonly Token[]): Token[] {
  const end = clause.findLastIndex(({ said }) => !BETWEEN.has(said));
  return clause.slice(0, end + 1);
}

/** "Of those who mention fees, …": who is asked about, and no question yet. */
const isFrame = ([first, ...rest]: readonly Token[]): boolean =>
  BASE.test(first?.said ?? "") && rest.every(({ isWord }, i) => isWord || i === rest.length - 1);

function clausesIn(sentence: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  sentence.forEach((token, at) => {
    const starts =
      at > 1 &&
      BETWEEN.has(sentence[at - 1]!.said) &&
      (SPLITS.some((one) => fits(sentence, at, one) > 0) || asksOfGroup(sentence, at)) &&
      clauses.at(-1)!.filter(({ isWord }) => isWord).length > 2 &&
      // "…, is it mostly women, and what do they say?": a clause that began so asks, too.
      (clauses.length > 1 || (!isFrame(clauses[0]!) && firstFit(clauses[0]!, OPENERS) !== null));
    if (starts) {
      clauses.splice(-1, 1, withoutJoint(clauses.at(-1)!));
      clauses.push([]);
    }
    clauses.at(-1)!.push(token);
  });
  return clauses.filter((clause) => clause.some(({ isWord }) => isWord));
}
