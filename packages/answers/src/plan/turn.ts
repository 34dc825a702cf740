import type { Body, Reading } from "./body";
import { pointing, subjectOf } from "./follow";
import type { Ask } from "./heads";
import type { Heard } from "./heard";
import { isParallel } from "./parallels";
import { partsOf, saysWho, type AnswerPlan, type Predicate, type Step } from "./plan";
import type { Parts } from "./steps";
import { fits, pattern, type Token } from "./tokens";

/** A clause as it was read, and the step that it may point back at. */
export interface Turn extends Heard {
  plan: AnswerPlan;
  reading: Reading;
  last: Step | null;
  body: Body;
  parts: Parts;
  /** Its topics, and its groups, as one each. */
  topic: Predicate | null;
  groups: Predicate | null;
  frame: Predicate | null;
  taken: ReadonlySet<number>;
  limit: number | null;
  /** True where it names neither a topic nor a group. */
  isEmpty: boolean;
  /** True where it begins as a question that goes on from another: "and ...". */
  opens: boolean;
  /** True where it asks for a kind of thing that the data doesn't have, of what was spoken of. */
  isSomeKind: boolean;
}

const FOLLOWS = [
  "and|or|also|but|so|then|ok|okay|now|same|more|again|any|just|only",
  "what|how about",
  "tell me more",
  "go on",
  "why",
].map(pattern);
const MAX_FRAGMENT = 6;
/** "How about among men in the South?": groups take more words. */
const MAX_GROUPS = 8;
const SETS_BESIDE = /^(?:than|or|which|what|who|is|are|do|does|most)$/;
/** "What exactly is stuck?" asks for more of what was spoken of. */
const EXACTLY = ["what|which|who|where|how exactly|precisely|specifically"].map(pattern);
const MORE = ["and|ok|okay|so? tell|show|give|say me|us? more|something about|on|of"].map(pattern);
const SAY = [
  "and|but|so? what|how exactly|precisely? do|does|did|are|is they|those|these|people say|saying|want|ask|asking|think|mention|write|mean|complain|put",
].map(pattern);
/** "And what do they want to do with them?" */
export const asksWhatTheySay = (clause: readonly Token[]): boolean => SAY.some((one) => fits(clause, 0, one) > 0);
export const asksCount = ({ asks }: Turn): boolean => asks.has("count") || asks.has("share");

export const hasAsk = ({ asks, named }: Turn): boolean =>
  named !== null || [...asks.keys()].some((ask) => !["top", "describe", "more"].includes(ask));
const narrows = ({ clause }: Turn): boolean => EXACTLY.some((one) => fits(clause, 0, one) > 0);

/** "And in Texas?", "what about refunds?": a few words that say only what else the same is asked of. */
export function isFragment(turn: Turn): boolean {
  // "Tell me more about refunds" asks what they say.
  if (!turn.isEmpty && MORE.some((one) => fits(turn.clause, 0, one) > 0)) return false;
  const { plan, words, opens, asks, isEmpty, body } = turn;
  // "Drink less", after another wish was counted.
  const isDegree = [...asks.keys()].every((ask) => ask === "more") && !words.some(({ said }) => SETS_BESIDE.test(said));
  const most = turn.topic === null ? MAX_GROUPS : MAX_FRAGMENT;
  const isShort = words.length <= most && (opens || plan.steps.length > 0 || isBare(asks) || isDegree);
  return isShort && !isEmpty && !hasAsk(turn) && !body.pointsBack && !narrows(turn);
}

/** "How many are women?" after a question about what people want. */
const saysWhoOnly = (turn: Turn, last: Step): boolean =>
  asksCount(turn) &&
  turn.named === null &&
  turn.words.length <= MAX_FRAGMENT &&
  turn.body.items.every(({ isSaidOf, isExcluded, predicate }) => isSaidOf && !isExcluded && saysWho(predicate)) &&
  partsOf(subjectOf(pointing(last, turn.plan)), ["topic", "mentions", "value"]).some((one) => !saysWho(one));

/** True where a clause is about what the step before found. */
export function pointsBack(turn: Turn): boolean {
  const { plan, last, clause, words, body, asks, named, isEmpty, opens } = turn;
  if (last === null || isParallel(clause)) return false;
  if (body.pointsBack || turn.isSomeKind) return true;
  if (!isEmpty) return narrows(turn) || saysWhoOnly(turn, last);
  if (named !== null && plan.steps.length > 0) return true;
  const asksLittle = words.length <= 3 || (words.length <= 6 && (asks.has("quotes") || asks.has("reasons")));
  return (opens || asksLittle) && !isWhole(asks, words);
}

export const sides = ({ topics, groups }: Parts): number =>
  Math.max(topics.length, ...[...groups.values()].map(({ length }) => length), 0);
export const isBare = (asks: ReadonlyMap<Ask, unknown>): boolean =>
  [...asks.keys()].every((ask) => ask === "top" || ask === "describe");
/** "What do people want most?" stands alone, however short it is. */
export const isWhole = (asks: ReadonlyMap<Ask, unknown>, words: readonly Token[]): boolean =>
  asks.has("top") &&
  words.some(({ said }) => /^(?:people|they|most|main|top|themes|topics|biggest|overview|summary)$/.test(said)) &&
  words.length > 2;

/** True for a clause that begins as a question that goes on from another. */
export const isOpening = (clause: readonly Token[]): boolean => FOLLOWS.some((one) => fits(clause, 0, one) > 0);
