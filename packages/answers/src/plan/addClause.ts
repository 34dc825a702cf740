import { bodyOf, type Body, type Reading } from "./body";
import {
  again,
  comparedWith,
  comparing,
  pointing,
  referring,
  stemsOn,
  subjectOf,
  withGroups,
  type Before,
} from "./follow";
import { crossed } from "./crossed";
import { frameOf, ofEach } from "./frame";
import { groupHalf } from "./groupHalf";
import { halfOf } from "./halves";
import { addOwn } from "./ownSteps";
import { byTwo, lastVerb, limitIn } from "./particulars";
import { heardIn, takenIn, type Heard } from "./heard";
import { isRefused, withoutWeakTopics } from "./kept";
import { withNamedList } from "./namedList";
import {
  followed,
  isDirection,
  isParallel,
  isRefusedKind,
  othersThan,
  saidByOthers,
  splitOfRanked,
  withDirection,
} from "./parallels";
import { both, columnOf, type AnswerPlan, type Step } from "./plan";
import { withPreamble } from "./preamble";
import { quotesPer } from "./quotesPer";
import { combined, groupsAsOne, partsIn } from "./steps";
import { type Token } from "./tokens";
import {
  asksCount,
  asksWhatTheySay,
  hasAsk,
  isBare,
  isFragment,
  isOpening,
  isWhole,
  pointsBack,
  sides,
  type Turn,
} from "./turn";

const COMMA: Token = { written: ",", said: ",", isWord: false };

/** Adds the steps that a clause asks for, or why there are none, to a plan. */
export function addClause(
  plan: AnswerPlan,
  given: readonly Token[],
  preamble: readonly Token[],
  before: Before,
  reading: Reading,
): void {
  const last = plan.steps.at(-1) ?? before.steps.at(-1) ?? null;
  const told = last && pointing(last, plan);
  const others = told && (othersThan(given, told) ?? saidByOthers(given, told));
  if (others) return void plan.steps.push(others);
  const those = last && referring(last, plan, given);
  const own = last ? stemsOn(last, plan.steps) : new Set<string>();
  const half = those || (!last && plan.refusals.length > 0) ? halfOf(given, those, own, reading.known) : null;
  if (half && !last) return;
  if (half) {
    if (half.isInstead && plan.steps.length === 0) plan.isInstead = true;
    plan.steps.push(...half.steps);
    return void plan.refusals.push(...half.refusals);
  }
  const ofGroup = last && groupHalf(given, last, reading);
  if (ofGroup) return void plan.steps.push(ofGroup);
  const ofEachGroup = quotesPer(given, told, reading);
  if (ofEachGroup) return void plan.steps.push(...ofEachGroup);
  const twice = byTwo(given, reading.known);
  if (twice) {
    addClause(plan, twice.clause, preamble, before, reading);
    const table = plan.steps.at(-1);
    if (table?.do === "breakdown") plan.steps.push({ ...table, by: twice.also });
    return;
  }
  const table = crossed(given, reading);
  if (table) return void plan.steps.push(...table);
  const heard = heardIn(withNamedList(given, reading) ?? given, reading);
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
  const parts = partsIn(body, compared !== null);
  return {
    ...{ ...heard, plan, last, body, parts, taken, limit, isSomeKind, reading },
    frame: frame?.predicate ?? null,
    topic: combined(parts.topics),
    groups: groupsAsOne(parts.groups),
    isEmpty: body.items.length === 0,
    opens: isOpening(clause),
  };
}

/** "How many women want to write?": the last verb is the topic where nothing else is. */
function withLastVerb(body: Body, clause: readonly Token[], { known }: Reading): void {
  const saysGroupsAlone = body.items.every(({ predicate }) => columnOf(predicate) !== null);
  if (!saysGroupsAlone || body.refusals.length > 0 || body.pointsBack) return;
  const verb = lastVerb(clause, known, body.items.length === 0);
  if (verb) body.items.push({ predicate: verb, joint: "beside", isExcluded: false, isSaidOf: false });
}

