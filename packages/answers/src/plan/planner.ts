import type { Message } from "../answers";
import type { Alias } from "../engine/groups";
import { bodyOf, missingColumn, type Body, type Item, type Reading } from "./body";
import { again, inlined, subjectOf, withGroups } from "./follow";
import { forbiddenIn } from "./forbidden";
import { aliasIndex, columnsNamed } from "./groupWords";
import { asksIn, type Ask } from "./heads";
import { foreignLanguage } from "./language";
import { FRAME_WORDS, FUNCTION_WORDS, OPENERS, QUALIFIERS, WEAK_WORDS } from "./lexicon";
import { isPair, topicFrom } from "./phrases";
import { PLAN_VERSION, type AnswerPlan, type Known, type Predicate, type Step } from "./plan";
import { combined, groupsAsOne, partsIn, stepsOf, type Parts } from "./steps";
import { firstFit, fits, pattern, sentencesOf, tokensOf, writtenOf, type Token } from "./tokens";

/** A question with more steps is asking too much at once; the rest is named as not understood. */
const MAX_STEPS = 8;
/** Words of one question that are read; a longer one is cut at a whole word. */
const MAX_WORDS = 700;

/** The plan of a conversation's last question; what it leaves open is taken from the earlier ones. */
export function planOf(messages: readonly Message[], known: Known, aliases: readonly Alias[]): AnswerPlan {
  const reading: Reading = { known, aliases: aliasIndex(aliases) };
  const asked = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  let before: Step[] = [];
  let plan: AnswerPlan = empty();
  for (const content of asked) {
    plan = planOfOne(content, before, reading);
    if (plan.steps.length > 0) before = plan.steps.map((step) => inlined(step, plan.steps));
    else if (plan.refusals.length > 0) before = [];
  }
  return plan;
}

const empty = (): AnswerPlan => ({ version: PLAN_VERSION, steps: [], refusals: [], notUnderstood: [] });

function planOfOne(content: string, before: readonly Step[], reading: Reading): AnswerPlan {
  const plan = empty();
  const all = tokensOf(content);
  const tokens = all.slice(0, MAX_WORDS);
  if (all.length > tokens.length) plan.refusals.push({ kind: "tooLong", words: "", detail: [String(MAX_WORDS)] });
  const language = foreignLanguage(tokens);
  if (language) {
    plan.refusals.push({ kind: "language", words: writtenOf(tokens.slice(0, 8)), detail: [language] });
    return plan;
  }
  const columns = reading.known.columns.map(({ name }) => name);
  for (const clause of clausesOf(tokens)) {
    const forbidden = forbiddenIn(clause, columns);
    if (forbidden) {
      if (!plan.refusals.some(({ kind }) => kind === forbidden.kind)) plan.refusals.push(forbidden);
    } else if (plan.steps.length >= MAX_STEPS) plan.notUnderstood.push(writtenOf(clause));
    else addClause(plan, clause, before, reading);
  }
  plan.notUnderstood = [...new Set(plan.notUnderstood)];
  const told = plan.steps.map((step) => JSON.stringify(inlined(step, plan.steps)));
  if (plan.steps.every(({ do: does }) => does !== "count" && does !== "share"))
    plan.steps = plan.steps.filter((_, i) => told.indexOf(told[i]!) === i);
  return plan;
}

const SPLITS = [
  "how many|often|common|popular|much",
  "what|which|why",
  "compare|rank|show|tell|list|give|quote|count",
].map(pattern);
const BETWEEN = new Set([",", "and", ";", "–", "—", "--", "-", "then", "also", "("]);

/** The clauses of a question that ask something, without the talk around them. */
function clausesOf(tokens: readonly Token[]): Token[][] {
  const sentences = sentencesOf(tokens).map((sentence) => ({
    sentence,
    asks:
      /^(?:is|are|was|were)$/.test(sentence[0]!.said) ||
      firstFit(sentence, OPENERS) !== null ||
      sentence.at(-1)?.written === "?",
  }));
  const someAsk = sentences.some(({ asks }) => asks);
  // "I need to decide what to fix first. What do people ...?": only the second is the question.
  const isQuestion = (sentence: readonly Token[]): boolean => sentence.at(-1)?.written === "?";
  if (sentences.some(({ sentence }) => isQuestion(sentence)))
    for (const one of sentences) one.asks &&= isQuestion(one.sentence) || !SELF.test(one.sentence[0]!.said);
  return sentences
    .filter(({ asks, sentence }, i) => {
      if (asks || forbiddenIn(sentence, [])) return true;
      const isShort = sentence.filter(({ isWord }) => isWord).length <= 6;
      return someAsk ? isShort && i > 0 && sentences[i - 1]!.asks : i === sentences.length - 1;
    })
    .flatMap(({ sentence }) => clausesIn(withoutPreamble(sentence)));
}

