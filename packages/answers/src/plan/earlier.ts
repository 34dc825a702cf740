import { stemOf } from "../dataset/words";
import { asShares, beside, besideAll, differing, claimsMore, isItMore, toldByTable } from "./besideEarlier";
import type { Reading } from "./body";
import { subjectOf, type Before } from "./follow";
import { columnsNamed } from "./groupWords";
import { isEmptyWord, isNoSign, opening, topicOf, without } from "./leftOut";
import { joinedIn } from "./joined";
import { negated } from "./parallels";
import { placeNamed } from "./ordinals";
import { withPlace } from "./places";
import { quotedEach, quotedFrom } from "./quoteAsks";
import { moreOf, ONLY, ofRanked, splitInto, topOf, whichSays } from "./ofRanked";
import { rivals, setsBefore } from "./rivals";
import { areSameNames, isSame, type Spoken } from "./spoken";
import { both, conjuncts, saysWho, type Predicate, type Step } from "./plan";
import { summedWith } from "./sumWith";
import { longestFit, tokensOf, type Token } from "./tokens";

const MAX_EXPLAINED = 3;
const MAX_ALIKE = 3;
const WHY = opening("why", "how come");
const APART = opening(
  "split|break|separate|take|list|show|give|count|tell me? that|it|them|this|those|these|each|both apart|up|down|out|separately|individually?",
  "each|both separately|individually|alone|apart|by",
);
const APART_WORDS = /^(?:split|separate|separately|individually|apart|alone)$/;
const PART = opening(
  "what|which|how|whats? the|a|many|much? share|percentage|percent|proportion|fraction|part of all|everyone? of? the?",
);
const IS = /^(?:is|are|was)$/;
const THAT = /^(?:that|this|those|it|they)$/;
const LEFT = opening("how many|much", "what|who|whats is|are|remains|remain?");
const REMAINING =
  /^(?:left|remain|remains|remaining|take|taken|taking|away|out|leave|subtract|subtracted|exclude|excluded|remove|removed)$/;
/** These take out what was spoken of. */
const OUT = /^(?:take|taken|taking|leave|subtract|subtracted|exclude|excluded|remove|removed)$/;
const EVERYWHERE = /^(?:nationwide|countrywide|everywhere|worldwide|globally|nationally|overall)$/;
/**
 * What a question asks of the sets that earlier questions were about: joined ("altogether"), shared ("both"), without
 * some of them ("leave out the expired ones"), beside another ("is that more than fees?"), each explained ("why?" after a
 * comparison). Null for a question that asks anything else.
 */
export function ofEarlier(asked: readonly Token[], history: readonly Before[], reading: Reading): Step[] | null {
  const last = lastOf(history);
  if (!last) return null;
  const words = asked.filter(isNoSign);
  const all = alikeOf(history, last);
  return (
    joinedIn(words, last, history) ??
    summedWith(words, history, reading) ??
    rivals(words, history, reading) ??
    ofRanked(words, last, reading) ??
    moreOf(words, last, reading) ??
    splitInto(asked, last, reading) ??
    topOf(words, last) ??
    restBy(words, last, reading) ??
    whichSays(words, last, reading) ??
    alsoWithout(words, last, reading) ??
    ofEach(all, (step) => remaining(words, step)) ??
    explained(words, last) ??
    apart(words, last) ??
    quotedEach(words, history) ??
    quotedFrom(words, last) ??
    ofEach(all, (step) => everywhere(words, step)) ??
    ofEach(all, (step) => only(words, step, reading)) ??
    ofEach(all, (step) => without(asked, step, reading)) ??
    asPartOf(words, last, history, reading) ??
    nextIn(words, last) ??
    differing(words, history, reading) ??
    asShares(words, last, reading) ??
    besideAll(words, last, reading) ??
    isItMore(words, last, reading) ??
    toldByTable(words, last, reading) ??
    (claimsMore(words, last, reading) ? rivals(tokensOf("which is more"), history, reading) : null) ??
    beside(words, last, reading)
  );
}

/** What a question that leaves something out of what was spoken of comes to; null for another. */
export function leftOutOf(asked: readonly Token[], history: readonly Before[], reading: Reading): Step[] | null {
  const last = lastOf(history);
  return last && ofEach(alikeOf(history, last), (step) => without(asked, step, reading));
}

/** The steps of the question before that ask the same of several things: "what do they say about prices and about plans?" */
function alikeOf(history: readonly Before[], last: Step): readonly Step[] {
  const { steps = [] } = history.at(-1) ?? {};
  // What a column and words both tell was asked of one thing.
  if (last !== steps.at(-1)) return [last];
  const isAlike = (step: Step): boolean => step.do === last.do && "of" in step && step.of !== null;
  return steps.length <= MAX_ALIKE && steps.includes(last) && steps.every(isAlike) ? steps : [last];
}

/** What a question comes to for each of some steps; null where it asks nothing of one of them. */
function ofEach(steps: readonly Step[], read: (step: Step) => Step[] | null): Step[] | null {
  const found = steps.map(read);
  return found.every((one) => one !== null) ? found.flat() : null;
}

