import type { Message } from "../answers";
import type { Alias } from "../engine/groups";
import { withoutRanked } from "./absentItems";
import { addClause } from "./addClause";
import { quotedOnes } from "./someOnes";
import { bounded } from "./bounded";
import { bodyOf, type Reading } from "./body";
import { betterRead } from "./betterRead";
import { clausesOf } from "./clauses";
import { columnsFirst } from "./columnsFirst";
import { comparedWhole, inlined, pointedAt, stemsOn, type Before } from "./follow";
import { withoutDemands } from "./demands";
import { forbiddenIn, personNamed } from "./forbidden";
import { aliasIndex, groupsNamed } from "./groupWords";
import { ofEarlier } from "./earlier";
import { withoutElaborations } from "./elaborations";
import { withKindsAbout } from "./kindsAbout";
import { foreignLanguage } from "./language";
import { keepingSubject } from "./keeping";
import { measureAsked } from "./measures";
import { withExclusionLast, withRivals } from "./moved";
import { withFewLists, withinList } from "./ordinals";
import { withOpposites } from "./opposites";
import { outcomeIn } from "./outcomes";
import { asksForOverview } from "./overview";
import { withPlace } from "./places";
import { paraphrased } from "./paraphrases";
import { both, leavesOf, PLAN_VERSION, type AnswerPlan, type Known, type Refusal, type Step, type Test } from "./plan";
import { plainly } from "./plainly";
import { quotedOnce } from "./quoteAsks";
import { withoutRequest } from "./request";
import { withRivalCounts } from "./rivalCounts";
import { afterwards, ofTheSame } from "./stillOfThose";
import { combined, DEFAULT_TOP, groupsAsOne, partsIn } from "./steps";
import { withClaim, withLeader, withTest } from "./claims";
import { withoutAside } from "./leftOut";
import { countLast } from "./spoken";
import { sentencesOf, tokensOf, writtenOf, type Token } from "./tokens";
import { addsToIt, goesBack, turned, type Turned } from "./turns";
import { withTherePlaces } from "./therePlaces";
import { withSides } from "./twoSided";
import { withUntoldApart, withUntoldKind } from "./untoldApart";
import { timeAsked, unrecordedIn } from "./unrecorded";
import { withWholeSides } from "./wholeSides";
import { isOnTopic, withoutGroups } from "./withoutGroup";

/** A question with more steps is asking too much at once; the rest is named as not understood. */
const MAX_STEPS = 8;
/** Words of one question that are read; a longer one is cut at a whole word. */
const MAX_WORDS = 700;
/** Of the questions before the last, the latest of so many characters together are read: some fifty of a usual length. */
const MAX_HISTORY = 24_000;

/** The plan of a conversation's last question; what it leaves open is taken from the earlier ones. */
export function planOf(messages: readonly Message[], known: Known, aliases: readonly Alias[]): AnswerPlan {
  const reading: Reading = { known: withFewLists(known), aliases: aliasIndex(aliases) };
  const asked = latest(messages.filter(({ role }) => role === "user").map(({ content }) => content));
  const history: Before[] = [];
  let plan: AnswerPlan = empty();
  for (const content of asked) {
    const demanded = withoutDemands(tokensOf(content), reading.known);
    plan = demanded.tokens.length === 0 ? empty() : planAfter(demanded.tokens, history, reading);
    plan = { ...plan, refusals: [...plan.refusals, ...demanded.refusals] };
    if (plan.steps.length > 0)
      history.push({ steps: countLast(plan.steps.map((step) => inlined(step, plan.steps))), refusals: [] });
    else if (plan.refusals.length > 0) history.push({ steps: [], refusals: plan.refusals });
  }
  return withoutRanked(plan);
}

/** The plan of a question after those before it. */
function planAfter(asked: readonly Token[], history: readonly Before[], reading: Reading): AnswerPlan {
  const { tokens, left } = withoutElaborations(plainly(asked, reading.known, history.length > 0));
  const told =
    planTurned({ steps: quotedOnes(asked, history, reading) }) ??
    planTurned(turned(withoutRequest(tokens), history, reading)) ??
    narrowedBy(tokens, history, reading) ??
    betterRead(tokens, history.length > 0, reading, (read) => planRead(read, history, reading));
  const plan = withUntoldKind(told, asked, reading.known);
  return left.length === 0 ? plan : { ...plan, notUnderstood: [...plan.notUnderstood, ...left] };
}

/** The plan of a question that only points at those before it; null for another. */
const planTurned = ({ steps, refusals = [] }: Pick<Turned, "steps" | "refusals">): AnswerPlan | null =>
  steps && bounded({ ...empty(), steps, refusals: [...refusals] });

