import { AGAINST, COMPARED, comparesTimes } from "./besideEarlier";
import { bodyOf, type Reading } from "./body";
import { again, subjectOf } from "./follow";
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
  "split|break|divide|separate|group|sort it|that|this|them|these|those up|down into|by|between? :?",
  "split|break|divide|separate|group|sort it|that|this|them|these|those into|by|between|:",
  "split|break|divide|separate|group|sort it|that|this|them|these|those up|down :",
);

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

/** What a question asks of all that was ranked: of fewer records, beside one thing more, or of all others; null for another. */
export function ofRanked(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  if (last.do !== "rank" || comparesTimes(words)) return null;
  const rest = longestFit(words, 0, REST);
  if (rest > 0 && words.slice(rest).every(isEmptyWord))
    return [{ do: "count", of: { is: "not", of: { is: "or", of: last.items } }, among: last.among }];
  const only = longestFit(words, 0, ONLY);
  const fewer = only > 0 ? topicOf(words.slice(only), reading) : null;
  if (fewer) return [{ ...last, among: both(last.among, fewer) }];
  const against = Math.max(longestFit(words, 0, COMPARED), longestFit(words, 0, AGAINST));
  const more = against > 0 ? topicOf(words.slice(against), reading) : null;
  return more && columnOf(more) === null ? [again(last, more, null)] : null;
}
