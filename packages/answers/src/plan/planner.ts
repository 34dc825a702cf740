import type { Message } from "../answers";
import type { Alias } from "../engine/groups";
import { bounded } from "./bounded";
import { bodyOf, type Reading } from "./body";
import { classAsked, MIN_MEMBERS } from "./classes";
import { clausesOf } from "./clauses";
import { columnsFirst } from "./columnsFirst";
import { again, comparedWith, inlined, pointing, referring, subjectOf, withGroups } from "./follow";
import { words } from "../dataset/words";
import { formsOf } from "./forms";
import { forbiddenIn, isAboutOnePerson } from "./forbidden";
import { aliasIndex } from "./groupWords";
import { asksIn, type Ask } from "./heads";
import { foreignLanguage } from "./language";
import { FRAME_WORDS, FUNCTION_WORDS, PROBLEMS } from "./lexicon";
import { missingColumn } from "./missing";
import { lastVerb, limitIn, splitColumn, verbsOfMost } from "./particulars";
import { isPair } from "./phrases";
import { isRefused, withoutWeakTopics } from "./kept";
import { withPreamble } from "./preamble";
import { both, columnOf, PLAN_VERSION, type AnswerPlan, type Known, type Refusal, type Step } from "./plan";
import { combined, groupsAsOne, partsIn, stepsOf, type Parts } from "./steps";
import { fits, pattern, tokensOf, writtenOf, type Token } from "./tokens";

/** A question with more steps is asking too much at once; the rest is named as not understood. */
const MAX_STEPS = 8;
/** Words of one question that are read; a longer one is cut at a whole word. */
const MAX_WORDS = 700;

/** The plan of a conversation's last question; what it leaves open is taken from the earlier ones. */
export function planOf(messages: readonly Message[], known: Known, aliases: readonly Alias[]): AnswerPlan {
  const reading: Reading = { known, aliases: aliasIndex(aliases) };
  const asked = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  let before: Before = { steps: [], refusals: [] };
  let plan: AnswerPlan = empty();
  for (const content of asked) {
    plan = planOfOne(content, before, reading);
    if (plan.steps.length > 0) before = { steps: plan.steps.map((step) => inlined(step, plan.steps)), refusals: [] };
    else if (plan.refusals.length > 0) before = { steps: [], refusals: plan.refusals };
  }
  return plan;
}

/** What a conversation was about before: the steps, or why there were none. */
interface Before {
  steps: readonly Step[];
  refusals: readonly Refusal[];
}

const empty = (): AnswerPlan => ({ version: PLAN_VERSION, steps: [], refusals: [], notUnderstood: [] });

