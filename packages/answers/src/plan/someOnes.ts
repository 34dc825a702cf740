import { NUMBER_WORDS } from "../numberWords";
import { stemOf } from "../dataset/words";
import type { Reading } from "./body";
import { stemsNamed, subjectOf, type Before } from "./follow";
import { valueNamed } from "./columnsFirst";
import { kindOf } from "./kindsAbout";
import { isEmptyWord, topicOf } from "./leftOut";
import { OPINIONS, SOME } from "./peopleWords";
import { both, conjuncts, isSameValue, type Known, type Predicate, type Step } from "./plan";
import { longestFit, pattern, sentencesOf, tokensOf, writtenOf, type Token } from "./tokens";

const MANY = `${SOME}|some|handful|several`;
const SHOW = "show|give|quote|read|send|share|list|pull|get|find|fetch|print|post|paste|pick|provide|see|have|hear";
/** "Please show me a couple of the", "let me see some", "can I have two or three good". */
const ASKS = [
  `ok|okay|and|now|then|so? please? can|could|would? you|i|we? please? ${SHOW} me|us? up|out|down? a|the|just|your|any? ${MANY} or? ${MANY}? of? the|those|these|your|their?`,
  `ok|okay|and|now|then|so? please? let me|us ${SHOW} a|the|just|any? ${MANY} or? ${MANY}? of? the|those|these|your|their?`,
  `ok|okay|and|now|then|so? id|we|i would? like|love|want|need to? ${SHOW} me|us? a|the|just|any? ${MANY} or? ${MANY}? of? the|those|these|your|their?`,
].map(pattern);
const OPINION = new RegExp(`^(?:${OPINIONS})$`);
/** These rank what was listed, or point at one of several. */
const RANKS =
  /^(?:top|biggest|largest|main|most|least|common|commonest|popular|frequent|smallest|other|others|same|next|previous|first|second|third|last|more|different|worst)$/;
const ONES = /^(?:ones|one)$/;
const RECORDS = /^(?:tweets|goals|resolutions|posts|messages|chats|questions|comments|quotes|examples)$/;
const MAX_NAMED = 3;

/** What a sentence asks to see some of. */
interface Asked {
  many: number | null;
  /** What the ones are called, without what is only thought of them. */
  named: readonly Token[];
  /** The word of a category that they are of: "funny ones", "jokes". */
  kind: string | null;
  isOnes: boolean;
  rest: readonly Token[];
}

function askedIn(sentence: readonly Token[], known: Known): Asked | null {
  const from = longestFit(sentence, 0, ASKS);
  if (from === 0) return null;
  const kind = sentence.findIndex((token, at) => at >= from && at <= from + 1 && kindOf(token, known) !== null);
  const noun = sentence.findIndex(({ said }, at) => at >= from && (ONES.test(said) || RECORDS.test(said)));
  // "Some jokes about failing" names the kind itself; "funny tweets" calls them so.
  const end = noun !== -1 && noun - from <= MAX_NAMED ? noun : kind;
  if (end === -1) return null;
  const named = sentence.slice(from, end).filter(({ said }) => !OPINION.test(said));
  if (named.some(({ said, isWord }) => !isWord || RANKS.test(said))) return null;
  return {
    many: numberIn(sentence.slice(0, from)),
    named,
    kind: kind === -1 ? null : kindOf(sentence[kind]!, known),
    isOnes: ONES.test(sentence[end]!.said),
    rest: sentence.slice(end + 1),
  };
}

/**
 * "Show me a couple of the phone ones": quotes of those. "A few funny ones from the Midwest": of a category that is
 * called so.
 */
export const withSomeOnes = (tokens: readonly Token[], known: Known): readonly Token[] =>
  sentencesOf(tokens).flatMap((sentence) => quotesOfOnes(sentence, known) ?? sentence);

const ABOUT = /^(?:about|on|regarding|concerning|mentioning)$/;

