import { NUMBER_WORDS } from "../numberWords";
import type { Reading } from "./body";
import { subjectOf, type Before } from "./follow";
import { isEmptyWord, isNoSign, opening, topicOf, without } from "./leftOut";
import { isPair } from "./phrases";
import { both, columnOf, saysWho, type Known, type Predicate, type Step } from "./plan";
import { longestFit, tokensOf, type Token } from "./tokens";

/** What an earlier question was about, and among whom. */
interface Spoken {
  of: Predicate;
  among: Predicate | null;
}

const MAX_JOINED = 6;
const MAX_EXPLAINED = 3;
const EITHER = /^(?:together|combined|altogether|total|either|sum|overall|add|adding|added)$/;
const NEITHER = /^neither$/;
const BOTH = /^(?:both|overlap)$/;
const OF_JOINING =
  /^(?:together|combined|altogether|total|either|neither|sum|overall|both|overlap|add|added|adding|up|put|take|taken|make|makes|come|comes)$/;
const WHY = opening("why", "how come");
const APART = opening(
  "split|break|separate|take|list|show|give|count|tell me? that|it|them|this|those|these|each|both apart|up|down|out|separately|individually?",
  "each|both separately|individually|alone|apart|by",
);
const APART_WORDS = /^(?:split|separate|separately|individually|apart|alone)$/;
const QUOTE = opening(
  "give|show|quote|read me? a|an|one|two|three|four|five|six|some|1|2|3|4|5|6|few|couple? of? typical|typically|sample|representative|real? complaints|complaint|messages|message|questions|question|examples|example|quotes|quote|goals|resolutions|chats",
);
const TYPICAL = /^(?:typical|representative|real|sample|quote|read|few|couple|\d)$/;
const DEFAULT_QUOTES = 3;
const MAX_QUOTES = 8;
const EVERYWHERE = /^(?:nationwide|countrywide|everywhere|worldwide|globally|nationally|overall)$/;
const ONLY = opening(
  "only|just the|those? ones|chats|people|goals|those|messages that|who|which|are|is? about|on|mentioning|mention|with|talking|concerning about?",
);
const COMPARED = opening(
  "how does|do|did that|this|it|they|those compare|compares with|to|against",
  "compare|compared that|this|it|them|those? with|to|against",
);
const AGAINST = opening(
  "is|are|was|were that|this|it|they|those more or|and less|fewer than",
  "is|are|was|were that|this|it|they|those more|less|fewer|bigger|larger|higher|smaller|lower|commoner|rarer common|popular|frequent? than",
);
/**
 * What a question asks of the sets that earlier questions were about: joined ("altogether"), shared ("both"), without
 * some of them ("leave out the expired ones"), beside another ("is that more than fees?"), each explained ("why?" after a
 * comparison). Null for a question that asks anything else.
 */
export function ofEarlier(asked: readonly Token[], history: readonly Before[], reading: Reading): Step[] | null {
  const last = lastOf(history);
  if (!last) return null;
  const words = asked.filter(isNoSign);
  return (
    joinedIn(words, history) ??
    explained(words, last) ??
    apart(words, last) ??
    quotedFrom(words, last) ??
    everywhere(words, last) ??
    only(words, last, reading) ??
    without(asked, last, reading) ??
    beside(words, last, reading)
  );
}

/** The step that was spoken of last; where a column tells what words tell again, the one by the column. */
function lastOf(history: readonly Before[]): Step | null {
  const { steps = [] } = history.at(-1) ?? {};
  const [before, last] = steps.slice(-2);
  if (!before || !last) return before ?? null;
  const isTwice = before.do === last.do && "of" in before && "of" in last && areSameNames(before.of, last.of);
  return isTwice ? before : last;
}

/** All that was spoken of, the latest last; what is told by a column and again by words counts once. */
function spokenIn(history: readonly Before[]): Spoken[] {
  const all = history.flatMap(({ steps }) => steps.flatMap(spokenOf));
  return all.filter(({ of }, i) => !all.slice(0, i).some((one) => namesOf(one.of).join() === namesOf(of).join()));
}

function spokenOf(step: Step): Spoken[] {
  if (step.do === "rank") return step.items.map((of) => ({ of, among: step.among }));
  if (step.do === "compare") return isOfTopics(step.sides) ? step.sides.map((of) => ({ of, among: step.on })) : [];
  const among = "among" in step ? step.among : null;
  // "Either of them" spoke of each.
  const alternatives = step.of?.is === "or" && step.of.label === undefined ? step.of.of : [step.of];
  return alternatives.flatMap((of) => (of === null ? [] : [{ of, among }]));
}

const isOfTopics = (sides: readonly Predicate[]): boolean => sides.every((side) => columnOf(side) === null);
const namesOf = (predicate: Predicate): string[] =>
  JSON.stringify(predicate)
    .match(/"words":"[^"]*"/g)
    ?.sort() ?? [];
