import { bodyOf, type Reading } from "./body";
import { inlined, stemsNamed, subjectOf, type Before } from "./follow";
import { stemOf } from "../dataset/words";
import { namesOther } from "./measures";
import { RECORDS } from "./peopleWords";
import { columnOf, type AnswerPlan, type Predicate, type Refusal, type Step } from "./plan";
import { firstFit, pattern, type Token } from "./tokens";

/** Refused for what it asks by, whatever it is about. */
const OF_ANYTHING: ReadonlySet<Refusal["kind"]> = new Set(["noColumn", "noValue", "noDates", "noOutcome", "noClass"]);
/** Refused for a word: only where something points back is it asked of what was spoken of. */
const OF_A_WORD: ReadonlySet<Refusal["kind"]> = new Set(["absent", "common"]);
/** Asked of everybody, and no more of those who were spoken of. */
const OF_ALL = [`of|in|among|across all of? the|your|our? ${RECORDS}`].map(pattern);
const BACK = /^(?:they|them|their|those|these|it|its|that|this)$/;

/**
 * A follow-up of which nothing can be answered is about what was asked before: what the data tells of that stands instead,
 * and the next question finds it still spoken of.
 */
export function keepingSubject(
  plan: AnswerPlan,
  asked: readonly Token[],
  before: Before,
  reading: Reading,
): AnswerPlan {
  const last = before.steps.at(-1);
  if (!last || plan.steps.length > 0 || plan.refusals.length === 0 || firstFit(asked, OF_ALL)) return plan;
  const pointsBack = asked.some(({ said }) => BACK.test(said));
  const isAsked = ({ kind }: Refusal): boolean => OF_ANYTHING.has(kind) || (pointsBack && OF_A_WORD.has(kind));
  if (!plan.refusals.every(isAsked)) return plan;
  const subject = subjectOf(last);
  const own = new Set([
    ...(subject ? stemsNamed(subject) : []),
    ...plan.refusals.flatMap(({ words }) => stemsIn(words)),
  ]);
  if (pointsBack ? namesOther(asked, own) : saysMore(asked, own, reading)) return plan;
  const kept = stepOn(last, subject);
  return kept === null ? plan : { ...plan, steps: [kept], isInstead: true };
}

/** Both sides of a comparison, or the records that were spoken of; null where these are all. */
const stepOn = (last: Step, subject: Predicate | null): Step | null =>
  last.do === "compare" || last.do === "rank"
    ? inlined(last, [])
    : subject && { do: "count", of: subject, among: null };

/** True where a question names a topic of its own. */
const saysMore = (asked: readonly Token[], own: ReadonlySet<string>, reading: Reading): boolean =>
  bodyOf(asked, new Set(), null, reading).items.some(
    ({ predicate }) => columnOf(predicate) === null && stemsNamed(predicate).some((stem) => !own.has(stem)),
  );

const stemsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(stemOf);