function planOfOne(content: string, before: Before, reading: Reading): AnswerPlan {
  let plan = empty();
  const all = tokensOf(content);
  const tokens = all.slice(0, MAX_WORDS);
  if (all.length > tokens.length) plan.refusals.push({ kind: "tooLong", words: "", detail: [String(MAX_WORDS)] });
  const language = foreignLanguage(tokens);
  if (language) {
    plan.refusals.push({ kind: "language", words: writtenOf(tokens.slice(0, 8)), detail: [language] });
    return plan;
  }
  const columns = reading.known.columns.map(({ name }) => name);
  const clauses = clausesOf(tokens);
  const asked = new Set(clauses.flat());
  const preamble = tokens.filter((token) => !asked.has(token));
  for (const clause of clauses) {
    const forbidden = forbiddenIn(clause, columns);
    if (forbidden) {
      if (!plan.refusals.some(({ kind }) => kind === forbidden.kind)) plan.refusals.push(forbidden);
    } else if (plan.steps.length >= MAX_STEPS) plan.notUnderstood.push(writtenOf(clause));
    else addClause(plan, clause, preamble, before, reading);
  }
  if (isAboutOnePerson(tokens, plan.refusals))
    return { ...empty(), refusals: plan.refusals.filter(({ kind }) => kind === "personalData") };
  plan.notUnderstood = [...new Set(plan.notUnderstood)];
  plan = bounded(plan);
  const told = plan.steps.map((step) => JSON.stringify(inlined(step, plan.steps)));
  if (plan.steps.every(({ do: does }) => does !== "count" && does !== "share"))
    plan.steps = plan.steps.filter((_, i) => told.indexOf(told[i]!) === i);
  plan.steps = columnsFirst(plan, reading.known);
  return plan;
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
const MAX_FRAGMENT = 6;
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

function addClause(
  plan: AnswerPlan,
  clause: readonly Token[],
  preamble: readonly Token[],
  before: Before,
  reading: Reading,
): void {
  const { known } = reading;
  const asks = new Map(asksIn(clause, (at) => isPair(known, clause[at], clause[at + 1])));
  // "How many want to exercise more or work out" compares nothing.
  if (HOW_MANY.some((one) => fits(clause, 0, one) > 0) && !clause.some(({ said }) => said === "than"))
    asks.delete("more");
  const words = clause.filter(({ isWord }) => isWord);
  const named = splitColumn(clause, known);
  const asked = named === null ? classAsked(clause, known) : null;
  const members = asked && asked.members.length >= MIN_MEMBERS ? asked : null;
  const missing = members === null ? missingColumn(clause, known) : null;
  if (missing && !(missing.kind === "noDates" && asks.has("trend"))) return void plan.refusals.push(missing);
  if (asked && !members && isUnknown(asked.words, known))
    return void plan.refusals.push({ kind: "noClass", words: asked.words, detail: [] });
  const taken = new Set([
    ...TAKES.flatMap((ask) => [...(asks.get(ask) ?? [])]).filter(
      (at) => !(clause[at]!.said === "more" || (clause[at]!.said === "less" && !saysLess(clause[at + 1]))),
    ),
    ...(named?.taken ?? []),
    ...verbsOfMost(clause),
    ...(members?.taken ?? []),
  ]);
  const limit = limitIn(clause, taken);
  const body = bodyOf(
    clause,
    taken,
    asks.has("compare") ? "sides" : asks.has("more") || asks.has("rank") ? "items" : null,
    reading,
  );
  plan.notUnderstood.push(...body.notUnderstood);
  withoutWeakTopics(body);
  if (plan.steps.length + before.steps.length === 0) withPreamble(body, preamble, clause, reading);
  const isLost = isRefused(body, partsIn(body), asks);
  plan.refusals.push(...body.refusals, ...body.refusedExclusions.map((one) => ({ ...one, isExcluded: true as const })));
  if (isLost) return;

  const last = plan.steps.at(-1) ?? before.steps.at(-1) ?? null;
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
  // "And how many people is that?" after something that the data doesn't have asks for it again.
  const isAbsent = before.refusals.every(({ kind }) => kind === "absent" || kind === "common");
  if (!last && isEmpty && isAbsent && (body.pointsBack || (opens && !isWhole(asks, words))))
    if (before.refusals.length > 0) return void plan.refusals.push(...before.refusals);
  if (isEmpty && body.notUnderstood.length > 0 && isBare(asks)) return;
  const isFragment = words.length <= MAX_FRAGMENT && (opens || plan.steps.length > 0 || isBare(asks));
  const pointsBack =
    last !== null &&
    (body.pointsBack ||
      (isEmpty &&
        (opens || words.length <= 3 || (words.length <= 6 && (asks.has("quotes") || asks.has("reasons")))) &&
        !isWhole(asks, words)));
  const groups = groupsAsOne(parts.groups);
  const topic = combined(parts.topics);
  if (members) {
    const from = pointsBack ? referring(last, plan, words) : null;
    const among = both(topic, parts.excluded, groups, from);
    const least = clause.some(({ said }) => LEAST.test(said));
    return void plan.steps.push({ do: "rank", items: members.members, among, least });
  }
  const hasAsk = [...asks.keys()].some((ask) => !["top", "describe", "more"].includes(ask)) || named !== null;
  if (last && isFragment && !isEmpty && !hasAsk && !body.pointsBack)
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
    limit,
    least: clause.some(({ said }, at) => LEAST.test(said) || (said === "less" && taken.has(at))),
    saysBoth: body.saysBoth,
    lastIsSaidOf: body.items.at(-1)?.isSaidOf ?? false,
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
  const problems = words.some(({ said }) => PROBLEMS.has(said));
  plan.steps.push(...steps.map((step) => (problems && step.do === "top" ? { ...step, problems } : step)));
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