function quotesOfOnes(sentence: readonly Token[], known: Known): Token[] | null {
  const asked = askedIn(sentence, known);
  if (!asked) return null;
  const { named, kind, isOnes, rest } = asked;
  const many = `show me ${asked.many ?? "some"}`;
  if (kind !== null) return [...tokensOf(`${many} quotes of ${kind} goals`), ...rest];
  const saysMore = rest.some(({ isWord }) => isWord);
  if (named.every(isEmptyWord)) {
    if (saysMore && (isOnes || ABOUT.test(rest[0]!.said))) return [...tokensOf(`${many} quotes`), ...rest];
    return isOnes ? [...tokensOf(`${many} of them`), ...rest] : null;
  }
  return isOnes ? [...tokensOf(`${many} quotes about`), ...named, ...rest] : null;
}

const DEFAULT_QUOTES = 3;
const MAX_QUOTES = 8;
/** A long conversation is not searched to its beginning. */
const MAX_QUESTIONS = 12;

/** "The phone ones", "good ones about failing" after other questions: of the set that was spoken of so, or of the last one. */
export function quotedOnes(asked: readonly Token[], history: readonly Before[], reading: Reading): Step[] | null {
  const [sentence = [], ...others] = sentencesOf(asked);
  const found = others.length > 0 ? null : askedIn(sentence, reading.known);
  const last = history.at(-1)?.steps.at(-1);
  if (!found?.isOnes || !last) return null;
  const limit = Math.min(found.many ?? DEFAULT_QUOTES, MAX_QUOTES);
  const called = found.named.filter((word) => !isEmptyWord(word)).map(({ said }) => stemOf(said));
  const rest = found.rest.filter(({ isWord, said }) => isWord && !/^(?:please|pls|then|now)$/.test(said));
  const subject = last.do === "rank" || last.do === "compare" ? null : subjectOf(last);
  if (found.kind !== null) {
    // "Give me some funny ones from the Midwest", of what was spoken of.
    const kind = valueNamed([found.kind], reading.known);
    const more = rest.length === 0 ? null : topicOf(withoutAbout(rest), reading);
    if (!kind || !subject || (rest.length > 0 && !more)) return null;
    const value: Predicate = {
      is: "value",
      ...kind,
      label: kind.value,
      isOfPeople: false,
      words: writtenOf(found.named),
    };
    return [
      { do: "quotes", of: both(...conjuncts(subject).filter((one) => !isSameValue(value, one)), value, more), limit },
    ];
  }
  if (called.length > 0) {
    if (rest.length > 0) return null;
    const set = setsOf(history).findLast((one) => isCalled(one, called));
    // "The ATM ones", of those who were spoken of; "angry ones": as no word tells it, any of them.
    const of = set ? partCalled(set, called) : subject && both(subject, topicOf(found.named, reading));
    return of && [{ do: "quotes", of, limit }];
  }
  const topic = ABOUT.test(rest[0]?.said ?? "") ? topicOf(rest.slice(1), reading) : null;
  return topic && subject ? [{ do: "quotes", of: both(subject, topic), limit }] : null;
}

const withoutAbout = (rest: readonly Token[]): readonly Token[] => rest.slice(ABOUT.test(rest[0]!.said) ? 1 : 0);

const isCalled = (set: Predicate, called: readonly string[]): boolean => {
  const own = new Set(stemsNamed(set));
  return called.every((stem) => own.has(stem));
};

/** "The cancellation ones", of refunds or cancellations: those alternatives alone. */
function partCalled(set: Predicate, called: readonly string[]): Predicate {
  const parts = set.is === "or" ? set.of.filter((one) => isCalled(one, called)) : [];
  return parts.length === 0 ? set : parts.length === 1 ? parts[0]! : { is: "or", of: parts };
}

/** The sets that were spoken of, the latest last: each side of a comparison by itself. */
const setsOf = (history: readonly Before[]): Predicate[] =>
  history.slice(-MAX_QUESTIONS).flatMap(({ steps }) =>
    steps.flatMap((step) => {
      if (step.do === "compare") return step.sides;
      if (step.do === "rank") return step.items;
      return subjectOf(step) ?? [];
    }),
  );

/** "One or two", "a couple", "some": how many, the larger of two. */
function numberIn(asked: readonly Token[]): number | null {
  const numbers = asked.map(({ said }) => (said === "couple" ? 2 : (NUMBER_WORDS[said] ?? Number(said))));
  const largest = Math.max(...numbers.filter((one) => one > 0), 0);
  return largest > 0 ? largest : null;
}
