import { isTopical, stemOf } from "../dataset/words";
import { NUMBER_WORDS } from "../numberWords";
import { isState } from "./alternatives";
import { classAsked } from "./classes";
import type { Before } from "./follow";
import { formsOf } from "./forms";
import { isEmptyWord, opening } from "./leftOut";
import { NEGATIONS } from "./lexicon";
import { MEMBERS } from "./members";
import { isPair } from "./phrases";
import type { Known } from "./plan";
import { spokenIn, spokenOf } from "./spoken";
import { longestFit, pattern, tokensOf, writtenOf, type Token } from "./tokens";
import { unrecordedIn } from "./unrecorded";

const MAX_ONES = 4;
const ONE = /^(?:ones|one)$/;
const BEFORE_ONE = /^(?:which|the|this|that|other|another|same|first|second|third|last|each|every|any|no|right|only)$/;

/** "And stolen ones?" after lost cards: "stolen cards". */
export function withNoun(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] {
  const kind = kindAsked(asked, history, known);
  if (kind) return kind;
  const instead =
    otherNoun(asked, history, known) ??
    otherWay(asked, history) ??
    otherKind(asked, history, known) ??
    otherState(asked, history, known) ??
    otherName(asked, history) ??
    ofOne(asked, history) ??
    itsOtherFate(asked, history);
  if (instead) return instead;
  const at = asked.findIndex(({ said }, i) => ONE.test(said) && i > 0 && !isEmptyWord(asked[i - 1]!));
  const last = history.at(-1)?.steps.at(-1);
  const before = asked[at - 1]?.said ?? "";
  if (at === -1 || !last || BEFORE_ONE.test(before) || before in NUMBER_WORDS) return asked;
  const topic = spokenOf(last).at(-1)?.of;
  const [noun] = tokensOf(topic?.is === "topic" ? topic.words : "").slice(-1);
  const isOther = unrecordedIn(asked, known.columns).length === 0;
  const isUnknown =
    isOther && isState(asked[at - 1]!) && formsOf(before).every((stem) => known.countOf(stem) === undefined);
  if (noun && (isUnknown || isPair(known, asked[at - 1], noun)))
    return asked.map((token, i) => (i === at ? noun : token));
  // "And disposable ones?" among what was spoken of.
  const isTopic = known.countOf(stemOf(before)) !== undefined && isOther;
  const isShort = asked.filter(({ isWord }) => isWord).length <= MAX_ONES;
  return isShort && isTopic ? asked.filter((_, i) => i !== at) : asked;
}

const HAVE_ONE = ["have|has|had|got|with one|ones that|thats|which|whose"].map(pattern);

/** "And how many have one that's still pending?" after a top-up that failed: "have a top-up that's still pending". */
function ofOne(asked: readonly Token[], history: readonly Before[]): readonly Token[] | null {
  const at = asked.findIndex((_, i) => longestFit(asked, i, HAVE_ONE) > 0);
  const last = history.at(-1)?.steps.at(-1);
  const topic = last ? spokenOf(last).at(-1)?.of : undefined;
  const things = tokensOf(topic && "text" in topic ? topic.words : "").filter(
    (word) => !isEmptyWord(word) && !isState(word),
  );
  return at === -1 || things.length === 0 || things.length > MAX_NOUN
    ? null
    : [...asked.slice(0, at + 1), ...things, ...asked.slice(at + 2)];
}

const IT_WAS = ["it was|is|got|gets|has|had been?", "its been?"].map(pattern);
const IT_NOT = ["it hasnt|havent|isnt|wasnt|didnt|doesnt|never|not"].map(pattern);
const SAY = opening(
  "how many people|customers|visitors|users? say|said|report|reported|complain|mention|think that? it|its was|is|got|gets|has|had?",
);

/** "How many say it was swallowed?" after declined cards: "card swallowed". */
function itsOtherFate(asked: readonly Token[], history: readonly Before[]): readonly Token[] | null {
  const last = history.at(-1)?.steps.at(-1);
  const of = last?.do === "count" ? last.of : null;
  const words = of && "text" in of ? of.text.split(" ") : [];
  const things = words.filter((word) => !isState({ said: word }) && isTopical(word));
  const not = asked.findIndex((_, i) => longestFit(asked, i, IT_NOT) > 0);
  const at = not === -1 ? asked.findIndex((_, i) => longestFit(asked, i, IT_WAS) > 0) : not;
  const isAsked =
    longestFit(
      asked.filter(({ isWord }) => isWord),
      0,
      SAY,
    ) > 0;
  const fate = asked
    .slice(at + 1)
    .find(({ said, isWord }) => isWord && !NEGATIONS.has(said) && !/^(?:been|was|is|got|gets|has|had)$/.test(said));
  if (!isAsked || at === -1 || things.length === 0 || things.length > MAX_NOUN || !fate || !isState(fate)) return null;
  const is = asked[at]!.said === "its" ? tokensOf("is") : [];
  return [...asked.slice(0, at), ...tokensOf(things.join(" ")), ...is, ...asked.slice(at + 1)];
}