const LEADS =
  /^(?:know|see|understand|wondering|wonder|curious|tell|find|learn|ask|say|help|hear|out|interested|me|us|is|question|please)$/;
const SELF = /^(?:i|im|ive|we|were|weve|my|our|as|since|because|if|hi|hello|hey|thanks)$/;

/** A sentence from where it asks on; what stands before stays where it limits the question. */
function withoutPreamble(sentence: readonly Token[]): Token[] {
  const strong = firstFit(sentence, OPENERS.slice(0, 3));
  if (!strong || strong.at === 0) return [...sentence];
  const lead = sentence.slice(0, strong.at);
  if (QUALIFIERS.some((one) => fits(lead, 0, one) > 0)) return [...sentence];
  const words = lead.filter(({ isWord }) => isWord);
  const ends = !lead.at(-1)!.isWord || LEADS.test(words.at(-1)?.said ?? "");
  if (!ends || (words.length <= 5 && !words.some(({ said }) => SELF.test(said) || LEADS.test(said))))
    return [...sentence];
  const rest = sentence
    .slice(strong.at + strong.length)
    .filter(({ isWord, said }) => isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said));
  return rest.length === 0 && strong.at + strong.length + 3 >= sentence.length
    ? [...sentence]
    : sentence.slice(strong.at);
}

function clausesIn(sentence: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  sentence.forEach((token, at) => {
    const starts =
      at > 1 &&
      BETWEEN.has(sentence[at - 1]!.said) &&
      SPLITS.some((one) => fits(sentence, at, one) > 0) &&
      clauses.at(-1)!.filter(({ isWord }) => isWord).length > 2 &&
      (firstFit(clauses.at(-1)!, OPENERS)?.at ?? -1) >= 0;
    if (starts) clauses.push([]);
    clauses.at(-1)!.push(token);
  });
  return clauses.filter((clause) => clause.some(({ isWord }) => isWord));
}

const FOLLOWS = [
  "and|or|also|but|so|then|ok|okay|now|same|more|again|any|just|only",
  "what|how about",
  "tell me more",
  "go on",
  "why",
].map(pattern);
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