/** The plan of a question as its grammar reads it. */
function planRead(all: readonly Token[], history: readonly Before[], reading: Reading): AnswerPlan {
  const turn = turned(withoutRequest(all), history, reading);
  const { tokens, before } = turn;
  const said = [...history.filter((one) => one !== before), before];
  const plan =
    planTurned(turn) ??
    afterwards(keepingSubject(planOfOne(tokens, said, reading), tokens, before, reading), tokens, before);
  return turn.within ? { ...plan, steps: withinList(plan.steps, turn.within) } : plan;
}

/** "Leave out fees. What is left?": what comes after a sentence that only changes what was spoken of is asked of the rest. */
function narrowedBy(all: readonly Token[], history: readonly Before[], reading: Reading): AnswerPlan | null {
  const [first = [], ...others] = sentencesOf(all);
  if (history.length === 0 || others.length === 0 || first.at(-1)?.written === "?") return null;
  const steps =
    ofEarlier(withoutAside(first), history, reading) ??
    (addsToIt(first) ? planRead(first, history, reading).steps : []);
  if (steps.length === 0 || goesBack(first)) return null;
  const plan = planRead(others.flat(), [...history, { steps, refusals: [] }], reading);
  return plan.steps.length > 0 ? plan : { ...plan, steps };
}

/** The last question with those before it that are read. */
function latest(asked: readonly string[]): readonly string[] {
  let from = asked.length - 1;
  for (let left = MAX_HISTORY; from > 0; from--) {
    left -= asked[from - 1]!.length;
    if (left < 0) break;
  }
  return asked.slice(Math.max(0, from));
}

const empty = (): AnswerPlan => ({ version: PLAN_VERSION, steps: [], refusals: [], notUnderstood: [] });

/** The plan of a question after others, of which the last is the one that it goes on from. */
function planOfOne(all: readonly Token[], history: readonly Before[], reading: Reading): AnswerPlan {
  const before = history.at(-1)!;
  let plan = empty();
  const asWritten = all.slice(0, MAX_WORDS);
  if (all.length > asWritten.length) plan.refusals.push({ kind: "tooLong", words: "", detail: [String(MAX_WORDS)] });
  const language = foreignLanguage(asWritten);
  if (language) {
    plan.refusals.push({ kind: "language", words: writtenOf(asWritten.slice(0, 8)), detail: [language] });
    return plan;
  }
  const outcome = outcomeIn(asWritten, reading.known.kind);
  if (outcome) plan.refusals.push(outcome.refusal);
  if (outcome?.isAll) return plan;
  const told = withRivals(withExclusionLast(withTherePlaces(outcome?.rest ?? asWritten, reading)));
  const tested = withTest(withSides(told, reading.known));
  const led = withLeader(tested.tokens);
  const { tokens, notUnderstood } = paraphrased(led.tokens, reading.known);
  plan.notUnderstood.push(...notUnderstood);
  const whole = withWholeSides(withKindsAbout(tokens, reading.known), reading.known);
  const clauses = clausesOf(whole, before.steps.length > 0);
  const asked = new Set(clauses.flat());
  const preamble = whole.filter((token) => !asked.has(token));
  for (const clause of clauses) {
    if (asksForOverview(clause)) {
      plan.steps.push({ do: "top", of: null, limit: DEFAULT_TOP });
      continue;
    }
    const spoken = plan.steps.map((step) => inlined(step, plan.steps));
    const said = spoken.length === 0 ? history : [...history, { steps: spoken, refusals: [] }];
    const earlier = clauses.length > 1 && plan.steps.length < MAX_STEPS ? ofEarlier(clause, said, reading) : null;
    if (earlier) {
      plan.steps.push(...earlier.map((step) => pointedAt(step, plan)));
      continue;
    }
    const [known, first] = [plan.refusals.length, plan.steps.length];
    addTo(plan, clause, preamble, before, reading);
    plan.steps.push(...withPlace(plan.steps.splice(first), clause));
    const rest = plan.steps.length === 0 ? withoutGroups(clause, plan.refusals.slice(known)) : null;
    const instead = rest && planned(rest, preamble, before, reading);
    if (!instead) continue;
    plan.steps.push(...instead);
    plan.isInstead = true;
  }
  plan.notUnderstood = [...new Set(plan.notUnderstood)];
  plan = withoutReasonsOfAll(plan, clauses);
  plan.steps = quotedOnce(ofTheSame(plan.steps, clauses).filter((step) => !isOfNothing(step, plan.refusals)));
  plan.steps = withTests(plan.steps, tested.test, led.claimed, reading).map((step) => withClaim(step, asWritten));
  plan.steps = withRivalCounts(plan.steps).map(withOpposites);
  plan = bounded(plan);
  const inFull = plan.steps.map((step) => JSON.stringify(inlined(step, plan.steps)));
  if (plan.steps.every(({ do: does }) => does !== "count" && does !== "share"))
    plan.steps = plan.steps.filter((_, i) => inFull.indexOf(inFull[i]!) === i);
  plan.steps = columnsFirst(plan, reading.known).map(comparedWhole);
  return withUntoldApart(plan, asWritten);
}

