import { alternativesOf } from "./alternatives";
import { bodyOf, type Reading } from "./body";
import { stemsNamed, subjectOf } from "./follow";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { negated } from "./parallels";
import { splitColumn } from "./particulars";
import { both, saysWho, type Predicate, type Refusal, type Step } from "./plan";
import { inKnownSayings } from "./sayings";
import { combined, DEFAULT_TOP, groupsAsOne, partsIn } from "./steps";
import { longestFit, pattern, type Pattern, type Token } from "./tokens";

const OPENING = "and|but|so|ok|okay|well|now|then|right? now|then|so|and|please? ";
/** Patterns of a question that goes on from another. */
export const opening = (...texts: string[]): Pattern[] => texts.map((text) => pattern(OPENING + text));

const LEAVE = opening(
  "what? if? you|we|i? exclude|excluding|remove|removing|ignore|ignoring|skip|skipping|drop|dropping|without|except|excepting|minus|discount|discounting for|the|any?",
  "what? if? you|we|i? leave|leaving|take|taking out|away|aside",
  "if? you|we|i? not counting|including",
);
const TAKE = opening("if? you|we|i? leave|leaving|take|taking|put|putting|set|setting");
const OUT = /^(?:out|away|aside)$/;
const HOW_MANY = opening("how many|much");
const THOSE = /^(?:those|them|these|they|it|that|this)$/;
const TOP = /^(?:most|top|main|biggest|common|commonest|popular)$/;

export const isEmptyWord = ({ said, isWord }: Token): boolean =>
  !isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said);
export const isNoSign = ({ said }: Token): boolean => !/^[,;:.!?…–—-]$/.test(said);

/** "And if you leave out expired ones?", "exclude those about fees", "take those out: what is most common then?" */
export function without(asked: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const found = leftOutIn(asked);
  if (!found) return null;
  const topic = eitherOf(topicOf(found.words, reading));
  const subject = subjectOf(last);
  if (!topic) {
    const all = found.words.every((word) => isEmptyWord(word)) && found.words.some(({ said }) => THOSE.test(said));
    if (!all || subject === null) return null;
    const of = negated(subject);
    const by = splitColumn(found.rest, reading.known, []);
    if (by) return [{ do: "breakdown", of, by: by.column, least: false }];
    const isTop = found.rest.some(({ said }) => TOP.test(said));
    return [isTop ? { do: "top", of, limit: DEFAULT_TOP } : { do: "count", of, among: null }];
  }
  if (found.rest.some((word) => !isEmptyWord(word) && !CHANGES.test(word.said))) return null;
  const out = stemsNamed(topic);
  const isCounted = longestFit(found.rest, 0, HOW_MANY) > 0;
  // "… And give me two quotes." is read by itself.
  const isSame = found.rest.some(({ said }) => CHANGES.test(said));
  if (found.isNewSentence && !isCounted && !isSame) return null;
  if (subject !== null && isCounted) return [{ do: "count", of: both(subject, { is: "not", of: topic }), among: null }];
  if (last.do === "rank") {
    const items = last.items.filter((item) => !out.every((stem) => stemsNamed(item).includes(stem)));
    if (items.length === last.items.length) return [{ ...last, among: both(last.among, { is: "not", of: topic }) }];
    if (items.length === 0) return null;
    return [items.length > 1 ? { ...last, items } : { do: "count", of: items[0]!, among: last.among }];
  }
  if (last.do === "compare") return [{ ...last, on: both(last.on, { is: "not", of: topic }) }];
  return [{ ...last, of: both(last.of, { is: "not", of: topic }) }];
}

/** "Leave out discounts and the free plan": those on either. */
export const eitherOf = (topic: Predicate | null): Predicate | null =>
  topic?.is === "and" && topic.of.every((one) => !saysWho(one)) ? { is: "or", of: topic.of } : topic;

/** True for a sentence that only leaves something out of what was spoken of. */
export const leavesOut = (sentence: readonly Token[]): boolean => leftOutIn(sentence) !== null;

/** "Does that change the answer?" */
const CHANGES =
  /^(?:change|changes|answer|answers|differ|different|matter|again|split|splits|remaining|each|share|percentage|combined|rest|provide)$/;

