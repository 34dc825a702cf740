import { NUMBER_WORDS } from "../numberWords";
import { bodyOf, type Reading } from "./body";
import { stemsNamed, subjectOf, type Before } from "./follow";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { isPair } from "./phrases";
import { both, columnOf, type Known, type Predicate, type Step } from "./plan";
import { combined, DEFAULT_TOP, groupsAsOne, partsIn } from "./steps";
import { longestFit, pattern, tokensOf, type Token } from "./tokens";

/** What an earlier question was about, and among whom. */
interface Spoken {
  of: Predicate;
  among: Predicate | null;
}

const MAX_JOINED = 6;
const MAX_EXPLAINED = 3;
const OPENING = "and|but|so|ok|okay|well|now|then|right? ";
const opening = (...texts: string[]): ReturnType<typeof pattern>[] => texts.map((text) => pattern(OPENING + text));

const EITHER = /^(?:together|combined|altogether|total|either|sum|overall)$/;
const BOTH = /^(?:both|overlap)$/;
const OF_JOINING =
  /^(?:together|combined|altogether|total|either|sum|overall|both|overlap|add|added|adding|up|put|take|taken|make|makes|come|comes)$/;
const WHY = opening("why", "how come");
const APART = opening(
  "split|break|separate|take|list|show|give|count|tell me? that|it|them|this|those|these|each|both apart|up|down|out|separately|individually?",
  "each|both separately|individually|alone|apart|by",
);
const APART_WORDS = /^(?:split|separate|separately|individually|apart|alone)$/;
const ONLY = opening(
  "only|just the|those? ones|chats|people|goals|those|messages that|who|which|are|is? about|on|mentioning|mention|with|talking|concerning about?",
);
const LEAVE = opening(
  "if? you|we|i? exclude|excluding|remove|removing|ignore|ignoring|skip|skipping|drop|dropping|without|except|excepting|minus|discount|discounting for|the|any?",
  "if? you|we|i? leave|leaving|take|taking out|away|aside",
  "if? you|we|i? not counting|including",
);
const TAKE = opening("if? you|we|i? leave|leaving|take|taking|put|putting|set|setting");
const OUT = /^(?:out|away|aside)$/;
const COMPARED = opening(
  "how does|do|did that|this|it|they|those compare|compares with|to|against",
  "compare|compared that|this|it|them|those? with|to|against",
);
const AGAINST = opening(
  "is|are|was|were that|this|it|they|those more or|and less|fewer than",
  "is|are|was|were that|this|it|they|those more|less|fewer|bigger|larger|higher|smaller|lower|commoner|rarer common|popular|frequent? than",
);
const THOSE = /^(?:those|them|these|they|it|that|this)$/;
const TOP = /^(?:most|top|main|biggest|common|commonest|popular)$/;

const isEmptyWord = ({ said, isWord }: Token): boolean => !isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said);
const isNoSign = ({ said }: Token): boolean => !/^[,;:.!?…–—-]$/.test(said);

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
function joinedIn(words: readonly Token[], history: readonly Before[]): Step[] | null {
  const isEither = words.some(({ said }) => EITHER.test(said));
  const isBoth = words.some(({ said }) => BOTH.test(said));
  const number = words.map(({ said }) => NUMBER_WORDS[said] ?? 0).find((one) => one > 1);
  const isOnly = words.every((word) => isEmptyWord(word) || OF_JOINING.test(word.said) || word.said in NUMBER_WORDS);
  if ((!isEither && !isBoth) || !isOnly) return null;
  const spoken = spokenIn(history);
  const { among = null } = spoken.at(-1) ?? {};
  const most = number ?? (isBoth || words.some(({ said }) => said === "either") ? 2 : MAX_JOINED);
  const others = spoken.slice(-most);
  const from = others.findLastIndex((one) => !isSame(one.among, among)) + 1;
  const of = others.slice(from).map((one) => one.of);
  if (of.length < 2) return null;
  return [{ do: "count", of: { is: isEither ? "or" : "and", of }, among }];
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

/** "Now only the ones about cash": what was asked, of fewer. */
function only(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const length = longestFit(words, 0, ONLY);
  const topic =
    length === 0 || last.do === "rank" || last.do === "compare" ? null : topicOf(words.slice(length), reading);
  if (!topic || !("of" in last)) return null;
  return [{ ...last, of: both(last.of, topic) }];
}

/** "And if you leave out expired ones?", "exclude those about fees", "take those out: what is most common then?" */
function without(asked: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const found = leftOutIn(asked);
  if (!found) return null;
  const topic = topicOf(found.words, reading);
  const subject = subjectOf(last);
  if (!topic) {
    const all = found.words.every((word) => isEmptyWord(word)) && found.words.some(({ said }) => THOSE.test(said));
    if (!all || subject === null) return null;
    const of: Predicate = { is: "not", of: subject };
    const isTop = found.rest.some(({ said }) => TOP.test(said));
    return [isTop ? { do: "top", of, limit: DEFAULT_TOP } : { do: "count", of, among: null }];
  }
  if (found.rest.some((word) => !isEmptyWord(word))) return null;
  const out = stemsNamed(topic);
  if (last.do === "rank") {
    const items = last.items.filter((item) => !out.every((stem) => stemsNamed(item).includes(stem)));
    if (items.length === last.items.length || items.length === 0) return null;
    return [items.length > 1 ? { ...last, items } : { do: "count", of: items[0]!, among: last.among }];
  }
  if (last.do === "compare") return [{ ...last, on: both(last.on, { is: "not", of: topic }) }];
  return [{ ...last, of: both(last.of, { is: "not", of: topic }) }];
}

/** What is to be left out, and what is asked then. */
function leftOutIn(asked: readonly Token[]): { words: readonly Token[]; rest: readonly Token[] } | null {
  const end = asked.findIndex(({ said }, at) => at > 0 && /^[,.:;?!]$/.test(said));
  const first = (end === -1 ? asked : asked.slice(0, end)).filter(isNoSign);
  const rest = end === -1 ? [] : asked.slice(end + 1).filter(isNoSign);
  const length = longestFit(first, 0, LEAVE);
  if (length > 0) return { words: first.slice(length), rest };
  const take = longestFit(first, 0, TAKE);
  return take > 0 && OUT.test(first.at(-1)?.said ?? "") ? { words: first.slice(take, -1), rest } : null;
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

/** The topic that some words name; null where they name none, or what the data doesn't have. */
function topicOf(words: readonly Token[], reading: Reading): Predicate | null {
  const body = bodyOf(words, new Set(), null, reading);
  const { topics, groups } = partsIn(body);
  return body.refusals.length > 0 ? null : both(combined(topics), groupsAsOne(groups));
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
