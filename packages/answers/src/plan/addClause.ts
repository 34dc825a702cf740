import { words } from "../dataset/words";
import { alternativesOf } from "./alternatives";
import { bodyOf, type Reading } from "./body";
import { classAsked } from "./classes";
import { again, comparedWith, pointing, referring, subjectOf, withGroups } from "./follow";
import { formsOf } from "./forms";
import { asksIn, type Ask } from "./heads";
import { groupsNamed } from "./groupWords";
import { isRefused, withoutWeakTopics } from "./kept";
import { FRAME_WORDS, FUNCTION_WORDS, PROBLEMS } from "./lexicon";
import { missingColumn } from "./missing";
import { withVerbs } from "./ordinary";
import { asksOfAll, lastVerb, limitIn, splitColumn, verbsOfMost, verbsOfPlace } from "./particulars";
import { isPair } from "./phrases";
import { both, columnOf, type AnswerPlan, type Known, type Refusal, type Step } from "./plan";
import { followed, isDirection, isParallel, isRefusedKind, othersThan, withDirection } from "./parallels";
import { frameOf, ofEach } from "./frame";
import { withPreamble } from "./preamble";
import { combined, groupsAsOne, ofProblems, partsIn, stepsOf, type Parts } from "./steps";
import { fits, pattern, type Token } from "./tokens";

/** What a conversation was about before: the steps, or why there were none. */
export interface Before {
  steps: readonly Step[];
  refusals: readonly Refusal[];
}

const FOLLOWS = [
  "and|or|also|but|so|then|ok|okay|now|same|more|again|any|just|only",
  "what|how about",
  "tell me more",
  "go on",
  "why",
].map(pattern);
const HOW_MANY = ["how many"].map(pattern);
/** "Among chats on top ups, how many ...": what comes first is what the rest is counted among. */
const BASE = /^(?:among|amongst|within|of|out)$/;
const ELSE =
  /\b(?:elsewhere|(?:everyone|everybody|everywhere|anywhere|anyone|people) else|than (?:in )?(?:the )?(?:others?|rest)|more of an?)\b/;
const IS = /^(?:is|are|was|were)$/;
const MAX_FRAGMENT = 6;
const COMMA: Token = { written: ",", said: ",", isWord: false };
/** "What exactly is stuck?" asks for more of what was spoken of. */
const EXACTLY = ["what|which|who|where|how exactly|precisely|specifically"].map(pattern);
const LEAST = /^(?:least|fewest|rarest|smallest|lowest)$/;
/** What a clause says it asks; these take words away from its topic. */
const TAKES: readonly Ask[] = [
  "more",
  "trend",
  "rank",
  "compare",
  "share",
  "count",
  "quotes",
  "reasons",
  "describe",
  "top",
];

