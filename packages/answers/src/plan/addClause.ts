import { bodyOf, type Body, type Reading } from "./body";
import { again, comparedWith, pointing, referring, subjectOf, withGroups } from "./follow";
import { frameOf, ofEach } from "./frame";
import { heardIn, takenIn, type Heard } from "./heard";
import type { Ask } from "./heads";
import { isRefused, withoutWeakTopics } from "./kept";
import { PROBLEMS } from "./lexicon";
import { followed, isDirection, isParallel, isRefusedKind, othersThan, withDirection } from "./parallels";
import { asksOfAll, lastVerb, limitIn } from "./particulars";
import { both, columnOf, type AnswerPlan, type Predicate, type Refusal, type Step } from "./plan";
import { withPreamble } from "./preamble";
import { combined, groupsAsOne, ofProblems, partsIn, stepsOf, type Clause, type Parts } from "./steps";
import { fits, pattern, type Token } from "./tokens";

/** What a conversation was about before: the steps, or why there were none. */
export interface Before {
  steps: readonly Step[];
  refusals: readonly Refusal[];
}

/** A clause as it was read, and the step that it may point back at. */
interface Turn extends Heard {
  plan: AnswerPlan;
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
/** "Among chats on top ups, how many ...": what comes first is what the rest is counted among. */
const BASE = /^(?:among|amongst|within|of|out)$/;
const ELSE =
  /\b(?:elsewhere|(?:everyone|everybody|everywhere|anywhere|anyone|people) else|than (?:in )?(?:the )?(?:others?|rest)|more of an?)\b/;
const MAX_FRAGMENT = 6;
const COMMA: Token = { written: ",", said: ",", isWord: false };
/** "What exactly is stuck?" asks for more of what was spoken of. */
const EXACTLY = ["what|which|who|where|how exactly|precisely|specifically"].map(pattern);
const LEAST = /^(?:least|fewest|rarest|smallest|lowest)$/;

/** Adds the steps that a clause asks for, or why there are none, to a plan. */
export function addClause(
  plan: AnswerPlan,
  given: readonly Token[],
  preamble: readonly Token[],
  before: Before,
  reading: Reading,
): void {
  const last = plan.steps.at(-1) ?? before.steps.at(-1) ?? null;
  const others = last && othersThan(given, pointing(last, plan));
  if (others) return void plan.steps.push(others);
  const heard = heardIn(given, reading);
  if (heard.refusal) return void plan.refusals.push(heard.refusal);
  const turn = turnOf(plan, heard, last, before.steps.length === 0 ? preamble : null, reading);
  if (!turn) return;
  const each = eachOf(turn);
  if (each.length > 0) return void plan.steps.push(...each);
  if (isOfRefused(turn)) return;
  if (asksAgain(turn, before)) return void plan.refusals.push(...before.refusals);
  if (turn.isEmpty && turn.body.notUnderstood.length > 0 && isBare(turn.asks)) return;
  const step = last && followStep(turn, last);
  if (step) return void plan.steps.push(step);
  addOwn(turn);
}

/** Reads what a clause is about; null where so much of it is refused that nothing is left to answer. */
function turnOf(
  plan: AnswerPlan,
  heard: Heard,
  last: Step | null,
  preamble: readonly Token[] | null,
  reading: Reading,
): Turn | null {
  const { clause, asks } = heard;
  const taken = takenIn(heard);
  const limit = limitIn(clause, taken);
  const compared = asks.has("compare") ? "sides" : asks.has("more") || asks.has("rank") ? "items" : null;
  const frame = compared === null ? null : frameOf(clause, reading);
  plan.refusals.push(...(frame?.refusals ?? []));
  const counts = asks.has("count") || asks.has("share");
  const body = bodyOf(
    clause.map((token, at) => (at < (frame?.length ?? 0) ? COMMA : token)),
    taken,
    compared,
    reading,
    (asks.has("describe") || asks.has("quotes")) && !counts,
  );
  plan.notUnderstood.push(...body.notUnderstood);
  withoutWeakTopics(body);
  if (plan.steps.length === 0 && preamble) withPreamble(body, preamble, clause, reading);
  const isSomeKind = last !== null && body.pointsBack && isRefusedKind(clause, body.refusals);
  const isLost = !isSomeKind && isRefused(body, partsIn(body), asks);
  plan.refusals.push(...body.refusals, ...body.refusedExclusions.map((one) => ({ ...one, isExcluded: true as const })));
  if (isLost) return null;
  if (counts) withLastVerb(body, clause, reading);
  const parts = partsIn(body);
  return {
    ...{ ...heard, plan, last, body, parts, taken, limit, isSomeKind },
    frame: frame?.predicate ?? null,
    topic: combined(parts.topics),
    groups: groupsAsOne(parts.groups),
    isEmpty: body.items.length === 0,
    opens: FOLLOWS.some((one) => fits(clause, 0, one) > 0),
  };
}

/** "How many women want to write?": the last verb is the topic where nothing else is. */
function withLastVerb(body: Body, clause: readonly Token[], { known }: Reading): void {
  const saysGroupsAlone = body.items.every(({ predicate }) => columnOf(predicate) !== null);
  if (!saysGroupsAlone || body.refusals.length > 0 || body.pointsBack) return;
  const verb = lastVerb(clause, known, body.items.length === 0);
  if (verb) body.items.push({ predicate: verb, joint: "beside", isExcluded: false, isSaidOf: false });
}

/** "... and what do they say about it?" after a comparison in the same question. */
const eachOf = ({ plan, last, body, isEmpty, asks }: Turn): Step[] =>
  isEmpty && last && plan.steps.includes(last) && body.pointsBack ? ofEach(last, asks) : [];

const asksCount = ({ asks }: Turn): boolean => asks.has("count") || asks.has("share");

/** "What's the funniest category, and how many are in it?": what is pointed at was refused. */
const isOfRefused = (turn: Turn): boolean =>
  turn.isEmpty &&
  !turn.isSomeKind &&
  turn.plan.steps.length === 0 &&
  turn.plan.refusals.length > 0 &&
  (turn.body.pointsBack || (asksCount(turn) && turn.opens));

/** "And how many people is that?" after something that the data doesn't have asks for it again. */
function asksAgain({ last, body, parts, isEmpty, opens, asks, words }: Turn, { refusals }: Before): boolean {
  const isAbsent = refusals.every(({ kind }) => kind === "absent" || kind === "common");
  const namesNothing = isEmpty || (body.pointsBack && parts.topics.length === 0);
  const isMore = body.pointsBack || (opens && !isWhole(asks, words));
  return !last && namesNothing && isAbsent && isMore && refusals.length > 0;
}

/** What a clause asks of the step before, where it adds little of its own; null where it asks for something new. */
function followStep(turn: Turn, last: Step): Step | null {
  const { plan, clause, body, parts, groups, asks, named, members, isEmpty } = turn;
  const isNext = isParallel(clause);
  const before = pointing(last, plan);
  const turned = isNext && isDirection(turn.topic) ? withDirection(clause, before) : null;
  const topic = turned ?? turn.topic;
  const follow = followed(before, { clause, body, topic, groups, asks, sides: sides(parts) });
  if (follow) return follow;
  if (members) return null;
  if (isNext ? topic !== null || !isEmpty : isFragment(turn)) {
    const { excluded } = parts;
    return again(before, excluded && topic ? { is: "and", of: [topic, excluded] } : (topic ?? excluded), groups);
  }
  const isShort = body.pointsBack || turn.opens || turn.words.length <= 4;
  if (asks.has("compare") && !isEmpty && isShort && sides(parts) < 2) return comparedWith(last, topic, groups);
  if (!isEmpty || named !== null || !pointsBack(turn)) return null;
  if (asks.size === 0) return last;
  const isRanked = last.do === "rank" && [...asks.keys()].every((ask) => /^(?:rank|top|more|describe)$/.test(ask));
  const isRival = last.do === "compare" || last.do === "rank";
  return isRival && subjectOf(last) === null && (!hasAsk(turn) || isRanked) ? last : null;
}

const hasAsk = ({ asks, named }: Turn): boolean =>
  named !== null || [...asks.keys()].some((ask) => !["top", "describe", "more"].includes(ask));
const narrows = ({ clause }: Turn): boolean => EXACTLY.some((one) => fits(clause, 0, one) > 0);

/** "And in Texas?", "what about refunds?": a few words that say only what else the same is asked of. */
function isFragment(turn: Turn): boolean {
  const { plan, words, opens, asks, isEmpty, body } = turn;
  const isShort = words.length <= MAX_FRAGMENT && (opens || plan.steps.length > 0 || isBare(asks));
  return isShort && !isEmpty && !hasAsk(turn) && !body.pointsBack && !narrows(turn);
}

/** True where a clause is about what the step before found. */
function pointsBack(turn: Turn): boolean {
  const { plan, last, clause, words, body, asks, named, isEmpty, opens } = turn;
  if (last === null || isParallel(clause)) return false;
  if (body.pointsBack || turn.isSomeKind) return true;
  if (!isEmpty) return narrows(turn);
  if (named !== null && plan.steps.length > 0) return true;
  const asksLittle = words.length <= 3 || (words.length <= 6 && (asks.has("quotes") || asks.has("reasons")));
  return (opens || asksLittle) && !isWhole(asks, words);
}

/** "And men or women?": the step before is split. */
const splitsLast = ({ opens, parts }: Turn): boolean => opens && parts.topics.length === 0 && sides(parts) > 1;

/** "Those": what the step before found, where a clause points back at it. */
const those = (turn: Turn): Predicate | null =>
  turn.last !== null && pointsBack(turn) ? referring(turn.last, turn.plan, turn.words) : null;

/** Adds what a clause asks for itself. */
function addOwn(turn: Turn): void {
  const { plan, last, clause, words, body, parts, asks, named, members, taken, limit } = turn;
  if (members) {
    const among = both(turn.topic, parts.excluded, turn.groups, those(turn));
    const least = clause.some(({ said }) => LEAST.test(said));
    return void plan.steps.push({ do: "rank", items: members.members, among, least });
  }
  const parted: Clause = {
    ...{ asks, parts, limit },
    by: named?.column ?? null,
    frame: turn.frame,
    least: clause.some(({ said }, at) => LEAST.test(said) || (said === "less" && taken.has(at))),
    saysBoth: body.saysBoth,
    lastIsSaidOf: body.items.at(-1)?.isSaidOf ?? false,
    hasElse: ELSE.test(words.map(({ said }) => said).join(" ")),
    hasBase: BASE.test(clause[0]!.said) && clause.some(({ said }) => said === ","),
  };
  const from = last && splitsLast(turn) ? withGroups(subjectOf(pointing(last, plan)), null) : those(turn);
  const steps = stepsOf(parted, from);
  // "Top five, please.", "Give me the ranking.": this says how to answer, and asks for nothing more.
  const told = plan.steps.at(-1);
  if (told && named === null && !asksOfAll(words) && steps.every((step) => step.do === "top" && !step.of)) {
    if (told.do === "top" && limit !== null) plan.steps.splice(-1, 1, { ...told, limit });
    return;
  }
  const problems = words.some(({ said }) => PROBLEMS.has(said));
  plan.steps.push(...steps.map((step) => (problems ? ofProblems(step) : step)));
}

const sides = ({ topics, groups }: Parts): number =>
  Math.max(topics.length, ...[...groups.values()].map(({ length }) => length), 0);
const isBare = (asks: ReadonlyMap<Ask, unknown>): boolean =>
  [...asks.keys()].every((ask) => ask === "top" || ask === "describe");
/** "What do people want most?" stands alone, however short it is. */
const isWhole = (asks: ReadonlyMap<Ask, unknown>, words: readonly Token[]): boolean =>
  asks.has("top") &&
  words.some(({ said }) => /^(?:people|they|most|main|top|themes|topics|biggest|overview|summary)$/.test(said)) &&
  words.length > 2;