/** Adds what a clause asks for to a plan, or why it can't be answered. */
function addTo(
  plan: AnswerPlan,
  clause: readonly Token[],
  preamble: readonly Token[],
  before: Before,
  reading: Reading,
): void {
  const groups = groupsNamed(clause, reading.aliases, reading.known);
  const refused = refusedIn(clause, groups, reading.known);
  const those = plan.steps.at(-1) ?? before.steps.at(-1);
  // How much, of those spoken of, may be in their texts.
  const isTold =
    refused.every(({ kind }) => kind === "noColumn") && those && measureAsked(clause, stemsOn(those, plan.steps));
  if (refused.length > 0 && !isTold) {
    const isNew = ({ kind, words }: Refusal): boolean =>
      !plan.refusals.some((one) => one.kind === kind && (kind !== "noColumn" || one.words === words));
    plan.refusals.push(...refused.filter(isNew));
  } else if (plan.steps.length >= MAX_STEPS) plan.notUnderstood.push(writtenOf(clause));
  else addClause(plan, clause, preamble, before, reading);
}

/** The steps of a clause about something that people speak of; null where it is refused, too. */
function planned(
  clause: readonly Token[],
  preamble: readonly Token[],
  before: Before,
  reading: Reading,
): readonly Step[] | null {
  const plan = empty();
  addTo(plan, clause, preamble, before, reading);
  const isWhole = plan.refusals.length === 0 && plan.steps.length > 0 && plan.steps.every(isOnTopic);
  return isWhole ? plan.steps : null;
}

/** What a clause asks for that no answer gives, and what nothing in the data tells. */
function refusedIn(clause: readonly Token[], groups: ReturnType<typeof groupsNamed>, known: Known): Refusal[] {
  const columns = known.columns.map(({ name }) => name);
  const forbidden = forbiddenIn(clause, columns) ?? personNamed(clause, known, groups);
  if (forbidden) return [forbidden];
  const time = timeAsked(clause);
  return [...unrecordedIn(clause, known.columns), ...(time ? [time] : [])];
}

/** Quotes of what the data doesn't have: those of anything else would not be what was asked for. */
const isOfNothing = (step: Step, refusals: AnswerPlan["refusals"]): boolean =>
  step.do === "quotes" && step.of === null && refusals.some(({ kind }) => kind === "absent");

/** Each topic costs the engine a look at its records. */
const MAX_CLAIMED = 3;

/** The first step that counts, with what its share is compared with; the first that ranks, with what is said to lead. */
function withTests(steps: Step[], test: Test | null, claimed: readonly Token[], reading: Reading): Step[] {
  const body = claimed.length === 0 ? null : partsIn(bodyOf(claimed, new Set(), null, reading));
  const said = body && both(combined(body.topics), groupsAsOne(body.groups));
  const leader = said && leavesOf(said).length <= MAX_CLAIMED ? said : null;
  const at = steps.findIndex(({ do: does }) => (test ? does === "count" || does === "share" : does === "top"));
  return steps.map((step, i) => {
    if (i !== at) return step;
    if (step.do === "top") return leader ? { ...step, claimed: leader } : step;
    return test && (step.do === "count" || step.do === "share") ? { ...step, test } : step;
  });
}

/** "How many want out, and why?": where those were not read, reasons for anything else are no answer. */
function withoutReasonsOfAll(plan: AnswerPlan, clauses: readonly (readonly Token[])[]): AnswerPlan {
  const told = plan.steps.map((step) => inlined(step, plan.steps));
  const isOfAll = (step: Step): boolean => "of" in step && step.of === null && !("among" in step && step.among);
  if (!told.some((step) => step.do === "describe" && step.reasons && isOfAll(step))) return plan;
  const steps = told.filter((step) => !isOfAll(step) || step.do === "breakdown" || step.do === "trend");
  return { ...plan, steps, notUnderstood: [...plan.notUnderstood, ...clauses.map(writtenOf)] };
}
