import type { AnswerPlan, Predicate, Step } from "../../packages/answers/src/plan/plan";
import { formsOf } from "../../packages/answers/src/plan/forms";
import { isTopical, words } from "../../packages/answers/src/dataset/words";

/** The stems of a topic in alphabetical order: two plans mean the same whatever form its words have. */
const stems = (text: string): string =>
  [
    ...new Set(
      words(text)
        .filter(isTopical)
        .map((word) => (/^(?:no|never|without)$/.test(word) ? "not" : formsOf(word)[0]!)),
    ),
  ]
    .sort()
    .join(" ");

function ofPredicate(predicate: Predicate | null): string {
  if (predicate === null) return "all";
  switch (predicate.is) {
    case "topic":
    case "mentions":
      return `'${stems(predicate.text)}'`;
    case "value":
      return `${predicate.column}=${predicate.value ?? "none"}`;
    case "step":
      return `#${predicate.step}`;
    case "not":
      return `not(${ofPredicate(predicate.of)})`;
    default:
      return `(${predicate.of
        .map(ofPredicate)
        .sort()
        .join(predicate.is === "and" ? " & " : " | ")})`;
  }
}

function ofStep(step: Step): string {
  switch (step.do) {
    case "compare":
      return `compare ${step.sides.map(ofPredicate).sort().join(" / ")}${step.on ? ` on ${ofPredicate(step.on)}` : ""}`;
    case "rank":
      return `rank ${step.items.map(ofPredicate).sort().join(" / ")}${step.among ? ` among ${ofPredicate(step.among)}` : ""}`;
    case "breakdown":
      return `breakdown ${ofPredicate(step.of)} by ${step.by}`;
    case "describe":
      return `${step.reasons ? "why" : "describe"} ${ofPredicate(step.of)}`;
    case "count":
    case "share":
      return `count ${ofPredicate(step.of)}${step.among ? ` among ${ofPredicate(step.among)}` : ""}`;
    default:
      return `${step.do} ${ofPredicate(step.of)}`;
  }
}

/**
 * A plan in one line, as a person writes it down: `count 'lose weight' among gender=male; refuse noDates`. A share is a
 * count with its base, and words that are meant literally are a topic's.
 */
export function planText({ steps, refusals, notUnderstood }: AnswerPlan): string {
  return [
    ...steps.map(ofStep),
    ...[...new Set(refusals.map(({ kind }) => `refuse ${kind}`))],
    ...(notUnderstood.length > 0 ? [`unclear ${notUnderstood.join(", ")}`] : []),
  ].join("; ");
}

/** What a person wrote, in the form of `planText`: topics by their stems, sets in order. */
export function normalised(plan: string): string {
  return plan
    .split(/;\s*/)
    .map((part) =>
      part
        .replace(/'([^']*)'/g, (_, text: string) => `'${stems(text)}'`)
        .replace(/^share /, "count ")
        .replace(/\(([^()]*)\)/g, (_, inner: string) => {
          const sign = inner.includes(" | ") ? " | " : " & ";
          return inner.includes(sign) ? `(${inner.split(sign).sort().join(sign)})` : `(${inner})`;
        })
        .replace(
          /^(compare|rank) (.*?)( (?:on|among) .*)?$/,
          (_, verb: string, sides: string, rest = "") =>
            `${verb} ${sides.split(" / ").sort().join(" / ")}${rest as string}`,
        ),
    )
    .join("; ");
}
