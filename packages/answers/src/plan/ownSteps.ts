import { rankedWithAbsent } from "./absentItems";
import { comparing, pointing, referring, subjectOf, withGroups } from "./follow";
import { besideOthers, columnOfMost, doTheyAsk } from "./groupHalf";
import { PROBLEMS } from "./lexicon";
import { ofColumn, ofSubject, saidOfThose } from "./ofThose";
import { asksForSize, asksLeast, asksOfAll, saysElse } from "./particulars";
import { both, type Predicate, type Step } from "./plan";
import { spokenOf } from "./spoken";
import { ofProblems, stepsOf, type Clause } from "./steps";
import { writtenOf } from "./tokens";
import { asksCount, pointsBack, sides, type Turn } from "./turn";

const MAX_RANKING = 14;
/** "Among chats on top ups, how many ...": what comes first is what the rest is counted among. */
const BASE = /^(?:among|amongst|within|of|out)$/;

/** "And men or women?": the step before is split. */
const splitsLast = ({ opens, parts }: Turn): boolean => opens && parts.topics.length === 0 && sides(parts) > 1;

/** "Those": what the step before found, where a clause points back at it. */
function those(turn: Turn): Predicate | null {
  if (turn.last === null || !pointsBack(turn)) return null;
  const last = pointing(turn.last, turn.plan);
  // "How many of those …?" after several topics: of all that these are.
  const all = spokenOf(last);
  const isOfAll = (last.do === "rank" || last.do === "compare") && all.length > 1 && asksCount(turn);
  return isOfAll
    ? both({ is: "or", of: all.map(({ of }) => of) }, subjectOf(last))
    : referring(turn.last, turn.plan, turn.words);
}

/** "And by gender?" after women were counted: of all that was asked of them. */
const splitWhole = (step: Step, { last, groups }: Turn): Step =>
  step.do === "breakdown" && last !== null && groups === null
    ? { ...step, of: withGroups(step.of, null, step.by) }
    : step;

/** Adds what a clause asks for itself. */
export function addOwn(turn: Turn): void {
  const { plan, last, clause, words, body, parts, asks, named, members, taken, limit } = turn;
  if (members) {
    const among = both(turn.topic, parts.excluded, turn.groups, those(turn));
    const least = asksLeast(clause);
    return void plan.steps.push({ do: "rank", items: members.members, among, least });
  }
  const about = turn.topic ?? (last && subjectOf(pointing(last, plan)));
  const most = about && named === null ? columnOfMost(clause, turn.reading) : null;
  if (most !== null) {
    const of = both(withGroups(about, null, most), parts.excluded);
    return void plan.steps.push({ do: "breakdown", of, by: most, least: false });
  }
  const beside = besideOthers(turn) ?? doTheyAsk(turn);
  if (beside) return void plan.steps.push(beside);
  const parted: Clause = {
    ...{ asks, parts, limit },
    by: named?.column ?? null,
    frame: turn.frame,
    least: asksLeast(clause) || clause.some(({ said }, at) => said === "less" && taken.has(at)),
    saysBoth: body.saysBoth,
    saysAnd: words.some(({ said }) => /^(?:and|&|plus)$/.test(said)),
    lastIsSaidOf: body.items.at(-1)?.isSaidOf ?? false,
    hasElse: saysElse(words),
    hasBase: BASE.test(clause[0]!.said) && clause.some(({ said }) => said === ","),
  };
  const from = last && splitsLast(turn) ? withGroups(subjectOf(pointing(last, plan)), null) : those(turn);
  const isBrief = words.length <= MAX_RANKING && words.some(({ said }) => said === "or") && !asksCount(turn);
  // "Running vs swimming", of which the data lacks one.
  const isVersus = asks.has("compare") && words.some(({ said }) => /^(?:vs|versus)$/.test(said));
  const isRanking = asks.has("rank") || isVersus || (isBrief && (asks.has("more") || asks.has("top")));
  const inOrder = isVersus ? { ...parted, asks: new Map([["rank", new Set<number>()] as const]) } : parted;
  const ranked = isRanking ? rankedWithAbsent(inOrder, from, body.refusals) : null;
  const steps = (ranked ? [ranked] : stepsOf(parted, from)).map((step) =>
    splitWhole(ofColumn(ofSubject(step, turn)), turn),
  );
  const [only] = steps;
  const problems = words.some(({ said }) => PROBLEMS.has(said));
  // "What share are complaints?": how many there are in all is no answer.
  const isOfAll = only && "among" in only && only.do !== "rank" && !only.of && !only.among;
  if (isOfAll && (only.do === "share" ? problems : !asksForSize(words))) {
    // "The top five, and how many each has": a list tells that.
    const isTold = /^(?:top|rank|breakdown)$/.test(plan.steps.at(-1)?.do ?? "");
    return void (isTold || plan.notUnderstood.push(writtenOf(words)));
  }
  // "Top five, please.", "Give me the ranking.": this says how to answer, and asks for nothing more.
  const told = plan.steps.at(-1);
  if (told && named === null && !asksOfAll(words) && steps.every((step) => step.do === "top" && !step.of)) {
    if (told.do === "top" && limit !== null) plan.steps.splice(-1, 1, { ...told, limit });
    return;
  }
  plan.steps.push(
    ...steps.map((step) =>
      step.do === "compare" && last && pointsBack(turn)
        ? comparing(last, step.sides, step.on)
        : problems
          ? ofProblems(step)
          : from
            ? saidOfThose(step, turn)
            : step,
    ),
  );
}