function addClause(plan: AnswerPlan, clause: readonly Token[], before: readonly Step[], reading: Reading): void {
  const { known } = reading;
  const asks = asksIn(clause, (at) => isPair(known, clause[at], clause[at + 1]));
  const words = clause.filter(({ isWord }) => isWord);
  const missing = missingColumn(clause, known);
  if (missing && !(missing.kind === "noDates" && asks.has("trend"))) return void plan.refusals.push(missing);
  const named = splitColumn(clause, known);
  const taken = new Set([
    ...TAKES.flatMap((ask) => [...(asks.get(ask) ?? [])]).filter(
      (at) =>
        !(clause[at]!.said === "more" || (clause[at]!.said === "less" && !FRAME_WORDS.has(clause[at + 1]?.said ?? ""))),
    ),
    ...(named?.taken ?? []),
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
  const isLost = isRefused(body, partsIn(body), asks);
  plan.refusals.push(...body.refusals, ...body.refusedExclusions);
  if (isLost) return;

  const last = plan.steps.at(-1) ?? before.at(-1) ?? null;
  const opens = FOLLOWS.some((one) => fits(clause, 0, one) > 0);
  if (
    body.items.length === 0 &&
    body.refusals.length === 0 &&
    !body.pointsBack &&
    (asks.has("count") || asks.has("share"))
  ) {
    const verb = lastVerb(clause, known);
    if (verb) body.items.push({ predicate: verb, joint: "beside", isExcluded: false, isSaidOf: false });
  }
  const parts = partsIn(body);
  const isEmpty = body.items.length === 0;
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
    least: clause.some(({ said }) => LEAST.test(said)),
    saysBoth: body.saysBoth,
    lastIsSaidOf: body.items.at(-1)?.isSaidOf ?? false,
  };
  if (last && pointsBack && isEmpty && asks.size === 0 && named === null) return void plan.steps.push(last);
  if (last && from === null && pointsBack && (last.do === "compare" || last.do === "rank") && isEmpty && !hasAsk)
    return void plan.steps.push(last);
  plan.steps.push(...stepsOf(clauseParts, isEmpty && opens && last && !pointsBack ? null : from));
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

/** "Start a business": a word that says little is no topic beside one that says more. */
function withoutWeakTopics(body: Body): void {
  const isWeak = ({ predicate }: Item): boolean =>
    predicate.is === "topic" && predicate.text.split(" ").every((word) => WEAK_WORDS.has(word));
  if (body.items.some((item) => !isWeak(item) && (item.predicate.is !== "value" || !item.predicate.isOfPeople)))
    [body.items, body.refusals] = [
      body.items.filter((item) => !isWeak(item)),
      body.refusals.filter(
        ({ words }) =>
          !words
            .split(" ")
            .every((word) => WEAK_WORDS.has(word.toLowerCase()) || FUNCTION_WORDS.has(word.toLowerCase())),
      ),
    ];
}

/** True where so much of a clause is refused that what is left would answer another question. */
function isRefused(body: Body, { topics }: Parts, asks: ReadonlyMap<Ask, unknown>): boolean {
  const { refusals, items } = body;
  if (refusals.length === 0 || (body.isListed && topics.length > 0)) return false;
  if (refusals.some(({ kind }) => kind !== "absent" && kind !== "common")) return true;
  const isList =
    asks.has("rank") ||
    asks.has("compare") ||
    topics.some(({ joint }) => joint !== "beside") ||
    topics.length + refusals.length > 2;
  const left = items.filter(({ isExcluded }) => !isExcluded && true);
  return (
    !(isList && topics.length > 0) &&
    !(items.some(({ isExcluded }) => isExcluded) === false && left.length > 0 && topics.length > 0 && isList)
  );
}

/** "How many want to write?": a word that mostly frames a question is its topic where there is no other. */
function lastVerb(clause: readonly Token[], known: Known): Predicate | null {
  const to = clause.map(({ said }) => said).lastIndexOf("to");
  const verb = clause[to + 1];
  if (to === -1 || !verb?.isWord || FUNCTION_WORDS.has(verb.said)) return null;
  const found = topicFrom([verb], false, known);
  return found && "predicate" in found ? found.predicate : null;
}

const pointing = (last: Step, plan: AnswerPlan): Step => (plan.steps.includes(last) ? inlined(last, plan.steps) : last);

/** "Those": the records of the last step, by its number where it is in the same plan. */
function referring(last: Step, plan: AnswerPlan, words: readonly Token[]): Predicate | null {
  const subject = subjectOf(last);
  const step = plan.steps.indexOf(last);
  if (subject === null || step === -1) return subject;
  return {
    is: "step",
    step,
    words: words.find(({ said }) => /^(?:those|these|them|they|it)$/.test(said))?.written ?? "",
  };
}

function comparedWith(last: Step, topic: Predicate | null, groups: Predicate | null): Step {
  const subject = subjectOf(last);
  if (topic) return { do: "compare", sides: [subject ?? topic, topic], on: groups };
  const other = withGroups(subject, groups);
  return { do: "compare", sides: [subject, other].flatMap((side) => side ?? []), on: null };
}

/** The column that a clause asks to split by: "by state", "which category". */
function splitColumn(clause: readonly Token[], known: Known): { column: string; taken: number[] } | null {
  for (const { at, column } of columnsNamed(clause, known.columns)) {
    let from = at - 1;
    while (from >= 0 && /^(?:the|different|us|of)$/.test(clause[from]!.said)) from -= 1;
    const isPlural = clause[at]!.said.endsWith("s") && clause[at]!.said !== column.toLowerCase();
    if (isPlural && clause.some(({ said }) => /^(?:compare|differ|vary|rank|sort|order)$/.test(said))) from = at;
    else if (!/^(?:by|per|which|what|each|across|every|between|among|all)$/.test(clause[from]?.said ?? "")) continue;
    const width = column.split(/[^\p{L}\p{N}]+/u).length;
    return { column, taken: [from, ...Array.from({ length: width }, (_, i) => at + i)] };
  }
  return null;
}

const SPOKEN: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const MAX_LIMIT = 20;

/** "Top 5", "three examples". */
function limitIn(clause: readonly Token[], taken: Set<number>): number | null {
  for (let at = 0; at < clause.length; at++) {
    const value = /^\d{1,2}$/.test(clause[at]!.written) ? Number(clause[at]!.written) : (SPOKEN[clause[at]!.said] ?? 0);
    const near = [clause[at - 1]?.said, clause[at + 1]?.said].some((said) =>
      /^(?:top|most|biggest|largest|main|key|examples?|quotes?|themes|topics|reasons|goals|things|least|common|popular|me|questions|commonest|complaints|concerns|issues)$/.test(
        said ?? "",
      ),
    );
    if (value < 1 || !near) continue;
    taken.add(at);
    return Math.min(value, MAX_LIMIT);
  }
  return null;
}