const areSameNames = (one: Predicate | null, other: Predicate | null): boolean =>
  one !== null && other !== null && namesOf(one).join() === namesOf(other).join();
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** "How many is that together?", "either of them", "and both?" */
export function joinedIn(asked: readonly Token[], history: readonly Before[]): Step[] | null {
  const words = asked.filter(isNoSign);
  const isEither = words.some(({ said }) => EITHER.test(said));
  const isBoth = words.some(({ said }) => BOTH.test(said));
  const isNeither = words.some(({ said }) => NEITHER.test(said));
  const number = words.map(({ said }) => NUMBER_WORDS[said] ?? 0).find((one) => one > 1);
  const isOnly = words.every((word) => isEmptyWord(word) || OF_JOINING.test(word.said) || word.said in NUMBER_WORDS);
  if ((!isEither && !isBoth && !isNeither) || !isOnly) return null;
  const spoken = spokenIn(history);
  const { among = null } = spoken.at(-1) ?? {};
  const most = number ?? (isBoth || isNeither || words.some(({ said }) => said === "either") ? 2 : MAX_JOINED);
  const others = spoken.slice(-most);
  const from = others.findLastIndex((one) => !isSame(one.among, among)) + 1;
  const of = others.slice(from).map((one) => one.of);
  if (of.length < 2) return null;
  const joined: Predicate = { is: isBoth ? "and" : "or", of };
  return [{ do: "count", of: isNeither ? { is: "not", of: joined } : joined, among }];
}

/** "Why?" after a comparison: what each side says. */
function explained(words: readonly Token[], last: Step): Step[] | null {
  const isWhy = longestFit(words, 0, WHY) > 0 && words.every(isEmptyWord);
  const sides = last.do === "rank" ? last.items : last.do === "compare" ? last.sides : [];
  if (!isWhy || sides.length === 0 || sides.length > MAX_EXPLAINED) return null;
  const within = subjectOf(last);
  return sides.map((side) => ({ do: "describe", of: both(side, within), reasons: true }));
}

/** "Split that up" after several alternatives: each by itself. */
function apart(words: readonly Token[], last: Step): Step[] | null {
  const isApart =
    longestFit(words, 0, APART) > 0 && words.every((word) => isEmptyWord(word) || APART_WORDS.test(word.said));
  const ranked = isApart ? apartOf(last) : null;
  return ranked && [ranked];
}

/** The alternatives that a step counts together, each by itself; null where it counts none. */
export const apartOf = (last: Step): Step | null =>
  (last.do === "count" || last.do === "share") && last.of?.is === "or"
    ? { do: "rank", items: last.of.of, among: last.among, least: false }
    : null;

/** "Give me two typical complaints": quotes of those who were spoken of. */
function quotedFrom(words: readonly Token[], last: Step): Step[] | null {
  const length = longestFit(words, 0, QUOTE);
  const of = last.do === "rank" || last.do === "compare" ? null : subjectOf(last);
  if (length === 0 || of === null || !words.every((word) => isEmptyWord(word) || TYPICAL.test(word.said))) return null;
  const number = words.map(({ said }) => NUMBER_WORDS[said] ?? Number(said)).find((one) => one > 0);
  return [{ do: "quotes", of, limit: Math.min(number ?? DEFAULT_QUOTES, MAX_QUOTES) }];
}

/** "And nationwide?": the same of everybody. */
function everywhere(words: readonly Token[], last: Step): Step[] | null {
  const isAll = words.some(({ said }) => EVERYWHERE.test(said));
  if (!isAll || !words.every((word) => isEmptyWord(word) || EVERYWHERE.test(word.said)) || !("of" in last)) return null;
  const without = (of: Predicate | null): Predicate | null =>
    both(...(of?.is === "and" ? of.of : [of]).filter((one) => one !== null && !saysWho(one)));
  const wider = { ...last, of: without(last.of), ...("among" in last && { among: without(last.among) }) };
  return isSame(wider, last) || wider.of === null ? null : [wider];
}

/** "Now only the ones about cash": what was asked, of fewer. */
function only(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const length = longestFit(words, 0, ONLY);
  const topic =
    length === 0 || last.do === "rank" || last.do === "compare" ? null : topicOf(words.slice(length), reading);
  if (!topic || !("of" in last)) return null;
  return [{ ...last, of: both(last.of, topic) }];
}

/** "Is that more or less than about fees?", "how does that compare with fees?" */
function beside(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const compared = longestFit(words, 0, COMPARED);
  const length = compared || longestFit(words, 0, AGAINST);
  const [own, ...others] = spokenOf(last);
  const topic = length === 0 ? null : topicOf(words.slice(length), reading);
  if (!topic || !own || others.length > 0 || [own.of, topic].some((one) => columnOf(one) !== null)) return null;
  const items = [own.of, topic];
  return [
    compared > 0
      ? { do: "compare", sides: items, on: own.among }
      : { do: "rank", items, among: own.among, least: false },
  ];
}

const ONE = /^(?:ones|one)$/;
const BEFORE_ONE = /^(?:which|the|this|that|other|another|same|first|second|third|last|each|every|any|no|right|only)$/;

/** "And stolen ones?" after lost cards: "stolen cards". */
export function withNoun(asked: readonly Token[], history: readonly Before[], known: Known): readonly Token[] {
  const at = asked.findIndex(({ said }, i) => ONE.test(said) && i > 0 && !isEmptyWord(asked[i - 1]!));
  const last = history.at(-1)?.steps.at(-1);
  const before = asked[at - 1]?.said ?? "";
  if (at === -1 || !last || BEFORE_ONE.test(before) || before in NUMBER_WORDS) return asked;
  const topic = spokenOf(last).at(-1)?.of;
  const [noun] = tokensOf(topic?.is === "topic" ? topic.words : "").slice(-1);
  return noun && isPair(known, asked[at - 1], noun) ? asked.map((token, i) => (i === at ? noun : token)) : asked;
}