const WHAT_ABOUT = opening("what|how about the|their|his|her|my|our?", "for? the|their|his|her|my|our?");
const MAX_NOUN = 2;

/**
 * "What about cards?" after lost or stolen phones: "lost or stolen cards"; "and transfers?" after a declined payment:
 * "declined transfers". Only where the data speaks of them.
 */
function otherNoun(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] | null {
  const length = longestFit(asked, 0, WHAT_ABOUT);
  const nouns = asked.slice(length).filter(({ isWord }) => isWord);
  const last = history.at(-1)?.steps.at(-1);
  if (length === 0 || !last || nouns.length === 0 || nouns.length > MAX_NOUN) return null;
  if (nouns.some((noun) => isEmptyWord(noun) || isState(noun))) return null;
  const named = spokenOf(last).map(({ of }) => ("text" in of ? tokensOf(of.words) : []));
  const states = named.map((words) => words.find(isState));
  const things = named.map((words) =>
    words
      .filter((word) => !isEmptyWord(word) && !isState(word))
      .map(({ said }) => stemOf(said))
      .join(" "),
  );
  // Of declined payments and declined transfers, withdrawals are declined, too, however they say it.
  const all = spokenIn(history).flatMap(({ of }) => ("text" in of ? [tokensOf(of.words)] : []));
  const isAgain = (state: Token): boolean =>
    all.filter((words) => words.some(({ said }) => stemOf(said) === stemOf(state.said))).length > 1;
  const isMeant = (state: Token | undefined): state is Token =>
    state !== undefined &&
    (isAgain(state) || nouns.some((noun) => isPair(known, state, noun) || isPair(known, noun, state)));
  const isOne = (all: readonly string[]): boolean => new Set(all).size === 1;
  const areAlike = isOne(things) || isOne(states.map((state) => stemOf(state?.said ?? "")));
  if (
    !areAlike ||
    !states.every((state) => state !== undefined) ||
    !states.some(isMeant) ||
    things.includes(nouns.map(({ said }) => stemOf(said)).join(" "))
  )
    return null;
  const each = states.filter((state, i) => states.findIndex((one) => one.said === state.said) === i);
  const isBeside = each.length > 1 && (last.do === "compare" || last.do === "rank");
  const said = each.flatMap((state, i) => [...(i > 0 ? tokensOf(isBeside ? "," : "or") : []), state, ...nouns]);
  return [...tokensOf(isBeside ? last.do : "and"), ...said];
}

const ARE =
  "are|is|were|was|got|get|gets|have|has|been? still|just|also|now? stuck|left|sitting|hanging? on|in|as|at? been?";
const IN_STATE = opening(
  `how many of? ${ARE}`,
  `what|how about the|those? ones|one|people? that|which|who|whose? ${ARE}`,
);

/** "What about reverted?", "how many are stuck on pending?" after failed transfers: "reverted transfers". */
function otherState(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] | null {
  // "Of those, how many failed?" asks on of the same ones.
  const isOfAll = history.at(-1)?.steps.every((step) => step.do === "count" && step.among === null) === true;
  const inState = isOfAll ? longestFit(asked, 0, IN_STATE) : 0;
  const length = inState || longestFit(asked, 0, WHAT_ABOUT);
  const [state, ...others] = asked.slice(length).filter(({ isWord }) => isWord);
  const last = history.at(-1)?.steps.at(-1);
  if (length === 0 || !last || !state || others.length > 0 || !isState(state)) return null;
  const named = spokenOf(last).map(({ of }) => ("text" in of ? tokensOf(of.words) : []));
  const things = named.map((words) => words.filter((word) => !isEmptyWord(word) && !isState(word)));
  const [thing = []] = things;
  const areStates = named.length > 0 && named.every((words) => words.some(isState));
  const areOne = things.every((words) => writtenOf(words).toLowerCase() === writtenOf(thing).toLowerCase());
  // "How many are married?" after lost weight
  const isSaid = inState === 0 || thing.some((one) => isPair(known, state, one) || isPair(known, one, state));
  return areStates && areOne && thing.length > 0 && isSaid ? [...tokensOf("and"), state, ...thing] : null;
}