/** Adds the steps that a clause asks for, or why there are none, to a plan. */
export function addClause(
  plan: AnswerPlan,
  given: readonly Token[],
  preamble: readonly Token[],
  before: Before,
  reading: Reading,
): void {
  const { known } = reading;
  const last = plan.steps.at(-1) ?? before.steps.at(-1) ?? null;
  const others = last && othersThan(given, pointing(last, plan));
  if (others) return void plan.steps.push(others);
  let clause = withVerbs(alternativesOf(given));
  const asks = new Map(asksIn(clause, (at) => isPair(known, clause[at], clause[at + 1])));
  // "How many want to exercise more or work out" compares nothing.
  if (HOW_MANY.some((one) => fits(clause, 0, one) > 0) && !clause.some(({ said }) => said === "than"))
    asks.delete("more");
  // "Which is more common, a lost or a stolen card?": what is compared is not one thing.
  const isOne = clause.some(({ said, isWithin }) => !isWithin && /^(?:or|than|versus|vs)$/.test(said));
  if (!isOne && ["more", "rank", "compare"].some((ask) => asks.has(ask as Ask)))
    clause = clause.map((token) => (token.isWithin ? { ...token, isWithin: false } : token));
  const words = clause.filter(({ isWord }) => isWord);
  const named = splitColumn(clause, known, groupsNamed(clause, reading.aliases, known));
  const asked = named === null ? classAsked(clause, known) : null;
  const members = asked && asked.members.length > 0 ? asked : null;
  const missing = members === null ? missingColumn(clause, known) : null;
  if (missing && !asked && !(missing.kind === "noDates" && asks.has("trend"))) return void plan.refusals.push(missing);
  if (asked && !members && (missing || asked.words.includes(" ") || isUnknown(asked.words, known)))
    return void plan.refusals.push({ kind: "noClass", words: asked.words, detail: [] });
  // "Is X less keen than Y?": not "do they want less sugar than …", which is a topic.
  const isDegree = IS.test(clause[0]!.said) && clause.some(({ said }) => said === "than");
  const taken = new Set([
    ...TAKES.flatMap((ask) => [...(asks.get(ask) ?? [])]).filter(
      (at) => !(clause[at]!.said === "more" || (clause[at]!.said === "less" && !isDegree && !saysLess(clause[at + 1]))),
    ),
    ...(named?.taken ?? []),
    ...verbsOfMost(clause),
    ...(named ? verbsOfPlace(clause, named.column) : []),
    ...(members?.taken ?? []),
  ]);
  const limit = limitIn(clause, taken);
  const compared = asks.has("compare") ? "sides" : asks.has("more") || asks.has("rank") ? "items" : null;
  const frame = compared === null ? null : frameOf(clause, reading);
  plan.refusals.push(...(frame?.refusals ?? []));
  const body = bodyOf(
    clause.map((token, at) => (at < (frame?.length ?? 0) ? COMMA : token)),
    taken,
    compared,
    reading,
    (asks.has("describe") || asks.has("quotes")) && !asks.has("count") && !asks.has("share"),
  );
  plan.notUnderstood.push(...body.notUnderstood);
  withoutWeakTopics(body);
  if (plan.steps.length + before.steps.length === 0) withPreamble(body, preamble, clause, reading);
  const isSomeKind = last !== null && body.pointsBack && isRefusedKind(clause, body.refusals);
  const isLost = !isSomeKind && isRefused(body, partsIn(body), asks);
  plan.refusals.push(...body.refusals, ...body.refusedExclusions.map((one) => ({ ...one, isExcluded: true as const })));
  if (isLost) return;

  const opens = FOLLOWS.some((one) => fits(clause, 0, one) > 0);
  if (
    body.items.every(({ predicate }) => columnOf(predicate) !== null) &&
    body.refusals.length === 0 &&
    !body.pointsBack &&
    (asks.has("count") || asks.has("share"))
  ) {
    const verb = lastVerb(clause, known, body.items.length === 0);
    if (verb) body.items.push({ predicate: verb, joint: "beside", isExcluded: false, isSaidOf: false });
  }
  const parts = partsIn(body);
  const isEmpty = body.items.length === 0;
  const each = isEmpty && last && plan.steps.includes(last) && body.pointsBack ? ofEach(last, asks) : [];
  if (each.length > 0) return void plan.steps.push(...each);
  const counts = asks.has("count") || asks.has("share");
  // "What's the funniest category, and how many are in it?": what is pointed at was refused.
  if (
    isEmpty &&
    !isSomeKind &&
    plan.steps.length === 0 &&
    plan.refusals.length > 0 &&
    (body.pointsBack || (counts && opens))
  )
    return;
  // "And how many people is that?" after something that the data doesn't have asks for it again.
  const isAbsent = before.refusals.every(({ kind }) => kind === "absent" || kind === "common");
  const namesNothing = isEmpty || (body.pointsBack && parts.topics.length === 0);
  if (!last && namesNothing && isAbsent && (body.pointsBack || (opens && !isWhole(asks, words))))
    if (before.refusals.length > 0) return void plan.refusals.push(...before.refusals);
  if (isEmpty && body.notUnderstood.length > 0 && isBare(asks)) return;
  const isFragment = words.length <= MAX_FRAGMENT && (opens || plan.steps.length > 0 || isBare(asks));
  const narrows = EXACTLY.some((one) => fits(clause, 0, one) > 0);
  const parallel = last !== null && isParallel(clause);
  const pointsBack =
    last !== null &&
    !parallel &&
    (body.pointsBack ||
      isSomeKind ||
      (isEmpty && named !== null && plan.steps.length > 0) ||
      (!isEmpty && narrows) ||
      (isEmpty &&
        (opens || words.length <= 3 || (words.length <= 6 && (asks.has("quotes") || asks.has("reasons")))) &&
        !isWhole(asks, words)));
  const groups = groupsAsOne(parts.groups);
  const said = combined(parts.topics);
  const turned = parallel && isDirection(said) ? withDirection(clause, pointing(last, plan)) : null;
  const topic = turned ?? said;
  const follow = last && followed(pointing(last, plan), { clause, body, topic, groups, asks, sides: sides(parts) });
  if (follow) return void plan.steps.push(follow);
  if (members) {
    const from = pointsBack ? referring(last, plan, words) : null;
    const among = both(topic, parts.excluded, groups, from);
    const least = clause.some(({ said }) => LEAST.test(said));
    return void plan.steps.push({ do: "rank", items: members.members, among, least });
  }
  const hasAsk = [...asks.keys()].some((ask) => !["top", "describe", "more"].includes(ask)) || named !== null;
  if (
    last &&
    (parallel ? topic !== null || !isEmpty : isFragment && !isEmpty && !hasAsk && !body.pointsBack && !narrows)
  )
    return void plan.steps.push(
      again(
        pointing(last, plan),
        parts.excluded && topic ? { is: "and", of: [topic, parts.excluded] } : (topic ?? parts.excluded),
        groups,
      ),
    );
  if (
    last &&
    asks.has("compare") &&
    body.items.length >= 1 &&
    (body.pointsBack || opens || words.length <= 4) &&
    sides(parts) < 2
  )
    return void plan.steps.push(comparedWith(last, topic, groups));
  const isSplit = last !== null && opens && parts.topics.length === 0 && sides(parts) > 1;
  const from = isSplit
    ? withGroups(subjectOf(pointing(last, plan)), null)
    : pointsBack
      ? referring(last, plan, words)
      : null;
  const clauseParts = {
    asks,
    parts,
    by: named?.column ?? null,
    frame: frame?.predicate ?? null,
    limit,
    least: clause.some(({ said }, at) => LEAST.test(said) || (said === "less" && taken.has(at))),
    saysBoth: body.saysBoth,
    lastIsSaidOf: body.items.at(-1)?.isSaidOf ?? false,
    hasElse: ELSE.test(words.map(({ said }) => said).join(" ")),
    hasBase: BASE.test(clause[0]!.said) && clause.some(({ said }) => said === ","),
  };
  if (last && pointsBack && isEmpty && asks.size === 0 && named === null) return void plan.steps.push(last);
  const isRanked =
    last?.do === "rank" && named === null && [...asks.keys()].every((ask) => /^(?:rank|top|more|describe)$/.test(ask));
  if (
    last &&
    from === null &&
    pointsBack &&
    (last.do === "compare" || last.do === "rank") &&
    isEmpty &&
    (!hasAsk || isRanked)
  )
    return void plan.steps.push(last);
  const steps = stepsOf(clauseParts, isEmpty && opens && last && !pointsBack ? null : from);
  // "Top five, please.", "Give me the ranking.": this says how to answer, and asks for nothing more.
  const told = plan.steps.at(-1);
  if (told && named === null && !asksOfAll(words) && steps.every((step) => step.do === "top" && !step.of)) {
    if (told.do === "top" && limit !== null) plan.steps.splice(-1, 1, { ...told, limit });
    return;
  }
  const problems = words.some(({ said }) => PROBLEMS.has(said));
  plan.steps.push(...steps.map((step) => (problems ? ofProblems(step) : step)));
}

/** "Which is less common", "less of an issue": not "less sugar", which is a topic. */
const saysLess = (next: Token | undefined): boolean =>
  next !== undefined && (FRAME_WORDS.has(next.said) || FUNCTION_WORDS.has(next.said));
const sides = ({ topics, groups }: Parts): number =>
  Math.max(topics.length, ...[...groups.values()].map(({ length }) => length), 0);
const isBare = (asks: ReadonlyMap<Ask, unknown>): boolean =>
  [...asks.keys()].every((ask) => ask === "top" || ask === "describe");
/** "What do people want most?" stands alone, however short it is. */
const isWhole = (asks: ReadonlyMap<Ask, unknown>, words: readonly Token[]): boolean =>
  asks.has("top") &&
  words.some(({ said }) => /^(?:people|they|most|main|top|themes|topics|biggest|overview|summary)$/.test(said)) &&
  words.length > 2;

const isUnknown = (text: string, known: Known): boolean =>
  words(text).every((word) => formsOf(word).every((stem) => known.countOf(stem) === undefined));