/** "... and what do they say about it?", "two quotes of each" after a comparison. */
function eachOf({ plan, last, clause, body, isEmpty, asks, limit }: Turn): Step[] {
  if (!isEmpty || !last) return [];
  const isOfEach = body.pointsBack ? plan.steps.includes(last) || asksWhatTheySay(clause) : asks.has("quotes");
  return isOfEach ? ofEach(pointing(last, plan), asks, limit) : [];
}

/** "What's the funniest category, and how many are in it?": what is pointed at was refused. */
const isOfRefused = (turn: Turn): boolean =>
  turn.isEmpty &&
  !turn.isSomeKind &&
  turn.plan.steps.length === 0 &&
  turn.plan.refusals.length > 0 &&
  (turn.body.pointsBack || (asksCount(turn) && turn.opens));

/** "How many?" */
const MAX_BARE = 2;
/** "And how many people is that?" after something that the data doesn't have asks for it again. */
function asksAgain({ last, body, parts, isEmpty, opens, asks, words }: Turn, { refusals }: Before): boolean {
  const isAbsent = refusals.every(({ kind }) => kind === "absent" || kind === "common");
  const namesNothing = isEmpty || (body.pointsBack && parts.topics.length === 0);
  const isMore = body.pointsBack || words.length <= MAX_BARE || (opens && !isWhole(asks, words));
  const isQuoted = asks.has("quotes") && isEmpty;
  return !last && refusals.length > 0 && ((namesNothing && isAbsent && isMore) || isQuoted);
}

/** What a clause asks of the step before, where it adds little of its own; null where it asks for something new. */
function followStep(turn: Turn, last: Step): Step | null {
  const { plan, clause, body, parts, groups, asks, named, members, isEmpty } = turn;
  const isNext = isParallel(clause);
  const before = pointing(last, plan);
  const turned = isNext && isDirection(turn.topic) ? withDirection(clause, before) : null;
  const topic = turned ?? turn.topic;
  const follow =
    splitOfRanked(before, named?.column ?? null, parts) ??
    followed(before, { clause, body, topic, groups, asks, sides: sides(parts) });
  if (follow) return follow;
  if (members) return null;
  const rivals = isNext || !isFragment(turn) ? null : rivalsOf(turn, before);
  if (rivals) return rivals;
  const where = isNext || groups ? null : placedIn(turn, before);
  if (where) return where;
  // "What do people in Texas want?" after a table by state.
  if (
    before.do === "breakdown" &&
    topic === null &&
    groups &&
    columnOf(groups) === before.by &&
    asksWhatTheySay(clause)
  )
    return null;
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

const AT = /^(?:at|in|inside|outside|during|while|when|abroad|online|overseas)$/;
const BEFORE_PLACE = /^(?:and|or|but|so|ok|what|how|about|is|are|it|that|they|mostly|more|,)$/;

/** "At ATMs or in shops?" after declined cards: where, and no other thing. */
function placedIn(turn: Turn, last: Step): Step | null {
  const { clause, topic, parts } = turn;
  const start = clause.findIndex(({ said }) => !BEFORE_PLACE.test(said));
  if (!isFragment(turn) || !topic || parts.excluded) return null;
  // "Gym, diet or sleep?" of what people plan.
  const isOpen = (last.do === "top" || last.do === "describe") && last.of !== null && start === 0;
  if (isOpen && topic.is === "or") return { do: "rank", items: topic.of, among: last.of, least: false };
  if (!AT.test(clause[start]?.said ?? "")) return null;
  if ((last.do !== "count" && last.do !== "share") || !last.of || columnOf(last.of) !== null) return null;
  if (topic.is === "or") return { do: "rank", items: topic.of, among: both(last.of, last.among), least: false };
  return { ...last, of: both(last.of, topic) };
}

/** "Men or women?": the groups are compared by what the step before is about. */
function rivalsOf({ parts: { topics, groups, excluded } }: Turn, last: Step): Step | null {
  const [[column, sides] = ["", []], ...others] = [...groups].filter(([, of]) => of.length > 1);
  if (sides.length < 2 || others.length > 0 || topics.length > 0 || excluded || last.do === "rank") return null;
  return comparing(last, sides, withGroups(subjectOf(last), groupsAsOne(groups, column), column));
}
