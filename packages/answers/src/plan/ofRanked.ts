import { NUMBER_WORDS } from "../numberWords";
import { AGAINST, COMPARED, comparesTimes } from "./besideEarlier";
import { bodyOf, type Reading } from "./body";
import { again, isRanked, subjectOf } from "./follow";
import { isEmptyWord, opening, topicOf } from "./leftOut";
import { both, columnOf, type Step } from "./plan";
import { partsIn } from "./steps";
import { longestFit, type Token } from "./tokens";

/** "Only the ones about fees": what was asked, of fewer. */
export const ONLY = opening(
  "only|just the|those? ones|chats|people|goals|those|messages that|who|which|are|is? about|on|mentioning|mention|with|talking|concerning about?",
  "only|just the|those? ones|chats|people|goals|those who|that also? want|wants to?",
);
const REST = opening(
  "what|whats|how many|much? is|are? left|remaining|remain|remains over?",
  "what|how? about? the|all|everything|everyone|everybody rest|others|other|remaining|else ones?",
);

const INTO = opening(
  "can|could|would you|we? please? split|break|divide|separate|sort it|that|this|them|these|those up|down? into|by|between",
  "split|break|divide|separate|group|sort it|that|this|them|these|those up|down into|by|between? :?",
  "split|break|divide|separate|group|sort it|that|this|them|these|those into|by|between|:",
  "split|break|divide|separate|group|sort it|that|this|them|these|those up|down :",
  "broken|split|divided|grouped down|up? by|into",
);
const TOP_OF = opening("give|show|tell|list me? the|just|only? top|first", "just|only? the top|first");
const HOW_MANY_OF = opening("how many for|in|with|mention|mentioned|say|said|are|want|of? the?");
const WHICH_SAYS = opening(
  "which|who one|state|region|group|of? them|these|those|the? two|three|four? mentions|mention|says|say|wants|want|talks|talk|asks|ask about?",
  "which|who one|state|region|group|of? them|these|those|the? two|three|four? is|are|was the? most|more|least about|into|on|interested|focused|focussed|keen on|in|about?",
);
const MOST = /^(?:most|more|least|less|often)$/;

/** "Give me the top three" after what is most common. */
export function topOf(words: readonly Token[], last: Step): Step[] | null {
  const length = longestFit(words, 0, TOP_OF);
  const number = words.map(({ said }) => NUMBER_WORDS[said] ?? Number(said)).find((one) => one > 0);
  const isAll = words
    .slice(length)
    .every((word) => isEmptyWord(word) || word.said in NUMBER_WORDS || /^\d+$/.test(word.said));
  return last.do === "top" && length > 0 && number !== undefined && isAll
    ? [{ ...last, limit: Math.min(number, MAX_TOP) }]
    : null;
}
const MAX_TOP = 20;

/** "Which of these mentions the gym most?" after groups that were compared, or a table of them. */
export function whichSays(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const length = longestFit(words, 0, WHICH_SAYS);
  if (length === 0 || !words.some(({ said }) => MOST.test(said))) return null;
  const topic = topicOf(
    words.slice(length).filter(({ said }) => !MOST.test(said)),
    reading,
  );
  if (!topic || columnOf(topic) !== null) return null;
  if (last.do === "compare" && last.sides.every((side) => columnOf(side) !== null)) return [{ ...last, on: topic }];
  return last.do === "breakdown" && last.of === null ? [{ ...last, of: topic }] : null;
}

/** "Split that into card payments, transfers and top-ups": how many of those are each. */
export function splitInto(asked: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const length = longestFit(asked, 0, INTO);
  const subject = last.do === "rank" || last.do === "compare" ? null : subjectOf(last);
  if (length === 0 || subject === null) return null;
  const body = bodyOf(asked.slice(length), new Set(), "items", reading);
  const { topics, groups, excluded } = partsIn(body, true);
  const items = topics.map(({ predicate }) => predicate);
  const areListed = items.length > 1 && groups.size === 0 && !excluded && body.refusals.length === 0;
  return areListed ? [{ do: "rank", items, among: subject, least: false }] : null;
}

const MORE_OF = opening(
  "do|does|did more|most|fewer of? them|those|these|people|visitors|customers? want|ask|mention|have|use|say|talk|prefer about|for? the?",
  "is|are|was it|that|this|they|things worse|more|bigger|commoner|higher common|frequent|likely? for|with|about the?",
);

/** "Do more of them want Visa?", "is it worse for Visa?" after Visa or Mastercard: that one beside the others. */
export function moreOf(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const length = longestFit(words, 0, MORE_OF);
  const of = last.do === "count" || last.do === "share" || last.do === "describe" ? last.of : null;
  const topic = length > 0 && of?.is === "or" && of.label === undefined ? topicOf(words.slice(length), reading) : null;
  if (!topic || of?.is !== "or" || !isRanked(of.of, topic)) return null;
  const others = of.of.filter((item) => !isRanked([item], topic));
  const among = "among" in last ? last.among : null;
  const isOne = others.length === 1;
  return [{ do: "rank", items: [topic, ...others], among, least: false, ...(isOne && { claim: "more" as const }) }];
}

/** Topics that were compared, as a ranking. */
const asRanking = (step: Step): Step =>
  step.do === "compare" && step.sides.every((side) => columnOf(side) === null)
    ? { do: "rank", items: step.sides, among: step.on, least: false }
    : step;

/** What a question asks of all that was ranked: of fewer records, beside one thing more, or of all others; null for another. */
export function ofRanked(words: readonly Token[], told: Step, reading: Reading): Step[] | null {
  const last = asRanking(told);
  if (last.do !== "rank" || comparesTimes(words)) return null;
  const rest = longestFit(words, 0, REST);
  if (rest > 0 && words.slice(rest).every(isEmptyWord))
    return [{ do: "count", of: { is: "not", of: { is: "or", of: last.items } }, among: last.among }];
  const count = longestFit(words, 0, HOW_MANY_OF);
  const one = count > 0 ? topicOf(words.slice(count), reading) : null;
  if (one && isRanked(last.items, one)) return [{ do: "count", of: one, among: last.among }];
  const only = longestFit(words, 0, ONLY);
  const fewer = only > 0 ? topicOf(words.slice(only), reading) : null;
  if (fewer) return [{ ...last, among: both(last.among, fewer) }];
  const against = Math.max(longestFit(words, 0, COMPARED), longestFit(words, 0, AGAINST));
  const more = against > 0 ? topicOf(words.slice(against), reading) : null;
  return more && columnOf(more) === null ? [again(last, more, null)] : null;
}
