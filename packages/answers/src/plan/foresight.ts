import type { Foresight } from "../answers";
import { claim, named, recordsOf } from "../engine/named";
import { reason } from "../engine/refusing";
import { ordinal, recordsCalled } from "../engine/wording";
import { adviceFor } from "./advice";
import { likelyFew } from "./likelyFew";
import { both, partsOf, predicatesOf, type AnswerPlan, type Known, type Predicate, type Step } from "./plan";

const MAX_LENGTH = 600;
const short = (text: string, most = MAX_LENGTH): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * What a plan will look for, without looking: it knows which words and columns the data has, and no counts. `asked` is the
 * question, so that a long one that was read in part is told how to ask.
 */
export function foresightOf(plan: AnswerPlan, known: Known, asked = ""): Foresight {
  const { many } = recordsCalled(known.kind);
  const reasons = plan.refusals.map((refusal) => reason(known, refusal));
  if (plan.notUnderstood.length > 0) reasons.push(`Not taken into account: ${plan.notUnderstood.join(", ")}.`);
  if (plan.steps.some((step) => step.do === "trend"))
    reasons.push("The data has no dates, so nothing can be said about change over time.");
  if (plan.steps.some((step) => step.do === "top" && step.least))
    reasons.push("What is said least can't be told: fewer than 5 say it.");
  if (plan.steps.length === 0 && reasons.length === 0)
    reasons.push(reason(known, { kind: "outOfScope", words: "", detail: [] }));
  for (const { label, column } of valuesMissing(plan.steps))
    reasons.push(`The data has nothing to report from ${label}: no ${column} of that name has 5 or more ${many}.`);
  const few = likelyFew(plan.steps, known);
  if (few.words.length > 0)
    reasons.push(
      `Few ${many} use ${few.words.map((word) => `“${word}”`).join(" or ")}: where fewer than 5 fit all that is asked, their number is withheld.`,
    );
  if (few.sets.length > 0)
    reasons.push(
      `There may be few ${few.sets.map((set) => recordsOf(many, set)).join(", and few ")}: where fewer than 5 fit, their number is withheld.`,
    );
  const advice = adviceFor(plan, asked);
  if (advice) reasons.push(advice);
  const said = plan.steps.map((step) => sentenceOf(step, many));
  const tooMany = plan.refusals.find(({ kind }) => kind === "tooMany");
  const leftOut = tooMany ? ` ${tooMany.detail[1]} more topics and groups are left out.` : "";
  return {
    understood:
      said.length === 0
        ? "Nothing that the data can answer."
        : short(
            `${said.join("; then ")}.`.replace(/^./, (first) => first.toUpperCase()),
            MAX_LENGTH - leftOut.length,
          ) + leftOut,
    answerable: plan.steps.length === 0 ? "no" : reasons.length > 0 ? "partly" : "yes",
    answerableReason: reasons.length === 0 ? null : short(reasons.join(" ")),
  };
}

/** Groups that no column has. */
const valuesMissing = (steps: readonly Step[]): { label: string; column: string }[] =>
  partsOf({ is: "and", of: steps.flatMap(predicatesOf) }, ["value"]).filter(({ value }) => value === null);

const placeOf = ({ place }: { place?: number }): string => (place ? `${ordinal(place)} ` : "");

function sentenceOf(step: Step, many: string): string {
  const which = (...predicates: (Predicate | null)[]): string => {
    const predicate = both(...predicates);
    return predicate === null ? `all ${many}` : recordsOf(many, predicate);
  };
  const list = (items: readonly Predicate[]): string => items.map(named).join(", ");
  switch (step.do) {
    case "count":
    case "share":
      return step.of === null
        ? `count ${which(step.among)}`
        : `count how many ${step.among ? recordsOf(many, step.among) : many} ${claim(step.of)}`;
    case "top":
      return `find the ${placeOf(step)}most common themes of ${which(step.of)}`;
    case "breakdown":
      return `count ${which(step.of)} by ${step.by}${step.place ? `, and tell the ${placeOf(step)}one` : ""}`;
    case "compare":
      return `compare ${list(step.sides)}${step.on ? ` by how many ${claim(step.on)}` : ""}`;
    case "rank":
      return `rank ${list(step.items)} by how many ${step.among ? recordsOf(many, step.among) : many} mention them`;
    case "quotes":
      return `quote ${which(step.of)}`;
    case "trend":
      return `say how ${which(step.of)} changed over time`;
    case "describe":
      return step.reasons
        ? `say what else is spoken of in ${which(step.of)}, which comes nearest to reasons`
        : `describe what is said in ${which(step.of)}`;
  }
}