/** The lists of names that hold what some words say. */
const listsWith = (said: string): string[] =>
  Object.entries(MEMBERS).flatMap(([name, members]) =>
    members.split(/[,|]\s*/).some((member) => member.trim().toLowerCase() === said.toLowerCase()) ? [name] : [],
  );

/** "And Google Pay?" after topping up with Apple Pay: both are of one kind. */
function otherName(asked: readonly Token[], history: readonly Before[]): readonly Token[] | null {
  const length = longestFit(asked, 0, WHAT_ABOUT);
  const last = history.at(-1)?.steps.at(-1);
  const topic = last ? spokenOf(last).at(-1)?.of : undefined;
  const words = topic && "text" in topic ? tokensOf(topic.words) : [];
  const how = words.findIndex(({ said }) => HOW.test(said));
  const name = asked.slice(length).filter(({ isWord }) => isWord);
  if (length === 0 || how < 1 || name.length === 0 || name.length > MAX_NOUN) return null;
  const [own, other] = [listsWith(writtenOf(words.slice(how + 1))), listsWith(writtenOf(name))];
  return own.some((list) => other.includes(list)) ? [...tokensOf("and"), ...words.slice(0, how + 1), ...name] : null;
}

const FOR = /^(?:for|on|in|with|from|about|at)$/;

/** "And for transfers?" after ATM fees: "transfer fees", where the data speaks of them. */
function otherKind(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] | null {
  const nouns = asked.filter((token) => token.isWord && !isEmptyWord(token));
  const last = history.at(-1)?.steps.at(-1);
  const topic = last ? spokenOf(last).at(-1)?.of : undefined;
  const [kind, thing, ...others] = tokensOf(topic?.is === "topic" ? topic.words : "");
  const [noun] = nouns;
  const isAsked = nouns.length === 1 && asked.findIndex((token) => token === noun) < MAX_ONES;
  if (!isAsked || !kind || !thing || others.length > 0 || isState(kind) || noun!.said === thing.said) return null;
  if (!asked.some(({ said }, i) => FOR.test(said) && asked[i + 1] === noun) || !isPair(known, noun, thing)) return null;
  return [...tokensOf("and"), noun!, thing];
}

const HOW = /^(?:by|with|via|through|for)$/;

/** "What about by bank transfer?" after a top-up with cash: "top up by bank transfer". */
function otherWay(asked: readonly Token[], history: readonly Before[]): readonly Token[] | null {
  const last = history.at(-1)?.steps.at(-1);
  const at = asked.findIndex(({ said }) => HOW.test(said));
  // "With friends?"
  const isBare = at === 0 && asked.filter(({ isWord }) => isWord).length <= MAX_ONES;
  const length = isBare ? 1 : longestFit(asked, 0, WHAT_ABOUT);
  if (length === 0 || !last || at === -1 || at > length || at < length - 1) return null;
  const named = spokenOf(last).map(({ of }) => ("text" in of ? tokensOf(of.words) : []));
  const heads = named.map((words) =>
    words.slice(
      0,
      Math.max(
        0,
        words.findIndex(({ said }) => HOW.test(said)),
      ),
    ),
  );
  const [head] = heads;
  const areAlike = heads.every((words) => writtenOf(words) === writtenOf(head!));
  return head && head.length > 0 && areAlike ? [...tokensOf("and"), ...head, ...asked.slice(at)] : null;
}

const WHICH_ONE = opening("which|what one|ones? is|are|was|were the? most|least");

/** "Which one is most popular?" after a language: "which language". */
function kindAsked(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] | null {
  const length = longestFit(asked, 0, WHICH_ONE);
  const last = history.at(-1)?.steps.at(-1);
  const topic = length > 0 && last ? spokenOf(last).at(-1)?.of : undefined;
  const [noun] = tokensOf(topic?.is === "topic" ? topic.words : "").slice(-1);
  const at = asked.findIndex(({ said }) => /^(?:which|what)$/.test(said));
  const isOne = ONE.test(asked[at + 1]?.said ?? "");
  const read = noun && [...asked.slice(0, at + 1), noun, ...asked.slice(isOne ? at + 2 : at + 1)];
  return read && (classAsked(read, known)?.members.length ?? 0) > 0 ? read : null;
}