/** What a question leaves out that too few say: the same is told, and that it changes next to nothing. */
export function absentLeftOut(asked: readonly Token[], reading: Reading): Refusal[] {
  const found = leftOutIn(asked);
  const refusals = found ? bodyOf(found.words, new Set(), null, reading).refusals : [];
  const isAbsent = refusals.length > 0 && refusals.every(({ kind }) => kind === "absent");
  return isAbsent ? refusals.map((one) => ({ ...one, isExcluded: true })) : [];
}

interface LeftOut {
  words: readonly Token[];
  /** What is asked then. */
  rest: readonly Token[];
  isNewSentence: boolean;
}

/** "The ones abroad" */
const withoutOnes = (words: readonly Token[]): readonly Token[] =>
  words.slice(words.length > 2 ? longestFit(words, 0, THE_ONES) : 0);
const THE_ONES = ["the|those ones|people that|who|which? are|is?"].map(pattern);

const LEFT_IF = opening("what|whats|who|how many|much? is|are? left|remaining|remains|remain if|when|once|after");

/** What is to be left out, and what is asked then. */
function leftOutIn(all: readonly Token[]): LeftOut | null {
  const told = withoutAside(all);
  // "What is left if you take that out?"
  const asked = told.slice(longestFit(told, 0, LEFT_IF));
  const end = asked.findIndex(
    ({ said }, at) =>
      at > 0 &&
      (/^[.:;?!]$/.test(said) ||
        (said === "," && longestFit(asked, at + 1, GOES_ON) > 0) ||
        (said === "and" && longestFit(asked, at, AGAIN) > 0)),
  );
  const first = end === -1 ? asked : asked.slice(0, end);
  // "…, that's another team.": why, and nothing that is asked.
  const isWhy = end !== -1 && longestFit(asked, end + 1, WHY) > 0;
  const from = isWhy ? asked.findIndex(({ said }, at) => at > end && /^[.;?!]$/.test(said)) : end;
  const rest = from === -1 ? [] : asked.slice(from + 1).filter(isNoSign);
  const isNewSentence = rest.length > 0 && asked[from]!.said !== ",";
  const length = longestFit(first, 0, LEAVE);
  if (length > 0) return { words: withoutOnes(first.slice(length)), rest, isNewSentence };
  const take = longestFit(first, 0, TAKE);
  const isTakenOut = take > 0 && OUT.test(first.at(-1)?.said ?? "");
  return isTakenOut ? { words: first.slice(take, -1), rest, isNewSentence } : null;
}

const WHY = ["thats|they|theyre|these|we|weve|i|ive|because|since|as", "that|it is|was"].map(pattern);
const AGAIN = [
  "and|then then? do|run|show|give|repeat|split|count|make me? the|that|it|this? split|count|same|ranking|table? again",
  "and|then then? give|show|list|tell|provide|state|rank me|us? the? top|main|biggest|most|remaining|rest|each|others",
].map(pattern);
const GOES_ON = [...WHY, ...["and|then? how|what|which|who|whose|why|where", "is|are|do|does|show|give"].map(pattern)];

const ASIDE =
  /^(?:ok|okay|thanks|thank|you|nice|great|good|right|alright|hm|interesting|cool|perfect|fine|and|but|so)$/;
/** "Okay, …", "Thanks! …": what is said before. */
export function withoutAside(asked: readonly Token[]): readonly Token[] {
  const sign = asked.findIndex(({ isWord }) => !isWord);
  const isAside = sign > 0 && sign + 1 < asked.length && asked.slice(0, sign).every(({ said }) => ASIDE.test(said));
  return isAside ? withoutAside(asked.slice(sign + 1)) : asked;
}

/** The topic that some words name; null where they name none, or what the data doesn't have. */
export function topicOf(words: readonly Token[], reading: Reading): Predicate | null {
  const { known } = reading;
  const said = alternativesOf(inKnownSayings(words, (stem) => known.countOf(stem)));
  const body = bodyOf(said, new Set(), null, reading);
  const { topics, groups } = partsIn(body);
  return body.refusals.length > 0 ? null : both(combined(topics), groupsAsOne(groups));
}