/** The step that was spoken of last; where a column tells what words tell again, the one by the column. */
function lastOf(history: readonly Before[]): Step | null {
  const { steps = [] } = history.at(-1) ?? {};
  const [before, last] = steps.slice(-2);
  if (!before || !last) return before ?? null;
  const isTwice = before.do === last.do && "of" in before && "of" in last && areSameNames(before.of, last.of);
  return isTwice ? before : last;
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
const apartOf = (last: Step): Step | null =>
  (last.do === "count" || last.do === "share") && last.of?.is === "or"
    ? { do: "rank", items: last.of.of, among: last.among, least: false }
    : null;

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

const REST = /^(?:rest|others|remaining|remainder)$/;
const OF_REST = /^(?:make|makes|up|hold|holds|belong|fall|falls|in|into)$/;

/** "Which categories make up the rest?" */
function restBy(words: readonly Token[], last: Step, { known }: Reading): Step[] | null {
  const [column] = columnsNamed(words, known.columns);
  const subject =
    last.do === "rank"
      ? { is: "or" as const, of: last.items }
      : last.do === "count" || last.do === "share"
        ? last.of
        : null;
  const isAsked = words.every(
    (word, at) => at === column?.at || isEmptyWord(word) || REST.test(word.said) || OF_REST.test(word.said),
  );
  return column && subject && isAsked && words.some(({ said }) => REST.test(said))
    ? [{ do: "breakdown", of: negated(subject), by: column.column, least: false }]
    : null;
}

const TOO = /^(?:too|also|well)$/;

/** "And accounts too?" after cards were left out. */
function alsoWithout(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const of = "of" in last ? last.of : null;
  const isLeftOut = of !== null && conjuncts(of).some(({ is }) => is === "not");
  if (!isLeftOut || words.length > MAX_TOO || !TOO.test(words.filter(({ isWord }) => isWord).at(-1)?.said ?? ""))
    return null;
  const topic = topicOf(
    words.filter(({ said }) => !TOO.test(said)),
    reading,
  );
  return topic && "of" in last ? [{ ...last, of: both(of, { is: "not", of: topic }) }] : null;
}
const MAX_TOO = 6;

/** "What share of all women is that?": of those, how many want it. "… of all questions is that?": of all. */
function asPartOf(words: readonly Token[], latest: Step, history: readonly Before[], reading: Reading): Step[] | null {
  const length = longestFit(words, 0, PART);
  const is = words.findLastIndex(({ said }) => IS.test(said));
  const tail = is === -1 ? [] : words.slice(is + 1);
  const isThat = tail.length === 1 && THAT.test(tail[0]!.said);
  const place = placeNamed(tail);
  if (length === 0 || (!isThat && place === null)) return null;
  if (latest.do === "breakdown" && place === null) return [latest];
  const last = place === null ? latest : stepOn(setsBefore(history).at(place));
  const base = words.slice(length, is);
  if (!last) return null;
  const parts = conjuncts("of" in last ? both(last.of, "among" in last ? last.among : null) : subjectOf(last));
  const topic = both(...parts.filter((part) => !saysWho(part)));
  if (base.length > 0 && base.every(isEmptyWord)) {
    const of = "of" in last ? last.of : null;
    return of && [{ do: "share", of, among: null }];
  }
  const group = topicOf(base, reading);
  if (!group || !topic) return null;
  if (saysWho(group)) return [{ do: "share", of: topic, among: group }];
  // "… of the refund questions is that?"
  const of = both(...parts.filter((part) => !isSame(part, group) && !isSameText(part, group)));
  return of && [{ do: "share", of, among: group }];
}

const isSameText = (one: Predicate, other: Predicate): boolean =>
  "text" in one && "text" in other && isSame(stemsOf(one.text), stemsOf(other.text));
const stemsOf = (text: string): string[] => text.split(" ").map(stemOf).sort();

const stepOn = (spoken: Spoken | undefined): Step | null =>
  spoken ? { do: "count", of: spoken.of, among: spoken.among } : null;

const NEXT = opening(
  "the? second|third|fourth|next|last|runner most|place|highest|biggest|largest|commonest|lowest|up? common|popular|frequent?",
  "whats|what|which|who is? the? second|third|fourth|next|last most|place|highest|biggest|largest|commonest|lowest? common|popular|frequent?",
  "and|what? about? after that",
  "whats|what is? number|place two|three|four|five|2|3|4|5",
  "so|and? which|what one|ones|of? these|those|them? should|would|could|do|shall we|i|you|my|our|the team|bank|company? one? add|build|fix|do|tackle|prioritise|prioritize|choose|pick|address|start|automate|solve|focus|handle first|next|with|on?",
);
/** "And the second most?" after a table: it tells that, too. */
function nextIn(words: readonly Token[], last: Step): Step[] | null {
  const isList = last.do !== "count" && last.do !== "share" && last.do !== "quotes" && last.do !== "describe";
  const length = longestFit(words, 0, NEXT);
  return isList && length > 0 && words.slice(length).every(isEmptyWord) ? withPlace([last], words) : null;
}

/** "How many are left if you take those away?"; "what is left?" after something was left out. */
function remaining(words: readonly Token[], last: Step): Step[] | null {
  const isLeft =
    longestFit(words, 0, LEFT) > 0 && words.every((word) => isEmptyWord(word) || REMAINING.test(word.said));
  const subject = last.do === "rank" || last.do === "compare" ? null : subjectOf(last);
  if (!isLeft || !words.some(({ said }) => REMAINING.test(said)) || subject === null) return null;
  const isTakenOut = words.some(({ said }) => OUT.test(said));
  const isOut =
    !isTakenOut && (subject.is === "not" || (subject.is === "and" && subject.of.some(({ is }) => is === "not")));
  if (isOut && words.some(({ said }) => /^(?:what|who)$/.test(said)))
    return [{ do: "describe", of: subject, reasons: false }];
  if (isOut) return [{ do: "count", of: subject, among: null }];
  return (last.do === "count" || last.do === "share") && last.of
    ? [{ do: "count", of: negated(last.of), among: last.among }]
    : null;
}
